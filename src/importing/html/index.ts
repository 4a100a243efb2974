// Reads HTML pages and documents as Markdown.
export type { NavigationEntry } from "./page/index.ts";
export { InlinedFiles, type InlinedImage } from "./read/index.ts";
export { type HtmlPage, readDocument, readFragment, readHtml } from "./read-html.ts";
