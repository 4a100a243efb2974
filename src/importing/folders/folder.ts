import { countText } from "../../platform/index.ts";
import { ImportError, importLimits, writeChunks } from "../source/index.ts";

export interface Folder {
  /** All files in the order of the source. Paths use `/`, and contain neither `.` nor `..`. */
  readonly entries: readonly { readonly path: string; readonly size: number }[];
  /** The number of files that were skipped because of their names. */
  readonly skipped: number;
  /** Reads a file; throws an ImportError if its actual size exceeds `maxBytes`. */
  read(path: string, maxBytes: number): Promise<Buffer>;
  /** Writes a file to the disk and returns its size; throws an ImportError if it exceeds `maxBytes`. */
  extract(path: string, to: string, maxBytes: number): Promise<number>;
  close(): Promise<void>;
}

/** A file proves that its folder is hostile, so the whole import fails. */
export class HostileFolderError extends ImportError {}

export const maxEntries = 20_000;

export function tooManyEntries(): ImportError {
  return new ImportError(`has more than ${countText(maxEntries)} files`);
}

export interface FolderFile {
  readonly path: string;
  readonly size: number;
  chunks(): AsyncIterable<Buffer>;
}

export function createFolder(
  files: readonly FolderFile[],
  { close = () => {}, maxTotalBytes = importLimits.bytes as number, skipped = 0 } = {},
): Folder {
  const byPath = new Map(files.map((file) => [file.path, file]));
  let bytesLeft = maxTotalBytes;
  async function* chunksOf(path: string, maxBytes: number): AsyncGenerator<Buffer> {
    const file = byPath.get(path);
    if (file === undefined) throw new ImportError(`${path} does not exist`);
    let size = 0;
    for await (const chunk of file.chunks()) {
      size += chunk.length;
      bytesLeft -= chunk.length;
      if (size > maxBytes) throw new ImportError(`${path} is larger than ${formatSize(maxBytes)}`);
      if (bytesLeft < 0) throw new ImportError(`has more than ${formatSize(maxTotalBytes)} in total`);
      yield chunk;
    }
  }
  return {
    entries: files.map(({ path, size }) => ({ path, size })),
    skipped,
    read: async (path, maxBytes) => Buffer.concat(await Array.fromAsync(chunksOf(path, maxBytes))),
    extract: (path, to, maxBytes) => writeChunks(to, chunksOf(path, maxBytes)),
    close: async () => close(),
  };
}

/** The files below a path of a folder, with paths relative to it. */
export function subfolder(folder: Folder, path: string): Folder {
  const prefix = path === "" ? "" : `${path}/`;
  return {
    ...folder,
    entries: folder.entries.flatMap((entry) =>
      entry.path.startsWith(prefix) ? { ...entry, path: entry.path.slice(prefix.length) } : [],
    ),
    read: (name, maxBytes) => folder.read(prefix + name, maxBytes),
    extract: (name, to, maxBytes) => folder.extract(prefix + name, to, maxBytes),
  };
}

function formatSize(bytes: number): string {
  const megabytes = bytes / 1024 / 1024;
  return megabytes < 1 ? `${bytes} bytes` : `${Math.floor(megabytes)} MB`;
}

const maxPathLength = 1024;
const maxPathDepth = 300;

/** Files and folders that operating systems and tools create. */
const junk = /^(?:__MACOSX|\.DS_Store|Thumbs\.db|desktop\.ini|\.git|\.svn|node_modules|\._.*)$/i;

export function isJunk(path: string): boolean {
  return path.split("/").some((segment) => junk.test(segment));
}

/** Rejects absolute names, and names with `..`. */
export function requireInside(name: string): void {
  if (/^(?:\/|[a-z]:)/i.test(name) || /(?:^|\/)\.\.(?:\/|$)/.test(name))
    throw new ImportError(`contains ${JSON.stringify(name.slice(0, 100))}, a path outside the folder`);
}

/** The normalized path of an entry; undefined for an invalid name. */
export function normalizeEntryName(name: string): string | undefined {
  if (name.length > maxPathLength || /\p{Cc}/u.test(name) || !name.isWellFormed()) return undefined;
  const segments = name
    .normalize("NFC")
    .split("/")
    .filter((segment) => segment !== "" && segment !== ".");
  return segments.length === 0 || segments.length > maxPathDepth ? undefined : segments.join("/");
}

/** The single top-level folder of all paths, with a trailing slash; empty if there is none. */
export function commonTopFolder(paths: readonly string[]): string {
  const [first = ""] = paths;
  const folder = first.slice(0, first.indexOf("/") + 1);
  // The settings folder of GitBook is looked up by its name.
  if (folder === ".gitbook/") return "";
  return paths.every((path) => path.startsWith(folder)) ? folder : "";
}

/** Returns a function that is true for the first occurrence of a path. Case is ignored, as on many file systems. */
export function createUniquenessCheck(): (path: string) => boolean {
  const seen = new Set<string>();
  return (path) => {
    const sizeBefore = seen.size;
    return seen.add(path.toLowerCase()).size > sizeBefore;
  };
}
