import { seal } from "../../content/index.ts";
import { advance, type NextRevision } from "../../storage/repositories/index.ts";
import type { Context } from "../http/index.ts";
import {
  type ChangeRequestHead,
  type ChangeRequestRef,
  mergeWithPrimary,
  moveChangeRequestHead,
  readChangeRequestHead,
} from "./head.ts";

/** Brings what the primary content has become into the change request; what both changed stands there between markers. */
export async function pullPrimaryContent(
  context: Context,
  ref: ChangeRequestRef,
  userId: string,
): Promise<{ revision: string; result: "update" | "conflicts" }> {
  const { result, revisionId } = await advance(context, {
    userId,
    turn: ref.id,
    read: () => readChangeRequestHead(context, ref),
    build: async (head) => {
      const { baseRoot, primary, revisionId } = head;
      const present = { revisionId, primary, marked: head.marked, hasConflicts: false };
      if (baseRoot === primary.root) return { result: present };
      const { draft, marked } = await mergeWithPrimary(head);
      const next: NextRevision = {
        root: seal(draft),
        parents: [revisionId, primary.revisionId],
        type: "update",
      };
      const all = [...new Set([...head.marked, ...marked])];
      return { next, result: { ...present, marked: all, hasConflicts: marked.length > 0 } };
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
