import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ImportError } from "../source/imported-tree.ts";
import { readHtml } from "./read-html.ts";

/** One piece again and again, as long as the number says. */
const row = (piece: string, length = 150_000) => piece.repeat(Math.ceil(length / piece.length));
const numbered = (count: number, piece: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => piece(i)).join("");

const pages: Readonly<Record<string, string>> = {
  "divisions that are nested deep": `${"<div>".repeat(100_000)}x`,
  "lists that are nested deep": "<ul><li>x".repeat(40_000),
  "quotes that are nested deep": "<blockquote>x".repeat(100_000),
  "bold words that are nested deep": "<b>x".repeat(100_000),
  "callouts that are nested deep": '<div class="admonition note">x'.repeat(40_000),
  "details that are nested deep": "<details><summary>x</summary>".repeat(40_000),
  "tables that are nested deep": "<table><tr><td>x".repeat(30_000),
  "tabs that are nested deep": "<ul role=tablist><li role=tab>a</ul><div role=tabpanel>".repeat(30_000),
  "a navigation that is nested deep": `<nav>${"<ul><li><a href=x>a</a>".repeat(40_000)}`,
  "formulas that are nested deep": "<span class=katex>".repeat(100_000),
  "lines of code that are nested deep": `<pre>${"<span class=line>".repeat(100_000)}x`,
  "many lines in deep lists": `${"<ul><li>".repeat(60)}${row("<p>x", 60_000)}`,
  "angle brackets": row("<", 1_000_000),
  "tags that never end": row("<a "),
  "a comment that never ends": `<!--${row("-", 1_000_000)}`,
  "a script that never ends": `<script>${row("<!--")}`,
  ampersands: row("&"),
  "much white space": `<p>a${row(" ")}b`,
  "many blanks that stay": `<p>a${row("&nbsp;")}b`,
  "many characters that mean something": `<p>${row("*_~[]{%$")}`,
  "many ticks": `<code>${numbered(800, (i) => `${"`".repeat(i)} `)}</code>`,
  "many bars in a cell": `<table><tr><th>a<tr><td>${row("|")}`,
  "many paragraphs": row("<p>x", 100_000),
  "many breaks": row("x<br>", 150_000),
  "many marks": row("<em>a</em>b"),
  "many empty elements": row("<span></span>"),
  "many items": `<ol>${row("<li>x", 100_000)}`,
  "many cells in a row": `<table><tr>${row("<td>x", 100_000)}`,
  "many rows": `<table>${row("<tr><td>x<td>y", 100_000)}`,
  "cells that are merged with very many": `<table>${row("<tr><td colspan=1000000000 rowspan=1000000000>x")}`,
  "cells that are merged with many rows": `<table>${row(`<tr><td rowspan=1000 colspan=1000>x${"<tr>".repeat(1000)}`, 100_000)}`,
  "many attributes": `<div ${numbered(50_000, (i) => `a${i} `)}>x`,
  "many classes": `<div class="${row("a ")}"><p>x`,
  "a long class": `<div class="${row("toc-")}">x`,
  "a long address": `<a href="${row("a")}">x</a>`,
  "an address with many breaks": `<a href="java${row("\n")}script:x">x</a>`,
  "many code blocks": row('<div class="highlight"><span class="filename">a</span><pre>x</pre></div>'),
  "code with many blank lines": `<pre>${row("\n")}x${row("\n")}`,
  "many tabs": row("<ul role=tablist><li role=tab>a</ul><div role=tabpanel>x</div>"),
  "tabs far from their panels":
    row("<ul role=tablist><li role=tab>a</ul>", 150_000) + row("<div role=tabpanel>x</div>", 150_000),
  "many references to one footnote": `${row('<sup><a href="#f" id=r>1</a></sup>')}<ol class=footnotes><li id=f>n</ol>`,
  "many footnotes": `${numbered(8_000, (i) => `<sup><a href="#f${i}" id=r${i}>1</a></sup>`)}<ol class=footnotes>${numbered(8_000, (i) => `<li id=f${i}>n`)}`,
  "many headings of the same words": row("<h2 id=y>x</h2>"),
  "many entries of a navigation": `<nav><h2>x</h2><ul>${row("<li><a href=x>a</a>")}`,
  "many places that may be the text": row("<main>x</main>"),
  "a title of many parts": `<title>${row("a - ")}</title>x`,
  "a style sheet that never ends": `<style>${row(".a{")}</style><span class=a>x</span>`,
  "a formula with many signs": `<p>x<script type="math/tex">${row("$\\")}</script>`,
  "parts of one list": row('<ul class="lst-kix_a-8"><li>x</li></ul>'),
  "halves of characters": `<p>${row("\ud800")}`,
  "no characters": row("\0a"),
};

/** What stands around the text of a site is read for converted documents only, and so are their styles. */
const ofDocuments: ReadonlySet<string> = new Set([
  "a navigation that is nested deep",
  "many entries of a navigation",
  "a style sheet that never ends",
  "parts of one list",
]);

describe("a page of nothing but", () => {
  for (const [name, html] of Object.entries(pages))
    test(`${name} is read quickly`, () => {
      const part = ofDocuments.has(name) ? "all" : "main";
      assert.equal(typeof readHtml(html, part).markdown, "string");
    });
});

describe("a page", () => {
  test("with too many elements is refused", () => {
    const many = [
      row("<p>x", 1_000_000),
      // Marks that are never closed are there again in every paragraph.
      `<p>${numbered(500, (i) => `<b i=${i}>`)}</p>${row("<p>x</p>", 1_000_000)}`,
    ];
    for (const html of many) {
      assert.throws(
        () => readHtml(html, "all"),
        (error) => error instanceof ImportError && /200,000 elements/.test(error.message),
      );
    }
  });

  test("that is nested too deep keeps the text of deeper elements", () => {
    const { markdown } = readHtml(`<p>a</p>${"<div>".repeat(5000)}<b>deep</b> text<p>b</p>`, "all");
    assert.match(markdown, /^a\n\ndeep text ?b\n$/);
  });

  test("loses addresses with executable schemes", () => {
    const { markdown, links } = readHtml(
      '<p><a href="javascript:x">a</a> <a href=" JaVa\tScript:x">b</a> <a href="data:text/html,x">c</a> <a href="vbscript:x">d</a> <a href="\u0001javascript:x">e</a>' +
        ' <img src="javascript:x"> <img src="data:image/svg+xml,x"></p><iframe src="javascript:x"></iframe><iframe srcdoc="x"></iframe><object data="x">f</object>',
      "all",
    );
    assert.equal(markdown, "a b c d e\n");
    assert.deepEqual(links, []);
  });

  test("may be empty or plain text", () => {
    assert.equal(readHtml("", "main").markdown, "");
    assert.equal(readHtml("<html><head><title>T</title></head></html>", "main").title, "T");
    assert.equal(readHtml("just text", "main").markdown, "just text\n");
    assert.equal(readHtml("<frameset><frame src=x></frameset>", "main").markdown, "");
  });
});
