import { join } from "node:path";
import { ImportError, importLimits } from "../source/index.ts";
import { onlyOnce } from "./entry-names.ts";
import { type Folder, mostEntries, tooManyEntries } from "./folder.ts";
import { folderOf } from "./folder-of-pieces.ts";
import { type OpenZip, openZip, withoutTopFolder } from "./zip-folder.ts";

/** Each is open for as long as something is read. */
const mostParts = 100;

/** The zips that are within a folder, as the one folder that was cut into them. They are unpacked into `place`. */
export async function openParts(folder: Folder, parts: readonly string[], place: string): Promise<Folder> {
  if (parts.length > mostParts) throw new ImportError(`is in more than ${mostParts} parts`);
  const zips: OpenZip[] = [];
  const close = async () => {
    for (const zip of zips) zip.close();
  };
  try {
    for (const [i, path] of parts.entries()) {
      const to = join(place, `part-${i}`);
      await folder.extract(path, to, importLimits.bytes);
      zips.push(await openZip(to));
      if (zips.reduce((sum, { files }) => sum + files.length, 0) > mostEntries) throw tooManyEntries();
    }
    const isNew = onlyOnce();
    const files = zips.flatMap((zip) => zip.files).filter(({ path }) => isNew(path));
    const leftOut = zips.reduce((sum, zip) => sum + zip.leftOut, 0);
    return folderOf(withoutTopFolder(files), close, { leftOut });
  } catch (error) {
    await close();
    throw error;
  }
}
