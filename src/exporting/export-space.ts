import { stringify } from "yaml";
import { type Content, type FileRecord, readRecords, readVariables } from "../content/index.ts";
import { ReferenceResolver } from "../content/links/index.ts";
import { type PageBranch, readTree } from "../content/pages/index.ts";
import {
  compareText,
  defaultReadme,
  defaultSummary,
  manifestFile,
  settingsFile,
  settingsFolder,
  variablesFile,
} from "../importing/markdown-tree/index.ts";
import { contentTypeOf, headLength, nameOfPath } from "../importing/source/index.ts";
import { assignPaths, type ExportItems, type ExportTree } from "./export-paths.ts";
import { pageText, reusableText } from "./page-text.ts";
import { writeSummary } from "./write-summary.ts";

export interface ExportSource {
  readonly content: Content;
  /** The page that is exported, with its descendants and what they refer to; by default everything. */
  readonly page?: string | undefined;
  bytesOf(file: FileRecord): AsyncIterable<Uint8Array>;
}

export interface ExportTarget {
  write(path: string, bytes: string | Uint8Array | AsyncIterable<Uint8Array>): Promise<void>;
}

export interface ExportCount {
  readonly pages: number;
  readonly files: number;
}

/** The settings file identifies a Lectern export, which is imported without conversions. Its values are the defaults. */
const settings = { structure: { readme: defaultReadme, summary: defaultSummary } };

/** Writes content as a tree of Markdown files. Importing the tree restores the same content. */
export async function exportSpace(
  source: ExportSource,
  target: ExportTarget,
  report: (done: ExportCount, all: ExportCount) => void = () => {},
): Promise<ExportCount> {
  const { content } = source;
  const everything = await readItems(content);
  const { items, paths } = selectPage(everything, source.page);
  // References that contain the id of this space are exported like references to other spaces.
  const tree = { content, paths, resolver: new ReferenceResolver(content, "") };
  const documents = [...documentsIn(items.tree)];
  let all = { pages: documents.length, files: items.files.length };
  for (const [i, { id, record }] of documents.entries()) {
    const path = paths.pages.get(id) ?? "";
    await target.write(path, await pageText(tree, id, record, path));
    report({ pages: i + 1, files: 0 }, all);
  }
  const reusableContents = await writeReusableContents(items, target, tree);
  const files = items.files.filter(([id]) => paths.files.isNeeded(id));
  all = { ...all, files: files.length };
  const needed = { ...items, files, reusableContents };
  await writeFiles(source, target, needed, tree, (done) => report({ ...all, files: done }, all));
  await writeVariables(content, target);
  await target.write(settingsFile, stringify(settings));
  await target.write(defaultSummary, await writeSummary(items.tree, tree));
  return all;
}

async function readItems(content: Content): Promise<ExportItems> {
  const files = await readRecords(content, "files");
  const reusableContents = await readRecords(content, "reusableContents");
  return {
    tree: await readTree(content),
    files: files.map(({ key, value }) => [key, value]),
    reusableContents: reusableContents.map(({ key, value }) => [key, value]),
  };
}

/** A page with its descendants, and the paths of what they refer to; or everything. */
function selectPage(everything: ExportItems, page: string | undefined) {
  const tree = page === undefined ? everything.tree : [...findBranch(everything.tree, page)];
  const items = { ...everything, tree };
  const paths = assignPaths(items);
  const isPart = page !== undefined;
  const needed = {
    files: new NeededPaths(paths.files, isPart),
    reusableContents: new NeededPaths(paths.reusableContents, isPart),
  };
  return { items, paths: { ...paths, ...needed } };
}

function* findBranch(pages: readonly PageBranch[], id: string): Generator<PageBranch> {
  for (const page of pages) {
    if (page.id === id) yield page;
    else yield* findBranch(page.children, id);
  }
}

/** The paths of files or reusable contents. In the export of a part, only those that were asked for are needed. */
class NeededPaths extends Map<string, string> {
  readonly #needed: Set<string> | undefined;

  constructor(paths: ReadonlyMap<string, string>, isPart: boolean) {
    super(paths);
    this.#needed = isPart ? new Set() : undefined;
  }

  override get(id: string): string | undefined {
    this.#needed?.add(id);
    return super.get(id);
  }

  isNeeded(id: string): boolean {
    return this.#needed?.has(id) ?? true;
  }
}

/** Writes the reusable contents that are needed, also by each other. Returns them in their order. */
async function writeReusableContents(
  { reusableContents }: ExportItems,
  target: ExportTarget,
  tree: ExportTree & { readonly paths: { readonly reusableContents: NeededPaths } },
): Promise<ExportItems["reusableContents"]> {
  const { reusableContents: paths } = tree.paths;
  const written = new Set<string>();
  for (;;) {
    const next = reusableContents.filter(([id]) => paths.isNeeded(id) && !written.has(id));
    if (next.length === 0) return reusableContents.filter(([id]) => written.has(id));
    for (const [id, record] of next) {
      const path = paths.get(id) ?? "";
      await target.write(path, await reusableText(tree, record, path));
      written.add(id);
    }
  }
}

function* documentsIn(pages: readonly PageBranch[]): Generator<PageBranch> {
  for (const page of pages) {
    if (page.record.type === "document") yield page;
    yield* documentsIn(page.children);
  }
}

/** Writes the files, and a manifest if their order, names or media types cannot be derived from their paths. */
async function writeFiles(
  { bytesOf }: ExportSource,
  target: ExportTarget,
  { files, reusableContents }: ExportItems,
  { paths }: ExportTree,
  report: (done: number) => void,
): Promise<void> {
  const list: ({ readonly path: string } & Partial<FileRecord>)[] = [];
  for (const [i, [id, record]] of files.entries()) {
    const path = paths.files.get(id) ?? "";
    const head: Uint8Array[] = [];
    await target.write(path, copyHead(bytesOf(record), head));
    const name = nameOfPath(path);
    const type = contentTypeOf(name, Buffer.concat(head));
    list.push({
      path: path.slice(settingsFolder.length),
      ...(record.name !== name && { name: record.name }),
      ...(record.contentType !== type && { contentType: record.contentType }),
    });
    report(i + 1);
  }
  for (const [id] of reusableContents)
    list.push({ path: (paths.reusableContents.get(id) ?? "").slice(settingsFolder.length) });
  const isImplied = list.every((entry, i) => {
    const previous = list[i - 1]?.path ?? "";
    return Object.keys(entry).length === 1 && compareText(previous, entry.path) < 0;
  });
  if (!isImplied) await target.write(manifestFile, stringify({ files: list }, { lineWidth: 0 }));
}

/** Yields all bytes, and copies the first `headLength` bytes to `head`. */
async function* copyHead(bytes: AsyncIterable<Uint8Array>, head: Uint8Array[]): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of bytes) {
    if (length < headLength) head.push(chunk.subarray(0, headLength - length));
    length += chunk.length;
    yield chunk;
  }
}

async function writeVariables(content: Content, target: ExportTarget): Promise<void> {
  const variables = await readVariables(content);
  if (Object.keys(variables).length > 0)
    await target.write(variablesFile, stringify(variables, { lineWidth: 0, blockQuote: false }));
}
