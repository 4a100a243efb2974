// Links: resolving addresses and references to pages, files and reusable content, and writing addresses.
export {
  type LinkTarget,
  type Origin,
  openAddressResolver,
  type ResolveOptions,
  splitAddress,
} from "./address-resolver.ts";
export { type ReadDocumentLinks, ReferenceResolver, type ReferenceTarget } from "./reference-resolver.ts";
export { findReusableContent } from "./reusable-content.ts";
export {
  replaceLinks,
  resolveLinks,
  type StoredLink,
  targetsByAddress,
  writeLinks,
  writeLinksById,
} from "./stored-links.ts";
