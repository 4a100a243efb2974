import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getDocument, type PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { createUrls } from "../../../src/config/config.ts";
import type { BookInput } from "../../../src/pdf/book/book.ts";
import { printBook } from "../../../src/pdf/print/print-book.ts";
import { writeBook } from "../../../src/pdf/write-book.ts";
import type { TestContent } from "../content.ts";

/** A link from a page to another page, by its number, or to a URL. */
export interface PdfLink {
  readonly from: number;
  readonly to?: number;
  readonly url?: string;
}

/** The content of a PDF as a viewer reads it. */
export interface ReadPdf {
  readonly pages: readonly string[];
  /** Titles, indented by level, with their page numbers. */
  readonly outline: readonly string[];
  readonly links: readonly PdfLink[];
  readonly title: string;
}

export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0, useSystemFonts: false });
  const pdf = await loading.promise;
  try {
    const numbers = Array.from({ length: pdf.numPages }, (_, i) => i + 1);
    const { info } = await pdf.getMetadata();
    return {
      pages: await Promise.all(numbers.map((number) => textOf(pdf, number))),
      outline: await outlineOf(pdf, (await pdf.getOutline()) ?? [], ""),
      links: (await Promise.all(numbers.map((number) => linksOf(pdf, number)))).flat(),
      title: String((info as { Title?: string }).Title ?? ""),
    };
  } finally {
    await loading.destroy();
  }
}

async function textOf(pdf: PDFDocumentProxy, number: number): Promise<string> {
  const { items } = await (await pdf.getPage(number)).getTextContent();
  return items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join("");
}

type Destination = string | readonly unknown[] | null;

async function pageOf(pdf: PDFDocumentProxy, destination: Destination): Promise<number> {
  const explicit = typeof destination === "string" ? await pdf.getDestination(destination) : destination;
  const [page] = explicit ?? [];
  return (await pdf.getPageIndex(page as Parameters<typeof pdf.getPageIndex>[0])) + 1;
}

type OutlineItems = Awaited<ReturnType<PDFDocumentProxy["getOutline"]>>;

async function outlineOf(pdf: PDFDocumentProxy, items: OutlineItems, indent: string): Promise<string[]> {
  const lines: string[] = [];
  for (const { title, dest, items: inner } of items) {
    lines.push(
      `${indent}${title} ${await pageOf(pdf, dest)}`,
      ...(await outlineOf(pdf, inner, `${indent}  `)),
    );
  }
  return lines;
}

async function linksOf(pdf: PDFDocumentProxy, from: number): Promise<PdfLink[]> {
  const annotations = await (await pdf.getPage(from)).getAnnotations();
  return Promise.all(
    annotations
      .filter(({ subtype }) => subtype === "Link")
      .map(async ({ url, dest }) => (url ? { from, url } : { from, to: await pageOf(pdf, dest) })),
  );
}

/** Prints a book of content that is in memory. */
export async function printTestBook(content: TestContent, order: Partial<BookInput> = {}): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), "lectern-test-pdf-"));
  try {
    const written = await writeBook(
      {
        content: await content.open(),
        title: "Handbook",
        organization: "Acme",
        changedAt: "2030-01-02T03:04:05.000Z",
        space: { id: "space1", organizationId: "org1" },
        urls: createUrls("http://lectern.test"),
        bytesOf: async () => new Uint8Array(),
        urlOf: ({ name }) => `http://lectern.test/files/${name}`,
        fetchImage: async () => undefined,
        loadExternals: async () => ({ users: new Map(), specs: new Map() }),
        ...order,
      },
      folder,
    );
    return printBook(written);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
