import assert from "node:assert/strict";
import { buffer } from "node:stream/consumers";
import { describe, test } from "node:test";
import fc from "fast-check";
import { TestContent } from "../../test/support/content.ts";
import { memoryFolder, whileHarvesting } from "../../test/support/memory-folder.ts";
import type { Content } from "../content/content.ts";
import type { DocumentNode } from "../content/documents.ts";
import { findFrontMatterAddresses, readFrontMatter } from "../content/markdown/front-matter.ts";
import { type PageBranch, readTree } from "../content/pages/read-pages.ts";
import { slugOf } from "../content/pages/slug.ts";
import type { PageRecord } from "../content/records.ts";
import { harvestMarkdownTree } from "../importing/markdown-tree/harvest-markdown-tree.ts";
import type { Harvest } from "../importing/source.ts";
import { exportSpace } from "./export-space.ts";

async function exportedFiles(content: Content): Promise<Record<string, Buffer>> {
  const files: Record<string, Buffer> = {};
  await exportSpace(
    { content, bytesOf: async function* () {} },
    {
      write: async (path, bytes) => {
        assert.ok(!Object.keys(files).some((other) => other.toLowerCase() === path.toLowerCase()), path);
        assert.ok(
          path.split("/").every((part) => part.length > 0 && Buffer.byteLength(part) < 255),
          path,
        );
        files[path] = typeof bytes === "string" ? Buffer.from(bytes) : await buffer(bytes);
      },
    },
  );
  return files;
}

async function roundTrip(content: Content): Promise<Required<Harvest>> {
  const folder = memoryFolder(await exportedFiles(content));
  return whileHarvesting((harvesting) => harvestMarkdownTree(folder, harvesting));
}

/** What is to be the same before and after. */
async function factsOfContent(content: Content): Promise<object[]> {
  const facts: object[] = [];
  const add = async ({ record, children }: PageBranch, parent: string): Promise<void> => {
    const { type, title, slug } = record;
    const { text } = record.document ? await content.nodes.read<DocumentNode>(record.document) : { text: "" };
    const { end } = await findFrontMatterAddresses(text);
    const own = type === "document" ? { body: text.slice(end) } : {};
    facts.push({ type, title, slug, parent, ...own, attributes: attributesIn(record) });
    for (const child of children) await add(child, `${parent}/${title}`);
  };
  for (const page of await readTree(content)) await add(page, "");
  return facts;
}

async function factsOfHarvest({ pages }: Required<Harvest>): Promise<object[]> {
  const paths = new Map<string | undefined, string>([[undefined, ""]]);
  return Promise.all(
    pages.map(async (page) => {
      const { type, title = "", markdown = "", address } = page;
      const parent = paths.get(page.parent);
      paths.set(address, `${parent}/${title}`);
      const { end } = await findFrontMatterAddresses(markdown);
      const own = type === "document" ? { body: markdown.slice(end) } : {};
      const slug = type === "link" ? "" : (page.slug ?? (await slugOf(title)));
      const front = (await readFrontMatter(markdown)) ?? {};
      return {
        type,
        title,
        slug,
        parent,
        ...own,
        attributes: attributesIn({ ...front, ...page.attributes }),
      };
    }),
  );
}

const names = [
  "description",
  "icon",
  "emoji",
  "hidden",
  "noIndex",
  "noRobotsIndex",
  "condition",
  "layout",
] as const;

function attributesIn(page: Partial<PageRecord> | object): object {
  const fields: Partial<PageRecord> = page;
  const said = [...names, "variables" as const].map((name) => [name, fields[name]] as const);
  return Object.fromEntries(
    said.filter(([, value]) => value !== undefined && value !== "" && value !== false),
  );
}

async function assertSame(content: Content): Promise<void> {
  const [before, after] = [await factsOfContent(content), await factsOfHarvest(await roundTrip(content))];
  assert.deepEqual(after, before);
}

describe("export and import", () => {
  test("give the same pages in the same places, however odd their names are", async () => {
    const content = new TestContent();
    const titles = [
      "Über *alles* [x](y)",
      "`code` \\ <b>",
      "C #",
      "# a",
      "1. b",
      "- c",
      "a_b_ _c_",
      "&amp; ~~x~~",
      "日本語",
    ];
    for (const title of titles) await content.page(title, { document: { markdown: `# ${title}\n\nText` } });
    const slugs = [
      "README",
      "readme.md",
      "SUMMARY",
      "index",
      "A",
      "a",
      "a.md",
      ".hidden",
      "node_modules",
      "con",
      "x.",
    ];
    const holder = await content.page("Odd slugs");
    for (const slug of slugs) {
      const parent = await content.page("Same", { into: holder, slug });
      await content.page("Same", { into: parent, slug });
    }
    await content.page("漢".repeat(90), { slug: "漢".repeat(100) });
    await assertSame(await content.open());
  });

  test("give the same groups, links and order, whichever comes first", async () => {
    const content = new TestContent();
    const first = await content.page("First group", {
      type: "group",
      icon: "bolt",
      condition: 'visitor.claims.a == "<b>"',
    });
    const inside = await content.page("Inside", { into: first });
    await content.page("Elsewhere", {
      type: "link",
      emoji: "1f600",
      into: inside,
      target: { kind: "url", url: "https://example.com/a_(b)?c=<d>" },
    });
    await content.page("Between", { hidden: true });
    await content.page("To it", {
      type: "link",
      hidden: true,
      target: { kind: "anchor", page: inside, anchor: "x y" },
    });
    await content.page("Last group", { type: "group", slug: "last" });
    await content.page("Empty group", { type: "group" });
    await assertSame(await content.open());
    const { pages } = await roundTrip(await content.open());
    assert.deepEqual(
      pages.flatMap(({ href }) => href ?? []),
      ["https://example.com/a_(b)?c=%3Cd%3E", "README.md#x%20y"],
    );
  });

  test("give the same tree as deep as there can be one", async () => {
    const content = new TestContent();
    let into: string | undefined;
    for (let depth = 0; depth < 256; depth++)
      into = await content.page(`Page number ${depth}`, { ...(into !== undefined && { into }) });
    await assertSame(await content.open());
  });

  test("give the same texts and attributes", async () => {
    const word = fc.constantFrom(
      "# A",
      "---",
      "A",
      "title: A",
      "x: [1, 2]",
      "slug: s",
      "",
      " ",
      "```",
      "~~~",
      "===",
      "\ttext",
      "{% hint %}",
      "<!--",
    );
    const text = fc.array(word, { maxLength: 8 }).map((lines) => lines.join("\n"));
    const front = fc.constantFrom(
      "",
      "---\ntitle: A\n---\n",
      "---\nx: y\n---\n\n",
      "---\r\nicon: a\r\n---\r\n",
      "---\n{icon: b}\n---\n",
      "---\nlayout:\n  width: wide\n---\n",
    );
    const attributes = fc.record(
      {
        description: fc.constantFrom("plain", "with: colon", "two\nlines\n---\n", "'\"#", "yes", "1.0", " "),
        icon: fc.constantFrom("rocket", "a-b"),
        emoji: fc.constant("1f600"),
        hidden: fc.boolean(),
        noIndex: fc.boolean(),
        condition: fc.constant('visitor.claims.x == "a: b"'),
        layout: fc.constantFrom({ width: "wide" }, { cover: false, coverSize: "full", outline: false }),
        variables: fc.constantFrom({ a: "1", "b c": "- x" }),
        slug: fc.constantFrom("a", "b", "other", "A.b"),
      },
      { requiredKeys: [] },
    );
    const page = fc.tuple(fc.constantFrom("A", "B c", "*A*"), attributes, front, text);
    await fc.assert(
      fc.asyncProperty(fc.array(page, { minLength: 1, maxLength: 3 }), async (pages) => {
        const content = new TestContent();
        for (const [title, fields, head, body] of pages)
          await content
            .page(title, { ...fields, document: { markdown: head + body } })
            .catch(() => undefined);
        await assertSame(await content.open());
      }),
      { numRuns: 200 },
    );
  });
});
