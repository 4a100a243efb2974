import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Change, InsertPage } from "../../content/changes/change.ts";
import type { SourcePage } from "../source/imported-tree.ts";
import { slugOfAddress } from "../source/page-values.ts";
import { changesFromImport, type FittedTree } from "./changes-from-import.ts";
import { fitFileName, fitPages } from "./fit-pages.ts";

const page = (address: string, markdown: string, fields: Partial<SourcePage> = {}): SourcePage => ({
  address,
  type: "document",
  markdown,
  ...fields,
});

async function textsOf(
  pages: readonly SourcePage[],
  fields: Partial<FittedTree> = {},
  options = {},
): Promise<string[]> {
  const changes = await changesFromImport({ pages, files: [], ...fields }, { id: "X", ...options });
  return changes.flatMap((change) => ("document" in change ? (change.document?.markdown ?? []) : []));
}

describe("changes from an imported tree", () => {
  test("map fragments of links to new anchors", async () => {
    const anchors = new Map([
      ["größe", "groesse"],
      ["top", ""],
    ]);
    const pages = [
      page("https://x.test/a", "[1](b#größe) [2](b#gr%C3%B6%C3%9Fe) [3](/b#top) [4](b#other) [5](#größe)"),
      page("https://x.test/b", "", { anchors }),
      { address: "link", type: "link", title: "Link", href: "https://x.test/b#größe" } as const,
    ];
    const b = "import~X~1.md";
    assert.deepEqual(
      (await textsOf(pages))[0],
      `[1](${b}#groesse) [2](${b}#groesse) [3](${b}) [4](${b}#other) [5](#größe)`,
    );
    const changes = await changesFromImport({ pages, files: [] }, { id: "X" });
    assert.deepEqual((changes[2] as InsertPage).target, {
      kind: "anchor",
      anchor: "groesse",
      page: "import~X~1",
    });
  });

  test("keep the order and nesting of pages", async () => {
    const pages: SourcePage[] = [
      page("README.md", "Hello", { title: "Welcome" }),
      { address: "guide", type: "group", title: "Guide" },
      page("guide/install.md", "Run it", { parent: "guide" }),
      { address: "elsewhere", type: "link", title: "Elsewhere", href: "https://example.com" },
    ];
    const changes = await changesFromImport({ pages, files: [] }, { id: "X" });
    assert.deepEqual(changes, [
      {
        operation: "insert_page",
        type: "document",
        title: "Welcome",
        document: { markdown: "Hello" },
        ref: "import~X~0",
      },
      {
        operation: "insert_page",
        type: "group",
        title: "Guide",
        internal: { preferredSlug: "guide" },
        ref: "import~X~1",
      },
      {
        operation: "insert_page",
        type: "document",
        internal: { preferredSlug: "install" },
        document: { markdown: "Run it" },
        into: "import~X~1",
        ref: "import~X~2",
      },
      {
        operation: "insert_page",
        type: "link",
        title: "Elsewhere",
        internal: { preferredSlug: "elsewhere" },
        target: { kind: "url", url: "https://example.com" },
        ref: "import~X~3",
      },
    ] satisfies Change[]);
  });

  test("resolve links between files in all notations", async () => {
    const record = { name: "a b.png", contentType: "image/png", size: 1, blob: "b" };
    const [text] = await textsOf(
      [
        page(
          "docs/start.md",
          "[a](./other.md#part) [b](/docs/other) [c](../top/README.md) [d](../top/) [e](missing.md) [f](#here) " +
            '[g](mailto:a@example.com) ![h](img/a%20b.png) <img src="img/a b.png"> [i](OTHER.md "title") `[j](other.md)`',
        ),
        page("docs/other.md", ""),
        page("top/README.md", ""),
      ],
      { files: [{ address: "docs/img/a b.png", record }] },
    );
    assert.equal(
      text,
      "[a](import~X~1.md#part) [b](import~X~1.md) [c](import~X~2.md) [d](import~X~2.md) [e](missing.md) [f](#here) " +
        '[g](mailto:a@example.com) ![h](import~X~3.md) <img src="import~X~3.md"> [i](import~X~1.md "title") `[j](other.md)`',
    );
  });

  test("resolve links between pages of a site, and make other links absolute", async () => {
    const [text] = await textsOf([
      page(
        "https://example.com/docs/a/",
        "[a](../b/) [b](../b/index.html#x) [c](/docs/b) [d](../missing) [e](#f) [g](//x.example/y)",
      ),
      page("https://example.com/docs/b", "", { aliases: ["https://example.com/docs/c"] }),
    ]);
    assert.equal(
      text,
      "[a](import~X~1.md) [b](import~X~1.md#x) [c](import~X~1.md) [d](https://example.com/docs/missing) [e](#f) [g](https://x.example/y)",
    );
  });

  test("resolve links with ampersands, and links to the top of the same page", async () => {
    const pages = [
      page(
        "https://x.test/a",
        '[1](b?x=1&amp;y=2) <a href="b?x=1&#x26;y=2">2</a> [3](c?x=1&amp;y=2) [4](#top)',
        {
          anchors: new Map([["top", ""]]),
        },
      ),
      page("https://x.test/b?x=1&y=2", ""),
    ];
    const [text] = await textsOf(pages);
    assert.equal(
      text,
      '[1](import~X~1.md) <a href="import~X~1.md">2</a> [3](https://x.test/c?x=1&y=2) [4](import~X~0.md)',
    );
  });

  test("distinguish pages whose paths differ in case", async () => {
    const [text] = await textsOf([
      page("a.md", "[1](FAQ.md) [2](faq.md) [3](A.md)"),
      page("FAQ.md", ""),
      page("faq.md", ""),
    ]);
    assert.equal(text, "[1](import~X~1.md) [2](import~X~2.md) [3](import~X~0.md)");
  });

  test("keep queries of links, and includes of other files", async () => {
    const [text] = await textsOf([
      page("a.md", 'See [b](b.md?x=1#y).\n\n{% include "b.md" %}\n'),
      page("b.md", "Text"),
    ]);
    assert.equal(text, 'See [b](import~X~1.md?x=1#y).\n\n{% include "b.md" %}\n');
  });

  test("update the target page with the first document, and insert all other pages below it", async () => {
    const pages = [page("one.md", "[two](two.md)"), page("two.md", "[one](one.md)", { parent: "one.md" })];
    const changes = await changesFromImport(
      { pages, files: [] },
      { id: "X", targetPage: { id: "home", takesFirstDocument: true, extent: { depth: 1, pathLength: 4 } } },
    );
    const [first, second] = changes;
    assert.deepEqual(first, {
      operation: "update_page",
      page: "home",
      document: { markdown: "[two](import~X~1.md)" },
    });
    assert.equal((second as InsertPage).into, "home");
    assert.equal((second as InsertPage).document?.markdown, "[one](/pages/home)");
  });

  test("resolve the targets of link pages: pages, files and allowed URLs", async () => {
    const link = (href: string): SourcePage => ({
      address: `SUMMARY.md#${href}`,
      type: "link",
      title: "L",
      href,
    });
    const record = { name: "a.pdf", contentType: "application/pdf", size: 1, blob: "b" };
    const changes = await changesFromImport(
      {
        pages: [
          page("a.md", ""),
          link("a.md"),
          link("a.md#part"),
          link("a.pdf"),
          link("mailto:a@example.com"),
          link("javascript:alert(1)"),
          page("b.md", "", { parent: "SUMMARY.md#a.md" }),
          { address: "g", type: "group", title: "G", parent: "a.md" },
        ],
        files: [{ address: "a.pdf", record }],
      },
      { id: "X" },
    );
    const inserted = changes.slice(1) as InsertPage[];
    assert.deepEqual(
      inserted.map(({ type, target, into }) => [type, target, into]),
      [
        ["document", undefined, undefined],
        ["link", { kind: "page", page: "import~X~0" }, undefined],
        ["link", { kind: "anchor", anchor: "part", page: "import~X~0" }, undefined],
        ["link", { kind: "file", file: "import~X~8" }, undefined],
        ["link", { kind: "url", url: "mailto:a@example.com" }, undefined],
        ["document", undefined, undefined],
        ["document", undefined, undefined],
        ["document", undefined, "import~X~0"],
      ],
    );
  });

  test("drop invalid titles and front matter", async () => {
    const { pages, lost } = await fitPages([
      page("a.md", "Text\0", { title: " \u0007\n " }),
      page("b.md", "---\nif: '((('\n---\nText"),
      { address: "c", type: "link", title: "Bad", href: "javascript:alert(1)" },
      page("d.md", "", { title: "x".repeat(1000) }),
      page("e.md", "[a](b) ".repeat(20_001), { title: "Links" }),
      page("f.md", `|a|b|\n|-|-|\n${"|||\n".repeat(25_000)}`, { title: "Table" }),
    ]);
    const [untitled, front, link, long, links, table] = pages;
    assert.deepEqual(untitled, { address: "a.md", type: "document", markdown: "Text" });
    assert.equal(front?.markdown?.trim(), "Text");
    assert.equal(link?.title, "Bad");
    assert.equal(long?.title?.length, 512);
    assert.deepEqual([links?.title, links?.markdown], ["Links", ""]);
    assert.deepEqual([table?.title, table?.markdown, lost], ["Table", "", ["e.md", "f.md"]]);
  });

  test("drop invalid slugs, attributes and file names", async () => {
    const { pages } = await fitPages([
      page("a.md", "", {
        slug: "x/../../y",
        attributes: { emoji: "no", icon: "i".repeat(51), hidden: true },
      }),
      page("b.md", "", { slug: "b-c", attributes: { condition: "(((", emoji: "🚀" } }),
    ]);
    assert.deepEqual(
      pages.map(({ slug, attributes }) => [slug, attributes]),
      [
        [undefined, { hidden: true }],
        ["b-c", { emoji: "🚀" }],
      ],
    );
    const names = ["../../etc/passwd\0\n", "..", " ", "x".repeat(5000)].map(fitFileName);
    assert.deepEqual(names.slice(0, 3), ["../../etc/passwd", "file", "file"]);
    assert.equal(names[3]?.length, 256);
  });

  test("limit the depth and number of pages, and make addresses unique", async () => {
    const deep = Array.from({ length: 2100 }, (_, i) =>
      page(`${i}.md`, "", { title: `${i}`, ...(i > 0 && { parent: `${i - 1}.md` }) }),
    );
    const { pages } = await fitPages([page("0.md", "", { title: "Twin" }), ...deep], {
      depth: 10,
      pathLength: 100,
    });
    assert.equal(pages.length, 2000);
    assert.equal(new Set(pages.map(({ address }) => address)).size, 2000);
    const depths = new Map<string, number>();
    for (const { address, parent } of pages)
      depths.set(address, parent === undefined ? 1 : (depths.get(parent) ?? Number.NaN) + 1);
    assert.equal(Math.max(...depths.values()), 40);
  });

  test("limit the length of paths", async () => {
    const names = Array.from({ length: 30 }, (_, i) => `${i}-${"x".repeat(90)}`);
    const { pages } = await fitPages(
      names.map((name, i) => page(`${name}.md`, "", i === 0 ? {} : { parent: `${names[i - 1]}.md` })),
    );
    const paths = new Map<string, string>();
    for (const { address, parent = "" } of pages)
      paths.set(address, `${paths.get(parent) ?? ""}/${address.replace(".md", "")}`);
    const longest = Math.max(...Array.from(paths.values(), ({ length }) => length));
    assert.ok(longest > 1700 && longest <= 2000, `${longest}`);
  });

  test("insert reusable contents, and only new variables", async () => {
    const changes = await changesFromImport(
      {
        pages: [page("guide/a.md", 'Text\n\n{% include "../.gitbook/includes/note.md" %}\n')],
        files: [],
        reusableContents: [
          {
            id: "R",
            address: ".gitbook/includes/note.md",
            title: "Note",
            markdown: "See [a](../../guide/a.md).",
          },
        ],
        variables: { version: "1" },
      },
      { id: "X" },
    );
    assert.deepEqual(changes, [
      { operation: "set_variables", variables: { version: "1" }, internal: { onlyNew: true } },
      {
        operation: "insert_reusable_content",
        title: "Note",
        document: { markdown: "See [a](import~X~0.md)." },
        internal: { id: "R" },
      },
      {
        operation: "insert_page",
        type: "document",
        document: { markdown: 'Text\n\n{% include "/reusable-contents/R" %}\n' },
        internal: { preferredSlug: "a" },
        ref: "import~X~0",
      },
    ] satisfies Change[]);
  });

  test("have links to GitBook's application to pages of the import and of other spaces", async () => {
    const at = (path: string) => `https://app.gitbook.com/s/${path}`;
    const hrefs = [
      "own/guide/b",
      "o/own/guide/b",
      "own/guide/b#run",
      "own/none",
      "other/x?a=1&amp;b=2",
      "third/y",
    ];
    const link = { address: "L", type: "link", title: "L", href: at("other/z") } as const;
    const changes = await changesFromImport(
      {
        pages: [
          page("docs/a.md", hrefs.map((path) => `[x](${at(path)})`).join(" ")),
          { ...page("docs/guide/b.md", ""), aliases: ["guide/b"] },
          link,
        ],
        files: [],
      },
      {
        id: "X",
        idOf: (address) => `of-${address.length}`,
        appLinks: {
          ownOrigins: new Set(["own"]),
          destinations: new Map([
            [at("other/x?a=1&b=2"), "/spaces/S/pages/P"],
            [at("other/z"), "/spaces/S/pages/Z"],
          ]),
        },
      },
    );
    const [first, second, third] = changes as InsertPage[];
    assert.equal(
      first?.document?.markdown,
      [
        "[x](import~X~of-15.md)",
        `[x](${at("o/own/guide/b")})`,
        "[x](import~X~of-15.md#run)",
        `[x](${at("own/none")})`,
        "[x](/spaces/S/pages/P)",
        `[x](${at("third/y")})`,
      ].join(" "),
    );
    assert.equal(second?.internal?.id, "of-15");
    assert.deepEqual(third?.target, { kind: "page", page: "Z", space: "S" });
  });

  test("derive the slug from the last segment of the address", () => {
    const slugs = {
      "guide/Install.md": "install",
      "guide/README.md": "guide",
      "README.md": undefined,
      "https://example.com/docs/caf%C3%A9/": "café",
      "https://example.com/a/index.html": "a",
      "a b.md": undefined,
      "..": undefined,
    };
    for (const [address, slug] of Object.entries(slugs)) assert.equal(slugOfAddress(address), slug, address);
  });
});
