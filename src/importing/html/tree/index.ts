// The parsed HTML tree: reading, searching and rewriting it.
export { parseHtml } from "./parse.ts";
export { type Change, createCheckbox, createElement, removed, rewriteTree, unwrapped } from "./rewrite.ts";
export { measureText, type TextSizes } from "./text-sizes.ts";
export * from "./tree.ts";
