import { openContent, seal } from "../../content/index.ts";
import { conflict } from "../../platform/index.ts";
import { editModes } from "../../storage/database/index.ts";
import { advance, movePrimaryHead } from "../../storage/repositories/index.ts";
import type { Context } from "../http/index.ts";
import { countStatus } from "./counters.ts";
import {
  type ChangeRequestHead,
  type ChangeRequestRef,
  isUnmoved,
  mergeWithPrimary,
  readChangeRequestHead,
  updateRow,
} from "./head.ts";

/** How much of what is undecided is named. */
const mostNamed = 10;

/** Makes what the change request changed a part of the primary content, or says that this needs a person. */
export async function mergeChangeRequest(
  context: Context,
  ref: ChangeRequestRef,
  userId: string,
): Promise<{ revision: string; result: "merge" | "conflicts" }> {
  const { result, revisionId } = await advance(context, {
    userId,
    turn: ref.space_id,
    // Both rows that are looked at are changed: that of the change request, and that of the space.
    isolation: "snapshot",
    read: () => readChangeRequestHead(context, ref),
    build: async (head) => {
      await requireDecided(head);
      const { revisionId: present } = head.primary;
      const root = await mergeRoots(head);
      if (root === undefined) return { result: { present } };
      return { next: { root, parents: [present, head.revisionId], type: "merge" }, result: { present } };
    },
    move: async (trx, head, saved) => {
      if (!(await isUnmoved(trx, head))) return false;
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
      await countStatus(trx, head, head.status, "merged");
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
  const { draft, marked } = await mergeWithPrimary(head);
  return marked.length > 0 ? undefined : seal(draft);
}

/** Refuses what an update left for a person to decide, and names it. */
async function requireDecided({ nodes, root, marked }: ChangeRequestHead): Promise<void> {
  const { findUndecided } = await import("../../content/merge/undecided.ts");
  const undecided = await findUndecided(openContent(nodes, root), marked);
  if (undecided.length === 0) return;
  const more = undecided.length > mostNamed ? ` and ${undecided.length - mostNamed} more` : "";
  throw conflict(
    `Both versions stand between conflict markers in ${undecided.slice(0, mostNamed).join(", ")}${more}: decide for one, remove the markers, and merge again`,
  );
}
