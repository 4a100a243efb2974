import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { KeyedMutex } from "../platform/index.ts";
import type { TextFormat } from "../storage/database/index.ts";
import { collectFiles, parseFiles, type SpecSource } from "./collect-files.ts";
import type { FileFetcher } from "./fetch-files.ts";
import { SpecError } from "./spec-error.ts";

/** A spec that was read from its source. */
export interface ReadSpec {
  /** As they were written, the main one first. */
  readonly files: readonly {
    readonly name: string;
    readonly bytes: Uint8Array;
    readonly format: TextFormat;
  }[];
  /** What they say, by their names: one JSON text, compressed. */
  readonly filesystem: Uint8Array;
}

/** Reads a spec from its source. Whatever goes wrong is a SpecError. */
export async function readSpec(
  source: SpecSource,
  fetcher: FileFetcher,
  turns: KeyedMutex,
): Promise<ReadSpec> {
  try {
    const found = await collectFiles(source, fetcher);
    // One at a time: only for that long are documents kept.
    return await turns.run("understand a spec", async () => {
      const files = parseFiles(found);
      const documents = Object.fromEntries(files.map(({ name, document }) => [name, document]));
      return { files, filesystem: await promisify(gzip)(JSON.stringify(documents)) };
    });
  } catch (error) {
    if (error instanceof SpecError) throw error;
    // A document that nobody thought of. Trying again would not help.
    throw new SpecError("PARSE_ERROR", "The source could not be understood", { cause: error });
  }
}
