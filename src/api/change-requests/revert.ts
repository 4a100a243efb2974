import { conflict, LecternError, requireFound } from "../../platform/index.ts";
import { findRevision, parentsOf } from "../../storage/repositories/index.ts";
import type { Context } from "../http/index.ts";
import type { ChangeRequestRef } from "./head.ts";
import { mergeChangeRequest, pullPrimaryContent } from "./merge-contents.ts";
import { changeRequestPath, maxSubject } from "./schema.ts";
import type { ChangeRequestRow } from "./store.ts";
import { createChangeRequest, updateChangeRequest } from "./write-change-requests.ts";

interface RevertOptions {
  readonly userId: string;
  /** Merges the new change request at once, if it has no conflicts and the rules of the space allow it. */
  readonly merge: boolean;
}

/**
 * Opens a change request that undoes a merged one. It starts with the content from before the merge, on the base of the content after
 * it; the update from the primary content is the three-way merge that keeps what was changed since.
 */
export async function revertChangeRequest(
  context: Context,
  merged: ChangeRequestRow,
  { userId, merge }: RevertOptions,
) {
  const { organization_id: organizationId, space_id: spaceId } = merged;
  const reverted = await findMergedContent(context, merged);
  const now = context.clock.now();
  const id = await context.database.write(
    async (trx) => {
      const created = await createChangeRequest(
        trx,
        { organizationId, spaceId },
        { ...textsOf(context, merged), reverted },
        { userId, now },
      );
      const ref = { id: created, organization_id: organizationId, space_id: spaceId };
      await updateChangeRequest(trx, ref, { status: "open" }, { userId, now });
      return created;
    },
    spaceId,
    "snapshot",
  );
  const ref = { id, organization_id: organizationId, space_id: spaceId };
  const { result } = await pullPrimaryContent(context, ref, userId);
  if (result === "conflicts" || !merge) return { id, result };
  return { id, result: await mergeIfAllowed(context, ref, userId) };
}

/** Leaves the change request open if it cannot be merged: its state says why. */
async function mergeIfAllowed(
  context: Context,
  ref: ChangeRequestRef,
  userId: string,
): Promise<"merge" | "update"> {
  try {
    const { result } = await mergeChangeRequest(context, ref, { userId, bypassRules: false });
    return result === "merge" ? result : "update";
  } catch (error) {
    if (error instanceof LecternError && error.status === 409) return "update";
    throw error;
  }
}

/** The revision that a merge created, and the content before and after it. */
async function findMergedContent({ database: { read } }: Context, merged: ChangeRequestRow) {
  if (merged.status !== "merged" || merged.merged_revision_id === null)
    throw conflict("The change request is not merged: only merged ones can be reverted");
  const ref = { organizationId: merged.organization_id, spaceId: merged.space_id };
  const after = requireFound(await findRevision(read, ref, merged.merged_revision_id), "Revision");
  const [parent = ""] = parentsOf(after);
  const before = requireFound(await findRevision(read, ref, parent), "Revision");
  if (before.root === after.root)
    throw conflict("The change request changed nothing, so nothing can be reverted");
  return { id: merged.id, revisionId: after.id, before: before.root, after: after.root };
}

function textsOf({ urls }: Context, merged: ChangeRequestRow) {
  const name = merged.subject === "" ? `#${merged.number}` : merged.subject;
  return {
    subject: [...`Revert: ${name}`].slice(0, maxSubject).join(""),
    description: `Undoes the change request #${merged.number}: ${urls.app(changeRequestPath(merged))}`,
  };
}
