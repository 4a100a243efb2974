import { stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { decodeOrKeep } from "../platform/index.ts";
import type { Found } from "./import-document.ts";
import { ImportError, type ImportOptions, importLimits } from "./source/index.ts";
import { type Web, webLimits } from "./website/index.ts";

/** One page, in bytes. Of HTML, much is not its text. */
export const largestPage = 5 * importLimits.document;

/** Those that are one document; all others may be a folder on this machine. */
const mostOf: Partial<Readonly<Record<ImportOptions["source"], number>>> = {
  markdown: largestPage,
  html: largestPage,
  docx: importLimits.file,
};

/** Brings a source onto the disk, where it is not there already. */
export async function fetchSource({ source, from, folder }: ImportOptions, web: Web): Promise<Found> {
  if ("path" in from) return findOnDisk(from.path, mostOf[source]);
  const path = join(folder, "source");
  const address = source === "google-docs" ? exportOfGoogle(from.url) : from.url;
  const { url, contentType } = await web.download(
    address,
    path,
    mostOf[source] ?? importLimits.bytes,
    webLimits.milliseconds,
  );
  return { path, address: url, name: nameIn(url), contentType };
}

/** Where a document can be read, of which the address is that of the program to write it with. */
export function exportOfGoogle(address: string): string {
  const opened =
    /^https:\/\/docs\.google\.com\/document\/(?:u\/\d+\/)?d\/([\w-]{20,})(?:\/(?:edit|view|preview)?)?(?:[?#].*)?$/;
  const [, id] = opened.exec(address) ?? [];
  return id === undefined ? address : `https://docs.google.com/document/d/${id}/export?format=zip`;
}

async function findOnDisk(path: string, mostOfDocument: number | undefined): Promise<Found> {
  const name = basename(path);
  const found = await stat(path).catch((error: unknown) => {
    throw new ImportError(`${name} cannot be read: ${error instanceof Error ? error.message : error}`);
  });
  const isDocument = mostOfDocument !== undefined;
  if (isDocument && found.isDirectory()) throw new ImportError(`${name} is a folder, and no document`);
  // From a device or a pipe, bytes may come without end, or never.
  if (!found.isFile() && !found.isDirectory()) throw new ImportError(`${name} is no file`);
  if (isDocument && found.size > mostOfDocument) throw new ImportError(`${name} is too large`);
  return { path, address: name, name, contentType: "" };
}

function nameIn(url: string): string {
  const last = new URL(url).pathname.split("/").filter(Boolean).at(-1) ?? "";
  return decodeOrKeep(last) || "Imported page";
}
