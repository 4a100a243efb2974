// Files at signed URLs, with ranges and caching.
export { receiveFile } from "./receive-file.ts";
export { contentDisposition, sendFile, sendSignedFile, serveFiles } from "./serve-files.ts";
