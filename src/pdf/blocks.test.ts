import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";
import fc from "fast-check";
import sharp from "sharp";
import { TestContent } from "../../test/support/content.ts";
import { documents } from "../../test/support/documents.ts";
import { printTestBook, type ReadPdf, readPdf } from "../../test/support/pdf/books.ts";
import { blockTypes, inlineTypes } from "../content/document/model/model.ts";
import { nodesIn } from "../content/document/model/walk.ts";
import { readBlocks } from "../content/document-store/document-store.ts";
import { readEntries } from "../content/map/read-map.ts";
import type { BookInput } from "./book/book.ts";

const document = (markdown: string) => ({ document: { markdown } });

const image = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#2f55c4" } })
  .png()
  .toBuffer();

const spec = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  paths: {
    "/pets": {
      get: {
        summary: "List the pets",
        parameters: [{ name: "limit", in: "query", schema: { type: "integer" }, description: "How many" }],
        responses: { 200: { description: "All of them" } },
      },
    },
  },
  webhooks: { newPet: { post: { summary: "A pet has come", responses: {} } } },
  components: { schemas: { Pet: { type: "object", properties: { nickname: { type: "string" } } } } },
};

const input: Partial<BookInput> = {
  bytesOf: async ({ blob }) => (blob === "image" ? image : Buffer.from(JSON.stringify(spec))),
  loadExternals: async ({ users, specs }) => ({
    users: new Map(users.map((user) => [user, "Ada Lovelace"])),
    specs: new Map(specs.map((slug) => [slug, { version: "1", document: spec }])),
  }),
};

/** A content with an image and a file, and their ids. */
async function contentWithFiles(): Promise<{ content: TestContent; picture: string; swagger: string }> {
  const content = new TestContent();
  const file = (name: string, contentType: string, blob: string) => ({ name, contentType, size: 9, blob });
  await content.apply({
    operation: "insert_files",
    files: [file("pic.png", "image/png", "image"), file("api.json", "application/json", "spec")],
  });
  const { nodes, roots } = await content.open();
  const [picture = "", swagger = ""] = (await readEntries(nodes, roots.files)).map(({ key }) => key);
  return { content, picture, swagger };
}

/** Prints a book of one page. */
async function printPage(markdown: string, options: Partial<BookInput> = {}): Promise<ReadPdf> {
  const content = new TestContent();
  await content.page("Page", document(markdown));
  return readPdf(await printTestBook(content, options));
}

describe("blocks in a book", () => {
  test("of every type are shown", async () => {
    const { content, picture, swagger } = await contentWithFiles();
    const other = await content.page("Other page");
    const snippet = {
      operation: "insert_reusable_content",
      title: "Snippet",
      internal: { id: "snippet" },
    } as const;
    await content.apply({ ...snippet, ...document("Reused words") });
    const written = await readFile(new URL("../../test/support/pdf/every-block.md", import.meta.url), "utf8");
    const markdown = written
      .replaceAll("PICTURE", picture)
      .replaceAll("SWAGGER", swagger)
      .replaceAll("OTHER", other)
      .replaceAll("CONTENT", "snippet");
    const page = await content.page("Everything", document(markdown));
    const { nodes } = await readBlocks(content.nodes, (await content.record(page)).document);
    const types = new Set<string>(Array.from(nodesIn(nodes), ({ type }) => type));
    assert.deepEqual(
      [...blockTypes, ...inlineTypes].filter((type) => !types.has(type)),
      [],
      "types that the page does not contain",
    );
    const { pages, links } = await readPdf(await printTestBook(content, input));
    const text = pages.join("\n").replace(/\s+/g, " ");
    const expectedWords = [...written.matchAll(/\w+ words/g)].map(([words]) => words);
    const others = [
      "🎉",
      "Ada Lovelace",
      "Press here",
      "Said below.",
      "space.vars.product",
      "Task done",
      "second line",
    ];
    const ofApi = ["List the pets", "limit", "All of them", "nickname", "A pet has come", "Reused words"];
    for (const part of [...expectedWords, ...others, ...ofApi, "listing.ts", "api.json", "Other page"])
      assert.ok(text.includes(part), `${part} is not in ${text}`);
    for (const url of [
      "https://example.com/go",
      "https://video.example/watch",
      "http://lectern.test/files/api.json",
    ])
      assert.ok(
        links.some((link) => link.url === url),
        url,
      );
  });

  test("can contain any content", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(documents, { minLength: 30, maxLength: 30 }), async (all) => {
        const content = new TestContent();
        for (const [i, nodes] of all.entries())
          await content.page(`Page ${i}`, {
            document: { document: { object: "document", data: {}, nodes } },
          });
        assert.ok((await printTestBook(content, input)).length > 0);
      }),
      { numRuns: 4 },
    );
  });
});

describe("unusual content in a book:", () => {
  test("missing and broken images have a placeholder", async () => {
    const { content, picture } = await contentWithFiles();
    await content.page(
      "Page",
      document(`![unknown](/files/nothing)\n\n![broken](/files/${picture})\n\n![far](https://a.test/x.png)`),
    );
    for (const bytes of ["", "no image", image.subarray(0, 60), image.subarray(0, -12), "<svg>"]) {
      const { pages } = await readPdf(
        await printTestBook(content, { bytesOf: async () => Buffer.from(bytes) }),
      );
      for (const alt of ["unknown", "far"]) assert.match(pages[1] ?? "", new RegExp(`missing: ${alt}`));
    }
  });

  test("SVGs keep their text, but not their filters", async () => {
    const { content, picture } = await contentWithFiles();
    await content.page("Page", document(`![a drawing](/files/${picture})`));
    const filter = '<filter id="f" width="3000%"><feMorphology radius="500"/></filter>';
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="99">${filter}<g filter="url(#f)"><text y="50">drawn words</text></g></svg>`;
    const { pages } = await readPdf(
      await printTestBook(content, { bytesOf: async () => Buffer.from(drawing) }),
    );
    assert.match(pages[1] ?? "", /drawn words/);
    const usual =
      '<style type="text/css"><![CDATA[ /* a > b */ rect { fill: red } ]]></style><a href="https://a.test"><text y="50" content="a&#10;b">Filter: on</text></a>';
    const fine = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="99">${usual}</svg>`;
    const book = await printTestBook(content, { bytesOf: async () => Buffer.from(fine) });
    assert.match((await readPdf(book)).pages[1] ?? "", /Filter: on/);
    const hidden = [
      '<g style="filter&#58;blur(900px)"/>',
      '<g style="fi\\6cter:blur(900px)"/>',
      "<style>rect{fi<![CDATA[lter:blur(900px)<}]]></style>",
      '<image href="data:text/plain;base64,PHN2Zz4="/>',
      '<image href="data:image&#47;svg+xml,x"/>',
    ];
    for (const inside of hidden) {
      const unsafe = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inside}</svg>`;
      const without = await printTestBook(content, { bytesOf: async () => Buffer.from(unsafe) });
      assert.match((await readPdf(without)).pages[1] ?? "", /missing: a drawing/, inside);
    }
  });

  test("a table of 1,000 rows has its header on every page", async () => {
    const rows = Array.from({ length: 1000 }, (_, i) => `| row ${i} | ${"words ".repeat(i % 7)} |`);
    const { pages } = await printPage(["| The head | Text |", "| --- | --- |", ...rows].join("\n"));
    assert.ok(pages.length > 20);
    for (const page of pages.slice(1)) assert.match(page, /The head/);
    for (const row of [0, 500, 999]) assert.match(pages.join("\n"), new RegExp(`row ${row}\\b`));
  });

  test("headers of tables keep their marks, links and images", async () => {
    const header =
      "| `code` **[the site](https://example.com/header)** | ![a drawing](https://example.com/i.png) |";
    const { pages, links } = await printPage(`${header}\n| --- | --- |\n| a | b |`);
    assert.match(pages[1] ?? "", /code the site/);
    assert.ok(links.some(({ url }) => url === "https://example.com/header"));
    assert.match(pages[1] ?? "", /a drawing/);
  });

  test("long lines and words are broken without losing text", async () => {
    const word = "abcdefghij".repeat(200);
    const { pages } = await printPage(
      `${word}\n\n\`\`\`js\nlet x = "${word}";\n\`\`\`\n\n| ${word} | b |\n| --- | --- |\n| \`${word}\` | c |`,
    );
    const text = pages.join("").replace(/\s+|Handbook *\/ *Page *\d/g, "");
    assert.equal(text.split(word).length, 5);
  });

  test("text in every script is extracted unchanged", async () => {
    const texts = [
      "Ελληνικά και Русский Çelik ñandú",
      "我能吞下玻璃而不伤身体",
      "私はガラスを食べられます",
      "나는 유리를 먹을 수 있어요",
      "→ ✓ ∞ ≠",
      "👩‍💻 🇩🇪 👍🏽",
    ];
    const { pages } = await printPage(texts.join("\n\n"));
    for (const text of texts) assert.ok((pages[1] ?? "").includes(text), `${text} is not in ${pages[1]}`);
  });

  test("right-to-left text, direction marks and invisible characters are printed", async () => {
    const hidden = "\u202eturned\u202c \u2066kept\u2069 \u0000\u0007\ufffe\ud800x \u2028y";
    const { pages, outline } = await printPage(`# שלום עולם\n\nمرحبا بالعالم\n\n* עברית\n\n${hidden}`);
    assert.match(outline.join("\n"), /שלום עולם/);
    const points = "Points: ְ, ֱ; (ַ) [ָ] aַb ٪٪ ؉؉ ۱۲۳ ۱۲ a۝۝b ࠰࠰";
    assert.match((await printPage(`${points}\n\n\`${points}\``, { title: points })).pages[1] ?? "", /Points/);
    assert.match(pages[1] ?? "", /turned.*kept/);
  });

  test("formulas are typeset or shown as source, and never executed", async () => {
    const formulas = [
      "\\frac{a}{b}",
      "\\nonsense{",
      "a\\\\",
      "#sys.version",
      "\\text{#sys.version}",
      '"',
      "$",
      "\\begin{array}{l}a\\\\b\\end{array}",
      "\\S(3)",
      "\\text{\u202ex ab}",
    ];
    const { pages } = await printPage(formulas.map((formula) => `$$${formula}$$ and`).join("\n\n"));
    assert.doesNotMatch(pages.join(), /0\.1\d\.\d/, "a formula was executed");
    assert.match(pages.join(), /\\nonsense\{/);
  });

  test("deeply nested blocks are printed", async () => {
    const deep = (open: string, close: string, depth: number) =>
      `${`${open}\n`.repeat(depth)}${inner}${`\n${close}\n`.repeat(depth)}`;
    const inner = "innermost[^1]\n\n```js\nlet x;\n```\n\n| a |\n| - |\n| b |\n";
    const quotes = `${"> ".repeat(60)}quoted`;
    const lists = Array.from({ length: 40 }, (_, i) => `${"  ".repeat(i)}* item ${i}`).join("\n");
    const hints = deep('{% hint style="info" %}', "{% endhint %}", 30);
    const steps = deep("{% stepper %}\n{% step %}", "{% endstep %}\n{% endstepper %}", 20);
    const tabs = deep('{% tabs %}\n{% tab title="t" %}', "{% endtab %}\n{% endtabs %}", 20);
    const { pages } = await printPage([quotes, lists, hints, steps, tabs].join("\n\n"));
    const text = pages.join("\n");
    for (const part of ["quoted", "item 0", "item 39", "innermost"]) assert.ok(text.includes(part), part);
  });

  test("titles, URLs and languages with special characters are printed as text", async () => {
    const content = new TestContent();
    await content.page(
      '"#] $x$ <b> \\ // /*',
      document("```constructor\nx\n```\n\n```__proto__\ny\n```\n\n[z](javascript:alert)"),
    );
    await content.page("W".repeat(200), document(`[long](https://a.test/${"x".repeat(9000)}) [#](#nowhere)`));
    const { outline, links } = await readPdf(await printTestBook(content, { title: '"; #evil' }));
    assert.equal(outline.length, 3);
    assert.ok((outline[1] ?? "").startsWith('"#] $x$ <b> \\ // /*'));
    assert.ok(!links.some(({ url }) => url?.startsWith("javascript")));
  });
});
