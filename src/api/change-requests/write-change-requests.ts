import { notifyClosed } from "../../notifications/index.ts";
import { concurrentlyChanged, fold, newId, requireFound } from "../../platform/index.ts";
import { type ChangeRequestStatus, together, type Writer } from "../../storage/database/index.ts";
import {
  type Head,
  insertRevision,
  isActive,
  type SavedRevision,
  type SpaceRef,
} from "../../storage/repositories/index.ts";
import { findSpaces } from "../spaces/index.ts";
import { copyFoundConflicts } from "./conflict-rows.ts";
import {
  type ChangeRequestRef,
  lockChangeRequest,
  removeSchedule,
  requireUnmerged,
  updateChangeRequestRow,
} from "./head.ts";
import type { ChangeRequestCreate, ChangeRequestUpdate } from "./schema.ts";
import { addContribution, type ChangeRequestRow, findChangeRequest } from "./store.ts";

/** Changes the subject, the description or the status of a change request that is not merged. */
export async function updateChangeRequest(
  trx: Writer,
  ref: ChangeRequestRef,
  { subject, description, status }: ChangeRequestUpdate,
  actor: { userId: string; now: string },
): Promise<void> {
  const { now } = actor;
  const current = await lockChangeRequest(trx, ref);
  requireUnmerged(current.status);
  if (subject === undefined && description === undefined && status === undefined) return;
  const search_text = subject === undefined ? undefined : fold(subject);
  await updateChangeRequestRow(trx, ref, { subject, search_text, description, status, updated_at: now });
  const space = { organizationId: ref.organization_id, spaceId: ref.space_id };
  if (status !== undefined) await updateStatusCounts(trx, space, current.status, status);
  if (status === "archived") await removeSchedule(trx, ref.id);
  if (status === "archived" && current.status !== status) await notifyClosed(trx, ref, status, actor);
}

/** Updates a space's counts of open and draft change requests. */
export async function updateStatusCounts(
  trx: Writer,
  { organizationId, spaceId }: SpaceRef,
  before: ChangeRequestStatus,
  after: ChangeRequestStatus,
): Promise<void> {
  if (before === after) return;
  const delta = (status: ChangeRequestStatus) => Number(after === status) - Number(before === status);
  await trx
    .updateTable("spaces")
    .where("organization_id", "=", organizationId)
    .where("id", "=", spaceId)
    .set((eb) => ({
      change_requests_open: eb("change_requests_open", "+", delta("open")),
      change_requests_draft: eb("change_requests_draft", "+", delta("draft")),
    }))
    .execute();
}

/** Opens a draft from the primary content of the space, or from another change request, and returns its id. */
export async function createChangeRequest(
  trx: Writer,
  { organizationId, spaceId }: SpaceRef,
  { subject, description, source, reverted }: ChangeRequestCreate & { readonly reverted?: RevertedContent },
  { userId, now }: { userId: string; now: string },
): Promise<string> {
  const space = (await findSpaces(trx, organizationId, [spaceId])).get(spaceId);
  if (space === undefined) throw concurrentlyChanged();
  const id = newId();
  const copied =
    source === undefined ? undefined : requireFound(await findChangeRequest(trx, space, source), "source");
  const start = {
    revision_id: space.revision_id,
    root: space.root,
    base_root: space.root,
    initial_revision_id: space.revision_id,
    merged_ancestor_id: null,
    marked: "[]",
    ...(copied && (await copyContent(trx, copied, { userId, now }))),
    ...(reverted && (await revertContent(trx, space, reverted, { userId, now }))),
    subject: subject ?? copied?.subject ?? "",
    description: description ?? copied?.description ?? "",
  };
  // Change requests are never deleted, so the count is the number of the last one.
  const number = space.change_requests + 1;
  const counted = trx
    .updateTable("spaces")
    .where("organization_id", "=", organizationId)
    .where("id", "=", spaceId)
    .where(isActive(spaceId))
    .set({ change_requests: number, change_requests_draft: space.change_requests_draft + 1 })
    .executeTakeFirst();
  const inserted = trx
    .insertInto("change_requests")
    .values({
      id,
      organization_id: organizationId,
      space_id: spaceId,
      number,
      status: "draft",
      ...start,
      search_text: fold(start.subject),
      merged_revision_id: null,
      content_version: 0,
      bypassed: null,
      reverts_id: reverted?.id ?? null,
      comments: 0,
      comments_resolved: 0,
      created_by: userId,
      created_at: now,
      updated_at: now,
      merged_by: null,
      merged_at: null,
    })
    .execute();
  const [{ numUpdatedRows }] = await together([
    counted,
    inserted,
    copied && copyFoundConflicts(trx, copied.id, id),
    addContribution(trx, { id, organization_id: organizationId }, userId, 0, now),
  ]);
  if (numUpdatedRows === 0n) throw concurrentlyChanged();
  return id;
}

/** Opens a draft with a new revision of the primary content. Returns its id, or undefined if that content has changed. */
export async function openWithRevision(
  trx: Writer,
  head: Head,
  { id: revisionId, root, now }: SavedRevision,
  { userId, subject }: { readonly userId: string; readonly subject: string },
): Promise<string | undefined> {
  const { organizationId, spaceId } = head;
  const space = (await findSpaces(trx, organizationId, [spaceId])).get(spaceId);
  if (space?.revision_id !== head.revisionId || space.repository_id !== head.repositoryId) return undefined;
  const id = await createChangeRequest(trx, head, { subject }, { userId, now });
  const ref = { id, organization_id: organizationId };
  await updateChangeRequestRow(trx, ref, { revision_id: revisionId, root });
  await addContribution(trx, ref, userId, 1, now);
  return id;
}

/** The columns of a copy of a change request's content. It has a revision of its own, so that the original can replace its last one. */
async function copyContent(
  trx: Writer,
  source: ChangeRequestRow,
  { userId, now }: { userId: string; now: string },
) {
  const { organization_id: organizationId, space_id: spaceId, root } = source;
  const revision = { id: newId(), organizationId, spaceId, parents: [source.revision_id], root };
  await insertRevision(trx, { ...revision, type: "edits", createdBy: userId }, now);
  return {
    revision_id: revision.id,
    root,
    base_root: source.base_root,
    initial_revision_id: source.initial_revision_id,
    merged_ancestor_id: source.merged_ancestor_id,
    marked: source.marked,
  };
}

/** A merged change request, the revision that its merge created, and the roots of the content before and after. */
interface RevertedContent {
  readonly id: string;
  readonly revisionId: string;
  readonly before: string;
  readonly after: string;
}

/** The columns of a content that undoes a merge, on the base of the content after the merge. */
async function revertContent(
  trx: Writer,
  space: { readonly id: string; readonly organization_id: string },
  { revisionId, before, after }: RevertedContent,
  { userId, now }: { userId: string; now: string },
) {
  const ref = { organizationId: space.organization_id, spaceId: space.id };
  const revision = { id: newId(), ...ref, parents: [revisionId], root: before };
  await insertRevision(trx, { ...revision, type: "edits", createdBy: userId }, now);
  return { revision_id: revision.id, root: before, base_root: after, initial_revision_id: revisionId };
}
