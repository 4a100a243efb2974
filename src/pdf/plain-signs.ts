import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Points, signs that join others, and signs that belong to one script without being letters of it. */
const odd = /[\p{M}\p{Cf}]|(?![\p{Script=Common}\p{Script=Inherited}])[\p{P}\p{S}]/gu;

/**
 * Takes odd signs out of all that was written for a book: some of them, where nobody would write them, end the compiler.
 * All else that is code is ASCII, so only texts are changed.
 */
export async function keepPlainSigns(folder: string): Promise<void> {
  for (const file of await readdir(folder, { recursive: true })) {
    if (!file.endsWith(".typ")) continue;
    const path = join(folder, file);
    await writeFile(path, (await readFile(path, "utf8")).replace(odd, ""));
  }
}
