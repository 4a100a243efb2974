// Links: resolving addresses and references to pages, files and reusable content, and writing addresses.
export { refOfAppLink } from "./app-link.ts";
export {
  type LinkTarget,
  type Origin,
  openDestinationResolver,
  type ResolveOptions,
} from "./destination-resolver.ts";
export * from "./reference-resolver.ts";
export * from "./stored-links.ts";
