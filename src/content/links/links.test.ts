import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { TestContent } from "../../../test/support/content.ts";
import { LecternError } from "../../platform/errors.ts";
import type { Change } from "../changes/change.ts";
import { readDocumentMarkdown } from "../document-store/document-store.ts";
import { getValue } from "../map/read-map.ts";
import { findDestinations } from "../markdown/destinations.ts";
import type { ReusableContentRecord } from "../model/records.ts";
import { type PageBranch, readTree } from "../pages/read-pages.ts";
import { openDestinationResolver } from "./destination-resolver.ts";

const markdown = (text: string) => ({ document: { markdown: text } });

/** Creates the pages nothing (a group), home, guides(intro setup) and other. `setup` has the text, so its folder is guides. */
async function createSpace(text: string) {
  const content = new TestContent();
  await content.page("Nothing", { type: "group" });
  const [home, guides] = [await content.page("Home"), await content.page("Guides")];
  const other = await content.page("Other");
  const intro = await content.page("Intro", { into: guides });
  const setup = await content.page("Setup", { into: guides, ...markdown(text.replaceAll("INTRO", intro)) });
  const update = (page: string, fields: object) =>
    content.apply({ operation: "update_page", page, ...fields });
  return { content, home, guides, other, intro, setup, update, read: () => content.markdown(setup) };
}

function destinationsIn(text: string): string[] {
  return findDestinations(text).map((destination) => destination.text);
}

describe("a link to a page of the space", () => {
  test("is recognized in every syntax, and follows a renamed page", async () => {
    /** Templates of links, separated by broken bars. D is the destination. */
    const templates = [
      '[x](D) ¦ [x](D "title") ¦ [x]( D ) ¦ [x](\nD) ¦ ![x](D) ¦ [x](<D>) ¦ [![x](D)](D) ¦ **[`x`](D)** ¦ [x][](D)',
      "> - [x](D) ¦ | [x](D) | ¦ [r]: D ¦   [r]: <D> 'title' ¦ [r]:\n  D ¦ text [x\\]](D) ¦ \\\\[x](D) ¦ # [x](D) #",
      `<a href="D"> ¦ <a class=x href = 'D'>x</a> ¦ <img src="D" alt=""> ¦ <iframe width="1" src="D"></iframe> ¦ <source srcset="D" media="x">`,
      '{% content-ref url="D" %} ¦ {% file src="D" %} ¦ {% embed url="D" %} ¦ {% include "D" %}',
    ].flatMap((line) => line.split(" ¦ "));
    /** Destinations before and after the rename, as `before>after`. */
    const destinations = [
      "intro.md>start.md ./intro.md>start.md ../guides/intro.md>start.md intro/README.md>start.md",
      "intro>start ./intro/>start ../guides/intro>start %69ntro.md>start.md intro\\.md>start.md",
      "/pages/guides/intro>/pages/guides/start /pages/guides/intro.md>/pages/guides/start.md",
      "intro.md#a-b>start.md#a-b intro.md?a=b&amp;c#d>start.md?a=b&amp;c#d intro?a#b?c>start?a#b?c",
    ].flatMap((line) => line.split(" ").map((pair) => pair.split(">")));
    const pairs = templates.flatMap((template) =>
      destinations.map((pair) => pair.map((destination) => template.replaceAll("D", destination))),
    );
    const [before = [], after] = [0, 1].map((side) => pairs.map((pair) => pair[side]));
    const { intro, update, read } = await createSpace(before.join("\n\n"));
    assert.deepEqual((await read()).split("\n\n"), before);
    await update(intro, { title: "A new title" });
    assert.deepEqual((await read()).split("\n\n"), before);
    await update(intro, { slug: "start" });
    assert.deepEqual((await read()).split("\n\n"), after);
  });

  test("by id is read as a path, and unchanged when the page is deleted", async () => {
    const links = (path: string) => `[x](${path}) <a href='${path}?q#a b'>\n\n[r]: ${path}`;
    const { content, intro, update, read } = await createSpace(links("/pages/INTRO"));
    assert.equal(await read(), links("intro.md"));
    const below = await content.page("Below", { into: intro });
    assert.equal(await read(), links("intro/README.md"));
    await content.apply({ operation: "delete_page", page: below });
    await update(intro, { slug: "à~1" });
    assert.equal(await read(), links("%C3%A0~1.md"));
    await content.apply({ operation: "delete_page", page: intro });
    assert.equal(await read(), links(`/pages/${intro}`));
  });

  test("resolves to its page after moves", async () => {
    const text =
      "[a](intro.md#x) [b](intro) [c](/pages/guides/intro) [d](../other.md) [e](README.md) [f](../README.md)";
    const { content, home, guides, other, intro, setup, update, read } = await createSpace(text);
    const assertDestinations = async (...expected: string[]) =>
      assert.deepEqual(destinationsIn(await read()), expected);
    await update(guides, { slug: "manual", title: "Manual" });
    await assertDestinations(
      "intro.md#x",
      "intro",
      "/pages/manual/intro",
      "../other.md",
      "README.md",
      "../README.md",
    );
    await update(intro, { into: null });
    await assertDestinations(
      "../intro.md#x",
      "../intro",
      "/pages/intro",
      "../other.md",
      "README.md",
      "../README.md",
    );
    await update(home, { at: 9 });
    await assertDestinations(
      "../intro.md#x",
      "../intro",
      "/pages/intro",
      "../other.md",
      "README.md",
      "../home.md",
    );
    await update(setup, { into: other });
    await assertDestinations(
      "../intro.md#x",
      "../intro",
      "/pages/intro",
      "../other.md",
      "../manual.md",
      "../home.md",
    );
    await content.page("First below the source", { into: setup });
    const others = ["../README.md", "../../manual.md", "../../home.md"];
    await assertDestinations("../../intro.md#x", "../../intro", "/pages/intro", ...others);
    await content.page("First below the target", { into: intro });
    await assertDestinations("../../intro/README.md#x", "../../intro", "/pages/intro", ...others);
    await update(intro, { into: setup, slug: "setup" });
    await assertDestinations("setup/README.md#x", "setup", "/pages/other/setup/setup", ...others);
  });

  test("is rewritten in a paragraph of a list item, but not in indented code", async () => {
    const text =
      "- item\n\n    [a](intro.md)\n\n      [b](intro.md)\n\ntext\n\n    [c](intro.md)\n\n\t[d](intro.md)";
    const { intro, update, read } = await createSpace(text);
    await update(intro, { into: null });
    assert.equal(await read(), text.replace("[a](intro.md)", "[a](../intro.md)"));
  });

  test("is unchanged when its page is deleted, and resolves again when the page is restored", async () => {
    const { content, guides, intro, update, read } = await createSpace(
      "[a](./intro.md#x) [b](/pages/guides/intro)",
    );
    const revision = content.root;
    await content.apply({ operation: "delete_page", page: intro });
    assert.equal(await read(), "[a](./intro.md#x) [b](/pages/guides/intro)");
    await update(guides, { slug: "manual" });
    const replacement = await content.page("Intro", { into: guides });
    await content.apply({ operation: "revert_page", page: intro, revision });
    assert.equal(await content.pageAt("manual/intro"), replacement);
    assert.equal(await content.pageAt("manual/intro-1"), intro);
    assert.equal(await read(), "[a](intro-1.md#x) [b](/pages/manual/intro-1)");
  });

  test("can point to a page or file that a later change of the batch inserts", async () => {
    const { content, guides } = await createSpace("");
    const file = { name: "a.png", contentType: "image/png", size: 1, blob: "b" };
    const text = '[a](./new.md#x) [b](./new) ![c](./pic) {% file src="./pic" %} [d](./new.mdx) `./pic`';
    const { pages, insertedFiles, insertedReusableContents } = await content.apply(
      { operation: "insert_page", title: "Source", into: guides, ...markdown(text) },
      { operation: "insert_reusable_content", title: "Note", ...markdown(text) },
      { operation: "insert_files", files: [{ ...file, ref: "pic" }] },
      { operation: "insert_page", title: "Target", ref: "new" },
    );
    const [[id = ""], [note = ""]] = [insertedFiles, insertedReusableContents];
    const expected = `[a](../target.md#x) [b](../target) ![c](/files/${id}) {% file src="/files/${id}" %} [d](./new.mdx) \`./pic\``;
    assert.equal(await content.markdown(pages[0]?.id ?? ""), expected);
    const now = await content.open();
    const record = await getValue<ReusableContentRecord>(now.nodes, now.roots.reusableContents, note);
    assert.equal(
      await readDocumentMarkdown(now, undefined, record?.document),
      expected.replaceAll("../", ""),
    );
  });

  test("resolves to its original target when a later change of the batch renames or deletes it", async () => {
    const { content, guides, intro, setup } = await createSpace("");
    const text = "[a](intro.md) [b](/pages/guides/intro)";
    await content.apply(
      { operation: "update_page", page: setup, ...markdown(text) },
      { operation: "update_page", page: intro, slug: "begin" },
      { operation: "insert_page", title: "Intro", into: guides },
    );
    assert.equal(await content.markdown(setup), "[a](begin.md) [b](/pages/guides/begin)");
    await content.apply(
      { operation: "update_page", page: setup, ...markdown(text) },
      { operation: "delete_page", page: intro },
    );
    assert.equal(await content.markdown(setup), text);
  });

  test("keeps its position when the front matter before it changes", async () => {
    const { intro, setup, update, read } = await createSpace(
      "---\ntitle: T # x\nhidden: true\n---\n[a](intro.md) [b](intro.md)",
    );
    await update(setup, { title: "A much longer title: with a colon", hidden: false });
    await update(intro, { slug: "i" });
    assert.equal(
      await read(),
      '---\ntitle: "A much longer title: with a colon" # x\nhidden: false\n---\n[a](i.md) [b](i.md)',
    );
  });
});

describe("a link that is rewritten", () => {
  test("resolves to its page when the slug is ambiguous", async () => {
    const { content, intro, setup, update, read } = await createSpace("[a](/pages/INTRO) [b](intro)");
    for (const slug of ["readme", "README.md", "x.md", "index", "pages", "files", "a.b", "..."]) {
      await update(intro, { slug });
      const [now, destinations] = [await content.open(), destinationsIn(await read())];
      const resolver = await openDestinationResolver(now, setup);
      const found = destinations.map((destination) => resolver.resolve(destination));
      assert.deepEqual(await Promise.all(found), [{ page: intro }, { page: intro }], slug);
    }
  });

  test("is valid when the slug was truncated to append a number", async () => {
    const slug = `a${"𠀀".repeat(49)}`;
    const { content, guides, intro, update, read } = await createSpace("[a](/pages/INTRO)");
    await update(intro, { into: null, slug });
    await content.page("Another", { into: guides, slug });
    await update(intro, { into: guides });
    const { slug: numbered } = await content.record(intro);
    assert.ok([...numbered].length <= 100 && numbered.isWellFormed());
    assert.equal(decodeURI(await read()), `[a](${numbered}.md)`);
  });

  test("can be a cover image in the front matter", async () => {
    const file = { name: "a.png", contentType: "image/png", size: 1, blob: "b" };
    const front = (title: string, cover: string) =>
      `---\ntitle: ${title}\ncover: ${cover} # x\ncoverDark: "${cover}"\n---\n`;
    const { content, setup, update, read } = await createSpace("");
    const { insertedFiles } = await content.apply(
      { operation: "insert_files", files: [{ ...file, ref: "pic" }] },
      { operation: "update_page", page: setup, ...markdown(`${front("T", "./pic")}![x](./pic)`) },
    );
    const id = `/files/${insertedFiles[0]}`;
    assert.equal(await read(), `${front("T", id)}![x](${id})`);
    await update(setup, { title: "Longer" });
    assert.equal(await read(), `${front("Longer", id)}![x](${id})`);
    await update(setup, markdown("---\ndescription: a ` b\n---\n[x](/pages/home) `c`"));
    await content.apply({ operation: "update_page", page: (await content.pageAt("home")) ?? "", slug: "h" });
    assert.match(await read(), /\(\/pages\/h\) `c`$/);
  });
});

describe("the text of a document", () => {
  test("is unchanged where it is not a link to a page of the space", async () => {
    /** Paragraphs without links to pages, separated by broken bars. */
    const untouched = [
      "`[x](intro.md)` ``a ` [x](intro.md) `` `` ` `` ¦ `a\nb [x](intro.md)` ¦ ```js\n[x](intro.md)\n```",
      "~~~ `a`\r\n[x](intro.md)\r\n```\r\n~~~~ \r\ntext ¦ > 1. ```\n>    [x](intro.md)\n>    ``` ¦ ````\n```\n[x](intro.md)\n````",
      "[x](https://example.com/intro.md) [x](//example.com/intro.md) [x](mailto:intro.md) [x](HTTPS:intro.md)",
      "[x](intro.txt) [x](INTRO/x.md) [x](/intro.md) [x](/guides/intro.md) [x](../../intro.md) [x](intro.md.md) [x](intr)",
      "\\[x\\](intro.md) [x\\](intro.md) [x]\\(intro.md) [x] (intro.md) [x][intro.md] <intro.md> intro.md",
      "[x](#intro.md) [x](?intro.md) [x]() [x](<>) [x](<intro.md\n>) [x](%E0%A4%A) [x](%69%00.md) [x](/pages/) [x](/pages/none)",
      '{% code title="intro.md" %} {% if x == "intro.md" %} <b title="intro.md"> <ahref="intro.md"> \\{% file src="no.md" %}',
      "```\n[x](intro.md)\nunclosed",
    ]
      .flatMap((line) => line.split(" ¦ "))
      .join("\n\n");
    const { intro, setup, update, read } = await createSpace("");
    await update(setup, markdown(untouched));
    assert.equal(await read(), untouched);
    await update(intro, { slug: "start" });
    assert.equal(await read(), untouched);
  });

  test("is read byte for byte", async () => {
    /** Pieces of Markdown, separated by broken bars. */
    const pieces = [
      "`¦``¦```¦~~~¦[¦]¦(¦)¦](¦[x](¦<¦>¦<a ¦\\¦\\`¦[r]: ¦{% ¦ %}¦---¦# ¦> ¦- ¦1. ¦*¦|¦\"¦'",
      "\n¦\r\n¦\r¦\t¦ ¦\n\n¦    ¦\u2028¦\ufeff¦\0¦\ud800¦e\u0301¦👩‍👩‍👧¦---\ntitle: x\n---\n",
      "[x](missing.md)¦<a href='missing'>¦{% file src=\"¦[r]: <missing.md>\n¦[x](/pages/missing#a)¦[x](/files/missing)",
    ].flatMap((line) => line.split("¦"));
    const piece = fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: "binary", maxLength: 4 }));
    const { setup, update, read } = await createSpace("");
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 80, size: "max" }), async (parts) => {
        const text = parts.join("");
        await update(setup, markdown(text));
        assert.equal(await read(), text);
      }),
      { numRuns: 150 },
    );
  });

  test("has links to the same pages after any moves and renames", async () => {
    const number = fc.noBias(fc.nat(999));
    const link = fc.record({ from: number, to: number, style: fc.noBias(fc.nat(6)) });
    const slug = fc.constantFrom("a", "b", "ü", "c.d", "~", "");
    const step = fc.record({ page: number, into: number, at: fc.nat(5), slug });
    await fc.assert(
      fc.asyncProperty(
        fc.array(number, { minLength: 3, maxLength: 12, size: "max" }),
        fc.array(link, { maxLength: 30, size: "max" }),
        fc.array(step, { maxLength: 12, size: "max" }),
        async (parents, links, steps) => {
          const content = new TestContent();
          const ids: string[] = [];
          for (const n of parents)
            ids.push(await content.page("P", { into: ["", "", ...ids][n % (ids.length + 2)] }));
          const pick = (n: number) => ids[n % ids.length] ?? "";
          const paths = new Map(walk(await readTree(await content.open())).map((page) => [page.id, page]));
          const linksOf = (id: string) => links.filter(({ from }) => pick(from) === id);
          for (const id of ids) {
            const text = linksOf(id).map(
              ({ to, style }) => `[x](${writeDestination(paths, id, pick(to), style)}#x)`,
            );
            await content.apply({ operation: "update_page", page: id, ...markdown(text.join("\n")) });
          }
          const check = async () => {
            const now = await content.open();
            for (const id of ids) {
              const text = await content.markdown(id);
              const resolver = await openDestinationResolver(now, id);
              const found = destinationsIn(text).map((destination) => resolver.resolve(destination));
              const expected = linksOf(id).map(({ to }) => ({ page: pick(to) }));
              assert.deepEqual(await Promise.all(found), expected, text);
            }
          };
          await check();
          for (const { page, into, at, slug } of steps) {
            const to = ["", ...ids][into % (ids.length + 1)];
            await attempt(content, { operation: "update_page", page: pick(page), into: to, at });
            await attempt(content, { operation: "update_page", page: pick(page), slug });
            await check();
          }
          // Writing the text that was read changes neither the text nor its links.
          for (const id of ids) {
            const text = await content.markdown(id);
            await content.apply({ operation: "update_page", page: id, ...markdown(text) });
            assert.equal(await content.markdown(id), text);
          }
          await check();
        },
      ),
      { numRuns: 30 },
    );
  });
});

const walk = (branches: readonly PageBranch[]): PageBranch[] =>
  branches.flatMap((branch) => [branch, ...walk(branch.children)]);

/** Writes the destination of a link between two pages in one of several styles. */
function writeDestination(
  pages: ReadonlyMap<string, PageBranch>,
  from: string,
  to: string,
  style: number,
): string {
  const [source, target] = [pages.get(from), pages.get(to)];
  if (source === undefined || target === undefined || style === 0) return `/pages/${to}`;
  const { path } = target;
  const file = target.children.length > 0 ? `${path}/README.md` : `${path}.md`;
  const depth = source.path.split("/").length - (source.children.length > 0 ? 0 : 1);
  const up = "../".repeat(depth);
  const styles = [`${up}${path}`, `${up}${path}/`, `${up}${file}`, `./${up}${file}`, `/pages/${path}`];
  return styles[style - 1] ?? `/pages/${path}.md`;
}

async function attempt(content: TestContent, change: Change): Promise<void> {
  await content.apply(change).catch((error) => assert.ok(error instanceof LecternError, String(error)));
}
