// Links of documents: resolving addresses to pages and files, and writing them out again.
export {
  type AddressBook,
  findTargets,
  type LinkTarget,
  type Names,
  type Origin,
  openAddressBook,
  resolveAddress,
  resolveLinks,
  type StoredLink,
  writeLinks,
  writeLinksById,
} from "./links.ts";
export { findReusableContent } from "./reusable-content.ts";
