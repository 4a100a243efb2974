import assert from "node:assert/strict";
import type { TestApp } from "../app.ts";

/** Options of test applications whose PDFs are not read. */
export const withFakePrinter = {
  childPrograms: { pdfPrinter: new URL("./fake-printer.ts", import.meta.url) },
};

export function pdfRequests(suite: { readonly app: TestApp }) {
  /** Requests a PDF and returns its path on this server. */
  async function requestPdf(path: string, query = {}, person = suite.app.admin): Promise<string> {
    const { url } = await suite.app.ok(person, `GET ${path}/pdf`, { query });
    const { baseUrl } = suite.app.context.config;
    assert.ok(url.startsWith(`${baseUrl}/files/pdf/`), url);
    return url.slice(baseUrl.length);
  }
  const fetchPdf = (url: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" = "GET") =>
    suite.app.app.inject({ method, url, headers });
  const pdfIdOf = (url: string) => url.split("/")[4];
  const pdfRowsOf = ({ id }: { id: string }) =>
    suite.app.context.database.read.selectFrom("pdfs").where("space_id", "=", id).selectAll().execute();
  async function createBook(app: TestApp, fields: object = {}) {
    const space = await app.space({ title: "Handbook", ...fields });
    const page = await app.page(space.path, "Start", { document: { markdown: "# One\n\nText.\n" } });
    return { space, page };
  }
  return { requestPdf, fetchPdf, pdfIdOf, pdfRowsOf, createBook };
}
