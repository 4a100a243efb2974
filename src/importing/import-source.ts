import { stat } from "node:fs/promises";
import { FetchError } from "../platform/safe-fetch/index.ts";
import { harvestDocx } from "./docx/index.ts";
import { fetchSource, largestPage } from "./fetch-source.ts";
import { type Folder, openDiskFolder, openLoneFile, openParts, openZipFolder } from "./folders/index.ts";
import { readHtml } from "./html/index.ts";
import { type Found, harvestDocument } from "./import-document.ts";
import { harvestPublished, isPublished } from "./import-published.ts";
import { harvestMarkdownTree } from "./markdown-tree/index.ts";
import {
  harvestConfluence,
  harvestGithubWiki,
  harvestGoogleDocs,
  harvestNotion,
  partsAmong,
} from "./services/index.ts";
import { type Harvest, type Harvesting, ImportError, type ImportOrder, readHead } from "./source/index.ts";
import { createWeb, harvestWebsite, type Web } from "./website/index.ts";

/** Reads the pages and files of a source. */
export async function harvestSource(order: ImportOrder, report: Harvesting["report"]): Promise<Harvest> {
  const harvesting = { folder: order.folder, report };
  const web = createWeb(order);
  try {
    if (order.source === "website") return await harvestWebsite(urlOf(order), web, harvesting, readHtml);
    const found = await fetchSource(order, web);
    return await readSource(order.source, found, web, harvesting);
  } catch (error) {
    if (error instanceof FetchError) throw new ImportError(error.message, { cause: error });
    throw error;
  }
}

function urlOf({ from }: ImportOrder): string {
  if ("url" in from) return from.url;
  throw new ImportError("a website is imported from its address");
}

async function readSource(
  source: Exclude<ImportOrder["source"], "website">,
  found: Found,
  web: Web,
  harvesting: Harvesting,
): Promise<Harvest> {
  switch (source) {
    case "markdown":
    case "html":
      return harvestDocument(source, found, web, harvesting);
    case "docx":
      return harvestDocx(found.path, harvesting, readHtml, found.name);
    case "google-docs":
      return readGoogleExport(found, harvesting);
    case "zip":
      return withFolder(openFolder(found.path), (folder) => harvestMarkdownTree(folder, harvesting));
  }
  if (await isPublished(found)) return harvestPublished(source, found.address, web, harvesting);
  return withFolder(openFolder(found.path), (folder) => {
    if (source === "notion") return readNotionExport(folder, harvesting);
    if (source === "confluence") return harvestConfluence(folder, harvesting, readHtml);
    return harvestGithubWiki(folder, harvesting, repositoryAt(found.address));
  });
}

/** The GitHub repository of a wiki, if the URL contains it. */
function repositoryAt(address: string): { readonly repository?: string } {
  const [, repository] =
    /^https:\/\/(?:codeload\.)?github\.com\/([\w.-]+\/[\w.-]+?)(?:\.wiki)?(?:\/|$)/i.exec(address) ?? [];
  return repository === undefined ? {} : { repository };
}

/** Notion splits a large export into several zip files inside one. */
async function readNotionExport(folder: Folder, harvesting: Harvesting): Promise<Harvest> {
  const parts = partsAmong(folder.entries.map(({ path }) => path));
  if (parts.length === 0) return harvestNotion(folder, harvesting, readHtml);
  return withFolder(openParts(folder, parts, harvesting.folder), (whole) =>
    harvestNotion(whole, harvesting, readHtml),
  );
}

/** Google Docs exports a Word document, an HTML file, or a zip file that contains one. */
async function readGoogleExport(found: Found, harvesting: Harvesting): Promise<Harvest> {
  return withFolder(openGoogleExport(found), (folder) =>
    folder.entries.some(({ path }) => path === "word/document.xml")
      ? harvestDocx(found.path, harvesting, readHtml, found.name)
      : harvestGoogleDocs(folder, harvesting, readHtml),
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
  read: (folder: Folder) => Promise<Harvest>,
): Promise<Harvest> {
  const folder = await opening;
  try {
    return await read(folder);
  } finally {
    await folder.close();
  }
}
