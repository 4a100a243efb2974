import type { Entry, ZipFile } from "yauzl";
import { ImportError } from "../source/index.ts";

/** What a zip may say about its files in all, in bytes: names, further fields and comments. */
const longest = 16 * 1024 * 1024;

/** The entries of a zip, one by one. Each may say 192 KB about itself, so that few would fill the memory. */
export async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  let length = 0;
  for await (const entry of zip.eachEntry()) {
    length += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    if (length > longest) throw new ImportError("is no zip that can be read: its list of files is too long");
    yield entry;
  }
}
