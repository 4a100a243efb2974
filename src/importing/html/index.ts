// Reads HTML pages and documents as Markdown.
export type { NavigationEntry } from "./page/index.ts";
export { InlinedFiles } from "./read/index.ts";
export { type HtmlPage, readDocument, readHtml } from "./read-html.ts";
