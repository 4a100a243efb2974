import { type OnConflictBuilder, sql } from "kysely";
import { hashOf } from "../../content/index.ts";
import { concurrentlyDeleted } from "../../platform/index.ts";
import {
  type BlobTable,
  batchesBySize,
  currentHour,
  type Database,
  inBatches,
  noteGarbage,
  padToPowerOfTwo,
  type Reader,
  type Store,
  type Tables,
  type Writer,
} from "../database/index.ts";
import type { ByteRange } from "../objects/index.ts";
import { type FileContext, putObject, readObject, readResuming, storesObjects } from "./object-files.ts";

export const chunkSize = 65_536;
/** Rows per transaction: other writers must not wait for a whole large file. */
export const chunksPerTransaction = 32;

/** Bytes to store under their hash. `read` may be called more than once. */
export interface BlobSource {
  readonly hash: string;
  readonly size: number;
  read(): AsyncIterable<Uint8Array>;
}

/** Stores a file. It exists once all of it is stored. It is garbage unless something refers to it soon. */
export async function storeBlob(files: FileContext, repositoryId: string, source: BlobSource): Promise<void> {
  const { database } = files;
  if ((await touchBlobs(database, repositoryId, [source.hash])) > 0) return;
  const row = {
    ...{ repository_id: repositoryId, hash: source.hash, size: source.size },
    touched: currentHour(),
  };
  if (!(await storesObjects(files))) return storeChunks(database, row, source.read());
  const object = await putObject(files, `blobs/${source.hash}`, source.read());
  await database.write(async (trx) => {
    await noteGarbage(trx, repositoryId);
    await insertBlobs(trx, [{ ...row, object }]);
  });
}

type NewBlob = Omit<BlobTable, "object">;

/** Stores bytes in chunks. The blob exists once its last chunk is written. */
async function storeChunks(database: Database, blob: NewBlob, bytes: AsyncIterable<Uint8Array>) {
  await writeBlobChunks(database, blob, bytes, (trx) => insertBlobs(trx, [{ ...blob, object: null }]));
}

/** Writes the chunks of a file in small transactions; the last one also does `finish`. */
export async function writeBlobChunks(
  database: Database,
  { repository_id, hash }: Pick<BlobTable, "repository_id" | "hash">,
  bytes: AsyncIterable<Uint8Array>,
  finish: (trx: Writer) => Promise<unknown>,
): Promise<void> {
  let sequence = 0;
  let batch: Uint8Array[] = [];
  const flush = async (isLast: boolean): Promise<void> => {
    const rows = batch.map((chunk, i) => ({
      ...{ repository_id, hash, sequence: sequence + i, bytes: chunk },
      touched: currentHour(),
    }));
    sequence += batch.length;
    batch = [];
    await database.write(async (trx) => {
      await noteGarbage(trx, repository_id);
      if (rows.length > 0) await trx.insertInto("blob_chunks").values(rows).onConflict(touchChunk).execute();
      if (isLast) await finish(trx);
    });
  };
  for await (const chunk of inChunks(bytes)) {
    batch.push(chunk);
    if (batch.length === chunksPerTransaction) await flush(false);
  }
  await flush(true);
}

/** Keeps chunks that exist already from being removed as garbage. */
function touchChunk(existing: OnConflictBuilder<Tables, "blob_chunks">) {
  return existing
    .columns(["repository_id", "hash", "sequence"])
    .doUpdateSet({ touched: sql`excluded.touched` })
    .where(sql<boolean>`blob_chunks.touched is null or blob_chunks.touched < excluded.touched`);
}

/** Keeps blobs that exist already from being removed as garbage. Returns the number of those that exist. */
async function touchBlobs(store: Store, repositoryId: string, hashes: readonly string[]): Promise<number> {
  const hour = currentHour();
  const found = await inBatches(hashes, (batch) =>
    store.read
      .selectFrom("blobs")
      .where("repository_id", "=", repositoryId)
      .where("hash", "in", batch)
      .select(["hash", "touched"])
      .execute(),
  );
  const [current, stale] = [true, false].map((isCurrent) =>
    found.filter(({ touched }) => (touched !== null && touched >= hour) === isCurrent),
  );
  let count = current?.length ?? 0;
  for (const batch of batchesBySize(stale ?? [], () => 1)) {
    // Some of them may have been removed in the meantime.
    const { numUpdatedRows } = await store.write((trx) =>
      trx
        .updateTable("blobs")
        .where("repository_id", "=", repositoryId)
        .where("hash", "in", padToPowerOfTwo(batch.map(({ hash }) => hash)))
        .set({ touched: hour })
        .executeTakeFirst(),
    );
    count += Number(numUpdatedRows);
  }
  return count;
}

async function insertBlobs(trx: Writer, rows: readonly BlobTable[]): Promise<void> {
  await trx
    .insertInto("blobs")
    .values(rows)
    .onConflict((existing) => existing.doNothing())
    .execute();
}

interface Repositories {
  readonly from: string;
  readonly to: string;
}

/** Copies blobs that the other repository does not have. Copies of a blob in the object storage share its object. */
export async function copyBlobs(
  store: Store,
  repositories: Repositories,
  hashes: readonly string[],
): Promise<void> {
  const wanted = [...new Set(hashes)];
  await touchBlobs(store, repositories.to, wanted);
  // A file that is moved between the object storage and the database meanwhile is still missing then.
  for (;;) {
    const missing = await findMissing(store.read, repositories, wanted);
    if (missing.length === 0) return;
    for (const batch of batchesBySize(missing, ({ size, object }) => (object === null ? size : 0)))
      await copyBatch(store, repositories, batch);
  }
}

function findMissing(db: Reader, { from, to }: Repositories, hashes: readonly string[]) {
  return inBatches(hashes, (batch) =>
    db
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
      .select(["hash", "size", "object"])
      .execute(),
  );
}

async function copyBatch(
  store: Store,
  { from, to }: Repositories,
  blobs: readonly Pick<BlobTable, "hash" | "size" | "object">[],
): Promise<void> {
  const hour = currentHour();
  const hashes = padToPowerOfTwo(blobs.map(({ hash }) => hash));
  const inChunks = blobs.filter(({ object }) => object === null);
  const chunkCount = Math.ceil(Math.max(0, ...inChunks.map(({ size }) => size)) / chunkSize);
  for (let start = 0; start === 0 || start < chunkCount; start += chunksPerTransaction)
    await store.write(async (trx) => {
      await noteGarbage(trx, to);
      await trx
        .insertInto("blob_chunks")
        .columns(["repository_id", "hash", "sequence", "bytes", "touched"])
        .expression(
          trx
            .selectFrom("blob_chunks")
            .where("repository_id", "=", from)
            .where("hash", "in", hashes)
            .where("sequence", ">=", start)
            .where("sequence", "<", start + chunksPerTransaction)
            .select([
              sql.val(to).as("repository_id"),
              "hash",
              "sequence",
              "bytes",
              sql.lit(hour).as("touched"),
            ]),
        )
        .onConflict(touchChunk)
        .execute();
      if (start + chunksPerTransaction < chunkCount) return;
      const copied = await trx
        .selectFrom("blobs")
        .where("repository_id", "=", from)
        .where("hash", "in", hashes)
        .select(["hash", "size", "object"])
        .execute();
      // Of a file that has been moved to the database meanwhile, no chunks were copied.
      const copiedChunks = new Set(inChunks.map(({ hash }) => hash));
      const complete = copied.filter(({ hash, object }) => object !== null || copiedChunks.has(hash));
      if (complete.length > 0)
        await insertBlobs(
          trx,
          complete.map((blob) => ({ repository_id: to, ...blob, touched: hour })),
        );
    });
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

/** The file was deleted or moved while it was read, or is damaged. */
export class MissingChunkError extends Error {
  constructor() {
    super("a chunk of a file is missing");
  }
}

/** Splits a stream into chunks of equal size. */
export async function* inChunks(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
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
    .select(["size", "object"])
    .executeTakeFirst();
}

/** How often a file is read that is moved at the same time. */
const maxAttempts = 3;

/** Reads a blob that fits into memory. */
export async function readWholeBlob(files: FileContext, repositoryId: string, hash: string): Promise<Buffer> {
  const { read } = files.database;
  for (let attempt = 1; ; attempt++) {
    const [blob, chunks] = await Promise.all([
      findBlob(read, repositoryId, hash),
      read
        .selectFrom("blob_chunks")
        .where("repository_id", "=", repositoryId)
        .where("hash", "=", hash)
        .orderBy("sequence")
        .select("bytes")
        .execute(),
    ]);
    if (blob !== undefined && blob.object !== null)
      return Buffer.concat(
        await Array.fromAsync(readBlob(files, repositoryId, hash, { start: 0, end: blob.size })),
      );
    const content = Buffer.concat(chunks.map(({ bytes }) => bytes));
    if (content.length === blob?.size) return content;
    if (blob === undefined || attempt === maxAttempts) throw concurrentlyDeleted();
  }
}

/** Streams a range of a blob, wherever it is. */
export function readBlob(
  files: FileContext,
  repositoryId: string,
  hash: string,
  range: ByteRange,
): AsyncGenerator<Uint8Array> {
  const { read } = files.database;
  return readResuming(range, async (rest, failures) => {
    // Without object storage, the place is looked up only if a chunk is missing.
    const isKnown = files.objects === undefined && failures === 0;
    const blob = isKnown ? { object: null } : await findBlob(read, repositoryId, hash);
    // The space was deleted in the meantime: the response must not look complete.
    if (blob === undefined) throw concurrentlyDeleted();
    return blob.object === null
      ? readBlobChunks(read, repositoryId, hash, rest)
      : readObject(files, blob.object, rest);
  });
}

/** Streams a range of the chunks of a blob, one at a time. */
export async function* readBlobChunks(
  db: Reader,
  repositoryId: string,
  hash: string,
  { start, end }: ByteRange,
): AsyncGenerator<Uint8Array> {
  for (let sequence = Math.floor(start / chunkSize); sequence * chunkSize < end; sequence++) {
    const row = await db
      .selectFrom("blob_chunks")
      .where("repository_id", "=", repositoryId)
      .where("hash", "=", hash)
      .where("sequence", "=", sequence)
      .select("bytes")
      .executeTakeFirst();
    if (row === undefined) throw new MissingChunkError();
    const offset = sequence * chunkSize;
    yield row.bytes.subarray(Math.max(0, start - offset), Math.min(chunkSize, end - offset));
  }
}
