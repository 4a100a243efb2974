// Pages as HTML for the workspace, as their writers see them. The writer is that of published sites.

export { conflictsUrlOf, hideConflicts } from "./conflict-notices.ts";
export { pageHtml } from "./operations.ts";
export { writerLocale, writeWriterDocument } from "./render.ts";
export { type ReadContent, readWriterTargets, type WriterTargets } from "./targets.ts";
