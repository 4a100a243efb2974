import { openContent, rootOf } from "../../content/index.ts";
import { conflict } from "../../platform/index.ts";
import { editModes } from "../../storage/database/index.ts";
import { advanceHead, movePrimaryHead, type NextRevision } from "../../storage/repositories/index.ts";
import type { Context } from "../http/index.ts";
import {
  type ChangeRequestHead,
  type ChangeRequestRef,
  isHeadUnchanged,
  mergeWithPrimary,
  moveChangeRequestHead,
  readChangeRequestHead,
  updateRow,
} from "./head.ts";
import { updateStatusCounts } from "./update-change-request.ts";

/** How much of what is undecided is named. */
const mostNamed = 10;

/** Makes what the change request changed a part of the primary content, or says that this needs a person. */
export async function mergeChangeRequest(
  context: Context,
  ref: ChangeRequestRef,
  userId: string,
): Promise<{ revision: string; result: "merge" | "conflicts" }> {
  const { result, revisionId } = await advanceHead(context, {
    userId,
    mutexKey: ref.space_id,
    // Both rows that are looked at are changed: that of the change request, and that of the space.
    isolation: "snapshot",
    read: () => readChangeRequestHead(context, ref),
    build: async (head) => {
      await requireNoConflictMarkers(head);
      const { revisionId: present } = head.primary;
      const root = await mergeRoots(head);
      if (root === undefined) return { result: { present } };
      return { next: { root, parents: [present, head.revisionId], type: "merge" }, result: { present } };
    },
    move: async (trx, head, saved) => {
      if (!(await isHeadUnchanged(trx, head))) return false;
      const primary = { ...head, ...head.primary };
      if (!(await movePrimaryHead(trx, primary, saved, editModes))) return false;
      const { id: merged_revision_id, now } = saved;
      await updateRow(trx, head, {
        status: "merged",
        merged_revision_id,
        merged_by: userId,
        merged_at: now,
        updated_at: now,
      });
      await updateStatusCounts(trx, head, head.status, "merged");
      return true;
    },
  });
  return revisionId === undefined
    ? { revision: result.present, result: "conflicts" }
    : { revision: revisionId, result: "merge" };
}

/** The content that comes of the two; none where they conflict. */
async function mergeRoots(head: ChangeRequestHead): Promise<string | undefined> {
  if (head.baseRoot === head.primary.root) return head.root;
  const { draft, conflictKeys } = await mergeWithPrimary(head);
  return conflictKeys.length > 0 ? undefined : rootOf(draft);
}

/** Refuses what an update left for a person to decide, and names it. */
async function requireNoConflictMarkers({ nodes, root, marked }: ChangeRequestHead): Promise<void> {
  const { findUnresolved } = await import("../../content/merge/find-unresolved.ts");
  const undecided = await findUnresolved(openContent(nodes, root), marked);
  if (undecided.length === 0) return;
  const more = undecided.length > mostNamed ? ` and ${undecided.length - mostNamed} more` : "";
  throw conflict(
    `Both versions stand between conflict markers in ${undecided.slice(0, mostNamed).join(", ")}${more}: decide for one, remove the markers, and merge again`,
  );
}

/** Brings what the primary content has become into the change request; what both changed stands there between markers. */
export async function pullPrimaryContent(
  context: Context,
  ref: ChangeRequestRef,
  userId: string,
): Promise<{ revision: string; result: "update" | "conflicts" }> {
  const { result, revisionId } = await advanceHead(context, {
    userId,
    mutexKey: ref.id,
    read: () => readChangeRequestHead(context, ref),
    build: async (head) => {
      const { baseRoot, primary, revisionId } = head;
      const present = { revisionId, primary, marked: head.marked, hasConflicts: false };
      if (baseRoot === primary.root) return { result: present };
      const { draft, conflictKeys } = await mergeWithPrimary(head);
      const next: NextRevision = {
        root: rootOf(draft),
        parents: [revisionId, primary.revisionId],
        type: "update",
      };
      const all = [...new Set([...head.marked, ...conflictKeys])];
      return { next, result: { ...present, marked: all, hasConflicts: conflictKeys.length > 0 } };
    },
    move: (trx, head, saved, { marked }) =>
      moveChangeRequestHead(trx, head, saved, {
        base_root: head.primary.root,
        merged_ancestor_id: head.primary.revisionId,
        marked: JSON.stringify(marked),
      }),
  });
  if (revisionId === undefined) await noteAncestor(context, ref, result.primary);
  return { revision: revisionId ?? result.revisionId, result: result.hasConflicts ? "conflicts" : "update" };
}

/** Nothing was new: then only this is, that the change request was held against that revision. */
async function noteAncestor(
  { database }: Context,
  ref: ChangeRequestRef,
  primary: ChangeRequestHead["primary"],
): Promise<void> {
  await database.write((trx) =>
    trx
      .updateTable("change_requests")
      .where("organization_id", "=", ref.organization_id)
      .where("id", "=", ref.id)
      .where("base_root", "=", primary.root)
      .set({ merged_ancestor_id: primary.revisionId })
      .execute(),
  );
}
