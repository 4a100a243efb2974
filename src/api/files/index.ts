// Files at signed URLs, with ranges and caching.
export { receiveFile, takeUploads } from "./receive-file.ts";
export {
  contentDisposition,
  sendFile,
  sendRedirect,
  sendSignedFile,
  serveFiles,
  startReply,
} from "./serve-files.ts";
export { callOfTicket, uploadTickets } from "./upload-tickets.ts";
