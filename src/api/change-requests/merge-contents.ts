import { openContent, rootOf } from "../../content/index.ts";
import {
  findUnresolved,
  type MergeConflict,
  type MergeResult,
  mergeContents,
} from "../../content/merge/index.ts";
import { notifyClosed, notifyConflicts } from "../../notifications/index.ts";
import { conflict } from "../../platform/index.ts";
import { editModes, together } from "../../storage/database/index.ts";
import { isActive, updateHead, updatePrimaryHead } from "../../storage/repositories/index.ts";
import type { Context } from "../http/index.ts";
import { saveFoundConflicts } from "./conflict-rows.ts";
import {
  type ChangeRequestHead,
  type ChangeRequestRef,
  isHeadUnchanged,
  lockChangeRequest,
  readChangeRequestHead,
  removeSchedule,
  updateChangeRequestHead,
  updateChangeRequestRow,
} from "./head.ts";
import { type Merger, requireRules } from "./require-rules.ts";
import { updateStatusCounts } from "./write-change-requests.ts";

/** The number of objects with conflict markers that an error message lists. */
const maxListed = 10;

/** Merges a change request into the primary content, unless the two conflict or the rules of the space forbid it. */
export async function mergeChangeRequest(context: Context, ref: ChangeRequestRef, merger: Merger) {
  const { userId } = merger;
  const { result: primaryRevisionId, revisionId } = await updateHead(context, {
    userId,
    mutexKey: ref.space_id,
    primaryRoot: ({ primary }) => primary.root,
    read: () => readChangeRequestHead(context, ref),
    build: async (head) => {
      await requireRules(context.database.read, head, merger);
      await requireNoConflictMarkers(head);
      const { revisionId: result } = head.primary;
      const root = await mergeRoots(head);
      if (root === undefined) return { result };
      return { next: { root, parents: [result, head.revisionId], type: "merge" }, result };
    },
    compareAndSwap: async (trx, head, saved) => {
      if (!(await isHeadUnchanged(trx, head))) return false;
      if (!(await updatePrimaryHead(trx, { ...head, ...head.primary }, saved, editModes))) return false;
      const bypassed = await requireRules(trx, head, merger);
      const cause = { userId: merger.isScheduled ? undefined : userId, now: saved.now };
      await together([
        updateChangeRequestRow(trx, head.changeRequest, {
          status: "merged",
          bypassed: bypassed.length > 0 ? JSON.stringify(bypassed) : null,
          merged_revision_id: saved.id,
          merged_by: userId,
          merged_at: saved.now,
          updated_at: saved.now,
        }),
        updateStatusCounts(trx, head, head.status, "merged"),
        removeSchedule(trx, head.changeRequest.id),
        notifyClosed(trx, head.changeRequest, "merged", cause),
      ]);
      return true;
    },
  });
  return revisionId === undefined
    ? { revision: primaryRevisionId, result: "conflicts" as const }
    : { revision: revisionId, result: "merge" as const };
}

/** Merges a change request, and tells its owners if it conflicts. */
export async function mergeOrNotify(context: Context, ref: ChangeRequestRef, merger: Merger) {
  const merged = await mergeChangeRequest(context, ref, merger);
  if (merged.result === "conflicts")
    await context.database.write(async (trx) => {
      await lockChangeRequest(trx, ref);
      await notifyConflicts(trx, ref, { userId: merger.userId, now: context.clock.now() });
    });
  return merged;
}

/** The root of the merged content; undefined if there are conflicts. */
async function mergeRoots(head: ChangeRequestHead): Promise<string | undefined> {
  if (head.baseRoot === head.primary.root) return head.root;
  const { draft, conflictKeys } = await mergeWithPrimary(head);
  return conflictKeys.length > 0 ? undefined : rootOf(draft);
}

async function requireNoConflictMarkers({ nodes, root, conflictKeys }: ChangeRequestHead): Promise<void> {
  const unresolved = await findUnresolved(openContent(nodes, root), conflictKeys);
  if (unresolved.length === 0) return;
  const suffix = unresolved.length > maxListed ? ` and ${unresolved.length - maxListed} more` : "";
  throw conflict(
    `There are conflict markers in ${unresolved.slice(0, maxListed).join(", ")}${suffix}: choose one version, remove the markers, and merge again`,
  );
}

/** Merges the primary content into the change request. Conflicting versions are written between conflict markers. */
export async function pullPrimaryContent(context: Context, ref: ChangeRequestRef, userId: string) {
  const { result, revisionId } = await updateHead(context, {
    userId,
    mutexKey: ref.id,
    read: () => readChangeRequestHead(context, ref),
    primaryRoot: () => undefined,
    build: async (head) => {
      const { primary, revisionId } = head;
      const found: readonly MergeConflict[] = [];
      const unchanged = { revisionId, primary, conflictKeys: head.conflictKeys, found, replaces: false };
      if (head.baseRoot === primary.root) return { result: unchanged };
      const { draft, conflictKeys, conflicts } = await mergeWithPrimary(head);
      const before = openContent(head.nodes, head.root);
      return {
        next: { root: rootOf(draft), parents: [revisionId, primary.revisionId], type: "update" },
        result: {
          ...unchanged,
          conflictKeys: [...new Set([...head.conflictKeys, ...conflictKeys])],
          found: conflicts,
          replaces: conflicts.length > 0 && (await findUnresolved(before, head.conflictKeys)).length === 0,
        },
      };
    },
    compareAndSwap: async (trx, head, saved, { conflictKeys, found, replaces }) => {
      const isMoved = await updateChangeRequestHead(trx, head, saved, {
        base_root: head.primary.root,
        merged_ancestor_id: head.primary.revisionId,
        marked: JSON.stringify(conflictKeys),
        hasConflicts: found.length > 0,
      });
      if (isMoved) await saveFoundConflicts(trx, ref.id, found, replaces);
      if (isMoved && found.length > 0) await notifyConflicts(trx, ref, { userId, now: saved.now });
      return isMoved;
    },
  });
  if (revisionId === undefined) await setMergedAncestor(context, ref, result.primary);
  const outcome = result.found.length > 0 ? ("conflicts" as const) : ("update" as const);
  return { revision: revisionId ?? result.revisionId, result: outcome };
}

/** Records the pulled primary revision if its content was pulled before. */
async function setMergedAncestor(
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
      .where(isActive(ref.space_id))
      .set({ merged_ancestor_id: primary.revisionId })
      .execute(),
  );
}

function mergeWithPrimary({ nodes, baseRoot, root, primary }: ChangeRequestHead): Promise<MergeResult> {
  const open = (contentRoot: string) => openContent(nodes, contentRoot);
  return mergeContents(open(baseRoot), open(root), open(primary.root));
}
