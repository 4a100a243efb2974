import { createRequire } from "node:module";

interface Commonmark {
  readonly Parser: new () => { parse(markdown: string): unknown };
  readonly HtmlRenderer: new () => { render(document: unknown): string };
}

const commonmark: Commonmark = createRequire(import.meta.url)("commonmark");
const parser = new commonmark.Parser();
const renderer = new commonmark.HtmlRenderer();

/** The HTML of Markdown, as the reference implementation of CommonMark renders it. */
export function referenceHtml(markdown: string): string {
  return renderer.render(parser.parse(markdown));
}
