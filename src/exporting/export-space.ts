import { stringify } from "yaml";
import type { Content, FileRecord, ReusableContentRecord } from "../content/index.ts";
import { readEntries } from "../content/map/index.ts";
import { type PageBranch, readTree, slugOf } from "../content/pages/index.ts";
import {
  assetsFolder,
  compareText,
  filesFile,
  includesFolder,
  settingsFile,
  settingsFolder,
  usualReadme,
  usualSummary,
  variablesFile,
} from "../importing/markdown-tree/index.ts";
import { contentTypeOf, headLength, nameOfPath } from "../importing/source/index.ts";
import type { Places } from "./export-paths.ts";
import { numberedFileName, safeFileName, safePageName } from "./file-names.ts";
import { pageText, reusableText } from "./page-text.ts";
import { placePages } from "./place-pages.ts";
import { uniqueNames } from "./unique-names.ts";
import { writeSummary } from "./write-summary.ts";

/** What is exported: a content, and where the bytes of its files come from. */
export interface ExportSource {
  readonly content: Content;
  bytesOf(file: FileRecord): AsyncIterable<Uint8Array>;
}

/** Takes the files of a tree, one after the other. */
export interface ExportTarget {
  write(path: string, bytes: string | AsyncIterable<Uint8Array>): Promise<void>;
}

/** How many pages and files there are, or have been written so far. */
export interface ExportCount {
  readonly pages: number;
  readonly files: number;
}

interface Everything {
  readonly tree: readonly PageBranch[];
  readonly files: readonly (readonly [id: string, record: FileRecord])[];
  readonly reusableContents: readonly (readonly [id: string, record: ReusableContentRecord])[];
}

/** That there are settings says whose tree it is; what they say is what is usual. */
const settings = stringify({ structure: { readme: usualReadme, summary: usualSummary } });

/** Writes a content as a tree of Markdown files, from which the same content can be made again. */
export async function exportSpace(
  source: ExportSource,
  target: ExportTarget,
  report: (done: ExportCount, all: ExportCount) => void = () => {},
): Promise<ExportCount> {
  const { content } = source;
  const everything = await readEverything(content);
  const places = await placeEverything(everything);
  const documents = [...documentsIn(everything.tree)];
  const all = { pages: documents.length, files: everything.files.length };
  for (const [i, { id, record }] of documents.entries()) {
    const path = places.pages.get(id) ?? "";
    await target.write(path, await pageText(content, record, path, places));
    report({ pages: i + 1, files: 0 }, all);
  }
  for (const [id, record] of everything.reusableContents) {
    const path = places.reusableContents.get(id) ?? "";
    await target.write(path, await reusableText(content, record, path, places));
  }
  await writeFiles(source, target, everything, places, (files) => report({ ...all, files }, all));
  await writeVariables(content, target);
  await target.write(settingsFile, settings);
  await target.write(usualSummary, writeSummary(everything.tree, places));
  return all;
}

async function readEverything(content: Content): Promise<Everything> {
  const { nodes, roots } = content;
  const files = await readEntries<FileRecord>(nodes, roots.files);
  const reusableContents = await readEntries<ReusableContentRecord>(nodes, roots.reusableContents);
  return {
    tree: await readTree(content),
    files: files.map(({ key, value }) => [key, value]),
    reusableContents: reusableContents.map(({ key, value }) => [key, value]),
  };
}

async function placeEverything({ tree, files, reusableContents }: Everything): Promise<Places> {
  const takeAsset = uniqueNames();
  const takeInclude = uniqueNames();
  const includes = new Map<string, string>();
  for (const [id, { title }] of reusableContents) {
    const slug = safePageName(await slugOf(title));
    includes.set(
      id,
      takeInclude((number) => `${includesFolder}${slug}${number === undefined ? "" : `-${number}`}.md`),
    );
  }
  const assets = files.map(([id, record]) => {
    const name = safeFileName(record.name);
    return [id, takeAsset((number) => assetsFolder + numberedFileName(name, number))] as const;
  });
  return { pages: placePages(tree), files: new Map(assets), reusableContents: includes };
}

function* documentsIn(pages: readonly PageBranch[]): Generator<PageBranch> {
  for (const page of pages) {
    if (page.record.type === "document") yield page;
    yield* documentsIn(page.children);
  }
}

/** What the names of files in the tree do not say is written beside them: for some what they are, and the order of all. */
async function writeFiles(
  { bytesOf }: ExportSource,
  target: ExportTarget,
  { files, reusableContents }: Everything,
  places: Places,
  report: (done: number) => void,
): Promise<void> {
  const list: ({ readonly path: string } & Partial<FileRecord>)[] = [];
  for (const [i, [id, record]] of files.entries()) {
    const path = places.files.get(id) ?? "";
    const head: Uint8Array[] = [];
    await target.write(path, withHead(bytesOf(record), head));
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
    list.push({ path: (places.reusableContents.get(id) ?? "").slice(settingsFolder.length) });
  const isSaid = list.every((each, i) => {
    const before = list[i - 1]?.path ?? "";
    return Object.keys(each).length === 1 && compareText(before, each.path) < 0;
  });
  if (!isSaid) await target.write(filesFile, stringify({ files: list }, { lineWidth: 0 }));
}

/** The same bytes; the first of them are put aside. */
async function* withHead(bytes: AsyncIterable<Uint8Array>, head: Uint8Array[]): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const piece of bytes) {
    if (length < headLength) head.push(piece.subarray(0, headLength - length));
    length += piece.length;
    yield piece;
  }
}

async function writeVariables({ nodes, roots }: Content, target: ExportTarget): Promise<void> {
  const variables = await readEntries<string>(nodes, roots.variables);
  if (variables.length === 0) return;
  const fields = Object.fromEntries(variables.map(({ key, value }) => [key, value]));
  await target.write(variablesFile, stringify(fields, { lineWidth: 0, blockQuote: false }));
}
