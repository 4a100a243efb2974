// Three-way merge of contents.
export type { Merge } from "./merge-contents.ts";
