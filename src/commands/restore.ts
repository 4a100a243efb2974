import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Config } from "../config/index.ts";
import { errorMessage, FatalError, systemClock } from "../platform/index.ts";
import { resetAllIndexes } from "../search/index.ts";
import { copyBeforeChange, readBackup, type Verification } from "../storage/backups/index.ts";
import { openSqlite } from "../storage/database/dialects/index.ts";
import {
  backupTables,
  copyTables,
  createDatabase,
  type Database,
  migrate,
  noteRestore,
} from "../storage/database/index.ts";
import { countObjectFiles, moveFiles, releaseAllObjects, writeFilePlace } from "../storage/files/index.ts";
import { openDatabase } from "../storage/index.ts";
import { releaseAll } from "../storage/jobs/index.ts";
import { openObjects } from "../storage/objects/index.ts";
import { type RunCommand, UsageError } from "./command.ts";
import { Progress } from "./progress.ts";

export const restore: RunCommand = async (config, { positionals: [file] }) => {
  if (file === undefined) throw new UsageError("Which backup? Give a file that the backup command wrote");
  if (!existsSync(file)) throw new UsageError(`There is no file ${file}`);
  const folder = mkdtempSync(join(tmpdir(), "lectern-restore-"));
  try {
    // The copy is migrated if the backup is older.
    const copy = join(folder, "backup.db");
    await copyBackup(file, copy);
    await restoreFrom(copy, config);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  process.stderr.write("Restored. Running servers use the new data; restart them to use its keys too.\n");
};

async function restoreFrom(file: string, config: Config): Promise<void> {
  const target = await openDatabase(config);
  const source = createDatabase(openSqlite(file));
  try {
    await migrate(source);
    await migrate(target);
    await storeFiles(source, target, config);
    await target.exclusive(async (trx) => {
      await target.lockTables?.(trx, backupTables);
      const isEmpty = (await trx.selectFrom("users").select("id").limit(1).execute()).length === 0;
      if (!isEmpty) await copyBeforeChange(target, config, "before-restore", systemClock);
      await releaseAllObjects(trx, systemClock.now());
      const keys = await trx.selectFrom("secrets").selectAll().execute();
      await copyTables(source, trx, (table, rows) => process.stderr.write(`${table}: ${rows}\n`));
      // An older backup may lack keys that running servers use.
      if (keys.length > 0)
        await trx
          .insertInto("secrets")
          .values(keys)
          .onConflict((existing) => existing.column("name").doNothing())
          .execute();
      await releaseAll(trx, systemClock.now());
      await noteRestore(trx, systemClock.now());
      // Sessions may have ended since the backup was made.
      await trx.deleteFrom("tokens").where("kind", "=", "session").execute();
      // The setting says where files are stored, not the server that wrote the backup.
      await writeFilePlace(trx, undefined, systemClock.now());
      // Backups do not contain the search index.
      await resetAllIndexes(trx, target.fullText, systemClock.now());
    });
  } catch (error) {
    throw new FatalError(`Nothing was restored: ${errorMessage(error)}`);
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
}

/** Puts the files of the backup where the setting says, before anything refers to them. */
async function storeFiles(source: Database, target: Database, config: Config): Promise<void> {
  const objects = openObjects(config);
  const omitted = await countObjectFiles(source.read);
  if (omitted > 0)
    process.stderr.write(
      `The backup does not contain ${omitted} files, which must be in the object storage${objects === undefined ? ": set LECTERN_FILES_URL" : ` ${objects.address}`}. \`files check\` finds those that are missing\n`,
    );
  if (objects === undefined) return;
  const progress = new Progress();
  const files = { database: source, clock: systemClock, objects };
  const moved = await moveFiles(files, "s3", {
    checks: target,
    onProgress: ({ bytes, total }) =>
      progress.show(
        bytes,
        total,
        `Storing files in ${objects.address}: ${Math.floor((100 * bytes) / total)} %`,
      ),
  });
  progress.end();
  for (const failure of moved.failures) process.stderr.write(`Stays in the database: ${failure}\n`);
  process.stderr.write(`Files stored in ${objects.address}: ${moved.files}\n`);
}

const unverifiedReasons: Readonly<Record<Exclude<Verification, "verified">, string>> = {
  "no-checksum": "has no checksum: an earlier version or another program wrote it",
  "has-log": "has a write-ahead log beside it (a file that ends in -wal), which no checksum covers",
};

/** Copies and verifies the backup. */
async function copyBackup(file: string, copy: string): Promise<void> {
  const progress = new Progress();
  const onProgress = progress.percent("Verifying the backup");
  const verification = await readBackup(file, copy, onProgress).catch((error) => {
    throw new UsageError(`${file} is not a complete backup of Lectern: ${errorMessage(error)}`);
  });
  progress.end();
  if (verification !== "verified")
    process.stderr.write(
      `${file} ${unverifiedReasons[verification]}. Its structure is intact; damage within texts and files cannot be detected.\n`,
    );
}
