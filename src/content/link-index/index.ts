// The link index: what the pages of a content link to, and from where.
export { findInDocument } from "./document-links.ts";
export {
  findBacklinks,
  findPageUsages,
  findUsages,
  type LinkedContent,
  type LinkPlace,
  type Usage,
} from "./link-index.ts";
export { type ReadFindings, Targets } from "./targets.ts";
