export { contentDisposition, sendFile, serveFiles } from "./serve-files.ts";
