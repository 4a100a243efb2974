import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";

/**
 * Writes the parts of large fonts that the files of a book need into `target`, since the compiler reads whole fonts
 * into memory.
 */
export async function writeReducedFonts(
  folders: readonly string[],
  book: string,
  target: string,
): Promise<void> {
  await mkdir(target, { recursive: true });
  if (folders.length === 0) return;
  const { default: subsetFont } = await import("subset-font");
  const characters = await charactersIn(book);
  for (const folder of folders)
    for (const file of await filesOf(folder)) {
      const reduced = await subsetFont(await readFile(file), characters);
      await writeFile(join(target, basename(file)), reduced);
    }
}

/** The font files in the weights that the template uses, as far as they are installed. */
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
