import { Worker } from "node:worker_threads";
import type { QueryReply, ThreadQuery } from "./query-worker.ts";

interface PendingQuery extends ThreadQuery {
  resolve(rows: unknown[]): void;
  reject(error: unknown): void;
}

const maxThreads = 2;
/** How long idle threads are kept, in milliseconds. */
const maxIdle = 60_000;

/**
 * Runs queries on an SQLite file in threads with their own connections, for queries that may take long: SQLite would
 * block the event loop until it has the result. Threads are started when needed. Every thread receives all queries, and
 * the first one that is free takes the next: a thread that waited to be given its next query would be idle until the busy
 * event loop of the server has read its reply.
 */
export class QueryThreads {
  readonly #file: string;
  readonly #threads = new Set<QueryThread>();
  /** The queries without a reply, by number. */
  readonly #pending = new Map<number, PendingQuery>();
  #lastNumber = 0;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  run(sql: string, parameters: readonly unknown[]): Promise<unknown[]> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown[]>();
    const number = ++this.#lastNumber;
    const taker = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const query = { number, taker, sql, parameters, resolve, reject };
    this.#pending.set(number, query);
    clearTimeout(this.#idleTimer);
    for (const thread of this.#threads) thread.send(query);
    if (this.#threads.size < Math.min(maxThreads, this.#pending.size)) this.#startThread();
    return promise;
  }

  async close(): Promise<void> {
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(new Error("the database is closed"));
    await this.#stopThreads();
  }

  #startThread(): void {
    const taken = new Set(Array.from(this.#threads, ({ number }) => number));
    const number = taken.has(1) ? 2 : 1;
    const thread = new QueryThread(this.#file, number, {
      onReply: (reply) => this.#settle(reply),
      onExit: (error) => this.#remove(thread, error),
    });
    this.#threads.add(thread);
    for (const query of this.#pending.values()) thread.send(query);
  }

  #settle(reply: QueryReply): void {
    const query = this.#pending.get(reply.number);
    this.#pending.delete(reply.number);
    if (this.#pending.size === 0) this.#rest();
    if ("rows" in reply) query?.resolve(reply.rows);
    else query?.reject(Object.assign(new Error(reply.message), { errcode: reply.errcode }));
  }

  /** Idle threads do not keep the process running, and are stopped after a while. */
  #rest(): void {
    for (const thread of this.#threads) thread.unref();
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => this.#stopThreads(), maxIdle).unref();
  }

  async #stopThreads(): Promise<void> {
    clearTimeout(this.#idleTimer);
    const threads = [...this.#threads];
    this.#threads.clear();
    await Promise.all(threads.map((thread) => thread.stop()));
  }

  /** Rejects the queries that an ended thread has taken, and all if there is no other thread. */
  #remove(thread: QueryThread, error: unknown): void {
    if (!this.#threads.delete(thread)) return;
    for (const [number, { taker, reject }] of this.#pending) {
      if (this.#threads.size > 0 && taker[0] !== thread.number) continue;
      this.#pending.delete(number);
      reject(error);
    }
  }
}

class QueryThread {
  /** Marks the queries that this thread has taken. */
  readonly number: number;
  readonly #worker: Worker;

  constructor(
    file: string,
    number: number,
    events: { onReply(reply: QueryReply): void; onExit(error: unknown): void },
  ) {
    this.number = number;
    this.#worker = new Worker(new URL("./query-worker.ts", import.meta.url), {
      workerData: { file, number },
    });
    let failure: unknown = new Error("the thread of a query has ended");
    this.#worker.on("message", events.onReply);
    this.#worker.on("error", (error) => {
      failure = error;
    });
    this.#worker.on("exit", () => events.onExit(failure));
  }

  send({ number, taker, sql, parameters }: ThreadQuery): void {
    this.#worker.ref();
    this.#worker.postMessage({ number, taker, sql, parameters } satisfies ThreadQuery);
  }

  unref(): void {
    this.#worker.unref();
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }
}
