import { NodeCompiler } from "@myriaddreamin/typst-ts-node-compiler";

/** Sets what is in a folder, which is all that the compiler sees. */
export class Press {
  readonly #compiler: NodeCompiler;

  constructor(folder: string, fontFolders: readonly string[] = []) {
    // From folders, each font is read when a sign of it is needed: they are large.
    this.#compiler = NodeCompiler.create({ workspace: folder, fontArgs: [{ fontPaths: [...fontFolders] }] });
  }

  /** Whether the compiler takes this. */
  accepts(source: string): boolean {
    return this.#compiler.compile({ mainFileContent: source }).result !== null;
  }

  /** Makes a PDF of a file. */
  print(file: string, createdAt: string): Buffer {
    const set = this.#compiler.compile({ mainFilePath: file });
    if (set.result === null) {
      const reasons = set.takeDiagnostics()?.shortDiagnostics;
      throw new Error(`A book could not be set: ${JSON.stringify(reasons)}`);
    }
    return this.#compiler.pdf(set.result, { creationTimestamp: Date.parse(createdAt) / 1000 });
  }
}
