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
interface SourceFile extends Pick<SpecFile, "url" | "address"> {
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
    return await mutex.run("understand a spec", async () => {
      const files = parseFiles(sourceFiles);
      const documents = Object.fromEntries(files.map(({ name, document }) => [name, document]));
      return { files, filesystem: await promisify(gzip)(JSON.stringify(documents)) };
    });
  } catch (error) {
    if (error instanceof SpecError) throw error;
    // An unforeseen document. A retry would fail as well.
    throw new SpecError("PARSE_ERROR", "The source could not be understood", { cause: error });
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
  const load = async (address: string) => {
    const { url, bytes } = await fetcher.fetch(address);
    return inspect({ address: new URL(address).href, url, bytes }, address);
  };
  try {
    const entry =
      "url" in source
        ? await load(source.url)
        : inspect({ address: undefined, url: undefined, bytes: source.text }, "The text");
    const files: [SourceFile, ...SourceFile[]] = [entry.file];
    const known = new Set([entry.file.address, entry.file.url]);
    let { size } = entry;
    for (let loaded = [entry]; loaded.length > 0; ) {
      const addresses = new Set(loaded.flatMap(({ references }) => references));
      const missing = [...addresses].filter((address) => !known.has(address));
      if (files.length + missing.length > limits.files)
        throw new SpecError("FETCH_ERROR", `The source has more than ${limits.files} files`);
      loaded = [];
      for (let i = 0; i < missing.length; i += concurrency)
        loaded.push(...(await Promise.all(missing.slice(i, i + concurrency).map(load))));
      for (const each of loaded) {
        files.push(each.file);
        known.add(each.file.address);
        size += each.size;
      }
      // readDocument only checks each file by itself.
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
    const address = URL.parse(path, file.url);
    if (address === null)
      throw new SpecError(
        "PARSE_ERROR",
        `The reference to ${path} leads nowhere: a text must name other files by their full addresses`,
      );
    return address.href;
  });
  return { file: { ...file, format }, references, size };
}

/** Names and parses the files of a spec, and upgrades their documents. */
export function parseFiles(files: readonly [SourceFile, ...SourceFile[]]): ParsedFile[] {
  const names = nameFiles(files);
  const [entry, ...others] = files;
  const parse = (file: SourceFile): ParsedFile => {
    const name = names.get(file) ?? "";
    return { ...file, name, document: readDocument(file.bytes, name).document };
  };
  const parsed = [parse(entry), ...others.map(parse)] as const;
  const documents = upgradeFiles(parsed);
  return parsed.map((file, i) => ({ ...file, document: documents[i] }));
}
