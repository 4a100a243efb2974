import { conflict, EventLoopYielder } from "../../platform/index.ts";
import { type Content, type Draft, diffContents, getRecords, openDraft } from "../model/index.ts";
import { type Extent, editPages, extentOf, findExcess, findPage } from "../pages/index.ts";
import { hasMarkedValue } from "./markers.ts";
import type { DocumentConflict, MergeConflict } from "./merge-conflict.ts";
import { hasUnresolvedMarkers, mergeDocuments } from "./merge-documents.ts";
import { type MergedPage, mergePage, type PageSides, parentConflict } from "./merge-pages.ts";
import { mergeRecords } from "./merge-records.ts";
import { PagePlacement } from "./place-pages.ts";
import { pairDifferences } from "./three-way.ts";

export interface MergeResult {
  /** Starts from their content, so that only our changes are written. */
  readonly draft: Draft;
  /** The map name and key of each record with conflict markers, such as `pages/<id>`. */
  readonly conflictKeys: readonly string[];
  /** The conflicts between these markers. */
  readonly conflicts: readonly MergeConflict[];
}

/** Three-way merge of contents. The cost is proportional to the changes of both sides. */
export async function mergeContents(base: Content, ours: Content, theirs: Content): Promise<MergeResult> {
  const ourDiff = await diffContents(base, ours);
  const theirDiff = await diffContents(base, theirs);
  const draft = openDraft(theirs);
  const found = [
    await mergePages(draft, theirs, pairDifferences(ourDiff.pages, theirDiff.pages)),
    await mergeRecords(
      draft,
      "reusableContents",
      pairDifferences(ourDiff.reusableContents, theirDiff.reusableContents),
    ),
    await mergeRecords(draft, "files", pairDifferences(ourDiff.files, theirDiff.files)),
    await mergeRecords(draft, "variables", pairDifferences(ourDiff.variables, theirDiff.variables)),
  ];
  const conflicts = found.flat();
  return { draft, conflicts, conflictKeys: [...new Set(conflicts.map(({ key }) => key))] };
}

async function mergePages(
  draft: Draft,
  theirs: Content,
  sides: ReadonlyMap<string, PageSides>,
): Promise<MergeConflict[]> {
  const merged = new Map<string, MergedPage>();
  const yielder = new EventLoopYielder();
  for (const [id, pages] of sides) {
    await yielder.yieldIfDue();
    merged.set(id, await mergePage(draft.nodes, pages));
  }
  const records = new Map([...merged].map(([id, { record }]) => [id, record]));
  const placement = new PagePlacement(theirs, sides, records);
  const cyclic = new Set(await placement.place());
  const differences = placement.differences();
  await editPages(draft, differences);
  for (const { key, before, after } of differences)
    if (after !== undefined && (after.parent !== before?.parent || after.slug !== before.slug))
      await requireWithinLimits(draft, key, before && (await extentOf(theirs, before)));
  const conflicts = [...merged].flatMap(([id, page]) =>
    page.conflicts.map((conflict) => ({ key: `pages/${id}`, ...conflict })),
  );
  for (const id of cyclic) {
    const marked = await markParentConflict(draft, id, sides.get(id));
    conflicts.push(...marked.map((conflict) => ({ key: `pages/${id}`, ...conflict })));
  }
  return conflicts;
}

/** The moves and renames of both sides together may exceed the limits of the tree. */
async function requireWithinLimits(draft: Draft, id: string, before: Extent | undefined): Promise<void> {
  const excess = await findExcess(draft, id, before);
  if (excess !== undefined) throw conflict(`The contents cannot be merged: ${excess} (page ${id})`);
}

/** Writes a conflict between parents into the document. Only pages with documents can be part of a cycle. */
async function markParentConflict(
  draft: Draft,
  id: string,
  sides: PageSides | undefined,
): Promise<readonly DocumentConflict[]> {
  const before = await findPage(draft, id);
  if (before === undefined) return [];
  const hashes = { base: before.document, ours: before.document, theirs: before.document };
  const { document, conflicts } = await mergeDocuments(draft.nodes, hashes, [parentConflict(sides)]);
  await editPages(draft, [{ key: id, before, after: { ...before, ...(document && { document }) } }]);
  return conflicts;
}

/** Describes the records that a merge marked and that still contain conflict markers. */
export async function findUnresolved(content: Content, conflictKeys: readonly string[]): Promise<string[]> {
  const keys = (map: string) =>
    conflictKeys.flatMap((key) => (key.startsWith(`${map}/`) ? [key.slice(map.length + 1)] : []));
  const unresolved: string[] = [];
  const pages = await getRecords(content, "pages", keys("pages"));
  const reusableContents = await getRecords(content, "reusableContents", keys("reusableContents"));
  for (const [id, { title, document }] of [...pages, ...reusableContents])
    if (hasMarkedValue(title) || (await hasUnresolvedMarkers(content.nodes, document)))
      unresolved.push(`${title} (${id})`);
  for (const [id, { name }] of await getRecords(content, "files", keys("files")))
    if (hasMarkedValue(name)) unresolved.push(`the name of the file ${id}`);
  for (const [name, value] of await getRecords(content, "variables", keys("variables")))
    if (hasMarkedValue(value)) unresolved.push(`the variable ${name}`);
  return unresolved;
}
