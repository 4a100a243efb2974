// Imports content from other sources into a space or a change request.
export { appLinkResolver, applyImport, prepareImport, specLoader, storeFiles } from "./apply-import.ts";
export { applyRun } from "./complete-run.ts";
export {
  type ImportMessage,
  type ImportTarget,
  type ImportTask,
  importContent,
  openTarget,
} from "./import-content.ts";
export { serveImportUploads } from "./import-uploads.ts";
export { imports } from "./routes.ts";
export { importJob, runImport } from "./run-import.ts";
export { importRuns } from "./run-routes.ts";
export { type RunAttempt, removeOldImportRuns } from "./run-store.ts";
export type { ImportResult } from "./schema.ts";
