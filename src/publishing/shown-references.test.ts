import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { collectLinks, type DocumentLinks } from "../content/document/document-links.ts";
import { readEvaluatedBlocks } from "../content/document-store/document-store.ts";
import { findDocumentLinks } from "../content/link-index/document-links.ts";
import type { ReadDocumentLinks } from "../content/links/reference-resolver.ts";
import { type Draft, editDraft, emptyContent, openDraft } from "../content/model/content.ts";
import { maxNodes } from "../content/model/limits.ts";
import type { PageRecord } from "../content/model/records.ts";
import { createNodeCache, Nodes } from "../content/nodes/nodes.ts";
import { findPage } from "../content/pages/read-pages.ts";
import { isPageVisible } from "./published-content.ts";
import { readShownReferences, readShownVariables } from "./shown-references.ts";

const [createdAt, updatedAt] = ["2030-01-01T00:00:00.000Z", "2030-01-01T00:00:00.000Z"];
const file = { name: "f", contentType: "image/png", size: 1, blob: "b" };
const names = ["a", "b", "c", "d"];
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
const fileIds = range(0, 40).map((i) => `file${i}`);
const variableNames = range(0, 40).map((i) => `name${i}`);
const spaceId = "space";

interface Source {
  readonly pages: readonly (Pick<PageRecord, "condition" | "variables" | "cover"> & {
    readonly text: string;
    readonly parent?: number;
  })[];
  readonly reusableContents?: readonly string[];
}

async function contentOf({ pages, reusableContents = [] }: Source) {
  const nodes = new Nodes({ load: async () => new Map() }, createNodeCache(32 * 1024 * 1024));
  const draft: Draft = openDraft(emptyContent(nodes));
  const document = (text: string) => nodes.write({ text, links: [] });
  await editDraft(
    draft,
    "pages",
    pages.map(({ text, parent, ...fields }, i) => [
      `page${i}`,
      {
        ...fields,
        ...{ type: "document", title: "Page", slug: `page${i}`, order: `a${i}`, createdAt, updatedAt },
        ...{ parent: parent === undefined ? "" : `page${parent}`, document: document(text) },
      },
    ]),
  );
  await editDraft(
    draft,
    "reusableContents",
    reusableContents.map((text, i) => [names[i] ?? "", { title: "Text", document: document(text) }]),
  );
  await editDraft(
    draft,
    "files",
    fileIds.map((id) => [id, file]),
  );
  await editDraft(draft, "variables", [
    ["on", "yes"],
    ...variableNames.map((name): [string, string] => [name, `<${name}>`]),
  ]);
  const readDocumentLinks: ReadDocumentLinks = async (hashes) =>
    new Map(
      await Promise.all(hashes.map(async (hash) => [hash, await findDocumentLinks(nodes, hash)] as const)),
    );
  return { content: draft, spaceId, readDocumentLinks };
}

type Claims = Readonly<Record<string, unknown>>;

/** What the evaluated documents of the visible pages contain. */
async function evaluate({ content }: Awaited<ReturnType<typeof contentOf>>, count: number, claims: Claims) {
  const files = new Set<string>();
  let text = "";
  for (const id of range(0, count).map((i) => `page${i}`)) {
    const record = await findPage(content, id);
    if (record === undefined || !(await isPageVisible(content, record, claims))) continue;
    const source = { content, origin: id, page: record, hash: record.document, claims };
    const document = await readEvaluatedBlocks(source, "true");
    for (const { ref } of collectLinks(document).links) if (ref.kind === "file") files.add(ref.file);
    text += JSON.stringify(document);
  }
  return { files: [...files].sort(), variables: variableNames.filter((name) => text.includes(`<${name}>`)) };
}

const condition = fc.constantFrom(
  "visitor.claims.a",
  "!visitor.claims.a",
  "visitor.claims.b",
  'space.vars.on == "yes"',
  'space.vars.on == "no"',
  'page.vars.p == "1"',
  'visitor.claims.a && page.vars.p == "1"',
  "visitor.claims.a && !space.vars.on",
  "visitor.claims.",
);

const indent = (text: string, prefix: string) =>
  text
    .split("\n")
    .map((line) => prefix + line)
    .join("\n");

/** Markdown with nested conditions. Each leaf refers to a file or a variable. */
const { blocks: markdown } = fc.letrec<{ block: string; blocks: string }>((tie) => ({
  blocks: fc.array(tie("block"), { minLength: 1, maxLength: 4 }).map((parts) => parts.join("\n\n")),
  block: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(...fileIds).map((id) => `![](/files/${id})`),
    fc
      .constantFrom(...fileIds)
      .map((id) => `a[^1]\n\n[^1]: {% if visitor.claims.a %}[b](/files/${id}){% endif %}`),
    fc
      .tuple(fc.constantFrom(...fileIds), fc.constantFrom(...variableNames))
      .map(
        ([id, name]) =>
          `| A |\n| --- |\n| ![](/files/${id}) |\n| <code class="expression">space.vars.${name}</code> |`,
      ),
    fc.constantFrom(...variableNames).map((name) => `<code class="expression">space.vars.${name}</code>`),
    fc.constantFrom(...names, "none").map((name) => `{% include "/reusable-contents/${name}" %}`),
    fc.constantFrom(
      "a {% if visitor.claims.a %} b",
      "{% endif %} c",
      "{% if visitor.claims.b %}x{% endif %}",
    ),
    fc
      .tuple(condition, tie("blocks"))
      .map(([expression, text]) => `{% if ${expression} %}\n${text}\n{% endif %}`),
    tie("blocks").map((text) => `{% hint style="info" %}\n${text}\n{% endhint %}`),
    tie("blocks").map((text) => `{% tabs %}\n{% tab title="T" %}\n${text}\n{% endtab %}\n{% endtabs %}`),
    tie("blocks").map((text) => `<details>\n\n<summary>S</summary>\n\n${text}\n\n</details>`),
    tie("blocks").map((text) => indent(text, "> ")),
    tie("blocks").map((text) => `- x\n\n${indent(text, "  ")}`),
  ),
}));

const page = fc.record(
  {
    text: markdown,
    // Variables are defined in documents only.
    condition: fc.constantFrom("visitor.claims.a", "visitor.claims.b", "visitor.claims.a && !space.vars.on"),
    variables: fc.constantFrom({ p: "1" }, { p: "2" }),
  },
  { requiredKeys: ["text"] },
);

/** A document with an image under each of many conditions, which end with the same text. */
const manyConditions = (count: number, end = ""): DocumentLinks => ({
  links: range(0, count).map((i) => ({
    ref: { kind: "file", file: fileIds[i % fileIds.length] ?? "" },
    relation: "dependsOn",
    condition: i,
  })),
  conditions: range(0, count).map((i) => ({ expression: `visitor.claims.a${i}${end}` })),
  ...{ anchors: [], varies: true, expressions: [], nodes: 10 },
});

/** Counts how often the event loop runs during a computation. */
async function countIterations(compute: () => Promise<unknown>): Promise<number> {
  let iterations = 0;
  const count = () => {
    iterations += 1;
    immediate = setImmediate(count);
  };
  let immediate = setImmediate(count);
  await compute().finally(() => clearImmediate(immediate));
  return iterations;
}

describe("what is shown to a visitor", () => {
  test("is limited if the pages have too many conditions", async () => {
    const include = '{% include "/reusable-contents/a" %}';
    const pages = range(0, 9).map((i) => ({ text: include, condition: `visitor.claims.p${i}` }));
    const child = { text: "![](/files/file1)", parent: 8 };
    const input = await contentOf({ pages: [...pages, child], reusableContents: ["Shared"] });
    const shared = manyConditions(2500, ` && "${"x".repeat(960)}"`);
    const readDocumentLinks: ReadDocumentLinks = async (hashes) =>
      new Map(
        [...(await input.readDocumentLinks(hashes))].map(([hash, links]) => [
          hash,
          links.links.length === 0 ? shared : links,
        ]),
      );
    const filesShown = async (claims: Claims) => [
      ...(await readShownReferences({ ...input, readDocumentLinks }, claims)).files,
    ];
    assert.deepEqual(await filesShown({ p0: true, a0: true }), ["file0"]);
    assert.deepEqual(await filesShown({ p0: true, a2499: true }), ["file19"]);
    assert.deepEqual(await filesShown({ p8: true, a0: true }), []);
    assert.deepEqual(await filesShown({}), []);
  });

  test("is found in steps", async () => {
    const input = await contentOf({ pages: [{ text: "Text", variables: { p: "1" } }] });
    const document = manyConditions(10_000);
    const readDocumentLinks: ReadDocumentLinks = async (hashes) =>
      new Map(hashes.map((hash) => [hash, document]));
    const large = { ...input, readDocumentLinks };
    const find = () => readShownReferences(large, {});
    assert.ok((await countIterations(find)) > 5, "collects in steps");
    assert.ok((await countIterations(find)) > 3, "evaluates conditions in steps");
    const page = await findPage(input.content, "page0");
    assert.ok(page);
    const findVariables = () => readShownVariables(large, new Map([["page0", page]]), {});
    assert.ok((await countIterations(findVariables)) > 5, "collects variables in steps");
  });

  test("reads each reusable content once for the variables of all pages", async () => {
    const [text, variables] = ['{% include "/reusable-contents/a" %}', { p: "1", q: "2" }];
    const input = await contentOf({
      pages: range(0, 5).map(() => ({ text, variables })),
      reusableContents: ['<code class="expression">page.vars.p</code>'],
    });
    let read = 0;
    const readDocumentLinks: ReadDocumentLinks = (hashes) => {
      read += hashes.length;
      return input.readDocumentLinks(hashes);
    };
    const pages = new Map<string, PageRecord>();
    for (const id of range(0, 5).map((i) => `page${i}`)) {
      const record = await findPage(input.content, id);
      if (record !== undefined) pages.set(id, record);
    }
    const shown = await readShownVariables({ ...input, readDocumentLinks }, pages, {});
    assert.deepEqual([...shown.values()], Array(5).fill({ p: "1" }));
    assert.equal(read, 6);
  });

  test("does not include reusable contents beyond the maximum number of nodes", async () => {
    const includes = ["a", "b"].map((name) => `{% include "/reusable-contents/${name}" %}`);
    const reusableContents = ["![](/files/file1)", "![](/files/file2)"];
    const input = await contentOf({
      pages: [{ text: ["![](/files/file0)", ...includes].join("\n\n") }],
      reusableContents,
    });
    const filesShown = async (pageNodes: number, reusableNodes: number) => {
      const readDocumentLinks: ReadDocumentLinks = async (hashes) =>
        new Map(
          [...(await input.readDocumentLinks(hashes))].map(([hash, links]) => {
            const isPage = links.links.length > 1;
            return [hash, { ...links, nodes: isPage ? pageNodes : reusableNodes }];
          }),
        );
      const spaceId = `${pageNodes} ${reusableNodes}`;
      return [...(await readShownReferences({ ...input, spaceId, readDocumentLinks }, {})).files];
    };
    assert.deepEqual(await filesShown(10, 10), ["file0", "file1", "file2"]);
    assert.deepEqual(await filesShown(10, 30_000), ["file0", "file1"]);
    assert.deepEqual(await filesShown(10, 60_000), ["file0"]);
    assert.deepEqual(await filesShown(maxNodes - 15, 10), ["file0", "file1"]);
  });

  test("is what the evaluated documents of visible pages contain", async () => {
    const source = fc.record({
      pages: fc.array(page, { minLength: 1, maxLength: 4 }),
      reusableContents: fc.array(markdown, { maxLength: names.length }),
    });
    await fc.assert(
      fc.asyncProperty(source, async (texts) => {
        // Each page is below the previous one.
        const pages = texts.pages.map((page, i) => (i === 0 ? page : { ...page, parent: i - 1 }));
        const input = await contentOf({ ...texts, pages });
        for (const claims of [{}, { a: true }, { b: true }, { a: true, b: true }]) {
          const { files, variables } = await readShownReferences(input, claims);
          const expected = await evaluate(input, pages.length, claims);
          const shown = { files: [...files], variables: variableNames.filter((name) => variables.has(name)) };
          assert.deepEqual(shown, expected, JSON.stringify({ claims, pages, texts: texts.reusableContents }));
        }
      }),
      { numRuns: 60 },
    );
  });
});
