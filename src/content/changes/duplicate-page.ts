import { badInput, EventLoopYielder } from "../../platform/index.ts";
import { copyWithTargets } from "../document-store/index.ts";
import type { Difference } from "../map/index.ts";
import type { PageRecord, Reference } from "../model/index.ts";
import {
  childRanks,
  descendantsOf,
  editPages,
  findExcess,
  insertPage,
  rankOfPage,
  slugOf,
} from "../pages/index.ts";
import { type ApplyChange, type Batch, requireRecord } from "./batch.ts";
import type { Change } from "./change.ts";
import { pageIdOf, syncFrontMatter } from "./page-changes.ts";

/** The number of pages that one batch may copy. */
const maxCopies = 5000;

/** Copies a page with its subtree. Links between the copied pages lead to the copies. */
export const applyDuplicatePage: ApplyChange<"duplicate_page"> = async (
  batch,
  change,
  { ids: [id = ""] },
) => {
  const { draft, context, touched } = batch;
  const original = pageIdOf(batch, change.page);
  const page = await requireRecord(draft, "pages", original);
  const descendants = await descendantsOf(draft, original);
  batch.copies.count += 1 + descendants.length;
  if (batch.copies.count > maxCopies)
    throw badInput("page", `at most ${maxCopies} pages can be copied at once`);
  const copies = new Map([[original, id], ...descendants.map(([key]) => [key, context.newId()] as const)]);
  const copyOf = (record: PageRecord) => copyRecord(batch, record, copies);
  const title = change.title ?? page.title;
  const slug = change.title === undefined || page.type === "link" ? page.slug : slugOf(title);
  await insertPage(
    draft,
    id,
    { ...(await copyOf(page)), title, slug },
    await positionOf(batch, change, original, page),
  );
  const insertions: Difference<PageRecord>[] = [];
  const yielder = new EventLoopYielder();
  // A new page has no other children, so the slugs and sort keys of its subtree can stay.
  for (const [key, record] of descendants) {
    await yielder.yieldIfDue();
    const parent = copies.get(record.parent) ?? id;
    insertions.push({ key: copies.get(key) ?? "", after: { ...(await copyOf(record)), parent } });
  }
  await editPages(draft, insertions);
  const excess = await findExcess(draft, id);
  if (excess !== undefined) throw badInput("into", excess);
  copyPending(batch, copies);
  if (change.title !== undefined) await syncFrontMatter(batch, id, { title });
  for (const copy of copies.values()) touched.add(copy);
};

async function copyRecord(
  { draft, context }: Batch,
  record: PageRecord,
  copies: ReadonlyMap<string, string>,
): Promise<PageRecord> {
  const document = await copyWithTargets(draft.nodes, record.document, copies);
  const target = record.target && copyTarget(record.target, copies);
  return {
    ...record,
    ...(document !== undefined && { document }),
    ...(target && { target }),
    createdAt: context.now,
    updatedAt: context.now,
  };
}

function copyTarget(target: Reference, copies: ReadonlyMap<string, string>): Reference {
  if (target.kind !== "page" && target.kind !== "anchor") return target;
  const page = target.space === undefined && target.page !== undefined ? copies.get(target.page) : undefined;
  return page === undefined ? target : { ...target, page };
}

/** Documents that earlier changes of the batch have set are not written yet. */
function copyPending({ documents }: Batch, copies: ReadonlyMap<string, string>): void {
  for (const [page, copy] of copies) {
    const pending = documents.pages.get(page);
    if (pending !== undefined) documents.pages.set(copy, pending);
  }
}

/** By default a copy is placed after its original. */
async function positionOf(
  batch: Batch,
  { into, at }: Change<"duplicate_page">,
  original: string,
  page: PageRecord,
): Promise<{ parent: string; at?: number | undefined }> {
  const parent = into === undefined ? page.parent : pageIdOf(batch, into ?? "");
  if (at !== undefined || parent !== page.parent) return { parent, at };
  const [first] = await childRanks(batch.draft, parent);
  return { parent, at: (await rankOfPage(batch.draft, original, page)) - first + 1 };
}
