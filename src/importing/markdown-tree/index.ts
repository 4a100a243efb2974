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
export { decodeText } from "./decode-text.ts";
export { readHeading } from "./find-places.ts";
export { compareText } from "./names.ts";
export { addPageLines } from "./page-lines.ts";
export { documentOf } from "./pages-of-outline.ts";
export { folderOfPath, nameOfPath, pathFrom, splitAddress } from "./paths.ts";
export { readPage, withoutTitle } from "./read-page.ts";
export { readFields } from "./read-yaml.ts";
export { setFrontMatter } from "./set-front-matter.ts";
export { linesIn } from "./usable-front-matter.ts";
