import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFolder, type Folder } from "../../src/importing/folders/folder.ts";
import type { ImportContext } from "../../src/importing/source/imported-tree.ts";

/** A folder with these files, by their paths. */
export function memoryFolder(files: Readonly<Record<string, string | Buffer>>): Folder {
  return createFolder(
    Object.entries(files).map(([path, bytes]) => ({
      path,
      size: Buffer.byteLength(bytes),
      chunks: async function* () {
        yield Buffer.from(bytes);
      },
    })),
  );
}

/** A place for what an import takes, while something is done with it. */
export async function withImportContext<T>(work: (context: ImportContext) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "lectern-import-"));
  try {
    return await work({ folder, report: () => {} });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
