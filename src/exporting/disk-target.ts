import { createWriteStream } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, resolve, sep } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ExportTarget } from "./export-space.ts";

/** Whether a folder is empty or does not exist. */
export async function isEmptyFolder(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length === 0;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return true;
    throw error;
  }
}

/** Writes files into a folder. Existing files are not overwritten. Paths outside the folder are rejected. */
export function diskTarget(folder: string): ExportTarget {
  const createdFolders = new Set<string>();
  return {
    write: async (path, bytes) => {
      const file = resolve(folder, path);
      if (!file.startsWith(resolve(folder) + sep)) throw new Error(`${path} is outside the folder`);
      if (!createdFolders.has(dirname(file))) await mkdir(dirname(file), { recursive: true });
      createdFolders.add(dirname(file));
      if (typeof bytes === "string" || bytes instanceof Uint8Array)
        await writeFile(file, bytes, { flag: "wx" });
      else
        await pipeline(Readable.from(bytes, { objectMode: false }), createWriteStream(file, { flags: "wx" }));
    },
  };
}
