import type { TextFormat } from "../storage/database/index.ts";
import { referencedFiles } from "./document/index.ts";
import { type FileFetcher, limits } from "./fetch-files.ts";
import { nameFiles } from "./file-names.ts";
import { maxSize, readDocument, tooLarge } from "./read-document.ts";
import { SpecError } from "./spec-error.ts";
import type { SpecFile } from "./spec-files.ts";
import { upgradeFiles } from "./upgrade.ts";

export type SpecSource = { readonly url: string } | { readonly text: Uint8Array };

/** A file of a spec as fetched. */
export interface SourceFile extends Pick<SpecFile, "url" | "address"> {
  readonly bytes: Uint8Array;
  readonly format: TextFormat;
}

export interface ParsedFile extends SourceFile, SpecFile {}

const concurrency = 6;

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
