import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { LargeFont } from "./book/index.ts";

/**
 * Writes the parts of large fonts that the files of a book need into `target`, since the compiler reads whole fonts
 * into memory.
 */
export async function writeReducedFonts(
  fonts: readonly LargeFont[],
  book: string,
  target: string,
): Promise<void> {
  await mkdir(target, { recursive: true });
  if (fonts.length === 0) return;
  const { default: subsetFont } = await import("subset-font");
  const characters = await charactersIn(book);
  for (const { folder, reduction } of fonts) {
    for (const file of await filesOf(folder)) {
      const font = await readFile(file);
      // Drawings of emoji are in two tables, of which the compiler uses the smaller one.
      const reduced =
        reduction === "subset" ? await subsetFont(font, characters) : withoutTable(font, "SVG ");
      await writeFile(join(target, basename(file)), reduced);
    }
  }
}

/** The font files in the weights that the template uses, or the nearest ones. */
async function filesOf(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true });
  return files
    .filter((file) => /(?:Regular|Medium|Bold)\.[ot]tf$/.test(file))
    .map((file) => join(folder, file));
}

/** The distinct characters in the code and the drawings of a book, also in the composed form that fonts prefer. */
async function charactersIn(book: string): Promise<string> {
  const characters = new Set<string>();
  for (const file of await readdir(book, { recursive: true })) {
    if (!/\.(?:typ|svg)$/.test(file)) continue;
    const text = await readFile(join(book, file), "utf8");
    for (const character of new Set(text + text.normalize("NFC"))) characters.add(character);
  }
  return [...characters].join("");
}

/** The sizes in bytes of the header of a font file, and of an entry of its table directory. */
const [headerSize, entrySize] = [12, 16];

/** The parts of a font file (sfnt) without one of its tables. They share the memory of the font. */
function withoutTable(font: Buffer, tag: string): Buffer[] {
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
  return [headerOf(font, entries.length), ...directory, ...tables];
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
