import { existsSync } from "node:fs";
import { open, stat } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import type { OnProgress } from "../database/dialects/index.ts";
import { copyVerified, isVerified } from "./checksum.ts";

/**
 * Whether a checksum proves that all of a backup is as it was written. Backups of earlier versions and files of a server
 * have no checksum; a write-ahead log beside the file is not part of it.
 */
export type Verification = "verified" | "no-checksum" | "has-log";

/** Copies the database in a backup to a new file. Throws if the file is damaged. */
export async function readBackup(file: string, copy: string, onProgress: OnProgress): Promise<Verification> {
  const expectedSize = await readDatabaseSize(file);
  // The latest changes of a running or killed server are in its write-ahead log, which only SQLite can read.
  const hasLog = existsSync(`${file}-wal`);
  if (!hasLog) {
    if (await copyVerified(file, copy, onProgress)) {
      withDatabase(copy, (database) => requireIntact(database, "quick_check"));
      return "verified";
    }
    const { size } = await stat(file);
    if (size < expectedSize) throw new Error("it is truncated");
    if (size > expectedSize) throw new Error("its last bytes are damaged");
  }
  withDatabase(file, (database) => {
    requireIntact(database, "integrity_check");
    database.prepare("vacuum into ?").run(copy);
  });
  return hasLog ? "has-log" : "no-checksum";
}

/** Whether a backup has a checksum, which must be right. Reads the whole file, and changes nothing. */
export async function verifyBackup(file: string): Promise<boolean> {
  const expectedSize = await readDatabaseSize(file);
  if (await isVerified(file)) return true;
  const { size } = await stat(file);
  if (size !== expectedSize)
    throw new Error(size < expectedSize ? "it is truncated" : "its last bytes are damaged");
  return false;
}

/** The size of an SQLite file according to its header. */
async function readDatabaseSize(file: string): Promise<number> {
  await using handle = await open(file);
  const { buffer: header, bytesRead } = await handle.read(Buffer.alloc(100));
  if (bytesRead === 0) throw new Error("it is empty");
  if (header.toString("latin1", 0, 16) !== "SQLite format 3\0") throw new Error("it is not an SQLite file");
  const pageSize = header.readUInt16BE(16);
  // 1 means 65536, the only page size that does not fit.
  return (pageSize === 1 ? 65_536 : pageSize) * header.readUInt32BE(28);
}

/** A quick check does not compare indexes with their tables. */
function requireIntact(database: DatabaseSync, check: "quick_check" | "integrity_check"): void {
  const verdict = readPragma(database, `${check}(1)`);
  if (verdict !== "ok") throw new Error(String(verdict));
  if (database.prepare("select id from users limit 1").all().length === 0)
    throw new Error("it contains no users");
}

function withDatabase(file: string, work: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(file);
  try {
    work(database);
  } finally {
    database.close();
  }
}

function readPragma(database: DatabaseSync, pragma: string): unknown {
  return Object.values(database.prepare(`pragma ${pragma}`).get() ?? {})[0];
}
