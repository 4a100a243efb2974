// The parsed HTML tree: reading, searching and rewriting it.
export * from "./parse.ts";
export * from "./rewrite.ts";
export * from "./tree.ts";
