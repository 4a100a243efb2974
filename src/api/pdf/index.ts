// PDFs of spaces and change requests: cache, child processes and download URLs.
export type { PdfTask, PrintTask, Written } from "./make-pdf.ts";
export { findReferencedObjects, type ReferencedObjects, versionOf } from "./order.ts";
export { pdf } from "./routes.ts";
export { servePdfs } from "./serve-pdfs.ts";
export { removeOldPdfs } from "./store.ts";
