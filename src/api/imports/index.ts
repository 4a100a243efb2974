// Imports content from other sources into a space or a change request.
export { appLinkResolver, applyImport, prepareImport, specLoader, storeFiles } from "./apply-import.ts";
export {
  type ImportMessage,
  type ImportTarget,
  type ImportTask,
  importContent,
  openTarget,
} from "./import-content.ts";
export { serveImportUploads } from "./import-uploads.ts";
export type { ImportResult } from "./routes.ts";
export { imports } from "./routes.ts";
