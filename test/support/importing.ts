import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { createFolder, type Folder } from "../../src/importing/folders/folder.ts";
import type {
  ImportContext,
  ImportedTree,
  ImportProgress,
  SourcePage,
} from "../../src/importing/source/imported-tree.ts";

/** A folder in memory. Reading an undefined file fails. */
export function memoryFolder(files: Readonly<Record<string, string | Uint8Array | undefined>>): Folder {
  return createFolder(
    Object.entries(files).map(([path, content]) => ({
      path,
      size: Buffer.from(content ?? "").length,
      chunks: async function* () {
        if (content === undefined) throw new Error("invalid stored block lengths");
        yield Buffer.from(content);
      },
    })),
  );
}

export async function withImportContext<T>(work: (context: ImportContext) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "lectern-import-"));
  try {
    return await work({ folder, report: () => {} });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export interface TestImportContext extends ImportContext {
  readonly reports: ImportProgress[];
}

export async function testImportContext(t: TestContext): Promise<TestImportContext> {
  const folder = await mkdtemp(join(tmpdir(), "lectern-importing-"));
  t.after(() => rm(folder, { recursive: true }));
  const reports: TestImportContext["reports"] = [];
  return { folder, reports, report: (progress) => reports.push(progress) };
}

/** The titles of pages, indented by depth, with the types of groups and links. */
export function outlineLines(
  { pages }: ImportedTree,
  suffixOf = ({ type }: SourcePage) => (type === "document" ? "" : ` (${type})`),
): string[] {
  const depths = new Map<string | undefined, number>([[undefined, -1]]);
  return pages.map((page) => {
    const depth = (depths.get(page.parent) ?? Number.NaN) + 1;
    depths.set(page.address, depth);
    return "  ".repeat(depth) + page.title + suffixOf(page);
  });
}

export function outlineOf(tree: ImportedTree): string {
  return outlineLines(tree).join("\n");
}

export function textOf({ pages }: ImportedTree, title: string): string {
  const page = pages.find((candidate) => candidate.title === title);
  if (page?.markdown === undefined) throw new Error(`page ${title} does not exist`);
  return page.markdown;
}

export const png = Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
