import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { KeyedMutex } from "./keyed-mutex.ts";

interface WorkerThreadOptions {
  /** How long one request may take, in milliseconds. */
  readonly timeout: number;
  /** The maximum size of the thread's heap in megabytes. */
  readonly memory: number;
}

const maxIdle = 60_000;

/**
 * A worker thread that answers one request at a time. It starts with the first request, and ends after a minute without any.
 * Its script posts one message when it has loaded its modules, and then one reply for each message.
 */
export class WorkerThread<Request, Reply> {
  readonly #script: URL;
  readonly #options: WorkerThreadOptions;
  readonly #mutex = new KeyedMutex();
  #thread: Promise<Worker> | undefined;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(script: URL, options: WorkerThreadOptions) {
    this.#script = script;
    this.#options = options;
  }

  /** Sends a request. The reply is undefined if it takes too long or too much memory: the thread is then ended. */
  request(message: Request): Promise<Reply | undefined> {
    return this.#mutex.run("request", () => this.#send(message));
  }

  async #send(message: Request): Promise<Reply | undefined> {
    clearTimeout(this.#idleTimer);
    this.#thread ??= this.#start();
    const thread = await this.#thread.catch((error: unknown) => {
      this.#thread = undefined;
      throw error;
    });
    const settled = new AbortController();
    thread.postMessage(message);
    const reply = await Promise.race([
      once(thread, "message", settled).then(([received]) => received as Reply),
      once(thread, "exit", settled).then(() => undefined),
      sleep(this.#options.timeout, undefined, settled),
    ]).catch(() => undefined);
    settled.abort();
    if (reply === undefined) await this.#stop();
    else this.#idleTimer = setTimeout(() => this.#stop(), maxIdle).unref();
    return reply;
  }

  /** Resolves when the thread has loaded its modules, which takes longer than most requests. */
  async #start(): Promise<Worker> {
    const thread = new Worker(this.#script, {
      resourceLimits: { maxOldGenerationSizeMb: this.#options.memory },
    });
    // `once` reports errors to the caller; without a listener they would end the process.
    thread.on("error", () => {});
    await once(thread, "message");
    thread.unref();
    return thread;
  }

  async #stop(): Promise<void> {
    const stopped = this.#thread;
    this.#thread = undefined;
    await (await stopped)?.terminate();
  }
}
