import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ImportError } from "../source/imported-tree.ts";
import { readHtml } from "./read-html.ts";

/** Repeats a piece up to a length. */
const repeatTo = (piece: string, length = 150_000) => piece.repeat(Math.ceil(length / piece.length));
const numbered = (count: number, piece: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => piece(i)).join("");

const pages: Readonly<Record<string, string>> = {
  "deeply nested divisions": `${"<div>".repeat(100_000)}x`,
  "deeply nested lists": "<ul><li>x".repeat(40_000),
  "deeply nested quotes": "<blockquote>x".repeat(100_000),
  "deeply nested bold words": "<b>x".repeat(100_000),
  "deeply nested callouts": '<div class="admonition note">x'.repeat(40_000),
  "deeply nested details": "<details><summary>x</summary>".repeat(40_000),
  "deeply nested tables": "<table><tr><td>x".repeat(30_000),
  "deeply nested tabs": "<ul role=tablist><li role=tab>a</ul><div role=tabpanel>".repeat(30_000),
  "a deeply nested navigation": `<nav>${"<ul><li><a href=x>a</a>".repeat(40_000)}`,
  "deeply nested formulas": "<span class=katex>".repeat(100_000),
  "deeply nested lines of code": `<pre>${"<span class=line>".repeat(100_000)}x`,
  "many paragraphs in deep lists": `${"<ul><li>".repeat(60)}${repeatTo("<p>x", 60_000)}`,
  "angle brackets": repeatTo("<", 1_000_000),
  "unclosed tags": repeatTo("<a "),
  "an unclosed comment": `<!--${repeatTo("-", 1_000_000)}`,
  "an unclosed script": `<script>${repeatTo("<!--")}`,
  ampersands: repeatTo("&"),
  "much white space": `<p>a${repeatTo(" ")}b`,
  "many no-break spaces": `<p>a${repeatTo("&nbsp;")}b`,
  "many special characters": `<p>${repeatTo("*_~[]{%$")}`,
  "many backticks": `<code>${numbered(800, (i) => `${"`".repeat(i)} `)}</code>`,
  "many pipes in a cell": `<table><tr><th>a<tr><td>${repeatTo("|")}`,
  "many paragraphs": repeatTo("<p>x", 100_000),
  "many breaks": repeatTo("x<br>", 150_000),
  "many marks": repeatTo("<em>a</em>b"),
  "many empty elements": repeatTo("<span></span>"),
  "many items": `<ol>${repeatTo("<li>x", 100_000)}`,
  "many cells in a row": `<table><tr>${repeatTo("<td>x", 100_000)}`,
  "many rows": `<table>${repeatTo("<tr><td>x<td>y", 100_000)}`,
  "cells with huge spans": `<table>${repeatTo("<tr><td colspan=1000000000 rowspan=1000000000>x")}`,
  "cells that span many rows": `<table>${repeatTo(`<tr><td rowspan=1000 colspan=1000>x${"<tr>".repeat(1000)}`, 100_000)}`,
  "many attributes": `<div ${numbered(50_000, (i) => `a${i} `)}>x`,
  "many classes": `<div class="${repeatTo("a ")}"><p>x`,
  "a long class": `<div class="${repeatTo("toc-")}">x`,
  "a long URL": `<a href="${repeatTo("a")}">x</a>`,
  "a URL with many line breaks": `<a href="java${repeatTo("\n")}script:x">x</a>`,
  "many code blocks": repeatTo('<div class="highlight"><span class="filename">a</span><pre>x</pre></div>'),
  "code with many blank lines": `<pre>${repeatTo("\n")}x${repeatTo("\n")}`,
  "many tabs": repeatTo("<ul role=tablist><li role=tab>a</ul><div role=tabpanel>x</div>"),
  "tabs far from their panels":
    repeatTo("<ul role=tablist><li role=tab>a</ul>", 150_000) +
    repeatTo("<div role=tabpanel>x</div>", 150_000),
  "many references to one footnote": `${repeatTo('<sup><a href="#f" id=r>1</a></sup>')}<ol class=footnotes><li id=f>n</ol>`,
  "many footnotes": `${numbered(8_000, (i) => `<sup><a href="#f${i}" id=r${i}>1</a></sup>`)}<ol class=footnotes>${numbered(8_000, (i) => `<li id=f${i}>n`)}`,
  "many headings with the same text": repeatTo("<h2 id=y>x</h2>"),
  "many navigation entries": `<nav><h2>x</h2><ul>${repeatTo("<li><a href=x>a</a>")}`,
  "many candidates for the main content": repeatTo("<main>x</main>"),
  "a title of many parts": `<title>${repeatTo("a - ")}</title>x`,
  "an unclosed style sheet": `<style>${repeatTo(".a{")}</style><span class=a>x</span>`,
  "a formula with many special characters": `<p>x<script type="math/tex">${repeatTo("$\\")}</script>`,
  "parts of one list": repeatTo('<ul class="lst-kix_a-8"><li>x</li></ul>'),
  "lone surrogates": `<p>${repeatTo("\ud800")}`,
  "null characters": repeatTo("\0a"),
};

/** Pages that are read as converted documents, as their navigation, styles or parts of lists are ignored otherwise. */
const documentPages: ReadonlySet<string> = new Set([
  "a deeply nested navigation",
  "many navigation entries",
  "an unclosed style sheet",
  "parts of one list",
]);

describe("a hostile page", () => {
  for (const [name, html] of Object.entries(pages))
    test(`with ${name} is read`, () => {
      const part = documentPages.has(name) ? "all" : "main";
      assert.equal(typeof readHtml(html, part).markdown, "string");
    });
});

describe("a page", () => {
  test("is refused if it has too many elements", () => {
    const many = [
      repeatTo("<p>x", 1_000_000),
      // Unclosed formatting elements are opened again in every paragraph.
      `<p>${numbered(500, (i) => `<b i=${i}>`)}</p>${repeatTo("<p>x</p>", 1_000_000)}`,
    ];
    for (const html of many) {
      assert.throws(
        () => readHtml(html, "all"),
        (error) => error instanceof ImportError && /200,000 elements/.test(error.message),
      );
    }
  });

  test("keeps the text of elements that are nested too deep", () => {
    const { markdown } = readHtml(`<p>a</p>${"<div>".repeat(5000)}<b>deep</b> text<p>b</p>`, "all");
    assert.match(markdown, /^a\n\ndeep text ?b\n$/);
  });

  test("loses URLs with executable schemes", () => {
    const { markdown, links } = readHtml(
      '<p><a href="javascript:x">a</a> <a href=" JaVa\tScript:x">b</a> <a href="data:text/html,x">c</a> <a href="vbscript:x">d</a> <a href="\u0001javascript:x">e</a>' +
        ' <img src="javascript:x"> <img src="data:image/svg+xml,x"></p><iframe src="javascript:x"></iframe><iframe srcdoc="x"></iframe><object data="x">f</object>',
      "all",
    );
    assert.equal(markdown, "a b c d e\n");
    assert.deepEqual(links, []);
  });

  test("can be empty or plain text", () => {
    assert.equal(readHtml("", "main").markdown, "");
    assert.equal(readHtml("<html><head><title>T</title></head></html>", "main").title, "T");
    assert.equal(readHtml("just text", "main").markdown, "just text\n");
    assert.equal(readHtml("<frameset><frame src=x></frameset>", "main").markdown, "");
  });
});
