// Files at signed URLs, with ranges and caching.
export { contentDisposition, sendFile, serveFiles } from "./serve-files.ts";
