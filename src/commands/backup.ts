import { existsSync } from "node:fs";
import { formatBytes } from "../health/index.ts";
import { errorMessage, FatalError } from "../platform/index.ts";
import { type BackedUpFiles, writeBackup } from "../storage/backups/index.ts";
import { openObjects } from "../storage/objects/index.ts";
import { UsageError } from "./command.ts";
import { databaseCommand } from "./database-command.ts";
import { Progress } from "./progress.ts";

export const backup = databaseCommand(async (database, { positionals: [file], options }, config) => {
  if (file === undefined) throw new UsageError("Which file? Give the name of a new file");
  if (existsSync(file)) throw new UsageError(`${file} exists already; give the name of a new file`);
  const report = (line: string) => process.stderr.write(`${line}\n`);
  const progress = new Progress();
  const onProgress = progress.percent("Writing the backup");
  const objects = options["without-files"] === undefined ? openObjects(config) : undefined;
  const files = await writeBackup(database, file, { report, onProgress, objects }).catch((error) => {
    throw new FatalError(`The backup to ${file} failed: ${errorMessage(error)}`);
  });
  progress.end();
  for (const line of describeFiles(files)) report(line);
  process.stdout.write(`${file}\n`);
});

/** What a backup contains of the files in object storage. */
export function describeFiles({ included, bytes, omitted, failures }: BackedUpFiles): string[] {
  const lines = failures.map((failure) => `Not included: ${failure}`);
  if (included > 0) lines.push(`Included files from the object storage: ${included}, ${formatBytes(bytes)}`);
  if (omitted > 0)
    lines.push(
      `Files that are not in the backup, but in the object storage only: ${omitted}. Keep it until you need this backup no longer`,
    );
  return lines;
}
