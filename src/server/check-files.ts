import type { Config } from "../config/index.ts";
import { FatalError, systemClock } from "../platform/index.ts";
import type { Database } from "../storage/database/index.ts";
import { countObjectFiles, writeFilePlace } from "../storage/files/index.ts";
import { findWriteProblem } from "../storage/objects/index.ts";

/**
 * Throws if the settings of the object storage are wrong. Returns a warning if files cannot be read now: the server works without them,
 * and the store may answer later.
 */
export async function checkFileStorage(config: Config, database: Database): Promise<string | undefined> {
  const { objectStorage } = config;
  if (objectStorage === undefined) {
    // Should the setting come back later, it decides again.
    await database.write((trx) => writeFilePlace(trx, undefined, systemClock.now()));
    const files = await countObjectFiles(database.read);
    return files === 0
      ? undefined
      : `${files} files are in object storage and cannot be read: set LECTERN_FILES_URL as it was`;
  }
  const problem = await findWriteProblem(objectStorage);
  if (problem === undefined) return undefined;
  const text = `${problem.finding}. ${problem.advice}`;
  if (!problem.isTemporary) throw new FatalError(text);
  return `${text}. Until then, files can be neither read nor stored`;
}
