// Exports content as a tree of Markdown files.
export { diskTarget, isEmptyFolder } from "./disk-target.ts";
export { type ExportCount, type ExportSource, exportSpace } from "./export-space.ts";
export { safeFileName } from "./file-names.ts";
