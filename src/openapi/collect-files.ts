import type { TextFormat } from "../enumerations.ts";
import { type FileFetcher, limits } from "./fetch-files.ts";
import { nameFiles } from "./file-names.ts";
import { largest, type ReadDocument, readDocument, tooLarge } from "./read-document.ts";
import { filesReferredTo } from "./references.ts";
import { SpecError } from "./spec-error.ts";
import type { SpecFile } from "./spec-files.ts";
import { upgradeFiles } from "./upgrade.ts";

/** Where a spec comes from. */
export type SpecSource = { readonly url: string } | { readonly text: Uint8Array };

/** A file of a spec, as it was written and as it is understood. */
export interface CollectedFile extends SpecFile {
  readonly bytes: Uint8Array;
  readonly format: TextFormat;
}

type FoundFile = ReadDocument & Omit<CollectedFile, "name">;

const atOnce = 6;

/** The files of a spec: the one that the source names, and all that can be reached from it by references. */
export async function collectFiles(source: SpecSource, fetcher: FileFetcher): Promise<CollectedFile[]> {
  try {
    return understand(await reachFiles(source, fetcher));
  } catch (error) {
    if (error instanceof SpecError) throw error;
    // A document that nobody thought of. Trying again would not help.
    throw new SpecError("PARSE_ERROR", "The source could not be understood", { cause: error });
  } finally {
    // Where one file fails, nobody waits for the others.
    fetcher.stop();
  }
}

async function reachFiles(
  source: SpecSource,
  fetcher: FileFetcher,
): Promise<readonly [FoundFile, ...FoundFile[]]> {
  const entry =
    "url" in source
      ? await find(source.url, fetcher)
      : { address: undefined, url: undefined, bytes: source.text, ...readDocument(source.text, "The text") };
  const files: [FoundFile, ...FoundFile[]] = [entry];
  const known = new Set([entry.address, entry.url]);
  for (let reached: readonly FoundFile[] = files; reached.length > 0; ) {
    const wanted = [...new Set(reached.flatMap(addressesIn))].filter((address) => !known.has(address));
    if (files.length + wanted.length > limits.files)
      throw new SpecError("FETCH_ERROR", `The source has more than ${limits.files} files`);
    for (const address of wanted) known.add(address);
    const found: FoundFile[] = [];
    for (let i = 0; i < wanted.length; i += atOnce) {
      const batch = wanted.slice(i, i + atOnce);
      found.push(...(await Promise.all(batch.map((address) => find(address, fetcher)))));
    }
    files.push(...found);
    reached = found;
  }
  // Each alone may be small enough.
  if (files.reduce((sum, { size }) => sum + size, 0) > largest) throw tooLarge("The source");
  return files;
}

async function find(address: string, fetcher: FileFetcher): Promise<FoundFile> {
  const { url, bytes } = await fetcher.fetch(address);
  return { address: new URL(address).href, url, bytes, ...readDocument(bytes, address) };
}

function addressesIn({ document, url }: FoundFile): string[] {
  return filesReferredTo(document).map((file) => {
    const address = URL.parse(file, url);
    if (address === null)
      throw new SpecError(
        "PARSE_ERROR",
        `The reference to ${file} leads nowhere: a text must name other files by their full addresses`,
      );
    return address.href;
  });
}

function understand(files: readonly [FoundFile, ...FoundFile[]]): CollectedFile[] {
  const [entry, ...others] = files;
  const names = nameFiles(
    { ...(entry.url !== undefined && { url: entry.url }), format: entry.format },
    others.map(({ address = "" }) => address),
  );
  const [first, ...rest] = files.map((file, i) => ({ ...file, name: names[i] ?? "" }));
  if (first === undefined) return [];
  const documents = upgradeFiles([first, ...rest]);
  return [first, ...rest].map((file, i) => ({ ...file, document: documents[i] }));
}
