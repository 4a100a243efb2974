export {
  assetsFolder,
  filesFile,
  includesFolder,
  settingsFile,
  settingsFolder,
  usualReadme,
  usualSummary,
  variablesFile,
} from "./conventions.ts";
export { readHeading } from "./heading-anchors.ts";
export { importMarkdownTree } from "./import-markdown-tree.ts";
export { compareText } from "./names.ts";
export { addPageLines } from "./page-lines.ts";
export { documentOf } from "./pages-of-outline.ts";
export { readPage, withoutTitle } from "./read-page.ts";
export { readFields } from "./read-yaml.ts";
export { setFrontMatter } from "./set-front-matter.ts";
export { linesIn } from "./usable-front-matter.ts";
