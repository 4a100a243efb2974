// Imports Word documents.
export { importDocx } from "./docx.ts";
