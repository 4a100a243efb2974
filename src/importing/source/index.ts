// The imported tree, and what all kinds of sources share.
export * from "./file-bytes.ts";
export * from "./file-kinds.ts";
export * from "./imported-tree.ts";
export * from "./page-values.ts";
export * from "./paths.ts";
