import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { encodeXML } from "entities";
import { memoryFolder, outlineOf, png, testImportContext, textOf } from "../../../test/support/importing.ts";
import { ImportError } from "../source/imported-tree.ts";
import { importGoogleDocs } from "./google-docs.ts";

const css = `@import url(https://themes.googleusercontent.com/fonts/css?kit=x);.lst-kix_a-0>li:before{content:"\\0025cf  "}ul.lst-kix_a-0{list-style-type:none}ol{margin:0;padding:0}.c1{font-weight:700}.c2{color:#000;font-style:italic;font-weight:400}.c3{text-decoration:underline;font-family:"Arial"}.c4{font-family:"Roboto Mono"}.c5{text-decoration:line-through}.title{font-weight:400;font-size:26pt}`;

const exported = (body: string, title = "Team handbook") =>
  `<html><head><meta content="text/html; charset=UTF-8" http-equiv="content-type"><title>${title}</title><style type="text/css">${css}</style></head><body class="c9 doc-content">${body}</body></html>`;

const body = `<p class="c0 title" id="h.x"><span class="c1">The handbook</span></p>
<h1 class="c7" id="h.y"><span class="c1">Start</span></h1>
<p class="c0"><span>Some </span><span class="c1">bold</span><span>, </span><span class="c1 c2">mixed</span><span>, </span><span class="c2">italic</span><span class="c5">gone</span><span> </span><span class="c4">npm start</span><span style="font-weight:700">!</span></p>
<p class="c0"><span class="c3"><a class="c8" href="https://www.google.com/url?q=https://a.example/x?y%3D1%26z&amp;sa=D&amp;source=editors&amp;ust=1">link</a></span><sup><a href="#cmnt1" id="cmnt_ref1">[a]</a></sup><sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup></p>
<ul class="c6 lst-kix_a-0 start"><li class="c0 li-bullet-0"><span>One</span></li></ul><ul class="c6 lst-kix_a-1 start"><li class="c0"><span>Deep</span></li><li><span>Deeper</span></li></ul><ul class="c6 lst-kix_a-0"><li class="c0"><span>Two</span></li></ul>
<ol class="c6 lst-kix_b-0 start" start="1"><li><span>First</span></li></ol><p class="c0"><span>between</span></p><ol class="c6 lst-kix_b-0" start="2"><li><span>Second</span></li></ol>
<p class="c0"><span style="overflow: hidden; display: inline-block;"><img alt="" src="images/image1.png" style="width: 10px"></span></p>
<hr style="page-break-before:always;display:none;">
<hr class="c12"><div><p class="c0"><a href="#ftnt_ref1" id="ftnt1">[1]</a><span>&nbsp;A note with </span><span class="c1">weight</span></p><p><span>More</span></p></div>
<div><p><a href="#ftnt_ref2" id="ftnt2">[2]</a><span>Unused</span></p></div>
<div class="c11"><p class="c0"><a href="#cmnt_ref1" id="cmnt1">[a]</a><span class="c2">Please check</span></p></div>`;

describe("an export of Google Docs", () => {
  test("has the formatting of its classes, nested lists, the original links, footnotes, and no comments", async (t) => {
    const folder = memoryFolder({ "Teamhandbook.html": exported(body), "images/image1.png": png });
    const imported = await importGoogleDocs(folder, await testImportContext(t));
    assert.equal(outlineOf(imported), "The handbook");
    assert.equal(imported.total, 2);
    assert.equal(imported.files[0]?.address, "images/image1.png");
    const text = textOf(imported, "The handbook");
    assert.match(text, /^## Start.*\n\nSome \*\*bold\*\*, _mixed_, _italic_/);
    assert.match(text, /~~gone~~ `npm start`<strong>\\!<\/strong>/);
    assert.match(text, /\[link\]\(https:\/\/a\.example\/x\?y=1&(?:amp;)?z\)\[\^1\]\n/);
    assert.match(text, /- One\n {2}- Deep\n {2}- Deeper\n- Two/);
    assert.match(text, /1\. First\n\nbetween\n\n2\. Second/);
    assert.match(text, /!\[\]\(images\/image1\.png\)/);
    assert.match(text, /\n\[\^1\]: A note with \*\*weight\*\*\n\n {4}More\n$/);
    assert.doesNotMatch(text, /Please check|Unused|\[a\]|font-weight|\*\*\*\n/);
  });

  test("has the name of the document as its title if the text has no title", async (t) => {
    const lone = memoryFolder({ "a.html": exported("<h1>Chapter</h1><p>Text</p>") });
    const imported = await importGoogleDocs(lone, await testImportContext(t));
    assert.equal(textOf(imported, "Team handbook"), "## Chapter\n\nText\n");
    const unnamed = memoryFolder({ pub: "<p>Text</p>" });
    assert.equal(outlineOf(await importGoogleDocs(unnamed, await testImportContext(t))), "pub");
  });

  test("is refused without an HTML file", async (t) => {
    const folder = memoryFolder({ "images/image1.png": png, "images/image2.png": png });
    await assert.rejects(importGoogleDocs(folder, await testImportContext(t)), ImportError);
  });

  test("has its links without the redirects of Google", async (t) => {
    const hrefs = [
      "https://www.google.com/url?q=https://b.example/&sa=D",
      "https://www.google.com/url?sa=D",
      "https://www.google.com/search?q=a",
      "#h.abc",
    ];
    const links = hrefs.map((href) => `<p><a href="${encodeXML(href)}">x</a></p>`).join("");
    const imported = await importGoogleDocs(
      memoryFolder({ "a.html": exported(links) }),
      await testImportContext(t),
    );
    assert.deepEqual(
      Array.from(textOf(imported, "Team handbook").matchAll(/\((.*)\)/g), ([, href]) => href),
      ["https://b.example/", ...hrefs.slice(1)],
    );
  });

  test("is imported even if it is hostile", async (t) => {
    const hostile = [
      "<span class=c1>".repeat(5e4),
      '<ul class="lst-kix_a-1"><li>'.repeat(5e4),
      "<div><p><a href='#ftnt_ref1'>".repeat(5e4),
      `<style>${".a{".repeat(5e5)}`,
      `<style>.a{${"b:c;".repeat(4e5)}}`,
      "<".repeat(2e6),
    ];
    const notes = (n: number): string => `<p><a href="#ftnt_ref${n}">x</a></p></div>`;
    hostile.push("<div>".repeat(3e4) + Array.from({ length: 3e4 }, (_, i) => notes(i)).join(""));
    for (const html of hostile)
      await importGoogleDocs(memoryFolder({ "a.html": html }), await testImportContext(t));
  });
});
