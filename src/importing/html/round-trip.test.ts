import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { escapeHtml } from "../../content/markdown/syntax/html-syntax.ts";
import { allText, blocksOf, markdownOf } from "./sample-pages/read-sample.ts";

const word = fc
  .constantFrom(..."w x_ *y z. q! #h -d 1. [l] k: {%t ~~ | é {{e }}f `g` <b> &amp; $$".split(" "))
  .map(escapeHtml);

const { phrasing } = fc.letrec<{ phrasing: string; piece: string }>((tie) => ({
  piece: fc.oneof(
    { maxDepth: 3 },
    word,
    fc.constantFrom(" ", "\n", "<br>"),
    fc
      .tuple(fc.constantFrom("b", "i", "code", "span", "sup", "del", "mark", "a"), tie("phrasing"))
      .map(([name, inner]) => `<${name}${name === "a" ? ' href="u"' : ""}>${inner}</${name}>`),
  ),
  phrasing: fc.array(tie("piece"), { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join("")),
}));

/** An element around something. */
const around =
  (name: string, attributes = "") =>
  (inner: string) =>
    `<${name}${attributes}>${inner}</${name}>`;
const panel = around("div", ' role="tabpanel"');

const { flow } = fc.letrec<{ flow: string; block: string }>((tie) => {
  const both = fc.tuple(phrasing, tie("flow"));
  return {
    block: fc.oneof(
      { maxDepth: 4 },
      phrasing.map(around("p")),
      phrasing,
      phrasing.map(around("h3")),
      word.map(around("pre")),
      phrasing.map((words) => `<figure><img src="i.png">${around("figcaption")(words)}</figure>`),
      tie("flow").map(around("div")),
      tie("flow").map(around("blockquote")),
      tie("flow").map(around("div", ' class="admonition note"')),
      both.map(([words, inner]) => `<ul><li>${words}<li>${inner}</ul>`),
      both.map(([words, inner]) => `<ol start="3"><li>${inner}<li>${words}</ol>`),
      both.map(([words, inner]) => `<details><summary>${words}</summary><p>d</p>${inner}</details>`),
      both.map(([words, inner]) => `<dl><dt>${words}</dt><dd>${inner}</dd></dl>`),
      both.map(
        ([words, inner]) =>
          `<ul role="tablist"><li role="tab"></li><li role="tab"></li></ul><div>${panel(words)}${panel(inner)}</div>`,
      ),
      both.map(([words, inner]) => `<table><tr><th>${words}<th>h<tr><td>${inner}<td>${words}</table>`),
    ),
    flow: fc.array(tie("block"), { minLength: 1, maxLength: 3 }).map((blocks) => blocks.join("")),
  };
});

/** All characters in some order: what is around a text is read after or before it. */
function characters(text: string): string {
  return Array.from(text.replace(/\s+/g, "")).toSorted().join("");
}

test("the Markdown of any page has exactly its text", () => {
  fc.assert(
    fc.property(flow, (html) => {
      const page = `<p>start</p>${html}`;
      const seen = page
        .replace(/<[^<>]*>/g, "")
        .replaceAll("&#x3C;", "<")
        .replaceAll("&#x3E;", ">")
        .replaceAll("&#x26;", "&");
      assert.equal(characters(allText(blocksOf(page))), characters(seen), markdownOf(page));
    }),
    { numRuns: 500 },
  );
});
