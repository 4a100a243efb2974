import { openContent, seal } from "../../content/content.ts";
import { mergeContents } from "../../content/merge/merge-contents.ts";
import { findUndecided } from "../../content/merge/undecided.ts";
import type { Context } from "../../context.ts";
import { editModes } from "../../enumerations.ts";
import { conflict } from "../../errors.ts";
import { advance } from "../../repositories/advance.ts";
import { movePrimaryHead } from "../../repositories/primary-head.ts";
import { countStatus } from "./counters.ts";
import {
  type ChangeRequestHead,
  type ChangeRequestRef,
  isUnmoved,
  readChangeRequestHead,
  updateRow,
} from "./head.ts";

/** Makes what the change request changed a part of the primary content, or says that this needs a person. */
export async function mergeChangeRequest(
  context: Context,
  ref: ChangeRequestRef,
  userId: string,
): Promise<{ revision: string; result: "merge" | "conflicts" }> {
  const { result, revisionId } = await advance(context, {
    userId,
    turn: ref.space_id,
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
      await countStatus(trx, head.spaceId, head.status, "merged");
      return true;
    },
  });
  return revisionId === undefined
    ? { revision: result.present, result: "conflicts" }
    : { revision: revisionId, result: "merge" };
}

/** The content that comes of the two; none where they conflict. */
async function mergeRoots({
  nodes,
  root,
  baseRoot,
  primary,
}: ChangeRequestHead): Promise<string | undefined> {
  if (baseRoot === primary.root) return root;
  const [base, ours, theirs] = [baseRoot, root, primary.root].map((one) => openContent(nodes, one));
  if (base === undefined || ours === undefined || theirs === undefined) return undefined;
  const { draft, marked } = await mergeContents(base, ours, theirs);
  return marked.length > 0 ? undefined : seal(draft);
}

/** Refuses what an update left for a person to decide, and names it. */
async function requireDecided({ nodes, root, marked }: ChangeRequestHead): Promise<void> {
  const undecided = await findUndecided(openContent(nodes, root), marked);
  if (undecided.length > 0)
    throw conflict(
      `Both versions stand between conflict markers in ${undecided.join(", ")}: decide for one, remove the markers, and merge again`,
    );
}
