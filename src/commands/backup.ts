import { existsSync } from "node:fs";
import { errorMessage, FatalError } from "../platform/index.ts";
import { writeBackup } from "../storage/backups/index.ts";
import type { OnProgress } from "../storage/database/dialects/index.ts";
import { databaseCommand, UsageError } from "./command.ts";
import { Progress } from "./progress.ts";

export const backup = databaseCommand({
  name: "backup",
  parameters: "FILE",
  description: "Write a backup of all data to one file, while the server runs",
  run: async (database, { positionals: [file] }) => {
    if (file === undefined) throw new UsageError("Which file? Give the name of a new file");
    if (existsSync(file)) throw new UsageError(`${file} exists already; give the name of a new file`);
    const report = (line: string) => process.stderr.write(`${line}\n`);
    const progress = new Progress();
    const onProgress: OnProgress = (done, total) =>
      progress.show(done, total, `Writing the backup: ${Math.floor((100 * done) / total)} %`);
    await writeBackup(database, file, { report, onProgress }).catch((error) => {
      throw new FatalError(`The backup to ${file} failed: ${errorMessage(error)}`);
    });
    progress.end();
    process.stdout.write(`${file}\n`);
  },
});
