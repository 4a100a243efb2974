// The imported tree, and code shared by all kinds of sources.
export * from "./file-bytes.ts";
export * from "./file-kinds.ts";
export * from "./imported-tree.ts";
export * from "./page-values.ts";
export * from "./paths.ts";
