// The link index: what the pages of a content link to, and from where.
export * from "./link-index.ts";
export { findVariableSources } from "./variable-index.ts";
