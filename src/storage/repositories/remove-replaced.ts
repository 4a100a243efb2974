import { mapRootsOf, openContent, referencesOf } from "../../content/index.ts";
import type { MapNode } from "../../content/map/index.ts";
import { addMilliseconds, EventLoopYielder } from "../../platform/index.ts";
import { inBatches, inSteps, type Reader, stepSize, type Writer } from "../database/index.ts";
import type { StorageContext } from "../index.ts";
import { maxSeriesTime } from "./block-saves.ts";
import { openNodes } from "./nodes.ts";
import { parentsOf } from "./revisions.ts";

/** How long editors can name a replaced revision, in milliseconds. */
const retention = 86_400_000;
/** Clocks of servers may differ by this time in milliseconds. */
const maxClockSkew = 3_600_000;
/** The number of series that are read at a time. */
const batchSize = 100;

/** A series of block saves that has ended. */
interface EndedSeries {
  readonly id: string;
  readonly spaceId: string;
  readonly startedAt: string;
  readonly placeId: string;
  readonly replaced: readonly string[];
  readonly last: string | undefined;
}

/**
 * Removes the revisions that a later save of their author replaced a day ago, and the nodes that only they have. A series is
 * kept as a whole if anything refers to one of its replaced revisions.
 */
export async function removeReplacedRevisions(context: StorageContext): Promise<void> {
  const { database, clock } = context;
  const until = addMilliseconds(clock.now(), -retention - maxSeriesTime);
  for (let after = ""; ; ) {
    const rows = await database.read
      .selectFrom("block_saves")
      .where("started_at", "<=", until)
      .where("saved_at", "<=", addMilliseconds(until, maxSeriesTime))
      .where("series_id", ">", after)
      .select(["space_id", "series_id"])
      .distinct()
      .orderBy("series_id")
      .limit(batchSize)
      .execute();
    for (const row of rows)
      await removeSeries(context, await readSeries(database.read, row.space_id, row.series_id));
    const last = rows.at(-1);
    if (last === undefined || rows.length < batchSize) return;
    after = last.series_id;
  }
}

async function readSeries(db: Reader, spaceId: string, id: string): Promise<EndedSeries> {
  const saves = await db
    .selectFrom("block_saves")
    .where("space_id", "=", spaceId)
    .where("series_id", "=", id)
    .select(["revision_id", "place_id", "started_at", "replaced_at"])
    .execute();
  const [first] = saves;
  return {
    ...{ id, spaceId, startedAt: first?.started_at ?? "", placeId: first?.place_id ?? "" },
    replaced: saves.filter((save) => save.replaced_at !== null).map((save) => save.revision_id),
    last: saves.find((save) => save.replaced_at === null)?.revision_id,
  };
}

async function removeSeries(context: StorageContext, series: EndedSeries): Promise<void> {
  const { database } = context;
  const { spaceId, replaced } = series;
  if (replaced.length > 0 && !(await isReferredTo(database.read, series))) {
    const garbage = await findGarbage(context, series);
    if (garbage === undefined) return;
    // The revisions are removed before their nodes, so that none is read without its nodes.
    await database.write(async (trx) => {
      await inBatches(replaced, async (batch) => {
        await trx.deleteFrom("revisions").where("space_id", "=", spaceId).where("id", "in", batch).execute();
        return [];
      });
    });
    for (let start = 0; start < garbage.hashes.length; start += stepSize) {
      const hashes = garbage.hashes.slice(start, start + stepSize);
      await database.write((trx) => removeNodes(trx, garbage.repositoryId, series.id, hashes));
    }
  }
  await keepNodes(context, series.id);
  await database.write((trx) =>
    trx
      .deleteFrom("block_saves")
      .where("space_id", "=", spaceId)
      .where("series_id", "=", series.id)
      .execute(),
  );
}

/** The nodes that only replaced revisions have; undefined if the search index is still to be compared with one of them. */
async function findGarbage(context: StorageContext, { id, spaceId, replaced, last }: EndedSeries) {
  const { read: db } = context.database;
  const space = await db
    .selectFrom("spaces")
    .where("id", "=", spaceId)
    .select("repository_id")
    .executeTakeFirst();
  const revisions = await inBatches([...replaced, last ?? ""], (batch) =>
    db
      .selectFrom("revisions")
      .where("space_id", "=", spaceId)
      .where("id", "in", batch)
      .select(["id", "root"])
      .execute(),
  );
  const kept = revisions.find((revision) => revision.id === last);
  if (space === undefined || kept === undefined) return undefined;
  const index = await db
    .selectFrom("search_spaces")
    .where("space_id", "=", spaceId)
    .select(["root", "unfinished"])
    .executeTakeFirst();
  const indexed = new Set([index?.root, ...(index?.unfinished.split("\n") ?? [])]);
  if (revisions.some(({ root }) => root !== kept.root && indexed.has(root))) return undefined;
  const used = await hashesIn(context, space.repository_id, kept.root);
  const owned = await db.selectFrom("nodes").where("series_id", "=", id).select("hash").execute();
  const hashes = owned.map(({ hash }) => hash).filter((hash) => !used.has(hash));
  return { repositoryId: space.repository_id, hashes };
}

/** The hashes of all nodes of a content. */
async function hashesIn(context: StorageContext, repositoryId: string, root: string): Promise<Set<string>> {
  const { nodes } = openContent(openNodes(context, repositoryId), root);
  const yielder = new EventLoopYielder();
  const hashes = new Set<string>();
  for (let maps = mapRootsOf(root); maps.length > 0; ) {
    const found: string[] = [];
    for (const hash of maps) hashes.add(hash);
    for (const node of await nodes.readAll<MapNode<unknown>>([...new Set(maps)])) {
      await yielder.yieldIfDue();
      const references = referencesOf(node);
      found.push(...references.maps);
      for (const hash of references.documents) hashes.add(hash);
    }
    maps = found;
  }
  return hashes;
}

async function removeNodes(trx: Writer, repositoryId: string, seriesId: string, hashes: readonly string[]) {
  await trx
    .deleteFrom("document_findings")
    .where("repository_id", "=", repositoryId)
    .where("hash", "in", hashes)
    .execute();
  // A node that was written by others since is not of the series.
  await trx
    .deleteFrom("nodes")
    .where("repository_id", "=", repositoryId)
    .where("hash", "in", hashes)
    .where("series_id", "=", seriesId)
    .execute();
}

/** Makes the nodes of a series permanent. */
async function keepNodes({ database }: StorageContext, seriesId: string): Promise<void> {
  await inSteps(database, async (trx) => {
    const rows = await trx
      .selectFrom("nodes")
      .where("series_id", "=", seriesId)
      .select(["repository_id", "hash"])
      .limit(stepSize)
      .execute();
    for (const [repositoryId, nodes] of Map.groupBy(rows, (row) => row.repository_id))
      await trx
        .updateTable("nodes")
        .where("repository_id", "=", repositoryId)
        .where(
          "hash",
          "in",
          nodes.map(({ hash }) => hash),
        )
        .set({ series_id: null })
        .execute();
    return rows.length;
  });
}

/** Makes the nodes of a space's content permanent, for a copy of the space. */
export async function keepSavedNodes(
  trx: Writer,
  { id, revision_id }: { readonly id: string; readonly revision_id: string },
): Promise<void> {
  const save = await trx
    .selectFrom("block_saves")
    .where("space_id", "=", id)
    .where("revision_id", "=", revision_id)
    .select("series_id")
    .executeTakeFirst();
  if (save !== undefined)
    await trx.updateTable("nodes").where("series_id", "=", save.series_id).set({ series_id: null }).execute();
}

/** Whether a comment, a review, a change request or a merge refers to a replaced revision. */
async function isReferredTo(
  db: Reader,
  { spaceId, placeId, startedAt, replaced }: EndedSeries,
): Promise<boolean> {
  const ids = new Set(replaced);
  const since = addMilliseconds(startedAt, -maxClockSkew);
  const named = await Promise.all([
    db
      .selectFrom("comments")
      .where("place_id", "=", placeId)
      .where("posted_at", ">=", since)
      .select("revision_id")
      .execute(),
    db.selectFrom("reviews").where("change_request_id", "=", placeId).select("revision_id").execute(),
    db
      .selectFrom("requested_reviewers")
      .where("change_request_id", "=", placeId)
      .select("revision_id")
      .execute(),
  ]);
  if (named.flat().some(({ revision_id }) => ids.has(revision_id))) return true;
  const requests = await inBatches(replaced, (batch) =>
    db
      .selectFrom("change_requests")
      .where("space_id", "=", spaceId)
      .where((eb) => eb.or([eb("initial_revision_id", "in", batch), eb("merged_ancestor_id", "in", batch)]))
      .select("id")
      .execute(),
  );
  if (requests.length > 0) return true;
  // A change request may have been updated from a revision that was replaced at the same time.
  const merges = await db
    .selectFrom("revisions")
    .where("space_id", "=", spaceId)
    .where("created_at", ">=", since)
    .select("parents")
    .execute();
  return merges.some((merge) => parentsOf(merge).some((parent) => ids.has(parent)));
}
