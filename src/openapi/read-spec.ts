import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { KeyedMutex } from "../platform/index.ts";
import type { TextFormat } from "../storage/database/index.ts";
import { referencedFiles } from "./document/index.ts";
import { type FileFetcher, limits } from "./fetch-files.ts";
import { nameFiles } from "./file-names.ts";
import { maxSize, readDocument, SpecError, tooLarge } from "./read-document.ts";
import type { SpecFile } from "./spec-files.ts";
import { upgradeFiles } from "./upgrade.ts";

export type SpecSource = { readonly url: string } | { readonly text: Uint8Array };

/** A file of a spec as fetched. */
interface SourceFile extends Pick<SpecFile, "url" | "requestUrl"> {
  readonly bytes: Uint8Array;
  readonly format: TextFormat;
}

export interface ParsedFile extends SourceFile, SpecFile {}

const concurrency = 6;

export interface ReadSpec {
  /** The original files, the entry first. */
  readonly files: readonly Pick<ParsedFile, "name" | "bytes" | "format">[];
  /** The upgraded documents by file name, as gzipped JSON. */
  readonly filesystem: Uint8Array;
}

/** Reads a spec from its source. Every failure is a SpecError. */
export async function readSpec(
  source: SpecSource,
  fetcher: FileFetcher,
  mutex: KeyedMutex,
): Promise<ReadSpec> {
  try {
    const sourceFiles = await collectFiles(source, fetcher);
    // Only one spec at a time holds its documents in memory.
    return await mutex.run("parse a spec", async () => {
      const files = await parseFiles(sourceFiles);
      const documents = Object.fromEntries(files.map(({ name, document }) => [name, document]));
      return { files, filesystem: await promisify(gzip)(JSON.stringify(documents)) };
    });
  } catch (error) {
    if (error instanceof SpecError) throw error;
    // An unexpected error. A retry would fail with the same document.
    throw new SpecError("PARSE_ERROR", "The source could not be parsed", { cause: error });
  }
}

/**
 * Fetches the entry file of a spec and all files that it refers to, directly or through others. The documents are not
 * kept: many sources may be fetched at the same time, and documents take far more memory than files.
 */
export async function collectFiles(
  source: SpecSource,
  fetcher: FileFetcher,
): Promise<[SourceFile, ...SourceFile[]]> {
  const load = async (requestUrl: string) => {
    const { url, bytes } = await fetcher.fetch(requestUrl);
    return inspect({ requestUrl: new URL(requestUrl).href, url, bytes }, requestUrl);
  };
  try {
    const entry =
      "url" in source
        ? await load(source.url)
        : inspect({ requestUrl: undefined, url: undefined, bytes: source.text }, "The text");
    const files: [SourceFile, ...SourceFile[]] = [entry.file];
    const seen = new Set([entry.file.requestUrl, entry.file.url]);
    let { size } = entry;
    for (let loaded = [entry]; loaded.length > 0; ) {
      const references = new Set(loaded.flatMap(({ references }) => references));
      const missing = [...references].filter((url) => !seen.has(url));
      if (files.length + missing.length > limits.files)
        throw new SpecError("FETCH_ERROR", `The source has more than ${limits.files} files`);
      loaded = [];
      for (let i = 0; i < missing.length; i += concurrency)
        loaded.push(...(await Promise.all(missing.slice(i, i + concurrency).map(load))));
      for (const { file, size: fileSize } of loaded) {
        files.push(file);
        seen.add(file.requestUrl);
        size += fileSize;
      }
      // readDocument limits only the size of each file.
      if (size > maxSize) throw tooLarge("The source");
    }
    return files;
  } finally {
    // After an error, the other requests are aborted.
    fetcher.stop();
  }
}

function inspect(file: Omit<SourceFile, "format">, name: string) {
  const { document, format, size } = readDocument(file.bytes, name);
  const references = referencedFiles(document).map((path) => {
    const url = URL.parse(path, file.url);
    if (url === null)
      throw new SpecError(
        "PARSE_ERROR",
        `The reference to ${path} cannot be resolved: a text must refer to other files by absolute URLs`,
      );
    return url.href;
  });
  return { file: { ...file, format }, references, size };
}

/** Names and parses the files of a spec, and upgrades their documents. */
export async function parseFiles(files: readonly [SourceFile, ...SourceFile[]]): Promise<ParsedFile[]> {
  const names = nameFiles(files);
  const [entry, ...others] = files;
  const parse = (file: SourceFile): ParsedFile => {
    const name = names.get(file) ?? "";
    return { ...file, name, document: readDocument(file.bytes, name).document };
  };
  const parsed = [parse(entry), ...others.map(parse)] as const;
  const documents = await upgradeFiles(parsed);
  return parsed.map((file, i) => ({ ...file, document: documents[i] }));
}
