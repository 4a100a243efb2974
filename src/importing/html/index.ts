// Reads HTML pages and documents as Markdown.
export { decodeHtml, encodingOf } from "./decode-html.ts";
export { InlinedFiles } from "./inlined-files.ts";
export type { NavigationEntry } from "./page/index.ts";
export { type HtmlPage, readDocument, readHtml } from "./read-html.ts";
