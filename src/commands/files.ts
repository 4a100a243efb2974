import type { Config } from "../config/index.ts";
import { formatBytes } from "../health/index.ts";
import { errorMessage, FatalError, systemClock } from "../platform/index.ts";
import type { Database } from "../storage/database/index.ts";
import { compareObjects, type FilePlace, moveFiles, writeFilePlace } from "../storage/files/index.ts";
import { findWriteProblem, openObjects } from "../storage/objects/index.ts";
import { UsageError } from "./command.ts";
import { databaseCommand } from "./database-command.ts";
import { Progress } from "./progress.ts";

export const moveAllFiles = databaseCommand(async (database, { options }, config) => {
  const to = options.to;
  if (to !== "s3" && to !== "database") throw new UsageError("Where to? Give --to s3 or --to database");
  const files = await openFiles(database, config);
  // From now on, all servers store new files there.
  const now = systemClock.now();
  await database.write((trx) => writeFilePlace(trx, to === "database" ? to : undefined, now));
  const progress = new Progress();
  const moved = await moveFiles(files, to, {
    withRunFiles: true,
    onProgress: ({ bytes, total, files: count }) =>
      progress.show(bytes, total, `Moved ${count} files, ${formatBytes(bytes)} of ${formatBytes(total)}`),
  }).catch((error) => {
    progress.end();
    throw new FatalError(
      `Not all files were moved: ${errorMessage(error)}. No file is lost: run the command again to continue`,
    );
  });
  progress.end();
  for (const failure of moved.failures) process.stderr.write(`Not moved: ${failure}\n`);
  process.stderr.write(
    `${summaryOf(to, files.objects.address)}: ${moved.files}, ${formatBytes(moved.bytes)}\n`,
  );
  if (moved.failures.length > 0) process.exitCode = 1;
});

function summaryOf(to: FilePlace, address: string): string {
  return to === "s3"
    ? `Files moved from the database to ${address}`
    : `Files moved from ${address} to the database. It keeps the objects for another day, for backups and downloads that have begun`;
}

/** Prints the differences, and ends with exit code 1 if the object storage lacks files. */
export const checkFiles = databaseCommand(async (database, _args, config) => {
  const { missing, unused } = await compareObjects(await openFiles(database, config));
  for (const name of missing) process.stdout.write(`missing\t${name}\n`);
  for (const { name, size } of unused) process.stdout.write(`unused\t${name}\t${size}\n`);
  const bytes = unused.reduce((sum, { size }) => sum + size, 0);
  process.stderr.write(
    `Missing objects: ${missing.length}. Objects that no file uses: ${unused.length}, ${formatBytes(bytes)}\n`,
  );
  if (missing.length > 0) process.exitCode = 1;
});

async function openFiles(database: Database, config: Config) {
  const objects = openObjects(config);
  if (objects === undefined || config.objectStorage === undefined)
    throw new UsageError(
      "There is no object storage: set LECTERN_FILES_URL, for this command and the server",
    );
  const problem = await findWriteProblem(config.objectStorage);
  if (problem !== undefined) throw new FatalError(`${problem.finding}. ${problem.advice}`);
  return { database, clock: systemClock, objects };
}
