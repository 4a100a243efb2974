// Reads pages and files from a source: a URL, a zip file, or a folder on this machine.
export { harvestSource } from "./import-source.ts";
