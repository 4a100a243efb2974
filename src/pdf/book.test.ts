import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { TestContent } from "../../test/support/content.ts";
import { printTestBook, readPdf } from "../../test/support/pdf/books.ts";

const document = (markdown: string) => ({ document: { markdown } });

/** Creates a space of a few pages that link to each other. */
async function createHandbook(): Promise<{ content: TestContent; guide: string; install: string }> {
  const content = new TestContent();
  await content.page("Welcome", { ...document("Hello **world**."), emoji: "1f44b" });
  const group = await content.page("Guides", { type: "group" });
  const guide = await content.page("Guide", { into: group, description: "How it is done" });
  const install = await content.page("Install", {
    into: guide,
    ...document("## On a Mac\n\nRun it.\n\n## Elsewhere"),
  });
  await content.apply({
    operation: "update_page",
    page: guide,
    document: {
      markdown: `See [how](/pages/${install}), [where](/pages/${install}#elsewhere), [what](https://example.com/a?b=1).`,
    },
  });
  await content.page("Our site", { type: "link", target: { kind: "url", url: "https://example.com/" } });
  return { content, guide, install };
}

describe("a book", () => {
  test("has a cover, a table of contents with page numbers, an outline, and all pages in order", async () => {
    const { content } = await createHandbook();
    const pdf = await readPdf(await printTestBook(content, { title: "My Handbook", emoji: "1f4d8" }));
    assert.equal(pdf.title, "My Handbook");
    assert.deepEqual(pdf.outline, [
      "Contents 2",
      "Welcome 3",
      "Guides 4",
      "  Guide 5",
      "    Install 6",
      "      On a Mac 6",
      "      Elsewhere 6",
    ]);
    const [cover = "", contents = "", welcome = "", part = "", guide = "", install = ""] = pdf.pages;
    assert.equal(pdf.pages.length, 6);
    assert.match(cover, /Acme.*📘.*My Handbook.*2 January 2030/s);
    assert.match(contents, /Welcome.*3.*Guides.*4.*Guide.*5.*Install.*6.*Our site/s);
    assert.match(welcome, /👋 *Welcome.*Hello world\./s);
    assert.match(welcome, /My Handbook *\/ *Welcome *3/, "the footer is missing");
    assert.match(part, /Guides.*Guide.*5/s);
    assert.match(guide, /Guides.*Guide.*How it is done.*See how, where, what\./s);
    assert.match(install, /Guides *› *Guide.*Install.*On a Mac.*Run it\./s);
  });

  test("has links to pages of the book and to URLs", async () => {
    const { content } = await createHandbook();
    const { links } = await readPdf(await printTestBook(content));
    // A link in the text may be several adjacent links in the PDF.
    const targetsFrom = (page: number) =>
      new Set(links.filter(({ from }) => from === page).map(({ to, url }) => to ?? url));
    assert.deepEqual(targetsFrom(2), new Set([3, 4, 5, 6, "https://example.com/"]));
    assert.deepEqual(targetsFrom(5), new Set([6, "https://example.com/a?b=1"]));
  });

  test("has links to expandables, and keeps addresses in GitBook's application", async () => {
    const content = new TestContent();
    const app = "https://app.gitbook.com/s/elsewhere/guide";
    await content.page("A", document(`[text](questions.md#how-long) [other](${app})`));
    await content.page(
      "Questions",
      document("<details>\n\n<summary>How long?</summary>\n\nLong\n\n</details>"),
    );
    const { links } = await readPdf(await printTestBook(content));
    const targets = links.filter(({ from }) => from === 3).map(({ to, url }) => to ?? url);
    assert.deepEqual(new Set(targets), new Set([4, app]));
  });

  test("has links by path to pages that were created later", async () => {
    const content = new TestContent();
    const text =
      'See [one](/pages/guide/later) and [two](later.md).\n\n{% content-ref url="/pages/guide/later" %}';
    const guide = await content.page("Guide", document(text));
    // The links are written before the page exists, so they are stored unresolved.
    await content.page("Later", { into: guide, ...document("Here it is.") });
    const { pages, links } = await readPdf(await printTestBook(content));
    assert.match(pages[2] ?? "", /See one and two\..*Later/s);
    assert.doesNotMatch(pages.join(), /deleted page/);
    assert.deepEqual(new Set(links.filter(({ from }) => from === 3).map(({ to }) => to)), new Set([4]));
    assert.equal(links.filter(({ from }) => from === 3).length >= 3, true);
  });

  test("can be limited to one page, with or without its descendants", async () => {
    const { content, guide } = await createHandbook();
    const only = await readPdf(await printTestBook(content, { part: { page: guide, isOnly: true } }));
    assert.deepEqual([only.pages.length, only.outline, only.title], [1, ["Guide 1"], "Guide"]);
    // Links to pages outside the book point to the app.
    assert.match(only.links[0]?.url ?? "", /^http:\/\/lectern\.test\/app\/spaces\/space1\/pages\//);
    const branch = await readPdf(await printTestBook(content, { part: { page: guide, isOnly: false } }));
    assert.deepEqual(branch.outline.slice(0, 3), ["Contents 2", "Guide 3", "  Install 4"]);
    assert.match(branch.pages[0] ?? "", /Acme · Handbook.*Guide/s);
  });

  test("does not break words of its title on the cover, but makes them smaller", async () => {
    const content = new TestContent();
    await content.page("A");
    for (const title of ["W".repeat(24), "Documentation of Telecommunications Interoperability"]) {
      const { pages } = await readPdf(await printTestBook(content, { title }));
      const lines = (pages[0] ?? "").split(/\s+/);
      for (const word of title.split(" ")) assert.ok(lines.includes(word), `${word} in ${lines}`);
    }
  });

  test("of a change request has its number and subject on the cover", async () => {
    const { content } = await createHandbook();
    const draft = { subject: "Better words", number: 7 };
    const { pages } = await readPdf(await printTestBook(content, { draft }));
    assert.match(pages[0] ?? "", /Change request #7: Better words.*Draft of 2 January 2030/s);
  });

  test("omits hidden pages and content whose condition is not met", async () => {
    const content = new TestContent();
    await content.page(
      "Shown",
      document("a\n\n{% if visitor.claims.unsigned.isBeta %}\nsecret\n{% endif %}"),
    );
    const hidden = await content.page("Hidden", { hidden: true });
    await content.page("Below", { into: hidden });
    await content.page("For some", { condition: "visitor.claims.unsigned.isBeta" });
    const { outline, pages } = await readPdf(await printTestBook(content));
    assert.deepEqual(outline, ["Shown 2"]);
    assert.doesNotMatch(pages.join(), /secret/);
    const requested = await readPdf(await printTestBook(content, { part: { page: hidden, isOnly: true } }));
    assert.deepEqual(requested.outline, ["Hidden 1"]);
  });

  test("of an empty space consists of a cover", async () => {
    const { pages, outline } = await readPdf(await printTestBook(new TestContent()));
    assert.deepEqual([pages.length, outline], [1, []]);
  });

  test("has the same bytes for the same content", async () => {
    const { content } = await createHandbook();
    assert.deepEqual(await printTestBook(content), await printTestBook(content));
  });
});
