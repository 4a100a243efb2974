import { createWriteStream } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, resolve, sep } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ExportTarget } from "./export-space.ts";

/** Whether a folder holds nothing, or is not there yet. */
export async function isEmptyFolder(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length === 0;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return true;
    throw error;
  }
}

/** Puts files into a folder of the disk; one that is there already is never written over, and nothing leaves the folder. */
export function diskTarget(folder: string): ExportTarget {
  const made = new Set<string>();
  return {
    write: async (path, bytes) => {
      const file = resolve(folder, path);
      if (!file.startsWith(resolve(folder) + sep)) throw new Error(`${path} leads out of the folder`);
      if (!made.has(dirname(file))) await mkdir(dirname(file), { recursive: true });
      made.add(dirname(file));
      if (typeof bytes === "string") await writeFile(file, bytes, { flag: "wx" });
      else
        await pipeline(Readable.from(bytes, { objectMode: false }), createWriteStream(file, { flags: "wx" }));
    },
  };
}
