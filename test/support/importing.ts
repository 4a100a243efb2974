import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { Folder } from "../../src/importing/folders/folder.ts";
import {
  type ImportContext,
  ImportError,
  type ImportedTree,
} from "../../src/importing/source/imported-tree.ts";

/** A folder of texts and bytes. What is undefined cannot be read. */
export function memoryFolder(files: Readonly<Record<string, string | Uint8Array | undefined>>): Folder {
  const bytesOf = (path: string, most: number): Buffer => {
    const content = files[path];
    if (content === undefined) throw new Error("invalid stored block lengths");
    const bytes = Buffer.from(content);
    if (bytes.length > most) throw new ImportError(`${path} is too large`);
    return bytes;
  };
  return {
    entries: Object.keys(files).map((path) => ({ path, size: Buffer.from(files[path] ?? "").length })),
    skipped: 0,
    read: async (path, most) => bytesOf(path, most),
    extract: async (path, to, most) => {
      const bytes = bytesOf(path, most);
      await writeFile(to, bytes);
      return bytes.length;
    },
    close: async () => {},
  };
}

export interface TestImportContext extends ImportContext {
  readonly reports: { readonly done: number; readonly total: number }[];
}

/** A folder for files, which is gone after the test. */
export async function testImportContext(t: TestContext): Promise<TestImportContext> {
  const folder = await mkdtemp(join(tmpdir(), "lectern-importing-"));
  t.after(() => rm(folder, { recursive: true }));
  const reports: TestImportContext["reports"] = [];
  return { folder, reports, report: (progress) => reports.push(progress) };
}

/** The pages of an imported tree as an indented list of titles, with marks for groups and links. */
export function outlineOf({ pages }: ImportedTree): string {
  const depths = new Map<string | undefined, number>([[undefined, -1]]);
  return pages
    .map(({ address, parent, title, type }) => {
      const depth = (depths.get(parent) ?? Number.NaN) + 1;
      depths.set(address, depth);
      return `${"  ".repeat(depth)}${title}${type === "document" ? "" : ` (${type})`}`;
    })
    .join("\n");
}

/** What a page of an imported tree says, by its title. */
export function textOf({ pages }: ImportedTree, title: string): string {
  const page = pages.find((each) => each.title === title);
  if (page?.markdown === undefined) throw new Error(`There is no page ${title}`);
  return page.markdown;
}

/** The first bytes of a PNG are enough to know it by. */
export const png = Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
