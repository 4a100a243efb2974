export type { PdfTask, PrintTask, Written } from "./make-pdf.ts";
export { findOutside, type Outside, versionOf } from "./outside.ts";
export { removeOldPdfs } from "./remove-old-pdfs.ts";
export { pdf } from "./routes.ts";
export { servePdfs } from "./serve-pdfs.ts";
export { readSpecDocuments } from "./spec-documents.ts";
