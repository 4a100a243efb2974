import { setImmediate } from "node:timers/promises";
import type { Difference } from "../map/index.ts";
import { type Content, type Draft, diffContents, openDraft, type PageRecord } from "../model/index.ts";
import { editPages, findPage, requireDepth } from "../pages/index.ts";
import { mergeDocuments } from "./merge-documents.ts";
import { mergeFiles, mergeReusableContents, mergeVariables } from "./merge-others.ts";
import { type MergedPage, mergePage, type PageSides } from "./merge-pages.ts";
import { Placement } from "./place-pages.ts";
import { pairDifferences } from "./three-way.ts";

/** What came of a merge. It begins from their side, so that only what we changed must be written. */
export interface MergeResult {
  readonly draft: Draft;
  /**
   * What is in conflict, and so holds both versions between markers: `pages/` and the id of one, and so on for all that
   * content is made of.
   */
  readonly conflictKeys: readonly string[];
}

/** Merges two contents that were made from one. Costs what the two changed, not what there is. */
export async function mergeContents(base: Content, ours: Content, theirs: Content): Promise<MergeResult> {
  const own = await diffContents(base, ours);
  const other = await diffContents(base, theirs);
  const draft = openDraft(theirs);
  const marked = [
    await mergeAllPages(draft, theirs, pairDifferences(own.pages, other.pages)),
    await mergeReusableContents(draft, pairDifferences(own.reusableContents, other.reusableContents)),
    await mergeFiles(draft, pairDifferences(own.files, other.files)),
    await mergeVariables(draft, pairDifferences(own.variables, other.variables)),
  ];
  return { draft, conflictKeys: marked.flat() };
}

async function mergeAllPages(
  draft: Draft,
  theirs: Content,
  sides: ReadonlyMap<string, PageSides>,
): Promise<string[]> {
  const merged = new Map<string, MergedPage>();
  for (const [id, pages] of sides) {
    merged.set(id, await mergePage(draft.nodes, pages));
    // Long texts take their time, and others wait.
    if (pages.ours !== pages.base && pages.theirs !== pages.base) await setImmediate();
  }
  const records = new Map([...merged].map(([id, { record }]) => [id, record]));
  const placement = new Placement(theirs, sides, records);
  const circular = new Set(await placement.place());
  const differences = placement.differences();
  await editPages(draft, differences);
  await requireDepths(draft, differences);
  await noteCircles(draft, sides, circular);
  const marked = [...merged.keys()].filter((id) => merged.get(id)?.isMarked || circular.has(id));
  return marked.map((id) => `pages/${id}`);
}

/** Two sides that are both right can together nest pages too deep. */
async function requireDepths(draft: Draft, differences: readonly Difference<PageRecord>[]): Promise<void> {
  for (const { key, before, after } of differences)
    if (after !== undefined && after.parent !== before?.parent) await requireDepth(draft, key);
}

/** Notes in the text of a page that its other place would have made a circle. Only documents can be in one. */
async function noteCircles(
  draft: Draft,
  sides: ReadonlyMap<string, PageSides>,
  circular: ReadonlySet<string>,
): Promise<void> {
  for (const id of circular) {
    const before = await findPage(draft, id);
    if (before === undefined) continue;
    const { ours, theirs } = sides.get(id) ?? {};
    const same = { base: before.document, ours: before.document, theirs: before.document };
    const note = { name: "parent", ours: ours?.parent, theirs: theirs?.parent };
    const { document } = await mergeDocuments(draft.nodes, same, [note]);
    await editPages(draft, [{ key: id, before, after: { ...before, ...(document && { document }) } }]);
  }
}
