import { concurrentlyDeleted } from "../../platform/index.ts";
import type { Database, Reader, Writer } from "../database/index.ts";
import type { ByteRange } from "../objects/index.ts";
import { chunkSize, chunksPerTransaction, inChunks, MissingChunkError } from "./blobs.ts";
import {
  type FileContext,
  putObject,
  readObject,
  readResuming,
  scheduleObjectChecks,
  storesObjects,
} from "./object-files.ts";

interface NewRunFile {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly name: string;
  readonly now: string;
  readonly expiresAt: string;
}

/** Stores the file of an import or export. It can be read once its size is known. Returns its size. */
export async function storeRunFile(
  files: FileContext,
  file: NewRunFile,
  bytes: AsyncIterable<Uint8Array>,
): Promise<number> {
  const { database } = files;
  const { id, organizationId, userId, name, now, expiresAt } = file;
  await database.write((trx) =>
    trx
      .insertInto("run_files")
      .values({
        ...{ id, organization_id: organizationId, created_by: userId, name, size: null, object: null },
        ...{ created_at: now, expires_at: expiresAt },
      })
      .execute(),
  );
  let size = 0;
  const counted = (async function* () {
    for await (const piece of bytes) {
      size += piece.length;
      yield piece;
    }
  })();
  let object: string | null = null;
  if (await storesObjects(files)) object = await putObject(files, `runs/${id}`, counted);
  else await writeRunFileChunks(database, id, counted);
  await database.write((trx) =>
    trx.updateTable("run_files").where("id", "=", id).set({ size, object }).execute(),
  );
  return size;
}

export async function writeRunFileChunks(
  database: Database,
  id: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> {
  let sequence = 0;
  let batch: Uint8Array[] = [];
  const flush = async () => {
    const rows = batch.map((chunk, i) => ({ file_id: id, sequence: sequence + i, bytes: chunk }));
    sequence += batch.length;
    batch = [];
    if (rows.length > 0)
      await database.write((trx) =>
        trx
          .insertInto("run_file_chunks")
          .values(rows)
          .onConflict((existing) => existing.doNothing())
          .execute(),
      );
  };
  for await (const chunk of inChunks(bytes)) {
    batch.push(chunk);
    if (batch.length === chunksPerTransaction) await flush();
  }
  await flush();
}

/** Streams a range of a file, wherever it is. */
export function readRunFile(files: FileContext, id: string, range: ByteRange): AsyncGenerator<Uint8Array> {
  const { read } = files.database;
  return readResuming(range, async (rest) => {
    const file = await read
      .selectFrom("run_files")
      .where("id", "=", id)
      .where("size", "is not", null)
      .select("object")
      .executeTakeFirst();
    if (file === undefined) throw concurrentlyDeleted();
    return file.object === null ? readRunFileChunks(read, id, rest) : readObject(files, file.object, rest);
  });
}

export async function* readRunFileChunks(
  db: Reader,
  id: string,
  { start, end }: ByteRange,
): AsyncGenerator<Uint8Array> {
  for (let sequence = Math.floor(start / chunkSize); sequence * chunkSize < end; sequence++) {
    const row = await db
      .selectFrom("run_file_chunks")
      .where("file_id", "=", id)
      .where("sequence", "=", sequence)
      .select("bytes")
      .executeTakeFirst();
    if (row === undefined) throw new MissingChunkError();
    const offset = sequence * chunkSize;
    yield row.bytes.subarray(Math.max(0, start - offset), Math.min(chunkSize, end - offset));
  }
}

/** Removes a file. Large ones are removed in parts, so that other writers do not wait for long. */
export async function removeRunFile({ database, clock }: FileContext, id: string): Promise<void> {
  await database.write((trx) =>
    trx.updateTable("run_files").where("id", "=", id).set({ size: null }).execute(),
  );
  await removeRunFileChunks(database, id);
  await database.write(async (trx) => {
    const file = await trx.selectFrom("run_files").where("id", "=", id).select("object").executeTakeFirst();
    if (file?.object) await scheduleObjectChecks(trx, [file.object], clock.now());
    await trx.deleteFrom("run_files").where("id", "=", id).execute();
  });
}

export async function removeRunFileChunks(database: Database, id: string): Promise<void> {
  while ((await database.write((trx) => removeChunks(trx, id))) > 0);
}

const chunksRemovedAtOnce = 256;

async function removeChunks(trx: Writer, id: string): Promise<number> {
  const chunks = await trx
    .selectFrom("run_file_chunks")
    .where("file_id", "=", id)
    .orderBy("sequence")
    .limit(chunksRemovedAtOnce)
    .select("sequence")
    .execute();
  const last = chunks.at(-1);
  if (last === undefined) return 0;
  await trx
    .deleteFrom("run_file_chunks")
    .where("file_id", "=", id)
    .where("sequence", "<=", last.sequence)
    .execute();
  return chunks.length;
}
