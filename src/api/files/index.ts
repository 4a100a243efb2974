// Files at signed URLs, with ranges and caching.
export { contentDisposition, sendFile, sendSignedFile, serveFiles } from "./serve-files.ts";
