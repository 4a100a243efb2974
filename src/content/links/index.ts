// Links: resolving addresses and references to pages, files and reusable content, and writing addresses.
export {
  type LinkTarget,
  type Origin,
  openAddressResolver,
  type ResolveOptions,
} from "./address-resolver.ts";
export { type ReadDocumentLinks, ReferenceResolver, type ReferenceTarget } from "./reference-resolver.ts";
export { findReusableContent } from "./reusable-content.ts";
export * from "./stored-links.ts";
