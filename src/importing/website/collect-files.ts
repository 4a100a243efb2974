import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { FetchError } from "../../platform/safe-fetch/index.ts";
import type { InlinedFiles } from "../html/index.ts";
import { importLimits, readHead, type SourceFile, type SourcePage } from "../source/index.ts";
import { describeFile } from "./file-types.ts";
import { mentionsIn } from "./find-files.ts";
import { type Pace, workThrough } from "./pace.ts";
import { SpentError, type Web } from "./web.ts";

/** What files are collected with. */
export interface FileSources {
  readonly web: Web;
  readonly pace: Pace;
  readonly folder: string;
  /** Those that the pages brought along. */
  readonly inlined: InlinedFiles;
  /** Whether a link leads to a file that belongs to the site. */
  isFile(url: URL): boolean;
  /** Whether something may be fetched, as far as the site has a say in it. */
  allows(url: URL): boolean;
  /** Called after each one with how many there are in all. */
  report(done: number, total: number): void;
}

interface Wanted {
  readonly address: string;
  isImage: boolean;
}

const atOnce = 4;
const mostFiles = 2 * importLimits.pages;
/** Of more than these, nobody even keeps count. */
const mostKnown = 10 * mostFiles;

/** Fetches the images and files of these pages, each once; how many there were, and those that could be taken. */
export async function collectFiles(
  pages: readonly SourcePage[],
  sources: FileSources,
): Promise<{ files: SourceFile[]; total: number }> {
  const wanted = await filesOf(pages, sources);
  const files: (SourceFile | undefined)[] = [];
  const waiting = [...wanted.slice(0, mostFiles).entries()].reverse();
  let done = 0;
  await workThrough(
    atOnce,
    () => waiting.pop(),
    async ([at, file]) => {
      try {
        files[at] = await collect(file, join(sources.folder, `website-${at}`), sources);
      } catch (error) {
        if (!(error instanceof FetchError)) throw error;
        if (error instanceof SpentError) waiting.length = 0;
      }
      sources.report(++done, wanted.length);
    },
  );
  const { inlined } = sources;
  return {
    files: [...inlined.files, ...files.filter((file) => file !== undefined)],
    total: inlined.total + wanted.length,
  };
}

async function filesOf(pages: readonly SourcePage[], { inlined, isFile }: FileSources): Promise<Wanted[]> {
  const found = new Map<string, Wanted>();
  for (const { markdown = "", address: base } of pages) {
    for (const { url, isImage } of mentionsIn(markdown, base)) {
      const file = found.get(url.href);
      if (file !== undefined) file.isImage ||= isImage;
      else if (found.size < mostKnown && (isImage || isFile(url)) && !inlined.has(url.href))
        found.set(url.href, { address: url.href, isImage });
    }
    await nextTurn();
  }
  return [...found.values()];
}

async function collect(
  { address, isImage }: Wanted,
  path: string,
  { web, pace, allows }: FileSources,
): Promise<SourceFile | undefined> {
  if (!allows(new URL(address))) return undefined;
  await pace.turn(address);
  const { contentType } = await web.download(address, path, importLimits.file);
  const file = describeFile(address, { head: await readHead(path), contentType, isShown: isImage });
  if (file !== undefined) return { address, path, ...file };
  await rm(path, { force: true });
  return undefined;
}
