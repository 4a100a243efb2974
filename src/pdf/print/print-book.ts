import { writeFileSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { NodeCompiler, type NodeTypstDocument } from "@myriaddreamin/typst-ts-node-compiler";

/** The input of the process that prints a book. */
export interface PrintInput {
  readonly folder: string;
  readonly fontFolders: readonly string[];
  readonly changedAt: string;
}

export const mainFile = "main.typ";

export function printBook({ folder, fontFolders, changedAt }: PrintInput): Buffer {
  return new TypstCompiler(folder, fontFolders).print(mainFile, changedAt);
}

/** Combining marks, format characters, and punctuation and symbols of single scripts. */
const unusualCharacters = /[\p{M}\p{Cf}]|(?![\p{Script=Common}\p{Script=Inherited}])[\p{P}\p{S}]/gu;

/**
 * Removes unusual characters from the files of a book, since some crash the compiler. Code is ASCII, so only text
 * changes.
 */
export async function removeUnusualCharacters(folder: string): Promise<void> {
  for (const file of await readdir(folder, { recursive: true })) {
    if (!file.endsWith(".typ")) continue;
    const path = join(folder, file);
    await writeFile(path, (await readFile(path, "utf8")).replace(unusualCharacters, ""));
  }
}

/** The Typst compiler, with access to one folder only. */
export class TypstCompiler {
  readonly #folder: string;
  readonly #compiler: NodeCompiler;
  #testFiles = 0;

  constructor(folder: string, fontFolders: readonly string[] = []) {
    this.#folder = folder;
    // Fonts from folders are large, and are loaded lazily.
    this.#compiler = NodeCompiler.create({ workspace: folder, fontArgs: [{ fontPaths: [...fontFolders] }] });
  }

  /** Whether the source compiles. */
  accepts(source: string): boolean {
    // A new file each time: incremental compilation of a changed file may crash.
    const file = join(this.#folder, `test-${this.#testFiles++}.typ`);
    writeFileSync(file, source);
    return this.#compiler.compile({ mainFilePath: file }).result !== null;
  }

  print(file: string, createdAt: string): Buffer {
    const compiled = this.#compile(file);
    // The export reuses the memory of cached layouts.
    this.#compiler.evictCache(0);
    return this.#compiler.pdf(compiled, { creationTimestamp: Date.parse(createdAt) / 1000 });
  }

  /** The pages as SVG, with text as paths. */
  draw(file: string): string {
    return this.#compiler.plainSvg(this.#compile(file));
  }

  #compile(file: string): NodeTypstDocument {
    const compilation = this.#compiler.compile({ mainFilePath: join(this.#folder, file) });
    if (compilation.result !== null) return compilation.result;
    const reasons = compilation.takeDiagnostics()?.shortDiagnostics;
    throw new Error(`a file could not be compiled: ${JSON.stringify(reasons)}`);
  }
}
