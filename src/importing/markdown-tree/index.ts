// Imports a tree of Markdown files. The conventions of the tree are shared with exporting.
export * from "./conventions.ts";
export { normalizeDialect } from "./dialects/index.ts";
export { compareText } from "./file-names.ts";
export { addPageFields, readFrontMatterFields, setFrontMatter } from "./front-matter.ts";
export { readHeading } from "./heading-anchors.ts";
export { importMarkdownTree } from "./import-markdown-tree.ts";
export { documentOf } from "./pages-of-outline.ts";
export { readPage, withoutTitle } from "./read-pages.ts";
