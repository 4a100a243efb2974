// Uploads of files into the content of spaces and change requests, by PUT to signed URLs.
export { serveFileUploads } from "./receive-uploads.ts";
export { fileUploads } from "./routes.ts";
