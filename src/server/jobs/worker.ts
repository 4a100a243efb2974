// Runs jobs in a thread of its own, so that none of them delays a request. Ends when nothing is due.
import { setTimeout as wait } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import type { Config } from "../../config/index.ts";
import { createNodeCache } from "../../content/index.ts";
import { openContext } from "../open-context.ts";
import { runDueJobs } from "./work.ts";

const stop = new AbortController();
parentPort?.once("message", () => stop.abort(new Error("the server stops")));

const opened = await openContext(workerData as Config);
// What a job reads it reads once: little of that is worth keeping.
const context = { ...opened, nodeCache: createNodeCache(4 * 1024 * 1024), stopping: stop.signal };
await runDueJobs(
  context,
  (outcome) => parentPort?.postMessage(outcome),
  () => stop.signal.aborted,
);
await context.close();
// What was logged last is still to be written, unless whoever reads the log has stopped reading.
await Promise.race([new Promise((resolve) => context.log.flush(resolve)), wait(1000)]);
// Not even a name that is still being looked up keeps it: while there is a thread, no other is started.
process.exit();
