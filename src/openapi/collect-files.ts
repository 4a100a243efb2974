import type { TextFormat } from "../storage/database/index.ts";
import { referencedFiles } from "./document/references.ts";
import { type FileFetcher, limits } from "./fetch-files.ts";
import { nameFiles } from "./file-names.ts";
import { largest, readDocument, tooLarge } from "./read-document.ts";
import { SpecError } from "./spec-error.ts";
import type { SpecFile } from "./spec-files.ts";
import { upgradeFiles } from "./upgrade.ts";

/** Where a spec comes from. */
export type SpecSource = { readonly url: string } | { readonly text: Uint8Array };

/** A file of a spec, as it was written. */
export interface SourceFile extends Pick<SpecFile, "url" | "address"> {
  readonly bytes: Uint8Array;
  readonly format: TextFormat;
}

/** The same, and as it is understood. */
export interface ParsedFile extends SourceFile, SpecFile {}

const atOnce = 6;

/**
 * The files of a spec: the one that the source names, and all that can be reached from it by references. What they say
 * is not kept: many sources may be under way at a time, and documents take up far more than files.
 */
export async function collectFiles(
  source: SpecSource,
  fetcher: FileFetcher,
): Promise<[SourceFile, ...SourceFile[]]> {
  try {
    return await reachFiles(source, fetcher);
  } finally {
    // Where one file fails, nobody waits for the others.
    fetcher.stop();
  }
}

async function reachFiles(source: SpecSource, fetcher: FileFetcher): Promise<[SourceFile, ...SourceFile[]]> {
  const entry =
    "url" in source
      ? await find(source.url, fetcher)
      : look({ address: undefined, url: undefined, bytes: source.text }, "The text");
  const files: [SourceFile, ...SourceFile[]] = [entry.file];
  const known = new Set([entry.file.address, entry.file.url]);
  let { size } = entry;
  for (let reached = [entry]; reached.length > 0; ) {
    const addresses = new Set(reached.flatMap(({ wanted }) => wanted));
    const wanted = [...addresses].filter((address) => !known.has(address));
    if (files.length + wanted.length > limits.files)
      throw new SpecError("FETCH_ERROR", `The source has more than ${limits.files} files`);
    reached = [];
    for (let i = 0; i < wanted.length; i += atOnce) {
      const batch = wanted.slice(i, i + atOnce);
      reached.push(...(await Promise.all(batch.map((address) => find(address, fetcher)))));
    }
    for (const { file, size: one } of reached) {
      files.push(file);
      known.add(file.address);
      size += one;
    }
    // Each alone may be small enough.
    if (size > largest) throw tooLarge("The source");
  }
  return files;
}

interface Look {
  readonly file: SourceFile;
  /** The other files that it refers to. */
  readonly wanted: readonly string[];
  readonly size: number;
}

async function find(address: string, fetcher: FileFetcher): Promise<Look> {
  const { url, bytes } = await fetcher.fetch(address);
  return look({ address: new URL(address).href, url, bytes }, address);
}

function look(file: Omit<SourceFile, "format">, name: string): Look {
  const { document, format, size } = readDocument(file.bytes, name);
  const wanted = referencedFiles(document).map((path) => {
    const address = URL.parse(path, file.url);
    if (address === null)
      throw new SpecError(
        "PARSE_ERROR",
        `The reference to ${path} leads nowhere: a text must name other files by their full addresses`,
      );
    return address.href;
  });
  return { file: { ...file, format }, wanted, size };
}

/** What the files of a spec say, and what they are called. */
export function parseFiles(files: readonly [SourceFile, ...SourceFile[]]): ParsedFile[] {
  const names = nameFiles(files);
  const [entry, ...others] = files;
  const read = (file: SourceFile): ParsedFile => {
    const name = names.get(file) ?? "";
    return { ...file, name, document: readDocument(file.bytes, name).document };
  };
  const understood = [read(entry), ...others.map(read)] as const;
  const documents = upgradeFiles(understood);
  return understood.map((file, i) => ({ ...file, document: documents[i] }));
}
