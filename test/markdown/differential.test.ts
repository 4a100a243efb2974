import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { readMarkdown } from "../../src/content/document/read/read-markdown.ts";
import { normalizeHtml } from "./normalize-html.ts";
import { commonmarkHtml } from "./reference.ts";
import { renderHtml } from "./render-html.ts";

/** Pieces of the syntax of CommonMark, separated by broken bars. */
const pieces = [
  "a¦b c¦a_b¦1¦ ¦  ¦\n¦\n\n¦\t¦    ¦     ¦é¦漢¦a\u00a0b¦\"¦'¦=¦.¦,¦;¦*¦**¦***¦_¦__¦`¦``¦```¦ ```js\n¦(¦)¦!¦&¦&amp;¦&#x20;¦&#10;¦&#35;¦\\¦\\\n¦  \n",
  "# ¦## ¦ #¦#¦- ¦* ¦+ ¦1. ¦2) ¦10. ¦> ¦>¦-¦---¦***¦- - -¦===¦=¦~~~¦\n- ¦\n1. ¦\n> ¦\n    ¦\n  ¦\n>     ¦\n-     ",
  '[¦]¦![¦](u)¦](<1 v>)¦](u "t")¦](/u (t))¦]()¦[]¦[r]¦[r][]¦[a][r]¦[r]: /u\n¦[r]: /u "t"\n¦[r]:¦\n[a]: /u\n¦<a.b:c>',
].flatMap((line) => line.split("¦"));

/**
 * What commonmark.js reads otherwise than the specification: a tab in a link or its definition, a second definition of a label
 * before the underline of a heading, a link in a link. On purpose, a link definition does not end inside code, since links
 * may contain code. The document model has no info string that starts with white space.
 */
const isExcluded =
  /\][:(][^\n]*(?:\n[^\n]*)?\t|\[([ar])\]:.*\[\1\]:|\[.*<a.*\]|`[^\n]*\]:|(?:```|~~~)[^\n]*&#(?:x20|10);/s;

const markdown = (maxLength: number) =>
  fc
    .array(fc.constantFrom(...pieces), { maxLength, size: "max" })
    .map((parts) => parts.join(""))
    .filter((source) => !isExcluded.test(source));

describe("random texts are read as the reference implementation of CommonMark reads them", () => {
  for (const [length, numRuns] of [
    [6, 3000],
    [24, 1500],
  ] as const)
    test(`of up to ${length} pieces`, () => {
      fc.assert(
        fc.property(markdown(length), (source) => {
          const ours = normalizeHtml(renderHtml(readMarkdown(source)));
          assert.deepEqual(ours, normalizeHtml(commonmarkHtml(source)));
        }),
        { numRuns },
      );
    });
});
