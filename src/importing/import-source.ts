import { stat } from "node:fs/promises";
import { frontMatterLength } from "../content/markdown/index.ts";
import { FetchError } from "../platform/safe-fetch/index.ts";
import { importDocx } from "./docx/index.ts";
import { type FetchedSource, fetchSource, maxPageBytes } from "./fetch-source.ts";
import { type Folder, openFolder, openSingleFile, openZipParts, subfolder } from "./folders/index.ts";
import { importDocument } from "./import-document.ts";
import { importMarkdownTree } from "./markdown-tree/index.ts";
import {
  importConfluence,
  importGithubWiki,
  importGoogleDocs,
  importNotion,
  zipPartsOf,
} from "./services/index.ts";
import { readSiteConfiguration, spacesOf } from "./site-configuration/index.ts";
import {
  type ImportContext,
  ImportError,
  type ImportedSource,
  type ImportedTree,
  type ImportOptions,
  normalizePath,
  readHead,
  type SkippedItem,
} from "./source/index.ts";
import { type CrawlBounds, createWebClient, importWebsite, isHtml, type WebClient } from "./website/index.ts";

/** How many skipped pages and files are listed. */
const maxSkipped = 200;

export async function importSource(
  options: ImportOptions,
  report: ImportContext["report"],
): Promise<ImportedSource> {
  const { source, from, folder } = options;
  const skipped: SkippedItem[] = [];
  const skip = (address: string, reason: string) => {
    if (skipped.length < maxSkipped) skipped.push({ address, reason });
  };
  const context = { folder, report, skip };
  const web = createWebClient(options);
  try {
    if (source !== "website") {
      const fetched = await fetchSource(options, web);
      return { ...(await importFetched(options, source, fetched, web, context)), skipped };
    }
    if (!("url" in from)) throw new ImportError("a website is imported from a URL");
    return { ...(await importWebsite(from.url, web, context)), skipped };
  } catch (error) {
    if (error instanceof FetchError) throw new ImportError(error.message, { cause: error });
    throw error;
  }
}

async function importFetched(
  { directory }: ImportOptions,
  source: Exclude<ImportOptions["source"], "website">,
  fetched: FetchedSource,
  web: WebClient,
  context: ImportContext,
): Promise<ImportedTree> {
  const { path, address, name, contentType } = fetched;
  switch (source) {
    case "markdown":
    case "html":
      return importDocument(source, fetched, web, context);
    case "docx":
      return importDocx(path, context, name);
    case "google-docs":
      return importGoogleExport(fetched, context);
    case "zip":
      return withFolder(openFolder(path), async (folder) =>
        importMarkdownTree(await selectSpace(folder, directory), context),
      );
  }
  // The URL of an export may return a web page instead.
  if (/^https?:/i.test(address) && isHtml(await readHead(path), contentType))
    return importPublished(source, address, web, context);
  return withFolder(openFolder(path), (folder) => {
    if (source === "notion") return importNotionExport(folder, context);
    if (source === "confluence") return importConfluence(folder, context);
    return importGithubWiki(folder, context, repositoryAt(address));
  });
}

/** The folder of one space. In a repository with several spaces, one of them must be given. */
async function selectSpace(folder: Folder, directory: string | undefined): Promise<Folder> {
  if (directory !== undefined) {
    const path = normalizePath(directory.replace(/^\/+/, ""));
    if (path === undefined) throw new ImportError(`has no folder ${directory}`);
    return subfolder(folder, path);
  }
  const configuration = await readSiteConfiguration(folder);
  const directories = [...new Set(configuration && spacesOf(configuration).map((space) => space.directory))];
  if (directories.length > 1)
    throw new ImportError(
      `contains several spaces; select one with directory: ${directories.map((path) => path || "/").join(", ")}`,
    );
  return subfolder(folder, directories[0] ?? "");
}

/** The GitHub repository of a wiki, if the URL contains it. */
function repositoryAt(url: string): string | undefined {
  return /^https:\/\/(?:codeload\.)?github\.com\/([\w.-]+\/[\w.-]+?)(?:\.wiki)?(?:\/|$)/i.exec(url)?.[1];
}

/** Notion splits a large export into several zip files inside one. */
async function importNotionExport(folder: Folder, context: ImportContext): Promise<ImportedTree> {
  const parts = zipPartsOf(folder.entries.map(({ path }) => path));
  if (parts.length === 0) return importNotion(folder, context);
  return withFolder(openZipParts(folder, parts, context.folder), (joined) => importNotion(joined, context));
}

/** Google Docs exports a Word document, an HTML file, or a zip file that contains one. */
async function importGoogleExport(fetched: FetchedSource, context: ImportContext): Promise<ImportedTree> {
  return withFolder(openGoogleExport(fetched), (folder) =>
    folder.entries.some(({ path }) => path === "word/document.xml")
      ? importDocx(fetched.path, context, fetched.name)
      : importGoogleDocs(folder, context),
  );
}

async function openGoogleExport({ path, name }: FetchedSource): Promise<Folder> {
  const stats = await stat(path);
  if (stats.isDirectory() || (await readHead(path)).toString("latin1", 0, 2) === "PK")
    return openFolder(path);
  if (stats.size > maxPageBytes) throw new ImportError("is too large for one page");
  return openSingleFile(path, name);
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

const serviceNames = { notion: "Notion", confluence: "Confluence", "github-wiki": "the wiki" };

async function importPublished(
  source: keyof typeof serviceNames,
  url: string,
  web: WebClient,
  context: ImportContext,
): Promise<ImportedTree> {
  const { start, bounds } = source === "github-wiki" ? wikiAt(url) : { start: url };
  const imported = await importWebsite(start, web, context, bounds);
  // Some services send only a script that renders the page.
  if (!imported.pages.some(({ markdown = "" }) => markdown.slice(frontMatterLength(markdown)).trim() !== ""))
    throw new ImportError(`is a web page without text; import a zip exported from ${serviceNames[source]}`);
  return imported;
}

/** All pages of a wiki are below its home page. Revisions and pages for editing are excluded. */
function wikiAt(address: string): { readonly start: string; readonly bounds?: CrawlBounds } {
  const url = new URL(address);
  const [, path] = /^(.*?\/wikis?)(?:\/|$)/.exec(url.pathname) ?? [];
  if (path === undefined) return { start: address };
  const excludes = (page: string): boolean => /\/_\w+(?:[/?#]|$)|\/[0-9a-f]{40}(?:[/?#]|$)/.test(page);
  return { start: url.origin + path, bounds: { folder: `${path}/`, excludes } };
}
