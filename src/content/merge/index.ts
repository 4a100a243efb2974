// Three-way merge of contents.
export type { MergeResult } from "./merge-contents.ts";
