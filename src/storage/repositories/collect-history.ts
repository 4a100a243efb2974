import { EventLoopYielder } from "../../platform/index.ts";
import type { Reader, RevisionTable } from "../database/index.ts";
import type { StorageContext } from "../index.ts";
import { readAllSpaces, type StoredSpace } from "./all-spaces.ts";
import { findSavedRevision } from "./block-saves.ts";
import { findHistory, insertFirstEntry, insertHistory, savePageChangesEarly } from "./history.ts";
import { openNodes } from "./nodes.ts";
import { parentsOf } from "./revisions.ts";

const batchSize = 200;

type Revision = Pick<RevisionTable, "id" | "parents" | "root" | "created_by" | "created_at">;

/** Stores the history of all spaces from their revisions, the newest first. */
export async function collectHistory(context: StorageContext): Promise<void> {
  for await (const space of readAllSpaces(context.database.read)) await collectInSpace(context, space);
}

async function collectInSpace(context: StorageContext, space: StoredSpace): Promise<void> {
  const { read: db } = context.database;
  const missing = await findMissing(db, space);
  const yielder = new EventLoopYielder();
  for (let start = 0; start < missing.length; start += batchSize) {
    const revisions = await readRevisions(db, space.id, missing.slice(start, start + batchSize));
    const parentIds = revisions.flatMap((revision) => parentsOf(revision)[0] ?? []);
    const parents = new Map((await readRevisions(db, space.id, parentIds)).map((row) => [row.id, row]));
    for (const revision of revisions) {
      await yielder.yieldIfDue();
      await collect(context, space, revision, parents.get(parentsOf(revision)[0] ?? ""));
    }
  }
}

async function collect(
  context: StorageContext,
  { id: spaceId, repository_id }: StoredSpace,
  revision: Revision,
  parent: Revision | undefined,
): Promise<void> {
  const { database } = context;
  const { id, created_at: now, created_by: userId } = revision;
  const ref = { spaceId, id, now, userId };
  const history =
    parent && (await findHistory(openNodes(context, repository_id), parent.root, revision.root));
  const pages = history && (await savePageChangesEarly(database, ref, history.pages));
  await database.write(async (trx) => {
    const existing = trx.selectFrom("spaces").where("id", "=", spaceId).select("id");
    // The space may have been deleted since, or the revision replaced by a later save.
    if (!(await existing.executeTakeFirst()) || (await findSavedRevision(trx, spaceId, id)) !== id) return;
    if (history && pages) await insertHistory(trx, ref, { ...history, pages });
    else await insertFirstEntry(trx, ref);
  });
}

/** The revisions of the primary content that have no entry, newest first. */
async function findMissing(db: Reader, { id: spaceId, revision_id }: StoredSpace): Promise<string[]> {
  const parents = new Map<string, string>();
  const known = new Set<string>();
  for (let after = ""; ; ) {
    const rows = await db
      .selectFrom("revisions")
      .leftJoin("history_entries as entry", (join) =>
        join
          .onRef("entry.space_id", "=", "revisions.space_id")
          .onRef("entry.revision_id", "=", "revisions.id"),
      )
      .where("revisions.space_id", "=", spaceId)
      .where("revisions.id", ">", after)
      .select(["revisions.id", "revisions.parents", "entry.revision_id as entry"])
      .orderBy("revisions.id")
      .limit(batchSize)
      .execute();
    for (const { id, parents: all, entry } of rows) {
      parents.set(id, parentsOf({ parents: all })[0] ?? "");
      if (entry !== null) known.add(id);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < batchSize) break;
    after = last.id;
  }
  const missing: string[] = [];
  for (let id: string | undefined = revision_id; id; id = parents.get(id))
    if (!known.has(id) && parents.has(id)) missing.push(id);
  return missing;
}

function readRevisions(db: Reader, spaceId: string, ids: readonly string[]): Promise<Revision[]> {
  return db
    .selectFrom("revisions")
    .where("space_id", "=", spaceId)
    .where("id", "in", ids)
    .select(["id", "parents", "root", "created_by", "created_at"])
    .orderBy("id", "desc")
    .execute();
}
