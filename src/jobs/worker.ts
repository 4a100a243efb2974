// Runs jobs in a thread of its own, so that none of them delays a request. Ends when nothing is due.
import { parentPort, workerData } from "node:worker_threads";
import type { Config } from "../config.ts";
import { openContext } from "../open-context.ts";
import { runNextJob } from "./work.ts";

let stopping = false;
parentPort?.once("message", () => {
  stopping = true;
});

const context = await openContext(workerData as Config);
while (!stopping) {
  const outcome = await runNextJob(context);
  if (outcome === undefined) break;
  parentPort?.postMessage(outcome);
}
await context.close();
parentPort?.close();
