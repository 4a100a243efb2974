import { open, rm } from "node:fs/promises";
import { ImportError, importLimits } from "../source/index.ts";
import type { Folder } from "./folder.ts";

/** A file of a folder, whose bytes come piece by piece when they are wanted. */
export interface PiecedFile {
  readonly path: string;
  readonly size: number;
  pieces(): AsyncIterable<Buffer>;
}

export interface FolderOptions {
  /** So many bytes are read and no more, all files together. */
  readonly mostInAll?: number;
  readonly leftOut?: number;
}

/** A folder of such files. */
export function folderOf(
  files: readonly PiecedFile[],
  close: () => Promise<void>,
  { mostInAll = importLimits.bytes, leftOut = 0 }: FolderOptions = {},
): Folder {
  const byPath = new Map(files.map((file) => [file.path, file]));
  let left = mostInAll;
  async function* upTo(path: string, most: number): AsyncGenerator<Buffer> {
    const file = byPath.get(path);
    if (file === undefined) throw new ImportError(`${path} is not there`);
    let size = 0;
    for await (const piece of file.pieces()) {
      size += piece.length;
      left -= piece.length;
      if (size > most) throw new ImportError(`${path} is larger than ${inWords(most)}`);
      if (left < 0) throw new ImportError(`has more than ${inWords(mostInAll)} in all`);
      yield piece;
    }
  }
  return {
    entries: files.map(({ path, size }) => ({ path, size })),
    leftOut,
    read: async (path, most) => Buffer.concat(await Array.fromAsync(upTo(path, most))),
    extract: (path, to, most) => writePieces(upTo(path, most), to),
    close,
  };
}

/** Leaves nothing behind where it fails. */
async function writePieces(pieces: AsyncIterable<Buffer>, to: string): Promise<number> {
  const file = await open(to, "wx");
  let size = 0;
  try {
    for await (const piece of pieces) {
      await file.writeFile(piece);
      size += piece.length;
    }
    await file.close();
    return size;
  } catch (error) {
    await file.close();
    await rm(to, { force: true });
    throw error;
  }
}

function inWords(bytes: number): string {
  const megabytes = bytes / 1024 / 1024;
  return megabytes < 1 ? `${bytes} bytes` : `${Math.floor(megabytes)} MB`;
}
