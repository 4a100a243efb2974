import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { LecternError } from "../../errors.ts";
import { Turns } from "../../turns.ts";
import type { Vouching } from "../vouching.ts";
import type { Answer } from "./saml.ts";

/** What became of an answer. */
export type Reading = { readonly vouching: Vouching } | { readonly refusal: string };

/** How long reading one may take, how many may wait for their turn, and how long the thread is kept without work. */
const longest = 5_000;
const mostWaiting = 50;
const idleTime = 60_000;

const turns = new Turns();
let waiting = 0;
let thread: Worker | undefined;
let idle: NodeJS.Timeout | undefined;

/** Who a provider vouches for, if its answer is right in every respect. */
export async function readInThread(answer: Answer): Promise<Vouching> {
  if (waiting >= mostWaiting)
    throw new LecternError(503, "Too many sign in at this moment; try again", { "Retry-After": "5" });
  waiting++;
  try {
    const reading = await turns.take("saml", () => read(answer));
    if ("vouching" in reading) return reading.vouching;
    throw new LecternError(401, `The provider's answer is refused: ${reading.refusal}`);
  } finally {
    waiting--;
  }
}

async function read(answer: Answer): Promise<Reading> {
  clearTimeout(idle);
  thread ??= startThread();
  thread.postMessage(answer);
  try {
    const [reading] = await once(thread, "message", { signal: AbortSignal.timeout(longest) });
    idle = setTimeout(stopThread, idleTime).unref();
    return reading;
  } catch {
    stopThread();
    return { refusal: "it takes too long to read" };
  }
}

function startThread(): Worker {
  const started = new Worker(new URL("./thread.ts", import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  });
  // Whoever waits for it is told; when nobody does, the next one starts another.
  started.on("error", stopThread);
  // It keeps no process from ending.
  started.unref();
  return started;
}

function stopThread(): void {
  void thread?.terminate();
  thread = undefined;
}
