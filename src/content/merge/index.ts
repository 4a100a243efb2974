// Three-way merge of contents.
export * from "./merge-contents.ts";
