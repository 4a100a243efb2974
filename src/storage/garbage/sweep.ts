import { sql } from "kysely";
import { systemClock } from "../../platform/index.ts";
import { inBatches, isUntouchedSince, type Reader, stepSize, type Writer } from "../database/index.ts";
import { scheduleObjectChecks } from "../files/index.ts";
import type { StorageContext } from "../index.ts";
import type { MarkedHashes } from "./marked-hashes.ts";

/** Rows and their bytes. */
export interface Amount {
  count: number;
  bytes: number;
}

/** What a collection has removed from a repository, or would remove. */
export interface Swept {
  readonly nodes: Amount;
  readonly files: Amount;
  /** Of uploads that were never completed. */
  readonly chunks: Amount;
}

export interface Sweep {
  readonly repositoryId: string;
  readonly marked: MarkedHashes;
  /** Rows that were touched in this hour or later are kept. */
  readonly hour: number;
  /** Nothing is removed after a later removal of revisions, or after a restore. */
  readonly removedUntil: string;
  /** Finds what would be removed, and removes nothing. */
  readonly isDryRun: boolean;
}

/** The number of rows that are read at a time. */
const rowsAtOnce = 1000;
const chunksAtOnce = 64;

type Context = Pick<StorageContext, "database">;

/**
 * Removes what is not marked. Every statement that removes rows has the condition that they have not been touched, and that those
 * which were marked have not been replaced.
 */
export async function sweepRepository(context: Context, sweep: Sweep): Promise<Swept> {
  const swept = emptySwept();
  for await (const rows of readUnmarked(context.database.read, "nodes", sweep)) {
    add(swept.nodes, rows);
    if (!sweep.isDryRun) await removeNodes(context, sweep, hashesOf(rows));
  }
  await removeDocumentLinks(context, sweep);
  for await (const rows of readUnmarked(context.database.read, "blobs", sweep)) {
    add(swept.files, rows);
    if (!sweep.isDryRun) await removeFiles(context, sweep, hashesOf(rows));
  }
  await removeIncomplete(context, sweep, swept.chunks);
  return swept;
}

export function emptySwept(): Swept {
  const none = (): Amount => ({ count: 0, bytes: 0 });
  return { nodes: none(), files: none(), chunks: none() };
}

function add(amount: Amount, rows: readonly Row[]): void {
  amount.count += rows.length;
  for (const { bytes } of rows) amount.bytes += Number(bytes);
}

interface Row {
  readonly hash: string;
  readonly bytes: number;
}

function hashesOf(rows: readonly Row[]): string[] {
  return rows.map(({ hash }) => hash);
}

/** The rows that are neither marked nor touched, in batches. */
async function* readUnmarked(
  db: Reader,
  table: "nodes" | "blobs",
  { repositoryId, marked, hour }: Sweep,
): AsyncGenerator<Row[]> {
  const bytes = table === "nodes" ? sql<number>`length(packed)` : sql<number>`size`;
  for (let after: string | undefined = ""; after !== undefined; ) {
    const rows: Row[] = await db
      .selectFrom(table)
      .where("repository_id", "=", repositoryId)
      .where("hash", ">", after)
      .where(isUntouchedSince(hour))
      .orderBy("hash")
      .limit(rowsAtOnce)
      .select(["hash", bytes.as("bytes")])
      .execute();
    const unmarked = rows.filter(({ hash }) => !marked.has(hash));
    if (unmarked.length > 0) yield unmarked;
    after = rows.length < rowsAtOnce ? undefined : rows.at(-1)?.hash;
  }
}

/** The condition of statements that remove rows. */
function isRemovable({ repositoryId, hour, removedUntil }: Sweep) {
  return sql<boolean>`${isUntouchedSince(hour)} and not exists (
    select 1 from repositories where id = ${repositoryId} and removed_at > ${removedUntil})`;
}

async function removeNodes({ database }: Context, sweep: Sweep, hashes: readonly string[]) {
  for (let start = 0; start < hashes.length; start += stepSize)
    await database.write(
      (trx) =>
        trx
          .deleteFrom("nodes")
          .where("repository_id", "=", sweep.repositoryId)
          .where("hash", "in", hashes.slice(start, start + stepSize))
          .where(isRemovable(sweep))
          .execute(),
      undefined,
      "snapshot",
    );
}

/** Removes the links of documents that are not marked. They are computed again if they are needed. */
async function removeDocumentLinks(
  { database }: Context,
  { repositoryId, marked, isDryRun }: Sweep,
): Promise<void> {
  for (let after: string | undefined = ""; after !== undefined && !isDryRun; ) {
    const rows: { hash: string }[] = await database.read
      .selectFrom("document_findings")
      .where("repository_id", "=", repositoryId)
      .where("hash", ">", after)
      .orderBy("hash")
      .limit(stepSize)
      .select("hash")
      .execute();
    const unmarked = rows.map(({ hash }) => hash).filter((hash) => !marked.has(hash));
    if (unmarked.length > 0)
      await database.write((trx) =>
        trx
          .deleteFrom("document_findings")
          .where("repository_id", "=", repositoryId)
          .where("hash", "in", unmarked)
          .execute(),
      );
    after = rows.length < stepSize ? undefined : rows.at(-1)?.hash;
  }
}

/** Removes files. Without its row in `blobs`, a file does not exist, and its chunks are those of an upload that was not completed. */
async function removeFiles(context: Context, sweep: Sweep, hashes: readonly string[]) {
  for (let start = 0; start < hashes.length; start += stepSize) {
    const batch = hashes.slice(start, start + stepSize);
    await context.database.write(
      async (trx) => {
        const removed = await trx
          .deleteFrom("blobs")
          .where("repository_id", "=", sweep.repositoryId)
          .where("hash", "in", batch)
          .where(isRemovable(sweep))
          .returning("object")
          .execute();
        const objects = removed.map(({ object }) => object).filter((object) => object !== null);
        await scheduleObjectChecks(trx, objects, systemClock.now());
      },
      undefined,
      "snapshot",
    );
    for (const hash of batch) await removeAllChunks(context, sweep, hash);
  }
}

/** Removes the chunks of files that do not exist. */
async function removeIncomplete(context: Context, sweep: Sweep, removed: Amount): Promise<void> {
  for await (const hash of readIncomplete(context.database.read, sweep)) {
    await countChunks(context.database.read, sweep, hash, removed);
    if (!sweep.isDryRun) await removeAllChunks(context, sweep, hash);
  }
}

async function removeAllChunks({ database }: Context, sweep: Sweep, hash: string): Promise<void> {
  const remove = (trx: Writer) => removeChunks(trx, sweep, hash);
  while ((await database.write(remove, undefined, "snapshot")) === chunksAtOnce);
}

/** The hashes of uploads that were not completed, and that nobody has touched. Their first chunk is removed last. */
async function* readIncomplete(db: Reader, { repositoryId, hour }: Sweep): AsyncGenerator<string> {
  for (let after: string | undefined = ""; after !== undefined; ) {
    const rows: { hash: string }[] = await db
      .selectFrom("blob_chunks")
      .where("repository_id", "=", repositoryId)
      .where("hash", ">", after)
      .where("sequence", "=", 0)
      .orderBy("hash")
      .limit(rowsAtOnce)
      .select("hash")
      .execute();
    const hashes = rows.map(({ hash }) => hash);
    const complete = await inBatches(hashes, (batch) =>
      db
        .selectFrom("blobs")
        .where("repository_id", "=", repositoryId)
        .where("hash", "in", batch)
        .select("hash")
        .execute(),
    );
    const incomplete = new Set(hashes).difference(new Set(complete.map(({ hash }) => hash)));
    for (const hash of incomplete) if (await isAbandoned(db, repositoryId, hash, hour)) yield hash;
    after = rows.length < rowsAtOnce ? undefined : rows.at(-1)?.hash;
  }
}

async function isAbandoned(db: Reader, repositoryId: string, hash: string, hour: number): Promise<boolean> {
  const recent = await db
    .selectFrom("blob_chunks")
    .where("repository_id", "=", repositoryId)
    .where("hash", "=", hash)
    .where("touched", ">=", hour)
    .select("sequence")
    .limit(1)
    .executeTakeFirst();
  return recent === undefined;
}

/** Removes the last chunks of an upload that was not completed. Returns their number. */
async function removeChunks(trx: Writer, sweep: Sweep, hash: string): Promise<number> {
  const { repositoryId } = sweep;
  const last = await trx
    .selectFrom("blob_chunks")
    .where("repository_id", "=", repositoryId)
    .where("hash", "=", hash)
    .where(isRemovable(sweep))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("blobs")
            .where("repository_id", "=", repositoryId)
            .where("hash", "=", hash)
            .select("hash"),
        ),
      ),
    )
    .orderBy("sequence", "desc")
    .limit(chunksAtOnce)
    .select("sequence")
    .execute();
  if (last.length === 0) return 0;
  await trx
    .deleteFrom("blob_chunks")
    .where("repository_id", "=", repositoryId)
    .where("hash", "=", hash)
    .where(
      "sequence",
      "in",
      last.map(({ sequence }) => sequence),
    )
    .where(isRemovable(sweep))
    .execute();
  return last.length;
}

async function countChunks(
  db: Reader,
  { repositoryId }: Sweep,
  hash: string,
  removed: Amount,
): Promise<void> {
  const { count, bytes } = await db
    .selectFrom("blob_chunks")
    .where("repository_id", "=", repositoryId)
    .where("hash", "=", hash)
    .select(({ fn }) => [fn.countAll<number>().as("count"), sql<number>`sum(length(bytes))`.as("bytes")])
    .executeTakeFirstOrThrow();
  removed.count += Number(count);
  removed.bytes += Number(bytes);
}
