// Runs in a worker thread: sends GET /healthz every few milliseconds, and records the longest wait.
import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { processorDelay as delayOf } from "../support/processes.ts";

export interface ProberOptions {
  readonly url: string;
  /** The process of the server. */
  readonly pid: number;
  /** The time between two probes in milliseconds. */
  readonly pause: number;
}

const { url, pid, pause }: ProberOptions = workerData;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
/** The threads that answer and that ask. */
const threads = [String(pid), "thread-self"];
const processorDelay = () => delayOf(threads);

function readHealth(): Promise<void> {
  return new Promise((resolve, reject) => {
    get(`${url}/healthz`, { agent }, (response) => response.resume().once("end", resolve)).once(
      "error",
      reject,
    );
  });
}

/** The wait for one response in milliseconds, without the time in which the machine ran other programs. */
async function probe(): Promise<number> {
  const [delay, started] = [processorDelay(), performance.now()];
  await readHealth();
  return performance.now() - started - (processorDelay() - delay);
}

let isObserving = false;
let observed = Promise.resolve(0);

async function observe(): Promise<number> {
  let longest = 0;
  while (isObserving) {
    longest = Math.max(longest, await probe());
    await sleep(pause);
  }
  return longest;
}

parentPort?.on("message", async (message: "start" | "stop") => {
  if (message === "start") {
    await readHealth();
    isObserving = true;
    observed = observe();
    parentPort?.postMessage("started");
  } else {
    // The server may still be busy after its response: the last probe is awaited.
    isObserving = false;
    parentPort?.postMessage(await observed);
  }
});
