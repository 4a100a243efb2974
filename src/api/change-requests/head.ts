import { openContent } from "../../content/index.ts";
import type { MergeResult } from "../../content/merge/index.ts";
import { changedMeanwhile, conflict } from "../../platform/index.ts";
import type { ChangeRequestStatus, ChangeRequestTable, Writer } from "../../storage/database/index.ts";
import {
  type Head,
  openNodes,
  type SavedRevision,
  selectActiveSpaces,
} from "../../storage/repositories/index.ts";
import type { Context } from "../http/index.ts";

export type ChangeRequestRef = Pick<ChangeRequestTable, "id" | "space_id" | "organization_id">;

/** The content of a change request at one moment, and the primary content of its space at the same. */
export interface ChangeRequestHead extends Head {
  readonly changeRequestId: string;
  readonly status: ChangeRequestStatus;
  /** The primary content that it has seen last, sealed. */
  readonly baseRoot: string;
  readonly marked: readonly string[];
  readonly primary: { readonly revisionId: string; readonly root: string };
}

/** What there is to be changed; refused for what is merged or archived. */
export async function readChangeRequestHead(
  context: Context,
  { id, space_id: spaceId, organization_id: organizationId }: ChangeRequestRef,
): Promise<ChangeRequestHead> {
  const found = await selectActiveSpaces(context.database.read)
    .innerJoin("change_requests", "change_requests.space_id", "spaces.id")
    .where("spaces.organization_id", "=", organizationId)
    .where("change_requests.id", "=", id)
    .select([
      "change_requests.status",
      "change_requests.revision_id",
      "change_requests.root",
      "change_requests.base_root",
      "change_requests.marked",
      "spaces.repository_id",
      "spaces.revision_id as primary_revision_id",
      "spaces.root as primary_root",
    ])
    .executeTakeFirst();
  if (found === undefined) throw changedMeanwhile();
  requireEditable(found.status);
  return {
    organizationId,
    spaceId,
    changeRequestId: id,
    status: found.status,
    repositoryId: found.repository_id,
    revisionId: found.revision_id,
    root: found.root,
    baseRoot: found.base_root,
    marked: JSON.parse(found.marked) as string[],
    primary: { revisionId: found.primary_revision_id, root: found.primary_root },
    nodes: openNodes(context, found.repository_id),
  };
}

/** The two contents that were made from what the change request has seen last, as one. */
export async function mergeWithPrimary({
  nodes,
  baseRoot,
  root,
  primary,
}: ChangeRequestHead): Promise<MergeResult> {
  const { mergeContents } = await import("../../content/merge/merge-contents.ts");
  const open = (sealed: string) => openContent(nodes, sealed);
  return mergeContents(open(baseRoot), open(root), open(primary.root));
}

export function requireUnmerged(status: ChangeRequestStatus): void {
  if (status === "merged") throw conflict("The change request is merged, and stays as it is");
}

export function requireEditable(status: ChangeRequestStatus): void {
  requireUnmerged(status);
  if (status === "archived") throw conflict("The change request is archived: open it again to change it");
}

/** Moves a change request on to a revision, if it is still what that was made from. */
export async function moveChangeRequestHead(
  trx: Writer,
  head: ChangeRequestHead,
  { id, root, now }: SavedRevision,
  more: Partial<Pick<ChangeRequestTable, "base_root" | "merged_ancestor_id" | "marked">> = {},
): Promise<boolean> {
  if (!(await isHeadUnchanged(trx, head))) return false;
  await updateRow(trx, head, { revision_id: id, root, updated_at: now, ...more });
  return true;
}

/** Whether a change request, and the place where its content is kept, are as they were read. */
export async function isHeadUnchanged(trx: Writer, head: ChangeRequestHead): Promise<boolean> {
  const found = await selectActiveSpaces(trx)
    .innerJoin("change_requests", "change_requests.space_id", "spaces.id")
    .where("spaces.organization_id", "=", head.organizationId)
    .where("spaces.repository_id", "=", head.repositoryId)
    .where("change_requests.id", "=", head.changeRequestId)
    .where("change_requests.revision_id", "=", head.revisionId)
    .where("change_requests.status", "=", head.status)
    .select("change_requests.id")
    .executeTakeFirst();
  return found !== undefined;
}

export async function updateRow(
  trx: Writer,
  { changeRequestId, organizationId }: ChangeRequestHead,
  changes: Partial<ChangeRequestTable>,
): Promise<void> {
  await trx
    .updateTable("change_requests")
    .where("organization_id", "=", organizationId)
    .where("id", "=", changeRequestId)
    .set(changes)
    .execute();
}
