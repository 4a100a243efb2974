import { badInput, finishYielding } from "../../platform/index.ts";
import { type BlockDiff, diffBlockSteps } from "../block-diff/index.ts";
import type { Block } from "../document/index.ts";
import { blocksOfSource, type DocumentSource, patchWithBlocks } from "../document-store/index.ts";
import type { Difference } from "../map/index.ts";
import { type Content, getRecord, getRecords, type PageRecord } from "../model/index.ts";
import {
  ancestorsOf,
  childIdsOf,
  descendantsOf,
  editPages,
  findExcess,
  findPage,
  insertPage,
  movePage,
  slugKey,
  updatePage,
} from "../pages/index.ts";
import { type ApplyChange, type Batch, currentDocument, deferDocument } from "./batch.ts";
import { deletePage, pageIdOf } from "./page-changes.ts";

/**
 * Reverts a page to its state in another revision. An added page is removed, a deleted one is restored with its subtree,
 * a changed or moved one gets its previous attributes, document and position.
 */
export const applyRevertPage: ApplyChange<"revert_page"> = async (batch, change, { index }) => {
  const { page, revision, block } = change;
  const { draft, documents, touched } = batch;
  const id = pageIdOf(batch, page);
  const source = await batch.context.revision(revision);
  if (source === undefined) throw badInput("revision", "is not a revision of this space");
  const [previous, current] = [await findPage(source, id), await findPage(draft, id)];
  if (previous === undefined && current === undefined)
    throw badInput("page", "does not exist in either revision");
  touched.add(id);
  if (block !== undefined) {
    if (previous === undefined || current === undefined)
      throw badInput("block", "requires a page that exists in both revisions");
    const versions = [{ hash: previous.document }, currentDocument(batch, "pages", id, current)] as const;
    await deferDocument(batch, "pages", id, index, await revertBlocks(draft, id, versions, block));
    return;
  }
  documents.pages.delete(id);
  if (previous === undefined && current !== undefined) {
    await deletePage(batch, id, current);
  } else if (previous !== undefined && current === undefined) {
    await restorePage(batch, source, id, previous);
    const excess = await findExcess(draft, id);
    if (excess !== undefined) throw badInput("page", excess);
  } else if (previous !== undefined && current !== undefined) {
    await resetPage(batch, source, id, previous, current);
  }
};

/** A page that would exceed the limits of the tree is blamed on the page to revert. */
const options = { field: "page" };

/** Restores a deleted page with its subtree. Descendants that still exist under another page stay there. */
async function restorePage(batch: Batch, source: Content, id: string, previous: PageRecord): Promise<void> {
  const { draft, touched } = batch;
  await insertPage(draft, id, previous, await previousPosition(batch, source, id, previous), options);
  touched.add(id);
  const descendants = await descendantsOf(source, id);
  const ids = descendants.map(([child]) => child);
  const existing = await getRecords(draft, "pages", ids);
  // A restored parent has no other children, so slugs cannot collide and these pages are inserted together.
  const restored = new Set([id]);
  const orphans: [string, PageRecord][] = [];
  const insertions: Difference<PageRecord>[] = [];
  for (const [child, after] of descendants) {
    if (existing.has(child)) continue;
    if (!restored.has(after.parent)) {
      orphans.push([child, after]);
      continue;
    }
    restored.add(child);
    insertions.push({ key: child, after });
  }
  await editPages(draft, insertions);
  for (const { key } of insertions) touched.add(key);
  for (const [child, record] of orphans)
    if ((await findPage(draft, child)) === undefined) await restorePage(batch, source, child, record);
}

async function resetPage(
  batch: Batch,
  source: Content,
  id: string,
  previous: PageRecord,
  current: PageRecord,
): Promise<void> {
  const { draft, context } = batch;
  const { parent, order, slug } = current;
  const page = { ...previous, parent, order, slug, updatedAt: context.now };
  await updatePage(draft, id, current, page, options);
  if (previous.parent === parent && previous.order === order && previous.slug === slug) return;
  await movePage(draft, id, page, await previousPosition(batch, source, id, previous), page, options);
  // The page gets its previous slug back unless another page has taken it.
  const moved = await findPage(draft, id);
  if (moved === undefined || moved.slug === previous.slug) return;
  const key = slugKey({ parent: moved.parent, slug: previous.slug });
  if ((await getRecord(draft, "slugs", key)) === undefined)
    await updatePage(draft, id, moved, { ...moved, slug: previous.slug }, options);
}

/** The previous position of a page; the end of the top level if its parent was deleted or is now its descendant. */
async function previousPosition({ draft }: Batch, source: Content, id: string, { parent }: PageRecord) {
  const record = parent === "" ? undefined : await findPage(draft, parent);
  const isValid = record !== undefined && !(await ancestorsOf(draft, record)).has(id);
  if (parent !== "" && !isValid) return { parent: "" };
  const siblings = await childIdsOf(source, parent);
  const earlier = new Set(siblings.slice(0, siblings.indexOf(id)));
  const current = (await childIdsOf(draft, parent)).filter((sibling) => sibling !== id);
  return { parent, at: current.findLastIndex((sibling) => earlier.has(sibling)) + 1 };
}

/**
 * Reverts the given top-level blocks of a document, and returns it as Markdown: an added block is removed, a deleted one is
 * restored, a changed or moved one gets its previous text and position. A key may come from either version.
 */
async function revertBlocks(
  content: Content,
  id: string,
  [previous, current]: readonly [DocumentSource, DocumentSource],
  keys: readonly string[],
): Promise<string> {
  const [before, after] = [
    await blocksOfSource(content, id, previous),
    await blocksOfSource(content, id, current),
  ];
  const existingKeys = new Set([...before.nodes, ...after.nodes].map(({ key }) => key));
  for (const [i, key] of keys.entries())
    if (!existingKeys.has(key)) throw badInput(`block[${i}]`, "is not the key of a top-level block");
  const diffs = await finishYielding(diffBlockSteps(before.nodes, after.nodes));
  const selected = withCounterparts(diffs, keys);
  const isSelected = ({ key }: Block) => key !== undefined && selected.has(key);
  const nodes = diffs.flatMap((diff) => revertedBlocks(diff, isSelected));
  return patchWithBlocks(content, id, current, { ...after, nodes }, { otherSource: previous });
}

/**
 * The keys with those of the other version: a block that was moved and edited has two keys, and where as many blocks were removed
 * as were added, each took the place of one.
 */
function withCounterparts(diffs: readonly BlockDiff[], keys: readonly string[]): ReadonlySet<string> {
  const selected = new Set(keys);
  const pair = (before: Block | undefined, after: Block | undefined) => {
    const pairKeys = [before?.key, after?.key].filter((key) => key !== undefined);
    if (pairKeys.some((key) => selected.has(key))) for (const key of pairKeys) selected.add(key);
  };
  let [removed, added]: [Block[], Block[]] = [[], []];
  const endRun = () => {
    if (removed.length === added.length) for (const [i, block] of removed.entries()) pair(block, added[i]);
    [removed, added] = [[], []];
  };
  for (const diff of diffs) {
    if (diff.change === "removed") removed.push(diff.block);
    else if (diff.change === "added") added.push(diff.block);
    else {
      endRun();
      if (diff.change === "moved" && diff.edit) pair(diff.edit.before, diff.edit.after);
    }
  }
  endRun();
  return selected;
}

/** The blocks in the place of a difference, if those that are selected are reverted. */
function revertedBlocks(diff: BlockDiff, isSelected: (block: Block) => boolean): readonly Block[] {
  switch (diff.change) {
    case "unchanged":
      return diff.blocks;
    case "edited":
      return [isSelected(diff.before) || isSelected(diff.after) ? diff.before : diff.after];
    case "added":
    case "moved":
      return isSelected(diff.block) ? [] : [diff.block];
    default:
      return isSelected(diff.block) ? [diff.block] : [];
  }
}
