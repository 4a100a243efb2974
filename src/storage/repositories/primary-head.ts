import { type Expression, expressionBuilder, type SqlBool } from "kysely";
import { addMilliseconds, concurrentlyChanged, conflict } from "../../platform/index.ts";
import { type EditMode, type Reader, type Tables, together, type Writer } from "../database/index.ts";
import type { StorageContext } from "../index.ts";
import { enqueue } from "../jobs/index.ts";
import { insertFormerSlugs } from "./former-slugs.ts";
import { openNodes } from "./nodes.ts";
import type { Head, SavedRevision, SpaceRef } from "./update-head.ts";

/** Reads the primary head of a space for a direct change. Rejects a locked space. */
export async function readDirectHead(context: StorageContext, ref: SpaceRef): Promise<Head> {
  const { editMode, ...head } = await readPrimaryHead(context, ref);
  if (editMode === "locked")
    throw conflict("The space is locked: its content is changed by merging a change request, not directly");
  return head;
}

/** Reads the primary head of a space that is not in the trash. */
export async function readPrimaryHead(
  context: StorageContext,
  { organizationId, spaceId }: SpaceRef,
): Promise<Head & { readonly editMode: EditMode }> {
  const space = await selectActiveSpaces(context.database.read)
    .where("spaces.organization_id", "=", organizationId)
    .where("spaces.id", "=", spaceId)
    .select(["spaces.repository_id", "spaces.revision_id", "spaces.root", "spaces.edit_mode"])
    .executeTakeFirst();
  if (space === undefined) throw concurrentlyChanged();
  return {
    organizationId,
    spaceId,
    repositoryId: space.repository_id,
    revisionId: space.revision_id,
    root: space.root,
    nodes: openNodes(context, space.repository_id),
    editMode: space.edit_mode,
  };
}

/** Selects from the spaces that are not in the trash. */
export function selectActiveSpaces(db: Reader) {
  return db
    .selectFrom("spaces")
    .innerJoin("contents", "contents.id", "spaces.id")
    .where("contents.deleted_at", "is", null);
}

/**
 * The condition that a space is not in the trash, for transactions that change its content or comments. It locks the row
 * that says so: a deletion or a transfer waits for the transaction, and a transaction that began before it is retried.
 */
export function isActive(spaceId: string | Expression<string>): Expression<SqlBool> {
  const { exists, selectFrom } = expressionBuilder<Tables>();
  return exists(
    selectFrom("contents")
      .where("contents.id", "=", spaceId)
      .where("contents.deleted_at", "is", null)
      .select("contents.id")
      .forShare(),
  );
}

/** In milliseconds, how long after the first of several block saves a space is indexed, unless a search does it before. */
const blockSaveDelay = 10_000;

/** Updates the primary head of a space. Returns false if the space was changed, locked or deleted in the meantime. */
export async function updatePrimaryHead(
  trx: Writer,
  { organizationId, spaceId, repositoryId, revisionId }: Head,
  { id, root, now, formerSlugs, blockSave }: SavedRevision,
  editModes: readonly EditMode[],
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("spaces")
    .where("organization_id", "=", organizationId)
    .where("id", "=", spaceId)
    .where("repository_id", "=", repositoryId)
    .where("revision_id", "=", revisionId)
    .where("edit_mode", "in", editModes)
    .where(isActive(spaceId))
    .set({ revision_id: id, root, updated_at: now })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  const delay = blockSave === undefined ? 0 : blockSaveDelay;
  await together([
    insertFormerSlugs(trx, spaceId, formerSlugs, now),
    scheduleIndexing(trx, spaceId, now, addMilliseconds(now, delay)),
  ]);
  return true;
}

/** Schedules the indexing of a space. Call it in the transaction that changes its primary content. */
export async function scheduleIndexing(trx: Writer, spaceId: string, now: string, runAt = now) {
  await enqueue(trx, { kind: "index-space", key: spaceId, payload: { spaceId }, runAt }, now);
}
