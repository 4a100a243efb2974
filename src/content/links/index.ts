// Links: resolving addresses and references to pages, files and reusable content, and writing addresses.
export {
  type LinkTarget,
  type Origin,
  openDestinationResolver,
  type ResolveOptions,
} from "./destination-resolver.ts";
export * from "./reference-resolver.ts";
export * from "./stored-links.ts";
