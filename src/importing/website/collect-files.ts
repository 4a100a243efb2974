import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as nextTick } from "node:timers/promises";
import { FetchError } from "../../platform/safe-fetch/index.ts";
import type { InlinedFiles } from "../html/index.ts";
import { importLimits, readHead, type SourceFile, type SourcePage } from "../source/index.ts";
import { describeFile } from "./file-types.ts";
import { linksIn } from "./page-links.ts";
import { type RateLimiter, runConcurrently } from "./rate-limiter.ts";
import { BudgetError, type WebClient } from "./web-client.ts";

interface CollectOptions {
  readonly web: WebClient;
  readonly rateLimiter: RateLimiter;
  readonly folder: string;
  /** Images that the pages contain as data: URLs. */
  readonly inlined: InlinedFiles;
  /** Whether a link leads to a file of the site. */
  isFile(url: URL): boolean;
  /** Whether the site allows a file to be fetched. */
  allows(url: URL): boolean;
  report(done: number, total: number): void;
}

interface FileLink {
  readonly url: string;
  isImage: boolean;
}

const concurrency = 4;
const maxFiles = 2 * importLimits.pages;
/** The number of files that are counted. */
const maxKnown = 10 * maxFiles;

/** Downloads the images and files that pages refer to. `total` includes those that were skipped. */
export async function collectFiles(
  pages: readonly SourcePage[],
  options: CollectOptions,
): Promise<{ files: SourceFile[]; total: number }> {
  const { inlined, folder, report } = options;
  const links = await fileLinksOf(pages, options);
  const files: (SourceFile | undefined)[] = [];
  const pending = [...links.slice(0, maxFiles).entries()].reverse();
  let done = 0;
  await runConcurrently(
    concurrency,
    () => pending.pop(),
    async ([i, link]) => {
      try {
        files[i] = await download(link, join(folder, `website-${i}`), options);
      } catch (error) {
        if (!(error instanceof FetchError)) throw error;
        if (error instanceof BudgetError) pending.length = 0;
      }
      report(++done, links.length);
    },
  );
  return {
    files: [...inlined.files, ...files.filter((file) => file !== undefined)],
    total: inlined.total + links.length,
  };
}

async function fileLinksOf(
  pages: readonly SourcePage[],
  { inlined, isFile }: CollectOptions,
): Promise<FileLink[]> {
  const found = new Map<string, FileLink>();
  for (const { markdown = "", address: base } of pages) {
    for (const { url, isImage } of linksIn(markdown, base)) {
      const link = found.get(url.href);
      if (link !== undefined) link.isImage ||= isImage;
      else if (found.size < maxKnown && (isImage || isFile(url)) && !inlined.has(url.href))
        found.set(url.href, { url: url.href, isImage });
    }
    await nextTick();
  }
  return [...found.values()];
}

async function download(
  { url, isImage }: FileLink,
  path: string,
  { web, rateLimiter, allows }: CollectOptions,
): Promise<SourceFile | undefined> {
  if (!allows(new URL(url))) return undefined;
  await rateLimiter.wait(url);
  const { contentType } = await web.download(url, path, importLimits.file);
  const file = describeFile(url, { head: await readHead(path), contentType, isShown: isImage });
  if (file !== undefined) return { address: url, path, ...file };
  await rm(path, { force: true });
  return undefined;
}
