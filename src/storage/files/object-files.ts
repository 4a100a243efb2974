import { sql } from "kysely";
import { addMilliseconds, type Clock, filesUnavailable, LecternError, newId } from "../../platform/index.ts";
import {
  type Database,
  type Reader,
  readServerValue,
  stepSize,
  type Writer,
  writeServerValue,
} from "../database/index.ts";
import type { ByteRange, ObjectStore } from "../objects/index.ts";

/** What storing and reading files needs. */
export interface FileContext {
  readonly database: Database;
  readonly clock: Clock;
  /** The object storage. Undefined: files are in the database. */
  readonly objects: ObjectStore | undefined;
}

/**
 * How long an object is kept that no file refers to, in milliseconds. It is longer than any upload, than signed URLs are
 * valid, and than a backup takes to read all objects.
 */
export const unusedObjectTime = 24 * 3_600_000;

/** The name of the value that says where new files are stored. */
export const filePlaceValue = "files-place";

/** Whether new files are stored in the object storage. While they are moved to the database, they are not. */
export async function storesObjects({ database, objects }: FileContext): Promise<boolean> {
  return objects !== undefined && (await readServerValue(database.read, filePlaceValue)) !== "database";
}

/** How many files are in the object storage. */
export async function countObjectFiles(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom("blobs")
    .where("object", "is not", null)
    .select(({ fn }) => fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Says where all processes store new files, or with undefined that the setting decides. */
export async function writeFilePlace(trx: Writer, place: "database" | undefined, now: string) {
  await writeServerValue(trx, filePlaceValue, place, now);
}

/**
 * Stores an object under a new name that begins with `start`. The row of a file that refers to it must be written soon: after a
 * day the object is removed if there is none, so that nothing is left of an upload that was interrupted.
 */
export async function putObject(
  files: FileContext,
  start: string,
  content: AsyncIterable<Uint8Array>,
): Promise<string> {
  const name = `${start}/${newId()}`;
  await files.database.write((trx) => scheduleObjectChecks(trx, [name], files.clock.now()));
  await requireObjects(files).put(name, content);
  return name;
}

/** Begins to read an object. Throws if there is none, which happens to readers of a file that was moved. */
export async function readObject(
  files: FileContext,
  name: string,
  range: ByteRange,
): Promise<AsyncIterable<Uint8Array>> {
  const content = await requireObjects(files).get(name, range);
  if (content === undefined) throw new Error(`there is no object ${name} in the object storage`);
  return content;
}

/** How often reading continues without a new byte. */
const maxFailures = 3;

/**
 * Streams a range of a file. After a failure it is opened again at the current position: it may have been moved between the
 * database and the object storage, or a connection was lost.
 */
export async function* readResuming(
  { start, end }: ByteRange,
  open: (rest: ByteRange, failures: number) => Promise<AsyncIterable<Uint8Array>>,
): AsyncGenerator<Uint8Array> {
  let position = start;
  for (let failures = 0; position < end; )
    try {
      for await (const bytes of await open({ start: position, end }, failures)) {
        position += bytes.length;
        failures = 0;
        yield bytes;
      }
    } catch (error) {
      failures++;
      if (failures === maxFailures || error instanceof LecternError) throw error;
    }
}

/** Begins to read, so that a failure is known before a reply begins. */
export async function openReading(
  pieces: AsyncGenerator<Uint8Array>,
): Promise<AsyncIterableIterator<Uint8Array>> {
  let first: IteratorResult<Uint8Array> | undefined = await pieces.next();
  const opened: AsyncIterableIterator<Uint8Array> = {
    next: async () => {
      const piece = first ?? pieces.next();
      first = undefined;
      return piece;
    },
    return: () => pieces.return(undefined),
    [Symbol.asyncIterator]: () => opened,
  };
  return opened;
}

export function requireObjects({ objects }: FileContext): ObjectStore {
  if (objects === undefined)
    throw filesUnavailable("is not configured: the operator must set LECTERN_FILES_URL");
  return objects;
}

/** Lets a job remove objects after a day, unless a file refers to them then. */
export async function scheduleObjectChecks(
  trx: Writer,
  names: readonly string[],
  now: string,
  delay: number = unusedObjectTime,
): Promise<void> {
  const rows = [...new Set(names)].map((name) => ({ name, check_at: addMilliseconds(now, delay) }));
  if (rows.length > 0)
    await trx
      .insertInto("object_checks")
      .values(rows)
      .onConflict((existing) =>
        existing.column("name").doUpdateSet((eb) => ({ check_at: eb.ref("excluded.check_at") })),
      )
      .execute();
}

/** A copy of the database from before a restore refers to its objects, so they are kept for this time, in milliseconds. */
const replacedObjectTime = 30 * 24 * 3_600_000;

/** Lets a job remove the objects of all files after a month, unless files refer to them then: before these are replaced. */
export async function releaseAllObjects(trx: Writer, now: string): Promise<void> {
  const checkAt = addMilliseconds(now, replacedObjectTime);
  const selectReleased = (table: "blobs" | "run_files") =>
    trx
      .selectFrom(table)
      .where("object", "is not", null)
      .select([sql<string>`object`.as("name"), sql<string>`${checkAt}`.as("check_at")]);
  await trx
    .insertInto("object_checks")
    .columns(["name", "check_at"])
    .expression(selectReleased("blobs").union(selectReleased("run_files")))
    .onConflict((existing) =>
      existing
        .column("name")
        .doUpdateSet((eb) => ({ check_at: eb.ref("excluded.check_at") }))
        .whereRef("object_checks.check_at", "<", "excluded.check_at" as "object_checks.check_at"),
    )
    .execute();
}

/** Removes the objects that are due and that no file refers to. */
export async function removeUnusedObjects(files: FileContext): Promise<void> {
  const { database, clock, objects } = files;
  if (objects === undefined) return;
  for (;;) {
    const now = clock.now();
    const due = await database.read
      .selectFrom("object_checks")
      .where("check_at", "<=", now)
      .orderBy("check_at")
      .limit(stepSize)
      .select("name")
      .execute();
    const names = due.map(({ name }) => name);
    if (names.length === 0) return;
    const used = new Set((await findUsed(files, names)).map(({ object }) => object));
    await objects.removeMany(names.filter((name) => !used.has(name)));
    // Those that were scheduled again meanwhile are checked then.
    await database.write((trx) =>
      trx.deleteFrom("object_checks").where("name", "in", names).where("check_at", "<=", now).execute(),
    );
  }
}

/** The objects among these that files refer to. */
export function findUsed({ database }: Pick<FileContext, "database">, names: readonly string[]) {
  return database.read
    .selectFrom("blobs")
    .where("object", "in", names)
    .select("object")
    .union(database.read.selectFrom("run_files").where("object", "in", names).select("object"))
    .execute();
}
