// Reads pages and files from a source: a URL, a zip file, or a folder on this machine.

export { downloadArchive } from "./fetch-source.ts";
export { importSource } from "./import-source.ts";
export { generatePages } from "./openapi-pages/index.ts";
