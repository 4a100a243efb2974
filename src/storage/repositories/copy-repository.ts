import { addMilliseconds, databaseBusy, EventLoopYielder, newId } from "../../platform/index.ts";
import { noteRemoval, type Reader, type Store, type Writer } from "../database/index.ts";
import type { StorageContext } from "../index.ts";
import { copyContents } from "./copy-content.ts";

/** A copy of the part of a repository that some spaces use. */
export interface RepositoryCopy {
  readonly from: string;
  readonly to: string;
  /** The roots of the contents that are copied. */
  readonly roots: Set<string>;
}

/**
 * How long a repository that nothing refers to is kept, in milliseconds: a copy while it is made, and an original for requests
 * that have begun to read it.
 */
const retention = 3 * 3_600_000;

/** Creates an empty copy of a repository in an organization. If it is not finished, it is removed after some hours. */
export async function startCopy(
  { database, clock }: StorageContext,
  from: string,
  organizationId: string,
): Promise<RepositoryCopy> {
  const kept_until = addMilliseconds(clock.now(), retention);
  const row = { id: newId(), organization_id: organizationId, kept_until };
  await database.write((trx) => trx.insertInto("repositories").values(row).execute());
  return { from, to: row.id, roots: new Set() };
}

/**
 * Copies what the revisions of spaces refer to, in small transactions, as far as it is not copied yet. Returns the number of
 * copied nodes.
 */
export async function copyRevisions(
  { database }: StorageContext,
  copy: RepositoryCopy,
  spaceIds: readonly string[],
): Promise<number> {
  // Nodes and files never change, and no one else writes to the copy.
  const store: Store = {
    read: database.read,
    write: (work) => database.write(work, undefined, "snapshot"),
  };
  let count = 0;
  for await (const roots of findNewRoots(database.read, copy, spaceIds)) {
    count += await copyContents(store, copy, roots);
    for (const root of roots) copy.roots.add(root);
  }
  return count;
}

/** Copies what is new since `copyRevisions`, and replaces the repository of the spaces with the copy. */
export async function finishCopy(
  trx: Writer,
  copy: RepositoryCopy,
  spaceIds: readonly string[],
  now: string,
): Promise<void> {
  const store: Store = { read: trx, write: (work) => work(trx) };
  // The roots are not recorded: this transaction may be retried.
  for await (const roots of findNewRoots(trx, copy, spaceIds)) await copyContents(store, copy, roots);
  const { numUpdatedRows } = await trx
    .updateTable("repositories")
    .where("id", "=", copy.to)
    .where("kept_until", ">", now)
    .set({ kept_until: null })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw databaseBusy();
  await noteRemoval(trx, [copy.from], now);
  await trx
    .updateTable("repositories")
    .where("id", "=", copy.from)
    .set({ kept_until: addMilliseconds(now, retention) })
    .execute();
  await trx.updateTable("spaces").where("id", "in", spaceIds).set({ repository_id: copy.to }).execute();
}

/** Lets the job for unused repositories remove copies that are not finished. */
export async function discardCopies(
  { database }: StorageContext,
  copies: Iterable<RepositoryCopy>,
): Promise<void> {
  const ids = Array.from(copies, ({ to }) => to);
  if (ids.length === 0) return;
  await database.write((trx) =>
    trx.updateTable("repositories").where("id", "in", ids).set({ kept_until: null }).execute(),
  );
}

/** The number of revisions that one query reads. */
const batchSize = 500;

/** The roots of the revisions of spaces that are not copied, in batches. Every content of a space is that of a revision. */
async function* findNewRoots(
  db: Reader,
  { roots: copied }: RepositoryCopy,
  spaceIds: readonly string[],
): AsyncGenerator<string[]> {
  const yielder = new EventLoopYielder();
  for (const spaceId of spaceIds) {
    for (let after: string | undefined = ""; after !== undefined; ) {
      const rows: { id: string; root: string }[] = await db
        .selectFrom("revisions")
        .where("space_id", "=", spaceId)
        .where("id", ">", after)
        .orderBy("id")
        .limit(batchSize)
        .select(["id", "root"])
        .execute();
      const roots = new Set(rows.map(({ root }) => root)).difference(copied);
      if (roots.size > 0) yield [...roots];
      after = rows.length < batchSize ? undefined : rows.at(-1)?.id;
      await yielder.yieldIfDue();
    }
  }
}
