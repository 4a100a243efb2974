// Runs jobs in a thread of its own, so that none of them delays a request. Ends when nothing is due.
import { parentPort, workerData } from "node:worker_threads";
import type { Config } from "../config.ts";
import { createNodeCache } from "../content/nodes.ts";
import { openContext } from "../open-context.ts";
import { runDueJobs } from "./work.ts";

let stopping = false;
parentPort?.once("message", () => {
  stopping = true;
});

const opened = await openContext(workerData as Config);
// What a job reads it reads once: little of that is worth keeping.
const context = { ...opened, nodeCache: createNodeCache(4 * 1024 * 1024) };
await runDueJobs(
  context,
  (outcome) => parentPort?.postMessage(outcome),
  () => stopping,
);
await context.close();
// Not even a name that is still being looked up keeps it: while there is a thread, no other is started.
process.exit();
