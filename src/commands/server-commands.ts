// Commands that load most of the server. They are one module, since the bundle has fewer and larger files then, which a server
// loads faster.
export { backup } from "./backup.ts";
export { exportFolder } from "./export.ts";
export { checkFiles, moveAllFiles } from "./files.ts";
export { importIntoSpace } from "./import.ts";
export { importIntoSite } from "./import-site.ts";
export { reindex } from "./reindex.ts";
export { restore } from "./restore.ts";
export { createSample, removeSample } from "./sample.ts";
export { serve } from "./serve.ts";
