import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { NodeCompiler, type NodeTypstDocument } from "@myriaddreamin/typst-ts-node-compiler";

/** The folder that the compiler sees, and nothing else: how a book looks. */
const template = fileURLToPath(new URL("./template", import.meta.url));

/** Sets a book, and makes a PDF of it. */
export class Press {
  readonly #compiler: NodeCompiler;

  constructor(fontFolders: readonly string[] = []) {
    this.#compiler = NodeCompiler.create({
      workspace: template,
      // From folders each is read when a sign of it is needed: they are large.
      fontArgs: [{ fontPaths: [...fontFolders] }],
    });
  }

  /** Puts a file beside those of the template, where nothing is really written. */
  add(path: string, bytes: Uint8Array | string): void {
    this.#compiler.mapShadow(join(template, path), Buffer.from(bytes));
  }

  /** Whether the compiler takes this. */
  accepts(source: string): boolean {
    return this.#set(source) !== undefined;
  }

  print(source: string, createdAt: Date): Buffer {
    const result = this.#compiler.compile({ mainFileContent: source });
    const document = result.result;
    if (document === null)
      throw new Error(
        `A book could not be set: ${JSON.stringify(result.takeDiagnostics()?.shortDiagnostics)}`,
      );
    return this.#compiler.pdf(document, { creationTimestamp: Math.floor(createdAt.getTime() / 1000) });
  }

  #set(source: string): NodeTypstDocument | undefined {
    return this.#compiler.compile({ mainFileContent: source }).result ?? undefined;
  }
}
