export { keepFiles, prepareImport, putIn } from "./apply-import.ts";
export { importContent } from "./import-content.ts";
export { openTarget } from "./import-target.ts";
export { imports } from "./routes.ts";
export type { ImportTask, ImportWords } from "./run-import.ts";
export type { ImportResult } from "./schema.ts";
