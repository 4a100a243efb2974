import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { NodeCompiler } from "@myriaddreamin/typst-ts-node-compiler";

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
