// Builds the server from its parts: database, context, HTTP application.
export { createApp } from "./app.ts";
export { type FirstRun, openMigratedDatabase } from "./bootstrap.ts";
export { checkFileStorage } from "./check-files.ts";
export { Heartbeat } from "./heartbeat.ts";
export { createLogger } from "./logger.ts";
export { openContext } from "./open-context.ts";
export { serveWorkerMetrics } from "./worker-metrics.ts";
