import { ImportError } from "../source/index.ts";

/** A tree of files that can be looked at one by one. */
export interface Folder {
  /** All files, by their paths with `/` between the parts, without `.` and `..`, in the order of the source. */
  readonly entries: readonly { readonly path: string; readonly size: number }[];
  /** How many more there are that cannot be had, because of their names. */
  readonly leftOut: number;
  /** The whole of a small one; throws ImportError where it is larger than `most` bytes (whatever its entry says). */
  read(path: string, most: number): Promise<Buffer>;
  /** Writes one to the disk, piece by piece, at most `most` bytes; its size. */
  extract(path: string, to: string, most: number): Promise<number>;
  close(): Promise<void>;
}

/** Why a whole folder is not to be trusted, after one of its files was looked at: nothing of it should be taken. */
export class HostileFolderError extends ImportError {}

/** More files than any documentation has. */
export const mostEntries = 20_000;

export function tooManyEntries(): ImportError {
  return new ImportError(`has more than ${mostEntries.toLocaleString("en")} files`);
}
