// Imports a tree of Markdown files. The conventions of the tree are shared with exporting.
export {
  assetsFolder,
  defaultReadme,
  defaultSummary,
  includesFolder,
  manifestFile,
  settingsFile,
  settingsFolder,
  variablesFile,
} from "./conventions.ts";
export { addPageFields, setFrontMatter } from "./edit-front-matter.ts";
export { readHeading } from "./heading-anchors.ts";
export { importMarkdownTree } from "./import-markdown-tree.ts";
export { compareText } from "./page-names.ts";
export { documentOf } from "./pages-of-outline.ts";
export { readPage, withoutTitle } from "./read-page.ts";
export { readFrontMatterFields } from "./read-yaml.ts";
