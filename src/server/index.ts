// Builds the server from its parts: database, context, HTTP application.
export { createApp } from "./app.ts";
export { type FirstRun, openMigratedDatabase } from "./bootstrap.ts";
export { createLogger } from "./logger.ts";
export { openContext } from "./open-context.ts";
