import { Worker } from "node:worker_threads";

/** Plain JavaScript, so that it takes nearly no memory. A process whose parent has gone has another one. */
const watch = `
  const { workerData: server } = require("node:worker_threads");
  setInterval(() => process.ppid === server || process.kill(process.pid, "SIGKILL"), 500);
`;

/** Ends this process when its server has ended, also while it is busy with what cannot be interrupted. */
export function exitWithParent(): void {
  const resourceLimits = { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 };
  // Which one it is, is told from here: when the thread has begun at last, it may have ended already.
  new Worker(watch, { eval: true, resourceLimits, workerData: process.ppid }).unref();
}
