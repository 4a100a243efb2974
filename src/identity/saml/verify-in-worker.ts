import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { KeyedMutex, LecternError, signInOverloaded } from "../../platform/index.ts";
import type { VerifiedAssertion } from "./assertion.ts";
import type { SamlResponse } from "./saml.ts";

export type WorkerReply = { readonly assertion: VerifiedAssertion } | { readonly refusal: string };

const timeout = 5_000;
const maxWaitingPerProvider = 50;
const maxIdle = 60_000;

const mutex = new KeyedMutex();
const waiting = new Map<string, number>();
let worker: Promise<Worker> | undefined;
let idleTimer: NodeJS.Timeout | undefined;

/** Verifies a response in the worker thread, one at a time. */
export async function verifyInWorker(response: SamlResponse): Promise<VerifiedAssertion> {
  const { id } = response.provider;
  const waitingCount = waiting.get(id) ?? 0;
  // Flooding one provider's URL must not block the others.
  if (waitingCount >= maxWaitingPerProvider) throw signInOverloaded();
  waiting.set(id, waitingCount + 1);
  try {
    const reply = await mutex.run("saml", () => sendToWorker(response));
    if ("assertion" in reply) return reply.assertion;
    throw new LecternError(401, `Login failed: ${reply.refusal}`);
  } finally {
    const remaining = (waiting.get(id) ?? 1) - 1;
    if (remaining === 0) waiting.delete(id);
    else waiting.set(id, remaining);
  }
}

async function sendToWorker(response: SamlResponse): Promise<WorkerReply> {
  clearTimeout(idleTimer);
  worker ??= startWorker();
  const thread = await worker.catch((error: unknown) => {
    worker = undefined;
    throw error;
  });
  const settled = new AbortController();
  thread.postMessage(response);
  const reply = await Promise.race([
    once(thread, "message", settled).then(([message]) => message as WorkerReply),
    once(thread, "exit", settled).then(() => undefined),
    sleep(timeout, undefined, settled),
  ]).catch(() => undefined);
  settled.abort();
  if (reply === undefined) await stopWorker();
  else idleTimer = setTimeout(stopWorker, maxIdle).unref();
  return reply ?? { refusal: "verifying the response takes too long" };
}

/** Resolves when the worker has loaded its modules, which takes longer than verifying. */
async function startWorker(): Promise<Worker> {
  const thread = new Worker(new URL("./worker.ts", import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  });
  // `once` reports errors to the caller; without a listener they would end the process.
  thread.on("error", () => {});
  await once(thread, "message");
  thread.unref();
  return thread;
}

async function stopWorker(): Promise<void> {
  const stopped = worker;
  worker = undefined;
  await (await stopped)?.terminate();
}
