// Three-way merge of contents.
export { findUnresolved } from "./find-unresolved.ts";
export { type MergeResult, mergeContents } from "./merge-contents.ts";
