import assert from "node:assert/strict";
import { buffer } from "node:stream/consumers";
import { describe, test } from "node:test";
import fc from "fast-check";
import { TestContent } from "../../test/support/content.ts";
import { memoryFolder, withImportContext } from "../../test/support/importing.ts";
import type { StoredDocument } from "../content/document-store/document-store.ts";
import { readEntries } from "../content/map/read-map.ts";
import type { Content } from "../content/model/content.ts";
import { maxPageDepth } from "../content/model/limits.ts";
import type { PageRecord } from "../content/model/records.ts";
import { type PageBranch, readTree } from "../content/pages/read-pages.ts";
import { changesFromImport } from "../importing/changes/changes-from-import.ts";
import { fitPages } from "../importing/changes/fit-pages.ts";
import { importMarkdownTree } from "../importing/markdown-tree/import-markdown-tree.ts";
import type { ImportedTree } from "../importing/source/imported-tree.ts";
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
        files[path] = Buffer.from(
          typeof bytes === "string" || bytes instanceof Uint8Array ? bytes : await buffer(bytes),
        );
      },
    },
  );
  return files;
}

/** Separates fields of the page from those of the document. */
const marker = "# Said about the page, and not in its text:\n";

async function roundTrip(files: Readonly<Record<string, Buffer>>): Promise<Required<ImportedTree>> {
  const folder = memoryFolder(files);
  return withImportContext((context) => importMarkdownTree(folder, context));
}

/** Creates content from an imported tree. */
async function importTree(imported: Required<ImportedTree>): Promise<Content> {
  const content = new TestContent();
  const files = imported.files.map(({ address, name, contentType }) => ({
    address,
    record: { name, contentType, blob: "", size: 0 },
  }));
  const reusableContents = imported.reusableContents.map((record, i) => ({ ...record, id: `r${i}` }));
  const { pages } = await fitPages(imported.pages);
  const source = { pages, files, reusableContents, variables: imported.variables };
  await content.apply(...(await changesFromImport(source, { id: "x" })));
  return content.open();
}

/** The records that a round trip must preserve. */
async function factsOfContent(content: Content): Promise<object[]> {
  const facts: object[] = [];
  const add = async ({ record, children }: PageBranch, parent: string): Promise<void> => {
    const { type, title, slug } = record;
    const { text } = record.document
      ? await content.nodes.read<StoredDocument>(record.document)
      : { text: "" };
    // Front matter is always followed by a line, which may be empty.
    const body = type === "document" ? { text: text.replace(/(?<=\n---[ \t]*)$/, "\n") } : {};
    facts.push({ type, title, slug, parent, ...body, attributes: attributesIn(record) });
    for (const child of children) await add(child, `${parent}/${title}`);
  };
  for (const page of await readTree(content)) await add(page, "");
  for (const map of ["files", "reusableContents", "variables"] as const)
    for (const { value } of await readEntries<object>(content.nodes, content.roots[map])) facts.push(value);
  return facts;
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
  "linkTitle",
  "tags",
] as const;

function attributesIn(page: Partial<PageRecord> | object): object {
  const fields: Partial<PageRecord> = page;
  const entries = [...names, "variables" as const].map((name) => [name, fields[name]] as const);
  return Object.fromEntries(
    entries.filter(([, value]) => value !== undefined && value !== "" && value !== false),
  );
}

/** Checks that a round trip preserves the content and its export. */
async function assertPreserved(content: Content): Promise<Required<ImportedTree>> {
  const files = await exportedFiles(content);
  const tree = await roundTrip(files);
  const after = await importTree(tree);
  assert.deepEqual(await factsOfContent(after), await factsOfContent(content));
  assert.deepEqual(textsOf(await exportedFiles(after)), textsOf(files));
  return tree;
}

function textsOf(files: Readonly<Record<string, Buffer>>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, bytes.toString()]));
}

describe("exporting and importing again", () => {
  test("writes links by path to pages that were created later as links to their files", async () => {
    const content = new TestContent();
    const markdown = "[one](/pages/guide/later#top) [two](later.md) [none](/pages/nowhere)";
    const guide = await content.page("Guide", { document: { markdown } });
    await content.page("Later", { into: guide });
    const files = await exportedFiles(await content.open());
    assert.match(
      String(files["README.md"]),
      /\[one\]\(guide\/later\.md#top\) \[two\]\(guide\/later\.md\) \[none\]\(\/pages\/nowhere\)/,
    );
  });

  test("writes a link to a page of another space with its id, even if this space has a page of the same id", async () => {
    const content = new TestContent();
    const page = await content.page("Copied");
    await content.page("Original", { type: "link", target: { kind: "page", page, space: "other" } });
    const files = await exportedFiles(await content.open());
    assert.match(String(files["SUMMARY.md"]), new RegExp(`\\[Original\\]\\(<[^>]*other[^>]*${page}`));
  });

  test("restores the same pages with unusual titles and slugs", async () => {
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
    await assertPreserved(await content.open());
  });

  test("adds the title as a heading, unless the text has one", async () => {
    const content = new TestContent();
    const cases = [
      ["Plain", "Text\n", "# Plain\n\nText\n"],
      ["Same", "# Same\n\nText\n", `---\n${marker}title: Same\n---\n# Same\n\nText\n`],
      ["Mine", "Another\n===\n", `---\n${marker}title: Mine\n---\nAnother\n===\n`],
      ["Front", "---\ntitle: Front\n---\n# Other\n", "---\ntitle: Front\n---\n# Other\n"],
      ["Note", "<!-- c -->\n# Note\n", `---\n${marker}title: Note\n---\n<!-- c -->\n# Note\n`],
      ["Element", "<h1>Other</h1>\n", `---\n${marker}title: Element\n---\n<h1>Other</h1>\n`],
    ] as const;
    for (const [title, markdown] of cases) await content.page(title, { document: { markdown } });
    const files = textsOf(await exportedFiles(await content.open()));
    assert.deepEqual(
      ["README.md", "same.md", "mine.md", "front.md", "note.md", "element.md"].map((path) => files[path]),
      cases.map(([, , exported]) => exported),
    );
    await assertPreserved(await content.open());
  });

  test("restores the same files, reusable contents and variables, in order", async () => {
    const content = new TestContent();
    const file = { contentType: "image/png", size: 0, blob: "" };
    const names = ["b.png", "1", "a.png", "b.png", "B.png"];
    await content.apply({
      operation: "insert_files",
      files: names.map((name, i) => ({ ...file, name, ...(i > 2 && { contentType: "x/y" }) })),
    });
    for (const title of ["Z", "A", "z"])
      await content.apply({
        operation: "insert_reusable_content",
        title,
        document: { markdown: `---\ntitle: ${title}\n---\n# ${title}\n` },
      });
    await content.apply({
      operation: "set_variables",
      variables: { version: "1.10", no: "", "a: b": "- c\nd", __proto__: "x" },
    });
    await content.page("Page");
    await assertPreserved(await content.open());
  });

  test("restores the same attributes", async () => {
    const content = new TestContent();
    const attributes = { description: "How", emoji: "1f600", hidden: true, slug: "x" };
    const frontMatter = "---\nslug: mine # a note\nother: [1, 2]\n---\n\nText";
    const holder = await content.page("Holder", { document: { markdown: frontMatter } });
    await content.page("Without front matter", {
      ...attributes,
      into: holder,
      document: { markdown: "Text" },
    });
    await content.page("Both", {
      ...attributes,
      into: holder,
      slug: "y",
      document: { markdown: frontMatter },
    });
    const [first = ""] = Object.values(textsOf(await exportedFiles(await content.open())));
    // An exported file may be used as the document of a page.
    await content.page("Again", { description: "x", document: { markdown: first } });
    await content.page("Again and again", { document: { markdown: first } });
    await assertPreserved(await content.open());
  });

  test("is stable for unusual documents", async () => {
    const content = new TestContent();
    const brackets = { document: { markdown: "---\n{icon: b, slug: c}\n---\nText" } };
    const holder = await content.page(" Blanks at its ends ", { description: "A", ...brackets });
    await content.page("To it", {
      document: { markdown: `[a](./blanks-at-its-ends.md#b) [b](/pages/${holder})` },
    });
    await content.page(" Group ", { type: "group" });
    const files = await exportedFiles(await content.open());
    const after = await importTree(await roundTrip(files));
    assert.deepEqual(textsOf(await exportedFiles(after)), textsOf(files));
  });

  test("restores the same groups, links and order", async () => {
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
      target: { kind: "anchor", page: inside, anchor: "x.y+1" },
    });
    await content.page("Last group", { type: "group", slug: "last" });
    await content.page("Empty group", { type: "group" });
    const { pages } = await assertPreserved(await content.open());
    assert.deepEqual(
      pages.flatMap(({ href }) => href ?? []),
      ["https://example.com/a_(b)?c=%3Cd%3E", "README.md#x.y+1"],
    );
  });

  test("restores the same link titles and tags", async () => {
    const content = new TestContent();
    const tags = [{ tag: "beta", primary: true }, { tag: "two words" }];
    await content.page("A", { linkTitle: 'Short (a) "b" [c]', tags, document: { markdown: "Text" } });
    await content.page("B", { document: { markdown: "---\ntags: [x, y]\n---\nText" } });
    await content.page("C", { tags, document: { markdown: "---\ntags:\n  - tag: z\n---\nText" } });
    const target = { kind: "url", url: "https://example.com/" } as const;
    await content.page("D", { type: "link", linkTitle: "Site", target });
    await content.page("E", { linkTitle: "a\\(b" });
    await content.page("F", { linkTitle: "a\\) b\\\\)" });
    const tree = await assertPreserved(await content.open());
    assert.match(tree.pages[1]?.markdown ?? "", /tags: \[x, y\]/);
  });

  test("restores the same tree at the maximum depth", async () => {
    const content = new TestContent();
    let into: string | undefined;
    for (let depth = 0; depth < maxPageDepth; depth++)
      into = await content.page(`Page number ${depth}`, { ...(into !== undefined && { into }) });
    await assertPreserved(await content.open());
  });

  test("restores the same documents and attributes", async () => {
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
      "<!-- c -->",
      "<h1>A</h1>",
    );
    const text = fc.array(word, { maxLength: 8 }).map((lines) => lines.join("\n"));
    const front = fc.constantFrom(
      "",
      "---\ntitle: A\n---\n",
      "---\nx: y\n---\n\n",
      "---\r\nicon: a\r\n---\r\n",
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
        linkTitle: fc.constantFrom("Short", "*a* (b", "\\\\", "\\(a", "\\\\)", '"'),
        tags: fc.constantFrom([{ tag: "a" }], [{ tag: "b: c", primary: true }, { tag: "1" }]),
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
        await assertPreserved(await content.open());
      }),
      { numRuns: 200 },
    );
  });
});
