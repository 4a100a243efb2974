import { createRequire } from "node:module";

interface Commonmark {
  readonly Parser: new () => { parse(markdown: string): unknown };
  readonly HtmlRenderer: new () => { render(document: unknown): string };
}

interface Micromark {
  micromark(markdown: string, options: { extensions: unknown[]; htmlExtensions: unknown[] }): string;
}

interface MicromarkGfm {
  gfm(): unknown;
  gfmHtml(): unknown;
}

const require = createRequire(import.meta.url);
const commonmark: Commonmark = require("commonmark");
const { micromark }: Micromark = require("micromark");
const { gfm, gfmHtml }: MicromarkGfm = require("micromark-extension-gfm");

const parser = new commonmark.Parser();
const renderer = new commonmark.HtmlRenderer();
const gfmOptions = { extensions: [gfm()], htmlExtensions: [gfmHtml()] };

/** The HTML of Markdown, as the reference implementation of CommonMark renders it. */
export function commonmarkHtml(markdown: string): string {
  return renderer.render(parser.parse(markdown));
}

/** The HTML of Markdown, as micromark renders GFM, without the links between footnotes and their references. */
export function gfmHtmlOf(markdown: string): string {
  return micromark(markdown, gfmOptions)
    .replace(/<sup><a [^<>]*data-footnote-ref[^<>]*>(\d+)<\/a><\/sup>/g, '<sup class="footnote-ref">$1</sup>')
    .replace(/<h2 id="footnote-label"[^<>]*>Footnotes<\/h2>/, "")
    .replace(/ ?<a [^<>]*data-footnote-backref[^<>]*>↩(?:<sup>\d+<\/sup>)?<\/a>/g, "");
}
