import type { Block } from "../document/index.ts";
import { readBlocks } from "../document-store/index.ts";
import type { ReadDocumentLinks } from "../links/index.ts";
import {
  type Content,
  type Draft,
  diffContents,
  editDraft,
  getRecords,
  type PageRecord,
  type ReusableContentRecord,
} from "../model/index.ts";
import { descendantsOf } from "../pages/index.ts";
import { isEqualPage } from "./keep-times.ts";

/** Gives a draft all content of a revision. Pages that change get the current time. */
export async function restoreContent(draft: Draft, source: Content, now: string): Promise<void> {
  const base: Content = { nodes: draft.nodes, roots: draft.roots };
  draft.roots = source.roots;
  const { pages } = await diffContents(base, draft);
  const edits = pages.flatMap(({ key, before, after }): [string, PageRecord][] => {
    if (after === undefined) return [];
    const isEqual = before && isEqualPage({ ...after, updatedAt: before.updatedAt }, before);
    return [[key, isEqual ? before : { ...after, updatedAt: now }]];
  });
  await editDraft(draft, "pages", edits);
}

interface RestoredPage {
  readonly id: string;
  readonly record: PageRecord;
  /** The keys of the blocks that are restored; by default all. */
  readonly blocks?: readonly string[] | undefined;
}

/** Restores the files and reusable contents that a page of a revision needs, with the pages below it, and that were deleted since. */
export async function restoreReferences(
  draft: Draft,
  source: Content,
  { id, record, blocks }: RestoredPage,
  readLinks: ReadDocumentLinks,
): Promise<void> {
  const below = blocks === undefined ? (await descendantsOf(source, id)).map(([, page]) => page) : [];
  const isNeeded = await neededBy(source, record, blocks);
  for (let records: (PageRecord | ReusableContentRecord)[] = [record, ...below]; records.length > 0; ) {
    const ids = await referencesOf(records, readLinks);
    await restoreMissing(draft, source, "files", ids.files.filter(isNeeded));
    records = await restoreMissing(draft, source, "reusableContents", ids.reusableContents.filter(isNeeded));
  }
}

/** Whether the blocks that are restored refer to something. */
async function neededBy({ nodes }: Content, { document }: PageRecord, keys: readonly string[] | undefined) {
  if (keys === undefined) return () => true;
  const selected = new Set(keys);
  const isSelected = ({ key = "" }: Block) => selected.has(key);
  const text = JSON.stringify((await readBlocks(nodes, document)).nodes.filter(isSelected));
  return (id: string) => text.includes(id);
}

async function referencesOf(
  records: readonly (PageRecord | ReusableContentRecord)[],
  readLinks: ReadDocumentLinks,
) {
  const files: string[] = [];
  const reusableContents: string[] = [];
  for (const record of records) {
    if (!("cover" in record)) continue;
    for (const image of [record.cover?.ref, record.cover?.refDark])
      if (image?.kind === "file") files.push(image.file);
  }
  const documents = await readLinks(records.flatMap(({ document }) => document ?? []));
  for (const { links } of documents.values())
    for (const { ref } of links) {
      if (ref.kind === "file") files.push(ref.file);
      if (ref.kind === "reusable-content") reusableContents.push(ref.reusableContent);
    }
  return { files, reusableContents };
}

/** Adds the records of a revision that a draft does not have, and returns them. */
async function restoreMissing<M extends "files" | "reusableContents">(
  draft: Draft,
  source: Content,
  map: M,
  ids: readonly string[],
) {
  const [previous, existing] = [await getRecords(source, map, ids), await getRecords(draft, map, ids)];
  const missing = [...previous].filter(([id]) => !existing.has(id));
  await editDraft(draft, map, missing);
  return missing.map(([, record]) => record);
}
