import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as nextTick } from "node:timers/promises";
import { decodeEntities } from "../../content/document/index.ts";
import { findDestinations, frontMatterLength } from "../../content/markdown/index.ts";
import { unescapeMarkdown } from "../../content/markdown/syntax/index.ts";
import { FetchError } from "../../platform/safe-fetch/index.ts";
import type { InlinedFiles } from "../html/index.ts";
import {
  type ImportContext,
  importLimits,
  readHead,
  type SourceFile,
  type SourcePage,
} from "../source/index.ts";
import { resolveUrl } from "./crawl-urls.ts";
import { describeFile } from "./file-types.ts";
import { type RateLimiter, runConcurrently } from "./rate-limiter.ts";
import { BudgetError, type WebClient } from "./web-client.ts";

interface CollectOptions {
  readonly web: WebClient;
  readonly rateLimiter: RateLimiter;
  readonly folder: string;
  readonly inlined: InlinedFiles;
  isFile(url: URL): boolean;
  allows(url: URL): boolean;
  report(done: number, total: number, files: number): void;
  readonly skip?: ImportContext["skip"] | undefined;
}

interface FileLink {
  readonly url: string;
  isImage: boolean;
}

const concurrency = 4;
const maxFiles = 2 * importLimits.pages;
/** The maximum number of files that are counted. */
const maxCountedFiles = 10 * maxFiles;

/** Downloads the images and files that pages refer to. `total` includes those that were skipped. */
export async function collectFiles(
  pages: readonly SourcePage[],
  options: CollectOptions,
): Promise<{ files: SourceFile[]; total: number }> {
  const { inlined, folder, report } = options;
  const links = await fileLinksOf(pages, options);
  const files: (SourceFile | undefined)[] = [];
  const pending = [...links.slice(0, maxFiles).entries()].reverse();
  let [done, downloaded] = [0, 0];
  await runConcurrently(
    concurrency,
    () => pending.pop(),
    async ([i, link]) => {
      try {
        files[i] = await download(link, join(folder, `website-${i}`), options);
      } catch (error) {
        if (!(error instanceof FetchError)) throw error;
        options.skip?.(link.url, error.message);
        if (error instanceof BudgetError) pending.length = 0;
      }
      if (files[i] !== undefined) downloaded++;
      report(++done, links.length, downloaded);
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
  const linksByUrl = new Map<string, FileLink>();
  for (const { markdown = "", address: base } of pages) {
    for (const { url, isImage } of linksIn(markdown, base)) {
      const link = linksByUrl.get(url.href);
      if (link !== undefined) link.isImage ||= isImage;
      else if (linksByUrl.size < maxCountedFiles && (isImage || isFile(url)) && !inlined.has(url.href))
        linksByUrl.set(url.href, { url: url.href, isImage });
    }
    await nextTick();
  }
  return [...linksByUrl.values()];
}

async function download(
  { url, isImage }: FileLink,
  path: string,
  { web, rateLimiter, allows }: CollectOptions,
): Promise<SourceFile | undefined> {
  if (!allows(new URL(url))) return undefined;
  await rateLimiter.wait(url);
  const { contentType } = await web.download(url, path, importLimits.file);
  const file = describeFile(url, { head: await readHead(path), contentType, isEmbedded: isImage });
  if (file !== undefined) return { address: url, path, ...file };
  await rm(path, { force: true });
  return undefined;
}

/** The maximum distance between the start of an HTML tag and a URL in its attributes. */
const maxTagLength = 640;

export function* linksIn(markdown: string, base: string) {
  const text = markdown.slice(frontMatterLength(markdown));
  const isImageAt = imageBrackets(text);
  for (const { at: position, text: destination } of findDestinations(text)) {
    const tag = tagBefore(text, position);
    if (tag?.attribute === "srcset") continue;
    const url = resolveUrl(tag ? decodeEntities(destination) : unescapeMarkdown(destination), base);
    if (url !== undefined) yield { url, isImage: tag ? tag.name === "img" : isImageAt(position) };
  }
}

function tagBefore(text: string, end: number): { name: string; attribute: string } | undefined {
  const [, attribute] = /([a-z]{1,9}) {0,9}= {0,9}["']?$/i.exec(text.slice(Math.max(0, end - 30), end)) ?? [];
  if (attribute === undefined) return undefined;
  const start = Math.max(0, end - maxTagLength);
  const open = text.slice(start, end).lastIndexOf("<");
  const [, name] = /^<([a-z]{1,9})\s/i.exec(open < 0 ? "" : text.slice(start + open)) ?? [];
  return name === undefined ? undefined : { name: name.toLowerCase(), attribute: attribute.toLowerCase() };
}

/** Returns a function that tells whether the last closed brackets before a position are those of an image. Positions must increase. */
function imageBrackets(text: string): (position: number) => boolean {
  const brackets = /\\[\s\S]|(!?)\[|\](\()?/g;
  const openBrackets: boolean[] = [];
  let isImage = false;
  let next = brackets.exec(text);
  return (position) => {
    for (; next !== null && next.index < position; next = brackets.exec(text)) {
      if (next[0].endsWith("[") && !next[0].startsWith("\\")) openBrackets.push(next[1] === "!");
      else if (next[0].startsWith("]")) isImage = (openBrackets.pop() ?? false) && next[2] !== undefined;
    }
    return isImage;
  };
}
