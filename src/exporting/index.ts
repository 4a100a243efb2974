// Exports content as a tree of Markdown files.
export { diskTarget, isEmptyFolder } from "./disk-target.ts";
export { type ExportSource, type ExportTarget, exportSpace } from "./export-space.ts";
export { safeFileName } from "./file-names.ts";
export { openZip } from "./zip-target.ts";
