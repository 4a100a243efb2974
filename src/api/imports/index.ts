// Imports content from other sources into a space or a change request.
export { applyImport, prepareImport, storeFiles } from "./apply-import.ts";
export { type ImportMessage, type ImportTask, importContent } from "./import-content.ts";
export { openTarget } from "./import-target.ts";
export { imports } from "./routes.ts";
export type { ImportResult } from "./schema.ts";
