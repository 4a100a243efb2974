export { createApp } from "./app.ts";
export { type FirstStart, openPrepared } from "./bootstrap.ts";
export { createLogger } from "./logger.ts";
export { openContext } from "./open-context.ts";
