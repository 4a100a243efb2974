// The link index: what the pages of a content link to, and from where.
export { type LinkIndexInput, maxOtherTargets } from "./collect-links.ts";
export { findDocumentLinks } from "./document-links.ts";
export { isUncertain, type LinkIndexEntry, type LinkSource, maxSources } from "./link-index.ts";
export { findBacklinks, readLinkIndex, readPageLinks, readUncertainLinks } from "./read-link-index.ts";
export { findVariableSources } from "./variable-index.ts";
