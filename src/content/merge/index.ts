// Three-way merge of contents.
export type { Hunk } from "./anchors.ts";
export type { Merge } from "./merge-contents.ts";
export { findStretches } from "./stretches.ts";
