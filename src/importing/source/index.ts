// The imported tree, and what all kinds of sources share.
export { decodeText } from "./decode-text.ts";
export * from "./file-kinds.ts";
export { isValidFrontMatter } from "./front-matter.ts";
export * from "./imported-tree.ts";
export * from "./paths.ts";
export { isSlug, slugOfAddress } from "./slugs.ts";
export { writeChunks } from "./write-chunks.ts";
