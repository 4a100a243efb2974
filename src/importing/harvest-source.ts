import { stat } from "node:fs/promises";
import { FetchError } from "../platform/safe-fetch/index.ts";
import { fetchSource, largestPage } from "./fetch-source.ts";
import { readHead } from "./file-kinds.ts";
import type { Folder } from "./folders/index.ts";
import type { Found } from "./harvest-document.ts";
import { partsAmong } from "./services/index.ts";
import { type Harvest, type Harvesting, ImportError, type ImportOrder } from "./source.ts";
import { createWeb, type Web } from "./website/index.ts";

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

/** Each source needs libraries of its own, which take longer to load than a page to read. */
async function harvestFound(
  source: Exclude<ImportOrder["source"], "website">,
  found: Found,
  web: Web,
  harvesting: Harvesting,
): Promise<Harvest> {
  switch (source) {
    case "markdown":
    case "html": {
      const { harvestDocument } = await import("./harvest-document.ts");
      return harvestDocument(source, found, web, harvesting);
    }
    case "docx":
      return harvestWord(found, harvesting);
    case "google-docs":
      return harvestFromGoogle(found, harvesting);
    case "zip":
      return inFolder(await openFolder(found.path), (folder) =>
        harvestFolder(source, folder, found.address, harvesting),
      );
    default: {
      const { harvestPublished, isPublished } = await import("./harvest-published.ts");
      if (await isPublished(found)) return harvestPublished(source, found.address, web, harvesting);
      return inFolder(await openFolder(found.path), (folder) =>
        harvestFolder(source, folder, found.address, harvesting),
      );
    }
  }
}

async function harvestFolder(
  source: "zip" | "notion" | "confluence" | "github-wiki",
  folder: Folder,
  address: string,
  harvesting: Harvesting,
): Promise<Harvest> {
  switch (source) {
    case "zip": {
      const { harvestMarkdownTree } = await import("./markdown-tree/harvest-markdown-tree.ts");
      return harvestMarkdownTree(folder, harvesting);
    }
    case "notion":
      return harvestFromNotion(folder, harvesting);
    case "confluence": {
      const { harvestConfluence } = await import("./services/confluence.ts");
      const { readHtml } = await loadHtml();
      return harvestConfluence(folder, harvesting, readHtml);
    }
    case "github-wiki": {
      const { harvestGithubWiki } = await import("./services/github-wiki.ts");
      return harvestGithubWiki(folder, harvesting, repositoryAt(address));
    }
  }
}

/** Whose wiki it is, where its address tells. */
function repositoryAt(address: string): { readonly repository?: string } {
  const [, repository] =
    /^https:\/\/(?:codeload\.)?github\.com\/([\w.-]+\/[\w.-]+?)(?:\.wiki)?(?:\/|$)/i.exec(address) ?? [];
  return repository === undefined ? {} : { repository };
}

async function harvestFromNotion(folder: Folder, harvesting: Harvesting): Promise<Harvest> {
  const { harvestNotion } = await import("./services/notion.ts");
  const { readHtml } = await loadHtml();
  const parts = partsAmong(folder.entries.map(({ path }) => path));
  if (parts.length === 0) return harvestNotion(folder, harvesting, readHtml);
  const { openParts } = await import("./folders/zip-parts.ts");
  return inFolder(await openParts(folder, parts, harvesting.folder), (whole) =>
    harvestNotion(whole, harvesting, readHtml),
  );
}

const loadHtml = () => import("./html/read-html.ts");

async function harvestWord({ path, name }: Found, harvesting: Harvesting): Promise<Harvest> {
  const { harvestDocx } = await import("./docx/docx.ts");
  const { readHtml } = await loadHtml();
  return harvestDocx(path, harvesting, readHtml, name);
}

/** What Google exports is a document of Word, a web page, or a zip with one in it. */
async function harvestFromGoogle(found: Found, harvesting: Harvesting): Promise<Harvest> {
  const { harvestGoogleDocs } = await import("./services/google-docs.ts");
  const { readHtml } = await loadHtml();
  return inFolder(await openExport(found), (folder) =>
    folder.entries.some(({ path }) => path === "word/document.xml")
      ? harvestWord(found, harvesting)
      : harvestGoogleDocs(folder, harvesting, readHtml),
  );
}

async function openExport({ path, name }: Found): Promise<Folder> {
  const found = await stat(path);
  if (found.isDirectory() || (await readHead(path)).toString("latin1", 0, 2) === "PK")
    return openFolder(path);
  if (found.size > largestPage) throw new ImportError("is too large for one page");
  return (await import("./folders/disk-folder.ts")).openLoneFile(path, name);
}

/** A zip, or on this machine also a folder that could have been one. */
async function openFolder(path: string): Promise<Folder> {
  if ((await stat(path)).isDirectory())
    return (await import("./folders/disk-folder.ts")).openDiskFolder(path);
  return (await import("./folders/zip-folder.ts")).openZipFolder(path);
}

async function inFolder(folder: Folder, harvest: (folder: Folder) => Promise<Harvest>): Promise<Harvest> {
  try {
    return await harvest(folder);
  } finally {
    await folder.close();
  }
}
