import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { KeyedMutex } from "../platform/index.ts";
import { collectFiles, type ParsedFile, parseFiles, type SpecSource } from "./collect-files.ts";
import type { FileFetcher } from "./fetch-files.ts";
import { SpecError } from "./spec-error.ts";

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
