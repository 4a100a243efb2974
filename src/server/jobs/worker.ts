// The worker thread for jobs, which keeps them from delaying requests. It ends when no job has been due for a while.
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import type { Config } from "../../config/index.ts";
import { createNodeCache } from "../../content/index.ts";
import { openContext } from "../index.ts";
import { type JobOutcome, runDueJobs } from "./work.ts";

/** What the runner sends: that jobs are due, or that the server stops. */
export type JobThreadMessage = "run" | "stop";

/** What the thread sends: the outcome of a job, or that no more jobs are due. */
export type JobThreadReply = JobOutcome | "idle";

/** How long the thread waits for further jobs, in milliseconds: loading its modules takes longer than most jobs. */
const maxIdle = 10_000;

const port = parentPort as MessagePort;
const send = (reply: JobThreadReply) => port.postMessage(reply);
const stop = new AbortController();
port.on("message", (message: JobThreadMessage) => {
  if (message === "stop") stop.abort(new Error("the server stops"));
});

const opened = await openContext(workerData as Config);
// Jobs read most nodes once, so a small cache is enough.
const context = { ...opened, nodeCache: createNodeCache(4 * 1024 * 1024), stopping: stop.signal };
do await runDueJobs(context, send, () => stop.signal.aborted);
while (!stop.signal.aborted && (await waitForJobs()));
await context.close();
// Flushing may hang if no process reads standard output.
await Promise.race([new Promise((resolve) => context.log.flush(resolve)), wait(1000)]);
// Pending name lookups would keep the thread alive, and the runner would start no other thread.
process.exit();

/** Resolves to false if none become due for a while. */
async function waitForJobs(): Promise<boolean> {
  send("idle");
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(maxIdle)]);
  return once(port, "message", { signal }).then(
    () => true,
    () => false,
  );
}
