import { type Config, type LogLevel, logLevels } from "../../config/index.ts";
import type { Reader, Writer } from "../../storage/database/index.ts";
import { readServerValue, writeServerValue } from "../../storage/index.ts";

const valueName = "log-level";

/** The log level in force, and whether it was changed while the server runs. */
export async function readLogLevel(db: Reader, { logLevel }: Pick<Config, "logLevel">) {
  const changed = await readServerValue(db, valueName);
  const level = logLevels.find((name) => name === changed);
  return { level: level ?? logLevel, isChanged: level !== undefined };
}

/** Changes the log level of all processes; null for that of the environment. */
export function changeLogLevel(trx: Writer, level: LogLevel | null, now: string): Promise<void> {
  return writeServerValue(trx, valueName, level ?? undefined, now);
}
