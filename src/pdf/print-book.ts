import { writeFileSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { NodeCompiler } from "@myriaddreamin/typst-ts-node-compiler";

/** What a book is printed from. Only this goes from who writes it to who prints it, and the folder. */
export interface Manuscript {
  readonly folder: string;
  readonly fontFolders: readonly string[];
  readonly changedAt: string;
}

/** The file that all others belong to. */
export const mainFile = "main.typ";

/** Makes the PDF. */
export function printBook({ folder, fontFolders, changedAt }: Manuscript): Buffer {
  return new Press(folder, fontFolders).print(mainFile, changedAt);
}

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

/** Sets what is in a folder, which is all that the compiler sees. */
export class Press {
  readonly #folder: string;
  readonly #compiler: NodeCompiler;
  #proofs = 0;

  constructor(folder: string, fontFolders: readonly string[] = []) {
    this.#folder = folder;
    // From folders, each font is read when a sign of it is needed: they are large.
    this.#compiler = NodeCompiler.create({ workspace: folder, fontArgs: [{ fontPaths: [...fontFolders] }] });
  }

  /** Whether the compiler takes this. */
  accepts(source: string): boolean {
    // Each is another file: the compiler would take it for a change of the one before, and may not survive that.
    const file = join(this.#folder, `proof-${this.#proofs++}.typ`);
    writeFileSync(file, source);
    return this.#compiler.compile({ mainFilePath: file }).result !== null;
  }

  /** Makes a PDF of a file. */
  print(file: string, createdAt: string): Buffer {
    const set = this.#compiler.compile({ mainFilePath: join(this.#folder, file) });
    if (set.result === null) {
      const reasons = set.takeDiagnostics()?.shortDiagnostics;
      throw new Error(`A book could not be set: ${JSON.stringify(reasons)}`);
    }
    return this.#compiler.pdf(set.result, { creationTimestamp: Date.parse(createdAt) / 1000 });
  }
}
