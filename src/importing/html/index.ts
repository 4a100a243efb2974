export { decodeHtml, encodingOf } from "./decode-html.ts";
export type { HtmlPage, InlinedImage, NavigationEntry } from "./html-page.ts";
export { type ReadHtml, readHtml } from "./read-html.ts";
