import { sql } from "kysely";
import { concurrentlyChanged, conflict } from "../../platform/index.ts";
import type { ChangeRequestStatus, ChangeRequestTable, Writer } from "../../storage/database/index.ts";
import {
  type Head,
  isActive,
  openNodes,
  type SavedRevision,
  selectActiveSpaces,
} from "../../storage/repositories/index.ts";
import type { Context } from "../http/index.ts";

export type ChangeRequestRef = Pick<ChangeRequestTable, "id" | "space_id" | "organization_id">;

/** The head of a change request, and the head of the primary content at the same time. */
export interface ChangeRequestHead extends Head {
  readonly changeRequest: ChangeRequestRef;
  readonly status: ChangeRequestStatus;
  /** The root of the primary content that was pulled last: the merge base. */
  readonly baseRoot: string;
  readonly contentVersion: number;
  /** The pages and reusable contents with conflict markers from a pull. */
  readonly conflictKeys: readonly string[];
  readonly primary: { readonly revisionId: string; readonly root: string };
}

/** Reads the head of a change request that is neither merged nor archived. */
export async function readChangeRequestHead(
  context: Context,
  ref: ChangeRequestRef,
): Promise<ChangeRequestHead> {
  const found = await selectActiveSpaces(context.database.read)
    .innerJoin("change_requests", "change_requests.space_id", "spaces.id")
    .where("spaces.organization_id", "=", ref.organization_id)
    .where("change_requests.id", "=", ref.id)
    .select([
      "change_requests.status",
      "change_requests.revision_id",
      "change_requests.root",
      "change_requests.base_root",
      "change_requests.content_version",
      "change_requests.marked",
      "spaces.repository_id",
      "spaces.revision_id as primary_revision_id",
      "spaces.root as primary_root",
    ])
    .executeTakeFirst();
  if (found === undefined) throw concurrentlyChanged();
  requireEditable(found.status);
  return {
    organizationId: ref.organization_id,
    spaceId: ref.space_id,
    changeRequest: ref,
    status: found.status,
    repositoryId: found.repository_id,
    revisionId: found.revision_id,
    root: found.root,
    baseRoot: found.base_root,
    contentVersion: found.content_version,
    conflictKeys: JSON.parse(found.marked) as string[],
    primary: { revisionId: found.primary_revision_id, root: found.primary_root },
    nodes: openNodes(context, found.repository_id),
  };
}

export function requireUnmerged(status: ChangeRequestStatus): void {
  if (status === "merged") throw conflict("The change request is merged and cannot be changed");
}

export function requireEditable(status: ChangeRequestStatus): void {
  requireUnmerged(status);
  if (status === "archived") throw conflict("The change request is archived: open it again to change it");
}

/** The columns that an update from the primary content sets in addition. */
type PulledColumns = Pick<ChangeRequestTable, "base_root" | "merged_ancestor_id" | "marked"> & {
  /** An update without conflicts does not change what is reviewed. */
  readonly hasConflicts: boolean;
};

/** Moves the head of a change request to a revision, unless it has moved since it was read. */
export async function updateChangeRequestHead(
  trx: Writer,
  head: ChangeRequestHead,
  { id, root, now }: SavedRevision,
  { hasConflicts = true, ...pulled }: Partial<PulledColumns> = {},
): Promise<boolean> {
  if (!(await isHeadUnchanged(trx, head))) return false;
  const isChanged = hasConflicts && root !== head.root;
  await updateChangeRequestRow(trx, head.changeRequest, {
    revision_id: id,
    root,
    content_version: head.contentVersion + Number(isChanged),
    updated_at: now,
    ...pulled,
  });
  return true;
}

/**
 * Whether the head, the status and the repository of a change request are unchanged since they were read. Locks the change
 * request against changes, and its space against deletion and transfer.
 */
export async function isHeadUnchanged(trx: Writer, head: ChangeRequestHead): Promise<boolean> {
  const found = await selectActiveSpaces(trx)
    .innerJoin("change_requests", "change_requests.space_id", "spaces.id")
    .where("spaces.organization_id", "=", head.organizationId)
    .where("spaces.repository_id", "=", head.repositoryId)
    .where("change_requests.id", "=", head.changeRequest.id)
    .where("change_requests.revision_id", "=", head.revisionId)
    .where("change_requests.status", "=", head.status)
    .select("change_requests.id")
    .forShare("contents")
    .forNoKeyUpdate("change_requests")
    .executeTakeFirst();
  return found !== undefined;
}

export async function updateChangeRequestRow(
  trx: Writer,
  { id, organization_id }: Pick<ChangeRequestRef, "id" | "organization_id">,
  changes: Partial<ChangeRequestTable>,
): Promise<void> {
  await trx
    .updateTable("change_requests")
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .set(changes)
    .execute();
}

/** Locks a change request and returns its current status and revision. Its space must not be in the trash. */
export async function lockChangeRequest(
  trx: Writer,
  { id, organization_id }: Pick<ChangeRequestRef, "id" | "organization_id">,
) {
  const current = await trx
    .selectFrom("change_requests")
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .where(isActive(sql.ref("change_requests.space_id")))
    .select(["revision_id", "status", "content_version"])
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (current === undefined) throw concurrentlyChanged();
  return current;
}

/** Removes the time at which a change request is merged. Returns whether there was one. */
export async function removeSchedule(trx: Writer, changeRequestId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("scheduled_merges")
    .where("change_request_id", "=", changeRequestId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
