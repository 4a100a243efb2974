import { stat } from "node:fs/promises";
import { FetchError } from "../platform/safe-fetch/index.ts";
import { importDocx } from "./docx/index.ts";
import { fetchSource, largestPage } from "./fetch-source.ts";
import { type Folder, openDiskFolder, openLoneFile, openParts, openZipFolder } from "./folders/index.ts";
import { readHtml } from "./html/index.ts";
import { type Found, importDocument } from "./import-document.ts";
import { importPublished, isPublished } from "./import-published.ts";
import { importMarkdownTree } from "./markdown-tree/index.ts";
import {
  importConfluence,
  importGithubWiki,
  importGoogleDocs,
  importNotion,
  partsAmong,
} from "./services/index.ts";
import {
  type ImportContext,
  ImportError,
  type ImportedTree,
  type ImportOptions,
  readHead,
} from "./source/index.ts";
import { createWeb, importWebsite, type Web } from "./website/index.ts";

/** Reads the pages and files of a source. */
export async function importSource(
  order: ImportOptions,
  report: ImportContext["report"],
): Promise<ImportedTree> {
  const context = { folder: order.folder, report };
  const web = createWeb(order);
  try {
    if (order.source === "website") return await importWebsite(urlOf(order), web, context, readHtml);
    const found = await fetchSource(order, web);
    return await readSource(order.source, found, web, context);
  } catch (error) {
    if (error instanceof FetchError) throw new ImportError(error.message, { cause: error });
    throw error;
  }
}

function urlOf({ from }: ImportOptions): string {
  if ("url" in from) return from.url;
  throw new ImportError("a website is imported from its address");
}

async function readSource(
  source: Exclude<ImportOptions["source"], "website">,
  found: Found,
  web: Web,
  context: ImportContext,
): Promise<ImportedTree> {
  switch (source) {
    case "markdown":
    case "html":
      return importDocument(source, found, web, context);
    case "docx":
      return importDocx(found.path, context, found.name);
    case "google-docs":
      return readGoogleExport(found, context);
    case "zip":
      return withFolder(openFolder(found.path), (folder) => importMarkdownTree(folder, context));
  }
  if (await isPublished(found)) return importPublished(source, found.address, web, context);
  return withFolder(openFolder(found.path), (folder) => {
    if (source === "notion") return readNotionExport(folder, context);
    if (source === "confluence") return importConfluence(folder, context);
    return importGithubWiki(folder, context, repositoryAt(found.address));
  });
}

/** The GitHub repository of a wiki, if the URL contains it. */
function repositoryAt(address: string): { readonly repository?: string } {
  const [, repository] =
    /^https:\/\/(?:codeload\.)?github\.com\/([\w.-]+\/[\w.-]+?)(?:\.wiki)?(?:\/|$)/i.exec(address) ?? [];
  return repository === undefined ? {} : { repository };
}

/** Notion splits a large export into several zip files inside one. */
async function readNotionExport(folder: Folder, context: ImportContext): Promise<ImportedTree> {
  const parts = partsAmong(folder.entries.map(({ path }) => path));
  if (parts.length === 0) return importNotion(folder, context);
  return withFolder(openParts(folder, parts, context.folder), (whole) => importNotion(whole, context));
}

/** Google Docs exports a Word document, an HTML file, or a zip file that contains one. */
async function readGoogleExport(found: Found, context: ImportContext): Promise<ImportedTree> {
  return withFolder(openGoogleExport(found), (folder) =>
    folder.entries.some(({ path }) => path === "word/document.xml")
      ? importDocx(found.path, context, found.name)
      : importGoogleDocs(folder, context),
  );
}

async function openGoogleExport({ path, name }: Found): Promise<Folder> {
  const found = await stat(path);
  if (found.isDirectory() || (await readHead(path)).toString("latin1", 0, 2) === "PK")
    return openFolder(path);
  if (found.size > largestPage) throw new ImportError("is too large for one page");
  return openLoneFile(path, name);
}

/** Opens a zip file, or a folder on this machine. */
async function openFolder(path: string): Promise<Folder> {
  return (await stat(path)).isDirectory() ? openDiskFolder(path) : openZipFolder(path);
}

async function withFolder(
  opening: Promise<Folder>,
  read: (folder: Folder) => Promise<ImportedTree>,
): Promise<ImportedTree> {
  const folder = await opening;
  try {
    return await read(folder);
  } finally {
    await folder.close();
  }
}
