import { open, readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { FetchError } from "../fetching/fetch-error.ts";
import type { Folder } from "./folders/folder.ts";
import type { Found } from "./harvest-document.ts";
import { type Harvest, type Harvesting, ImportError, type ImportOrder, importLimits } from "./source.ts";
import { createWeb, type Web, webLimits } from "./website/web.ts";

/** What is at an address, or in a file of this machine, as pages and files. */
export async function harvestSource(order: ImportOrder, report: Harvesting["report"]): Promise<Harvest> {
  const harvesting = { folder: order.folder, report };
  const web = createWeb(order);
  try {
    if (order.source === "website") {
      const { harvestWebsite } = await import("./website/harvest-website.ts");
      const { readHtml } = await loadHtml();
      return await harvestWebsite(addressOf(order), web, harvesting, readHtml);
    }
    const found = await fetchSource(order, web);
    return await harvestFound(order.source, found, web, harvesting);
  } catch (error) {
    if (error instanceof FetchError) throw new ImportError(error.message, { cause: error });
    throw error;
  }
}

function addressOf({ from }: ImportOrder): string {
  if ("url" in from) return from.url;
  throw new ImportError("a website is imported from its address");
}

async function fetchSource({ from, folder }: ImportOrder, web: Web): Promise<Found> {
  if ("path" in from) {
    const name = basename(from.path);
    return { path: from.path, address: name, name, contentType: "" };
  }
  const path = join(folder, "source");
  const { url, contentType } = await web.download(from.url, path, importLimits.bytes, webLimits.milliseconds);
  return { path, address: url, name: nameIn(url), contentType };
}

function nameIn(url: string): string {
  const last = new URL(url).pathname.split("/").filter(Boolean).at(-1) ?? "";
  try {
    return decodeURIComponent(last) || "Imported page";
  } catch {
    return last;
  }
}

/** Each source needs libraries of its own, which take longer to load than a page to read. */
async function harvestFound(
  source: Exclude<ImportOrder["source"], "website">,
  found: Found,
  web: Web,
  harvesting: Harvesting,
): Promise<Harvest> {
  switch (source) {
    case "zip": {
      const { harvestMarkdownTree } = await import("./markdown-tree/harvest-markdown-tree.ts");
      return inZip(found, (folder) => harvestMarkdownTree(folder, harvesting));
    }
    case "notion": {
      const { harvestNotion } = await import("./exports/notion.ts");
      const { readHtml } = await loadHtml();
      return inZip(found, (folder) => harvestNotion(folder, harvesting, readHtml));
    }
    case "confluence": {
      const { harvestConfluence } = await import("./exports/confluence.ts");
      const { readHtml } = await loadHtml();
      return inZip(found, (folder) => harvestConfluence(folder, harvesting, readHtml));
    }
    case "github-wiki": {
      const { harvestGithubWiki } = await import("./exports/github-wiki.ts");
      return inZip(found, (folder) => harvestGithubWiki(folder, harvesting));
    }
    case "docx":
      return harvestWord(found, harvesting);
    case "google-docs":
      return harvestFromGoogle(found, harvesting);
    default: {
      const { harvestDocument } = await import("./harvest-document.ts");
      return harvestDocument(source, found, web, harvesting);
    }
  }
}

const loadHtml = () => import("./html/read-html.ts");

async function harvestWord({ path, name }: Found, harvesting: Harvesting): Promise<Harvest> {
  const { harvestDocx } = await import("./docx/docx.ts");
  const { readHtml } = await loadHtml();
  return harvestDocx(path, harvesting, readHtml, name);
}

/** What Google exports is a document of Word, a web page, or a zip with one in it. */
async function harvestFromGoogle(found: Found, harvesting: Harvesting): Promise<Harvest> {
  const { harvestGoogleDocs } = await import("./exports/google-docs.ts");
  const { readHtml } = await loadHtml();
  if (!(await isZip(found.path))) {
    const html = await readFile(found.path, "utf8");
    return harvestGoogleDocs({ html, name: found.name }, harvesting, readHtml);
  }
  return inZip(found, (folder) =>
    folder.entries.some(({ path }) => path === "word/document.xml")
      ? harvestWord(found, harvesting)
      : harvestGoogleDocs(folder, harvesting, readHtml),
  );
}

async function isZip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.toString("latin1") === "PK";
  } finally {
    await file.close();
  }
}

/** A zip, or on this machine also a folder that could have been one. */
async function openFolder(path: string): Promise<Folder> {
  if ((await stat(path)).isDirectory())
    return (await import("./folders/disk-folder.ts")).openDiskFolder(path);
  return (await import("./folders/zip-folder.ts")).openZipFolder(path);
}

async function inZip(found: Found, harvest: (folder: Folder) => Promise<Harvest>): Promise<Harvest> {
  const folder = await openFolder(found.path);
  try {
    return await harvest(folder);
  } finally {
    await folder.close();
  }
}
