export type { ImportTask, ImportWords } from "./import-apart.ts";
export { importContent } from "./import-content.ts";
export { openTarget } from "./import-target.ts";
export { keepFiles, prepareHarvest, putIn } from "./put-in.ts";
export { imports } from "./routes.ts";
export type { ImportResult } from "./schema.ts";
