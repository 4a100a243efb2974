import { Worker } from "node:worker_threads";

/** Plain JavaScript, so that it takes nearly no memory. A process whose parent has gone has another one. */
const watch = `
  const { ppid } = process;
  setInterval(() => process.ppid === ppid || process.kill(process.pid, "SIGKILL"), 500);
`;

/** Ends this process when its server has ended, also while it is busy with what cannot be interrupted. */
export function endWithServer(): void {
  const resourceLimits = { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 };
  new Worker(watch, { eval: true, resourceLimits }).unref();
}
