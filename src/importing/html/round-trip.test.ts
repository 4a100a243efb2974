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

/** Returns a function that wraps HTML in an element. */
const wrapIn =
  (name: string, attributes = "") =>
  (inner: string) =>
    `<${name}${attributes}>${inner}</${name}>`;
const panel = wrapIn("div", ' role="tabpanel"');

const { flow } = fc.letrec<{ flow: string; block: string }>((tie) => {
  const phrasingAndFlow = fc.tuple(phrasing, tie("flow"));
  return {
    block: fc.oneof(
      { maxDepth: 4 },
      phrasing.map(wrapIn("p")),
      phrasing,
      phrasing.map(wrapIn("h3")),
      word.map(wrapIn("pre")),
      phrasing.map((text) => `<figure><img src="i.png">${wrapIn("figcaption")(text)}</figure>`),
      tie("flow").map(wrapIn("div")),
      tie("flow").map(wrapIn("blockquote")),
      tie("flow").map(wrapIn("div", ' class="admonition note"')),
      phrasingAndFlow.map(([text, inner]) => `<ul><li>${text}<li>${inner}</ul>`),
      phrasingAndFlow.map(([text, inner]) => `<ol start="3"><li>${inner}<li>${text}</ol>`),
      phrasingAndFlow.map(([text, inner]) => `<details><summary>${text}</summary><p>d</p>${inner}</details>`),
      phrasingAndFlow.map(([text, inner]) => `<dl><dt>${text}</dt><dd>${inner}</dd></dl>`),
      phrasingAndFlow.map(
        ([text, inner]) =>
          `<ul role="tablist"><li role="tab"></li><li role="tab"></li></ul><div>${panel(text)}${panel(inner)}</div>`,
      ),
      phrasingAndFlow.map(
        ([text, inner]) => `<table><tr><th>${text}<th>h<tr><td>${inner}<td>${text}</table>`,
      ),
    ),
    flow: fc.array(tie("block"), { minLength: 1, maxLength: 3 }).map((blocks) => blocks.join("")),
  };
});

/** The sorted characters of a text, as the order of its parts may change. */
function characters(text: string): string {
  return Array.from(text.replace(/\s+/g, "")).toSorted().join("");
}

test("the Markdown of any page has exactly its text", () => {
  fc.assert(
    fc.property(flow, (html) => {
      const page = `<p>start</p>${html}`;
      const visibleText = page
        .replace(/<[^<>]*>/g, "")
        .replaceAll("&#x3C;", "<")
        .replaceAll("&#x3E;", ">")
        .replaceAll("&#x26;", "&");
      assert.equal(characters(allText(blocksOf(page))), characters(visibleText), markdownOf(page));
    }),
    { numRuns: 500 },
  );
});
