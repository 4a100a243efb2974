import { newNodesOf, openContent } from "../content/content.ts";
import type { Nodes } from "../content/nodes.ts";
import type { Context } from "../context.ts";
import { changedMeanwhile, conflict, tooBusy } from "../errors.ts";
import { newId } from "../ids.ts";
import { openNodes, saveNodes } from "./nodes.ts";
import { insertRevision } from "./revisions.ts";

/** How long a change tries to find the head where it left it. */
const patience = 20_000;

/** What a space's primary content is at one moment, and where it is kept. */
export interface Head {
  readonly organizationId: string;
  readonly repositoryId: string;
  readonly revisionId: string;
  readonly root: string;
  readonly nodes: Nodes;
}

export interface SpaceRef {
  readonly spaceId: string;
  readonly organizationId: string;
}

export interface DirectEdit<T> extends SpaceRef {
  readonly userId: string;
  /** Makes new content from the head: may be called again, when another edit was faster. */
  build(head: Head): Promise<{ readonly root: string; readonly result: T }>;
}

/**
 * Moves the head of a space from one revision to the next, by compare-and-swap. Edits of one process take turns, so
 * that they do not make each other's work void; between processes, the database decides, and the slower builds anew.
 */
export async function editDirectly<T>(context: Context, edit: DirectEdit<T>): Promise<T> {
  return context.turns.take(edit.spaceId, async () => {
    const deadline = Date.now() + patience;
    while (Date.now() < deadline) {
      const head = await readHead(context, edit);
      const { root, result } = await edit.build(head);
      if (await moveHead(context, edit, head, root)) return result;
    }
    throw tooBusy();
  });
}

/** What there is to be changed directly; refused for a space that is locked. */
export async function readHead(context: Context, { organizationId, spaceId }: SpaceRef): Promise<Head> {
  const space = await context.database.read
    .selectFrom("spaces")
    .innerJoin("contents", "contents.id", "spaces.id")
    .where("spaces.organization_id", "=", organizationId)
    .where("spaces.id", "=", spaceId)
    .where("contents.deleted_at", "is", null)
    .select(["spaces.repository_id", "spaces.revision_id", "spaces.root", "spaces.edit_mode"])
    .executeTakeFirst();
  if (space === undefined) throw changedMeanwhile();
  if (space.edit_mode === "locked")
    throw conflict("The space is locked: its content is changed by merging a change request, not directly");
  const nodes = openNodes(context, space.repository_id);
  return {
    organizationId,
    repositoryId: space.repository_id,
    revisionId: space.revision_id,
    root: space.root,
    nodes,
  };
}

/** Saves the new content and makes it the head, if the head is still what it was made from. */
async function moveHead(
  { database, clock }: Context,
  { spaceId, organizationId, userId }: DirectEdit<unknown>,
  head: Head,
  root: string,
): Promise<boolean> {
  const fresh = await newNodesOf(openContent(head.nodes, root));
  const isMoved = await database.write(async (trx) => {
    const now = clock.now();
    const id = newId();
    const { numUpdatedRows } = await trx
      .updateTable("spaces")
      .where("organization_id", "=", organizationId)
      .where("id", "=", spaceId)
      .where("repository_id", "=", head.repositoryId)
      .where("revision_id", "=", head.revisionId)
      .where("edit_mode", "=", "live")
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom("contents")
            .where("contents.id", "=", spaceId)
            .where("contents.deleted_at", "is", null)
            .select("contents.id"),
        ),
      )
      .set({ revision_id: id, root, updated_at: now })
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    const parents = [head.revisionId];
    await insertRevision(
      trx,
      { id, organizationId, spaceId, parents, root, type: "edits", createdBy: userId },
      now,
    );
    await saveNodes(trx, head.repositoryId, fresh);
    return true;
  });
  if (isMoved) head.nodes.publish(fresh.keys());
  return isMoved;
}
