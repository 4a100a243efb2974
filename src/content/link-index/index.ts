// The link index: what the pages of a content link to, and from where.
export { findDocumentLinks } from "./document-links.ts";
export {
  findBacklinks,
  type LinkIndexEntry,
  type LinkIndexInput,
  type LinkSource,
  readLinkIndex,
  readPageLinks,
} from "./link-index.ts";
