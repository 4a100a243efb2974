// Documents as they are stored: Markdown text with the positions of its links.
export * from "./document-store.ts";
export { openPageReader, type PageReader } from "./page-reader.ts";
