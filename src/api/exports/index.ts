// Exports of content and sites as files, which can be downloaded for a day.
export { exports } from "./routes.ts";
export { type ExportProgress, type ExportResult, type ExportTask, runExport } from "./run-export.ts";
export { serveExports } from "./serve-exports.ts";
export { exportJob, removeOldExports } from "./store.ts";
