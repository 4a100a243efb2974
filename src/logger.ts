import { type Logger, pino } from "pino";
import type { Config } from "./config.ts";

/** JSON lines on standard output, written in batches off the request's path. */
export function createLogger(level: Config["logLevel"]): Logger {
  const destination = pino.destination({ dest: 1, sync: false, minLength: 4096 });
  const timer = setInterval(() => destination.flush(), 500);
  timer.unref();
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: pino.stdSerializers.err },
      redact: ["req.headers.authorization", "headers.authorization"],
    },
    destination,
  );
}
