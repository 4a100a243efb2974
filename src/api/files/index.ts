export { disposition, sendFile, serveFiles } from "./serve-files.ts";
