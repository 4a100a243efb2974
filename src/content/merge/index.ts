// Three-way merge of contents.
export * from "./merge-contents.ts";
export { mergeDocuments } from "./merge-documents.ts";
