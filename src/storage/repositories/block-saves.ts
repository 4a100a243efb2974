import { addMilliseconds, newId } from "../../platform/index.ts";
import type { Reader, Writer } from "../database/index.ts";
import { parentsOf } from "./revisions.ts";
import type { Head, SavedRevision, SpaceRef } from "./update-head.ts";

/** A save of blocks, for the revision that it creates. */
export interface BlockSave {
  /** The space or change request whose content it changes. */
  readonly placeId: string;
  readonly requestHash: string;
  readonly series: Series;
}

/** Consecutive saves of one author, which are one revision in the history: the last one has replaced those before. */
interface Series {
  readonly id: string;
  readonly startedAt: string;
  /** The revision that the next one of the series replaces; undefined for the first. */
  readonly replacedId?: string;
}

/** How long an author's saves are one revision, from the first of them, in milliseconds. */
export const maxSeriesTime = 10 * 60_000;

export async function insertBlockSave(
  trx: Writer,
  { spaceId }: SpaceRef,
  { id, now }: SavedRevision,
  { placeId, requestHash, series }: BlockSave,
): Promise<void> {
  if (series.replacedId !== undefined)
    await trx
      .updateTable("block_saves")
      .where("space_id", "=", spaceId)
      .where("revision_id", "=", series.replacedId)
      .set({ replaced_at: now })
      .execute();
  await trx
    .insertInto("block_saves")
    .values({
      space_id: spaceId,
      revision_id: id,
      place_id: placeId,
      series_id: series.id,
      started_at: series.startedAt,
      saved_at: now,
      request_hash: requestHash,
      replaced_at: null,
    })
    .execute();
}

/** The author of a save, and the space or change request whose content it changes. */
interface Saving extends Pick<BlockSave, "placeId"> {
  readonly userId: string;
  readonly now: string;
}

/**
 * The series of an author's next save, and the parents of its revision. It continues the series of the head, unless that is
 * too old, of another author, or something refers to the head.
 */
export async function seriesOfNextSave(
  db: Reader,
  head: Head,
  saving: Saving,
): Promise<{ series: Series; parents: string[] }> {
  const { revisionId } = head;
  const save = await findReplaceable(db, head, saving);
  if (save === undefined) return { series: { id: newId(), startedAt: saving.now }, parents: [revisionId] };
  const series = { id: save.series_id, startedAt: save.started_at, replacedId: revisionId };
  return { series, parents: parentsOf(save) };
}

/**
 * The save that created the head, if it can be replaced by the next one. It cannot if there is a comment or review of it, or a
 * change request was created or updated from it.
 */
function findReplaceable(db: Reader, { spaceId, revisionId }: Head, { placeId, userId, now }: Saving) {
  return db
    .selectFrom("block_saves")
    .innerJoin("revisions", (join) =>
      join
        .onRef("revisions.space_id", "=", "block_saves.space_id")
        .onRef("revisions.id", "=", "block_saves.revision_id"),
    )
    .where("block_saves.space_id", "=", spaceId)
    .where("block_saves.revision_id", "=", revisionId)
    .where("block_saves.started_at", ">", addMilliseconds(now, -maxSeriesTime))
    .where("revisions.created_by", "=", userId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("change_requests")
            .where("space_id", "=", spaceId)
            .where("initial_revision_id", "=", revisionId)
            .select("id"),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("change_requests")
            .where("space_id", "=", spaceId)
            .where("merged_ancestor_id", "=", revisionId)
            .select("id"),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("comments")
            .where("place_id", "=", placeId)
            // Ids sort by creation.
            .where("comments.id", ">", revisionId)
            .where("revision_id", "=", revisionId)
            .select("comments.id"),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("reviews")
            .where("change_request_id", "=", placeId)
            .where("revision_id", "=", revisionId)
            .select("reviews.id"),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("requested_reviewers")
            .where("change_request_id", "=", placeId)
            .where("revision_id", "=", revisionId)
            .select("user_id"),
        ),
      ),
    )
    .select(["block_saves.series_id", "block_saves.started_at", "revisions.parents"])
    .executeTakeFirst();
}

/** Whether a request has made its save already. */
export async function isBlockSaveKnown(db: Reader, spaceId: string, requestHash: string): Promise<boolean> {
  const save = await db
    .selectFrom("block_saves")
    .where("space_id", "=", spaceId)
    .where("request_hash", "=", requestHash)
    // With other columns, SQLite would read all saves of the space instead of the index.
    .select("revision_id")
    .executeTakeFirst();
  return save !== undefined;
}

/** The revision in the history that has the place of this one: another one if it was replaced by a later save. */
export async function findSavedRevision(db: Reader, spaceId: string, revisionId: string): Promise<string> {
  const [saved = revisionId] = await findSavedRevisions(db, spaceId, [revisionId]);
  return saved;
}

/** The revisions in the history that have the places of these at one moment. */
export async function findSavedRevisions(
  db: Reader,
  spaceId: string,
  revisionIds: readonly string[],
): Promise<string[]> {
  const replaced = await db
    .selectFrom("block_saves as replaced")
    .innerJoin("block_saves as last", (join) =>
      join
        .onRef("last.space_id", "=", "replaced.space_id")
        .onRef("last.series_id", "=", "replaced.series_id"),
    )
    .where("replaced.space_id", "=", spaceId)
    .where("replaced.revision_id", "in", revisionIds)
    .where("replaced.replaced_at", "is not", null)
    .where("last.replaced_at", "is", null)
    .select(["replaced.revision_id as id", "last.revision_id as last"])
    .execute();
  return revisionIds.map((revisionId) => replaced.find(({ id }) => id === revisionId)?.last ?? revisionId);
}
