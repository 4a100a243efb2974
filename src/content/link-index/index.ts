// The link index: what the pages of a content link to, and from where.
export { findDocumentLinks } from "./document-links.ts";
export * from "./link-index.ts";
