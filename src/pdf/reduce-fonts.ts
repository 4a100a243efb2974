import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";

/** Writes the parts of large fonts that a book needs, since the compiler reads whole files into memory. */
export async function writeReducedFonts(fontFolders: readonly string[], target: string): Promise<void> {
  await mkdir(target, { recursive: true });
  for (const folder of fontFolders) {
    for (const file of await filesOf(folder)) {
      // Drawings of emoji are in two tables, of which the compiler uses the smaller one.
      await writeFile(join(target, basename(file)), withoutTable(await readFile(file), "SVG "));
    }
  }
}

async function filesOf(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true });
  return files.filter((file) => /\.[ot]tf$/.test(file)).map((file) => join(folder, file));
}

/** The sizes in bytes of the header of a font file, and of an entry of its table directory. */
const [headerSize, entrySize] = [12, 16];

/** A font file (sfnt) without one of its tables. */
export function withoutTable(font: Buffer, tag: string): Buffer {
  const entries = Array.from({ length: font.readUInt16BE(4) }, (_, i) =>
    font.subarray(headerSize + i * entrySize, headerSize + (i + 1) * entrySize),
  ).filter((entry) => entry.toString("latin1", 0, 4) !== tag);
  let offset = headerSize + entries.length * entrySize;
  const tables: Buffer[] = [];
  const directory = entries.map((entry) => {
    const [start, length] = [entry.readUInt32BE(8), entry.readUInt32BE(12)];
    const moved = Buffer.from(entry);
    moved.writeUInt32BE(offset, 8);
    // Tables start at multiples of four bytes.
    const padding = Buffer.alloc(-length & 3);
    tables.push(font.subarray(start, start + length), padding);
    offset += length + padding.length;
    return moved;
  });
  return Buffer.concat([headerOf(font, entries.length), ...directory, ...tables]);
}

/** The header of a font file, with the fields for a binary search in its table directory. */
function headerOf(font: Buffer, count: number): Buffer {
  const header = Buffer.from(font.subarray(0, headerSize));
  const exponent = Math.floor(Math.log2(count));
  const searchRange = 2 ** exponent * entrySize;
  header.writeUInt16BE(count, 4);
  header.writeUInt16BE(searchRange, 6);
  header.writeUInt16BE(exponent, 8);
  header.writeUInt16BE(count * entrySize - searchRange, 10);
  return header;
}
