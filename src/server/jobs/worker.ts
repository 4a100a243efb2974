// The worker thread for jobs, which keeps them from delaying requests. It ends when no job is due.
import { setTimeout as wait } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import type { Config } from "../../config/index.ts";
import { createNodeCache } from "../../content/index.ts";
import { openContext } from "../index.ts";
import { runDueJobs } from "./work.ts";

const stop = new AbortController();
parentPort?.once("message", () => stop.abort(new Error("the server stops")));

const opened = await openContext(workerData as Config);
// Jobs read most nodes once, so a small cache is enough.
const context = { ...opened, nodeCache: createNodeCache(4 * 1024 * 1024), stopping: stop.signal };
await runDueJobs(
  context,
  (outcome) => parentPort?.postMessage(outcome),
  () => stop.signal.aborted,
);
await context.close();
// Flushing may hang if no process reads standard output.
await Promise.race([new Promise((resolve) => context.log.flush(resolve)), wait(1000)]);
// Pending name lookups would keep the thread alive, and the runner would start no other thread.
process.exit();
