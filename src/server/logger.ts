import { type Logger, pino } from "pino";
import type { Config } from "../config/index.ts";

let destination: ReturnType<typeof pino.destination> | undefined;

/** JSON lines on standard output, written asynchronously in batches. All loggers of a process share the stream. */
export function createLogger(level: Config["logLevel"]): Logger {
  destination ??= pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 500 });
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: pino.stdSerializers.err },
      hooks: { streamWrite: escapeControls },
      redact: ["req.headers.authorization", "headers.authorization"],
    },
    destination,
  );
}

/** Escapes characters that JSON does not: terminal control characters, bidirectional controls and line separators. */
function escapeControls(line: string): string {
  return line.replace(
    /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
