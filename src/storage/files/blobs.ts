import { sql } from "kysely";
import { hashOf } from "../../content/index.ts";
import { concurrentlyDeleted } from "../../platform/index.ts";
import {
  batchesBySize,
  type Database,
  inBatches,
  padToPowerOfTwo,
  type Reader,
  type Store,
} from "../database/index.ts";

export const chunkSize = 65_536;
/** Rows per transaction: other writers must not wait for a whole large file. */
const chunksPerTransaction = 32;

/** Bytes to store under their hash. `read` may be called more than once. */
export interface BlobSource {
  readonly hash: string;
  readonly size: number;
  read(): AsyncIterable<Uint8Array>;
}

/** Stores bytes in chunks. The blob exists once its last chunk is written. */
export async function storeBlob(database: Database, repositoryId: string, source: BlobSource): Promise<void> {
  if ((await findBlob(database.read, repositoryId, source.hash)) !== undefined) return;
  const row = { repository_id: repositoryId, hash: source.hash };
  let sequence = 0;
  let batch: Uint8Array[] = [];
  const flush = async (isLast: boolean): Promise<void> => {
    const rows = batch.map((bytes, i) => ({ ...row, sequence: sequence + i, bytes }));
    sequence += batch.length;
    batch = [];
    await database.write(async (trx) => {
      if (rows.length > 0)
        await trx
          .insertInto("blob_chunks")
          .values(rows)
          .onConflict((existing) => existing.doNothing())
          .execute();
      if (isLast)
        await trx
          .insertInto("blobs")
          .values({ ...row, size: source.size })
          .onConflict((existing) => existing.doNothing())
          .execute();
    });
  };
  for await (const chunk of inChunks(source.read())) {
    batch.push(chunk);
    if (batch.length === chunksPerTransaction) await flush(false);
  }
  await flush(true);
}

/** Copies blobs that the other repository does not have. */
export async function copyBlobs(
  store: Store,
  { from, to }: { readonly from: string; readonly to: string },
  hashes: readonly string[],
): Promise<void> {
  const missing = await inBatches([...new Set(hashes)], (batch) =>
    store.read
      .selectFrom("blobs")
      .where("repository_id", "=", from)
      .where("hash", "in", batch)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("blobs as copied")
              .where("copied.repository_id", "=", to)
              .whereRef("copied.hash", "=", "blobs.hash")
              .select("copied.hash"),
          ),
        ),
      )
      .select(["hash", "size"])
      .execute(),
  );
  for (const batch of batchesBySize(missing, ({ size }) => size)) {
    const batchHashes = padToPowerOfTwo(batch.map(({ hash }) => hash));
    const chunkCount = Math.ceil(Math.max(...batch.map(({ size }) => size)) / chunkSize);
    for (let start = 0; start === 0 || start < chunkCount; start += chunksPerTransaction)
      await store.write(async (trx) => {
        await trx
          .insertInto("blob_chunks")
          .columns(["repository_id", "hash", "sequence", "bytes"])
          .expression(
            trx
              .selectFrom("blob_chunks")
              .where("repository_id", "=", from)
              .where("hash", "in", batchHashes)
              .where("sequence", ">=", start)
              .where("sequence", "<", start + chunksPerTransaction)
              .select([sql.val(to).as("repository_id"), "hash", "sequence", "bytes"]),
          )
          .onConflict((existing) => existing.doNothing())
          .execute();
        if (start + chunksPerTransaction < chunkCount) return;
        await trx
          .insertInto("blobs")
          .values(batch.map((blob) => ({ repository_id: to, ...blob })))
          .onConflict((existing) => existing.doNothing())
          .execute();
      });
  }
}

export function blobOf(bytes: Uint8Array): BlobSource {
  return {
    hash: hashOf(bytes),
    size: bytes.length,
    read: async function* () {
      yield bytes;
    },
  };
}

/** Splits a stream into chunks of equal size. */
async function* inChunks(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of source) {
    rest = Buffer.concat([rest, piece]);
    for (; rest.length >= chunkSize; rest = rest.subarray(chunkSize)) yield rest.subarray(0, chunkSize);
  }
  if (rest.length > 0) yield rest;
}

export async function findBlob(db: Reader, repositoryId: string, hash: string) {
  return db
    .selectFrom("blobs")
    .where("repository_id", "=", repositoryId)
    .where("hash", "=", hash)
    .select("size")
    .executeTakeFirst();
}

/** Reads a blob that fits into memory. */
export async function readWholeBlob(db: Reader, repositoryId: string, hash: string): Promise<Buffer> {
  const [blob, chunks] = await Promise.all([
    findBlob(db, repositoryId, hash),
    db
      .selectFrom("blob_chunks")
      .where("repository_id", "=", repositoryId)
      .where("hash", "=", hash)
      .orderBy("sequence")
      .select("bytes")
      .execute(),
  ]);
  const content = Buffer.concat(chunks.map(({ bytes }) => bytes));
  if (content.length !== blob?.size) throw concurrentlyDeleted();
  return content;
}

/** Streams a range of a blob, one chunk at a time. */
export async function* readBlob(
  db: Reader,
  repositoryId: string,
  hash: string,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Uint8Array> {
  for (let sequence = Math.floor(start / chunkSize); sequence * chunkSize < end; sequence++) {
    const row = await db
      .selectFrom("blob_chunks")
      .where("repository_id", "=", repositoryId)
      .where("hash", "=", hash)
      .where("sequence", "=", sequence)
      .select("bytes")
      .executeTakeFirst();
    // The space was deleted in the meantime: the response must not look complete.
    if (row === undefined) throw new Error("a file was deleted while it was read");
    const offset = sequence * chunkSize;
    yield row.bytes.subarray(Math.max(0, start - offset), Math.min(chunkSize, end - offset));
  }
}
