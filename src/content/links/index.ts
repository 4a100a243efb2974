// Links of documents: resolving addresses to pages and files, and writing them out again.
export {
  type AddressBook,
  type LinkTarget,
  type Origin,
  openAddressBook,
  type ResolveOptions,
  resolveAddress,
  resolveLinks,
  type StoredLink,
  targetsByAddress,
  writeLinks,
  writeLinksById,
} from "./links.ts";
export { findReusableContent } from "./reusable-content.ts";
