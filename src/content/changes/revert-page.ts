import { badInput } from "../../platform/index.ts";
import { type Difference, getValue, getValues } from "../map/index.ts";
import type { Content, PageRecord } from "../model/index.ts";
import {
  ancestorsOf,
  childIdsOf,
  descendantsOf,
  editPages,
  findPage,
  insertPage,
  movePage,
  removePage,
  requireDepth,
  slugKey,
  updatePage,
} from "../pages/index.ts";
import { type Batch, deferDocument } from "./batch.ts";
import type { RevertPage } from "./change.ts";
import { pageIdOf, textBefore } from "./page-changes.ts";
import { revertBlocks } from "./revert-blocks.ts";

/**
 * Brings a page back to what it was in another revision: one that was added since is removed, one that was deleted
 * comes back with the pages below it, one that was changed or moved is again as and where it was.
 */
export async function applyRevertPage(batch: Batch, change: RevertPage, index: number): Promise<void> {
  const { page, revision, block } = change;
  const { draft } = batch;
  const id = pageIdOf(batch, page);
  const source = await batch.context.revision(revision);
  if (source === undefined) throw badInput("revision", "is not a revision of this space to go back to");
  const [then, now] = [await findPage(source, id), await findPage(draft, id)];
  if (then === undefined && now === undefined) throw badInput("page", "is in neither of the two revisions");
  batch.touched.add(id);
  if (block !== undefined) {
    if (then === undefined || now === undefined)
      throw badInput("block", "is for pages that are in both revisions");
    const texts = [{ hash: then.document }, textBefore(batch, id, now)] as const;
    const markdown = await revertBlocks(draft, id, texts, block);
    batch.pageDocuments.set(id, await deferDocument(batch, id, index, markdown));
    return;
  }
  batch.pageDocuments.delete(id);
  if (then === undefined && now !== undefined) {
    for (const gone of await removePage(draft, id, now)) {
      batch.touched.add(gone);
      batch.pageDocuments.delete(gone);
    }
  } else if (then !== undefined && now === undefined) {
    await restore(batch, source, id, then);
    await restoreBelow(batch, source, id);
    await requireDepth(draft, id);
  } else if (then !== undefined && now !== undefined) {
    await reset(batch, source, id, then, now);
  }
}

async function restore(batch: Batch, source: Content, id: string, then: PageRecord): Promise<void> {
  await insertPage(batch.draft, id, then, await formerPlace(batch, source, id, then));
  batch.touched.add(id);
}

/** Brings back what was below a page that was brought back, all at once; what is elsewhere by now stays there. */
async function restoreBelow(batch: Batch, source: Content, id: string): Promise<void> {
  const { draft, touched } = batch;
  const below = await descendantsOf(source, id);
  const present = await getValues<PageRecord>(
    draft.nodes,
    draft.roots.pages,
    below.map(([child]) => child),
  );
  // Where the page above comes back too, nothing can be in the way.
  const restored = new Set([id]);
  const orphans: [string, PageRecord][] = [];
  const together: Difference<PageRecord>[] = [];
  for (const [child, after] of below) {
    if (present.has(child)) continue;
    if (!restored.has(after.parent)) {
      orphans.push([child, after]);
      continue;
    }
    restored.add(child);
    together.push({ key: child, after });
  }
  await editPages(draft, together);
  for (const { key } of together) touched.add(key);
  for (const [child, record] of orphans) {
    if ((await findPage(draft, child)) !== undefined) continue;
    await restore(batch, source, child, record);
    await restoreBelow(batch, source, child);
  }
}

async function reset(
  batch: Batch,
  source: Content,
  id: string,
  then: PageRecord,
  now: PageRecord,
): Promise<void> {
  const { parent, order, slug } = now;
  const reset = { ...then, parent, order, slug, updatedAt: batch.context.now };
  await updatePage(batch.draft, id, now, reset);
  const moved = then.parent !== parent || then.order !== order || then.slug !== slug;
  if (moved) {
    const place = await formerPlace(batch, source, id, then);
    await movePage(batch.draft, id, { ...reset, parent, order, slug }, place);
    await takeSlug(batch, id, then.slug);
  }
}

/** The slug it had, unless another page has that by now. */
async function takeSlug(batch: Batch, id: string, slug: string): Promise<void> {
  const page = await findPage(batch.draft, id);
  if (page === undefined || page.slug === slug) return;
  const { nodes, roots } = batch.draft;
  if ((await getValue(nodes, roots.slugs, slugKey({ parent: page.parent, slug }))) !== undefined) return;
  await updatePage(batch.draft, id, page, { ...page, slug });
}

/** Where the page was, as far as that is still there: else at the end of the top. */
async function formerPlace(batch: Batch, source: Content, id: string, then: PageRecord) {
  const parent = then.parent === "" ? undefined : await findPage(batch.draft, then.parent);
  const isThere = parent !== undefined && !(await ancestorsOf(batch.draft, parent)).has(id);
  if (then.parent !== "" && !isThere) return { parent: "" };
  const before = await childIdsOf(source, then.parent);
  const earlier = new Set(before.slice(0, before.indexOf(id)));
  const present = (await childIdsOf(batch.draft, then.parent)).filter((sibling) => sibling !== id);
  return { parent: then.parent, at: present.findLastIndex((sibling) => earlier.has(sibling)) + 1 };
}
