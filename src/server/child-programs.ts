import type { ChildPrograms } from "../api/http/index.ts";

export const childPrograms: ChildPrograms = {
  importer: new URL("./child-processes/importer.ts", import.meta.url),
  pdfWriter: new URL("./child-processes/pdf-writer.ts", import.meta.url),
  pdfPrinter: new URL("./child-processes/pdf-printer.ts", import.meta.url),
};
