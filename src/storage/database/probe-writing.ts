import { randomBytes } from "node:crypto";
import type { Database } from "./database.ts";

/** As many bytes as a small change writes. Random ones, because PostgreSQL compresses others. */
const fillerSize = 16 * 1024;

/**
 * Overwrites a row durably. Throws if the database cannot be written, for example because its disk is full. A database
 * that is busy is being written by others.
 */
export async function probeWriting(database: Database): Promise<void> {
  const filler = randomBytes(fillerSize);
  await database.tryWrite(
    (trx) =>
      trx
        .insertInto("write_probe")
        .values({ id: 1, filler })
        .onConflict((existing) => existing.column("id").doUpdateSet({ filler }))
        .execute(),
    "snapshot",
  );
}
