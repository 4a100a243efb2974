// The imported tree, and what all kinds of sources share.
export { decodeText } from "./decode-text.ts";
export {
  contentTypeOf,
  describeArchive,
  describeNonZip,
  extensionOf,
  type FileKind,
  headLength,
  imageKindOf,
  isImage,
  kindOfName,
  matchesKind,
  readHead,
  unknownType,
} from "./file-kinds.ts";
export { isValidFrontMatter } from "./front-matter.ts";
export {
  type ImportContext,
  ImportError,
  type ImportedTree,
  type ImportOptions,
  importLimits,
  type SourceFile,
  type SourcePage,
  type SourceReusableContent,
} from "./imported-tree.ts";
export {
  folderOfPath,
  nameOfPath,
  normalizePath,
  pathFrom,
  splitAddress,
  withoutExtension,
} from "./paths.ts";
export { isSlug, slugOfAddress } from "./slugs.ts";
export { writeChunks } from "./write-chunks.ts";
