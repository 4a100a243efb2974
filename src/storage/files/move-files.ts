import { createHash } from "node:crypto";
import { sql } from "kysely";
import { hashLength } from "../../content/index.ts";
import { LecternError } from "../../platform/index.ts";
import type { Database, Writer } from "../database/index.ts";
import { chunkSize, findBlob, MissingChunkError, readBlobChunks, writeBlobChunks } from "./blobs.ts";
import { type FileContext, putObject, requireObjects, scheduleObjectChecks } from "./object-files.ts";
import { readRunFileChunks, removeRunFileChunks, writeRunFileChunks } from "./run-files.ts";

export type FilePlace = "s3" | "database";

export interface MovedFiles {
  readonly files: number;
  readonly bytes: number;
  /** Files that could not be moved, and why. */
  readonly failures: readonly string[];
}

interface MoveOptions {
  readonly onProgress?: (moved: {
    readonly bytes: number;
    readonly total: number;
    readonly files: number;
  }) => void;
  /** The database that records new objects until a file refers to them. Default: the one with the files. */
  readonly checks?: Database;
  /** Whether files of imports and exports are moved as well. */
  readonly withRunFiles?: boolean;
}

/** How many files are moved at the same time, and listed at a time. */
const concurrency = 4;
const listLength = 100;

/**
 * Moves all files to the object storage or to the database, while servers run. The place of a file changes in one transaction, when all
 * of it is at the new place; then it is removed from the old one. So it can be interrupted at any moment, and run again.
 */
export async function moveFiles(
  files: FileContext,
  to: FilePlace,
  { onProgress = () => {}, checks = files.database, withRunFiles = false }: MoveOptions = {},
): Promise<MovedFiles> {
  const total = await sumSizes(files.database, to);
  const moved = { files: 0, bytes: 0, failures: [] as string[] };
  const move = async (file: MovableFile) => {
    try {
      await (to === "s3"
        ? moveToObject({ ...files, database: checks }, files.database, file)
        : moveToChunks(files, file));
      moved.files++;
      moved.bytes += file.size;
    } catch (error) {
      if (!(error instanceof DamagedFileError || error instanceof MissingChunkError)) throw error;
      // One that was deleted or moved meanwhile is not damaged.
      if (await file.isUnchanged()) moved.failures.push(`${file.label}: ${error.message}`);
    }
    onProgress({ bytes: moved.bytes, total: Math.max(total, moved.bytes), files: moved.files });
  };
  if (to === "s3") for await (const file of listBlobs(files.database, "leftover")) await file.removeChunks();
  const lists = [listBlobs(files.database, to), ...(withRunFiles ? [listRunFiles(files.database, to)] : [])];
  for (const list of lists) await forEachConcurrently(list, move);
  return moved;
}

async function forEachConcurrently(
  list: AsyncGenerator<MovableFile>,
  work: (file: MovableFile) => Promise<void>,
) {
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let next = await list.next(); !next.done; next = await list.next()) await work(next.value);
    }),
  );
}

async function sumSizes({ read }: Database, to: FilePlace): Promise<number> {
  const { bytes } = await read
    .selectFrom("blobs")
    .where("object", to === "s3" ? "is" : "is not", null)
    .select(sql<number | string | null>`sum(size)`.as("bytes"))
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}

/** A file with its bytes, in chunks or in an object. */
interface MovableFile {
  readonly label: string;
  readonly size: number;
  readonly object: string | null;
  /** What the name of its object begins with. */
  readonly objectStart: string;
  /** The hash of its bytes, if it is known. */
  readonly hash: string | undefined;
  /** Whether it still exists at the same place. */
  isUnchanged(): Promise<boolean>;
  readChunks(): AsyncIterable<Uint8Array>;
  /** Writes the chunks; the last transaction also does `finish`. */
  writeChunks(bytes: AsyncIterable<Uint8Array>, finish: (trx: Writer) => Promise<void>): Promise<void>;
  countChunks(trx: Writer): Promise<number>;
  /** Records a new place. Returns false if the file was moved or deleted meanwhile. */
  setObject(trx: Writer, object: string | null): Promise<boolean>;
  /** Removes the chunks in small transactions, as long as the file is in an object. */
  removeChunks(): Promise<void>;
}

class DamagedFileError extends Error {}

async function moveToObject(files: FileContext, database: Database, file: MovableFile): Promise<void> {
  const object = await putObject(files, file.objectStart, verified(file.readChunks(), file));
  if (await database.write((trx) => file.setObject(trx, object))) await file.removeChunks();
}

async function moveToChunks(files: FileContext, file: MovableFile): Promise<void> {
  const { object, size } = file;
  if (object === null) return;
  const content = await requireObjects(files).get(object, { start: 0, end: size });
  if (content === undefined) throw new DamagedFileError(`there is no object ${object} in the object storage`);
  // Those of an earlier attempt may be incomplete.
  await file.removeChunks();
  try {
    await file.writeChunks(verified(content, file), async (trx) => {
      if ((await file.countChunks(trx)) !== Math.ceil(size / chunkSize))
        throw new DamagedFileError("another process moves it at the same time");
      if (await file.setObject(trx, null)) await scheduleObjectChecks(trx, [object], files.clock.now());
    });
  } catch (error) {
    // The file was deleted meanwhile.
    if (!(error instanceof LecternError) || error.status !== 404) throw error;
  }
}

/** Passes bytes on, and throws after the last one if they are not those of the file. */
async function* verified(content: AsyncIterable<Uint8Array>, { size, hash }: MovableFile) {
  const digest = createHash("sha256");
  let length = 0;
  for await (const piece of content) {
    digest.update(piece);
    length += piece.length;
    yield piece;
  }
  if (length !== size || (hash !== undefined && digest.digest("base64url").slice(0, hashLength) !== hash))
    throw new DamagedFileError("its bytes are not those that were stored");
}

/** The files that are to be moved, or with `leftover` those in objects whose chunks were not all removed. */
async function* listBlobs(database: Database, which: FilePlace | "leftover"): AsyncGenerator<MovableFile> {
  for (let [repository, hash] = ["", ""]; ; ) {
    const rows = await database.read
      .selectFrom("blobs")
      .where(sql<boolean>`(repository_id, hash) > (${repository}, ${hash})`)
      .where("object", which === "s3" ? "is" : "is not", null)
      .$if(which === "leftover", (query) =>
        query.where(({ exists, selectFrom }) =>
          exists(
            selectFrom("blob_chunks")
              .whereRef("blob_chunks.repository_id", "=", "blobs.repository_id")
              .whereRef("blob_chunks.hash", "=", "blobs.hash")
              .select("blob_chunks.hash"),
          ),
        ),
      )
      .orderBy("repository_id")
      .orderBy("hash")
      .limit(listLength)
      .selectAll()
      .execute();
    for (const row of rows) yield movableBlob(database, row);
    const last = rows.at(-1);
    if (last === undefined) return;
    [repository, hash] = [last.repository_id, last.hash];
  }
}

interface BlobRow {
  readonly repository_id: string;
  readonly hash: string;
  readonly size: number;
  readonly object: string | null;
}

function movableBlob(database: Database, row: BlobRow): MovableFile {
  const { repository_id, hash, size, object } = row;
  const isInObject = sql<boolean>`exists (select 1 from blobs
    where repository_id = ${repository_id} and hash = ${hash} and object is not null)`;
  const removeSome = async (trx: Writer): Promise<number> => {
    const chunks = await trx
      .selectFrom("blob_chunks")
      .where("repository_id", "=", repository_id)
      .where("hash", "=", hash)
      .where(isInObject)
      .orderBy("sequence")
      .limit(chunksRemovedAtOnce)
      .select("sequence")
      .execute();
    const last = chunks.at(-1);
    if (last === undefined) return 0;
    await trx
      .deleteFrom("blob_chunks")
      .where("repository_id", "=", repository_id)
      .where("hash", "=", hash)
      .where("sequence", "<=", last.sequence)
      .execute();
    return chunks.length;
  };
  return {
    ...{ label: `the file ${hash}`, size, object, objectStart: `blobs/${hash}`, hash },
    isUnchanged: async () => (await findBlob(database.read, repository_id, hash))?.object === object,
    readChunks: () => readBlobChunks(database.read, repository_id, hash, { start: 0, end: size }),
    writeChunks: (bytes, finish) => writeBlobChunks(database, { repository_id, hash }, bytes, finish),
    countChunks: async (trx) =>
      Number(
        (
          await trx
            .selectFrom("blob_chunks")
            .where("repository_id", "=", repository_id)
            .where("hash", "=", hash)
            .select(({ fn }) => fn.countAll().as("count"))
            .executeTakeFirstOrThrow()
        ).count,
      ),
    setObject: async (trx, next) => {
      const updated = await trx
        .updateTable("blobs")
        .where("repository_id", "=", repository_id)
        .where("hash", "=", hash)
        .where("object", object === null ? "is" : "=", object)
        .set({ object: next })
        .returning("hash")
        .execute();
      return updated.length > 0;
    },
    removeChunks: async () => {
      while ((await database.write(removeSome)) > 0);
    },
  };
}

const chunksRemovedAtOnce = 256;

async function* listRunFiles(database: Database, to: FilePlace): AsyncGenerator<MovableFile> {
  for (let id = ""; ; ) {
    const rows = await database.read
      .selectFrom("run_files")
      .where("id", ">", id)
      .where("size", "is not", null)
      .where("object", to === "s3" ? "is" : "is not", null)
      .orderBy("id")
      .limit(listLength)
      .select(["id", "size", "object"])
      .execute();
    for (const row of rows) yield movableRunFile(database, { ...row, size: row.size ?? 0 });
    const last = rows.at(-1);
    if (last === undefined) return;
    id = last.id;
  }
}

function movableRunFile(
  database: Database,
  { id, size, object }: { readonly id: string; readonly size: number; readonly object: string | null },
): MovableFile {
  return {
    ...{ label: `the file ${id} of an import or export`, size, object },
    ...{ objectStart: `runs/${id}`, hash: undefined },
    isUnchanged: async () => {
      const row = await database.read
        .selectFrom("run_files")
        .where("id", "=", id)
        .where("size", "is not", null)
        .select("object")
        .executeTakeFirst();
      return row?.object === object;
    },
    readChunks: () => readRunFileChunks(database.read, id, { start: 0, end: size }),
    writeChunks: async (bytes, finish) => {
      await writeRunFileChunks(database, id, bytes);
      await database.write(finish);
    },
    countChunks: async (trx) =>
      (await trx.selectFrom("run_file_chunks").where("file_id", "=", id).select("sequence").execute()).length,
    setObject: async (trx, next) => {
      const updated = await trx
        .updateTable("run_files")
        .where("id", "=", id)
        .where("size", "is not", null)
        .where("object", object === null ? "is" : "=", object)
        .set({ object: next })
        .returning("id")
        .execute();
      return updated.length > 0;
    },
    removeChunks: () => removeRunFileChunks(database, id),
  };
}
