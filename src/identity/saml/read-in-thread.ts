import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { KeyedMutex, LecternError, tooManySignIn } from "../../platform/index.ts";
import type { Answer } from "./saml.ts";
import type { Vouching } from "./verified-identity.ts";

/** What became of an answer. */
export type Reading = { readonly vouching: Vouching } | { readonly refusal: string };

/** How long reading one may take, how many may wait at a provider, and how long the thread is kept without work. */
const longest = 5_000;
const mostWaiting = 50;
const idleTime = 60_000;

const turns = new KeyedMutex();
const waiting = new Map<string, number>();
let thread: Promise<Worker> | undefined;
let idle: NodeJS.Timeout | undefined;

/** Who a provider vouches for, if its answer is right in every respect. */
export async function readInThread(answer: Answer): Promise<Vouching> {
  const { id } = answer.provider;
  const before = waiting.get(id) ?? 0;
  // Who sends nonsense to one provider's address keeps few of the others waiting.
  if (before >= mostWaiting) throw tooManySignIn();
  waiting.set(id, before + 1);
  try {
    const reading = await turns.run("saml", () => read(answer));
    if ("vouching" in reading) return reading.vouching;
    throw new LecternError(401, `The provider's answer is refused: ${reading.refusal}`);
  } finally {
    const left = (waiting.get(id) ?? 1) - 1;
    if (left === 0) waiting.delete(id);
    else waiting.set(id, left);
  }
}

async function read(answer: Answer): Promise<Reading> {
  clearTimeout(idle);
  thread ??= startThread();
  const reader = await thread.catch((error: unknown) => {
    thread = undefined;
    throw error;
  });
  const over = new AbortController();
  reader.postMessage(answer);
  const reading = await Promise.race([
    once(reader, "message", over).then(([message]) => message as Reading),
    once(reader, "exit", over).then(() => undefined),
    sleep(longest, undefined, over),
  ]).catch(() => undefined);
  over.abort();
  if (reading === undefined) await stopThread();
  else idle = setTimeout(stopThread, idleTime).unref();
  return reading ?? { refusal: "it takes too much to read" };
}

/** A thread that has loaded what it needs; that takes longer than reading. */
async function startThread(): Promise<Worker> {
  const started = new Worker(new URL("./thread.ts", import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  });
  // Whoever waits for it hears of it too; without this, the process would end.
  started.on("error", () => {});
  await once(started, "message");
  // It keeps no process from ending.
  started.unref();
  return started;
}

async function stopThread(): Promise<void> {
  const stopped = thread;
  thread = undefined;
  await (await stopped)?.terminate();
}
