// Three-way merge of contents.

export { parseFrontMatter } from "./front-matter-fields.ts";
export { emptyText, keyOf, type LinkedText, sliceText, TextWriter } from "./linked-text.ts";
export { markConflict, markValue, splitMarkedValue } from "./markers.ts";
export type { FieldInConflict, FieldLines, MergeConflict } from "./merge-conflict.ts";
export * from "./merge-contents.ts";
export { markLines, mergeDocuments, splitFrontMatter } from "./merge-documents.ts";
export { markTitle } from "./merge-pages.ts";
export { fieldLine, type Side } from "./three-way.ts";
