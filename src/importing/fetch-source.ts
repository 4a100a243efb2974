import { stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Config } from "../config/index.ts";
import { safeDecodeUriComponent } from "../platform/index.ts";
import { FetchError } from "../platform/safe-fetch/index.ts";
import { ImportError, type ImportOptions, importLimits } from "./source/index.ts";
import { createWebClient, type WebClient, webLimits } from "./website/index.ts";

export interface FetchedSource {
  readonly path: string;
  /** The URL after redirects, or the file name. */
  readonly address: string;
  readonly name: string;
  readonly contentType: string;
}

/** The maximum size of one page in bytes. HTML contains much besides its text. */
export const maxPageBytes = 5 * importLimits.document;

/** The maximum sizes, in bytes, of sources that are a single document. Other sources may be folders. */
const maxDocumentBytes: Partial<Readonly<Record<ImportOptions["source"], number>>> = {
  markdown: maxPageBytes,
  html: maxPageBytes,
  docx: importLimits.file,
};

export async function fetchSource(
  { source, from, folder }: ImportOptions,
  web: WebClient,
): Promise<FetchedSource> {
  const maxBytes = maxDocumentBytes[source];
  if ("path" in from) return checkLocalSource(from.path, maxBytes);
  const path = join(folder, "source");
  const { url, contentType } = await web.download(
    downloadUrl(source, from.url),
    path,
    maxBytes ?? importLimits.bytes,
    webLimits.milliseconds,
  );
  const lastSegment = new URL(url).pathname.split("/").filter(Boolean).at(-1) ?? "";
  return { path, address: url, name: safeDecodeUriComponent(lastSegment) || "Imported page", contentType };
}

/** Downloads the zip file of a repository, and returns its path. */
export async function downloadArchive(
  url: string,
  folder: string,
  config: Pick<Config, "allowPrivateNetwork">,
): Promise<string> {
  const options = { source: "zip", from: { url }, folder, ...config } as const;
  try {
    return (await fetchSource(options, createWebClient(config))).path;
  } catch (error) {
    throw error instanceof FetchError ? new ImportError(error.message, { cause: error }) : error;
  }
}

/** The URL of the file, if the given one is that of a page in an application. */
function downloadUrl(source: ImportOptions["source"], url: string): string {
  if (source === "zip") return archiveUrl(url);
  return source === "google-docs" ? googleExportUrl(url) : url;
}

const repositoryUrl =
  /^https:\/\/(github\.com|gitlab\.com|bitbucket\.org)\/([\w.-]+(?:\/[\w.-]+)*?\/([\w.-]+?))(?:\.git)?(?:\/(?:-\/)?(?:tree|src)\/([^?#]+?))?\/?(?:[?#].*)?$/i;

/** The URL of the zip file of a repository on GitHub, GitLab or Bitbucket: of a branch, a tag or a commit. */
export function archiveUrl(url: string): string {
  const [, host, path = "", name = "", ref = "HEAD"] = repositoryUrl.exec(url) ?? [];
  const isRepository = path.split("/").length === 2 || host?.toLowerCase() === "gitlab.com";
  if (host === undefined || !isRepository || /\/-\/|\.zip$/i.test(path)) return url;
  switch (host.toLowerCase()) {
    case "github.com":
      return `https://github.com/${path}/archive/${ref}.zip`;
    case "gitlab.com":
      return `https://gitlab.com/${path}/-/archive/${ref}/${name}.zip`;
    default:
      return `https://bitbucket.org/${path}/get/${ref}.zip`;
  }
}

/** The export URL of a Google Docs document whose URL opens the editor. */
export function googleExportUrl(url: string): string {
  const editor =
    /^https:\/\/docs\.google\.com\/document\/(?:u\/\d+\/)?d\/([\w-]{20,})(?:\/(?:edit|view|preview)?)?(?:[?#].*)?$/;
  const [, id] = editor.exec(url) ?? [];
  return id === undefined ? url : `https://docs.google.com/document/d/${id}/export?format=zip`;
}

async function checkLocalSource(path: string, maxBytes: number | undefined): Promise<FetchedSource> {
  const name = basename(path);
  const stats = await stat(path).catch((error: unknown) => {
    throw new ImportError(`${name} cannot be read: ${error instanceof Error ? error.message : error}`);
  });
  const isDocument = maxBytes !== undefined;
  if (isDocument && stats.isDirectory()) throw new ImportError(`${name} is a folder, not a document`);
  // Reading a device or a pipe may never end.
  if (!stats.isFile() && !stats.isDirectory()) throw new ImportError(`${name} is not a file`);
  if (isDocument && stats.size > maxBytes) throw new ImportError(`${name} is too large`);
  return { path, address: name, name, contentType: "" };
}
