import { Worker } from "node:worker_threads";
import type { QueryReply, ThreadQuery } from "./query-worker.ts";

interface QueuedQuery extends ThreadQuery {
  resolve(rows: unknown[]): void;
  reject(error: unknown): void;
}

const maxThreads = 2;
/** How long an idle thread is kept, in milliseconds. */
const maxIdle = 60_000;

/**
 * Runs queries on an SQLite file in threads with their own connections, for queries that may take long: SQLite would
 * block the event loop until it has the result. Threads are started when needed. Queries wait for a free one in their
 * order.
 */
export class QueryThreads {
  readonly #file: string;
  readonly #threads = new Set<QueryThread>();
  readonly #queue: QueuedQuery[] = [];

  constructor(file: string) {
    this.#file = file;
  }

  run(sql: string, parameters: readonly unknown[]): Promise<unknown[]> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown[]>();
    this.#queue.push({ sql, parameters, resolve, reject });
    this.#startQueued();
    return promise;
  }

  async close(): Promise<void> {
    for (const { reject } of this.#queue.splice(0)) reject(new Error("the database is closed"));
    await Promise.all(Array.from(this.#threads, (thread) => thread.stop()));
  }

  #startQueued(): void {
    while (this.#queue.length > 0) {
      const thread = this.#threads.values().find(({ isIdle }) => isIdle) ?? this.#startThread();
      const query = thread && this.#queue.shift();
      if (query === undefined) return;
      thread?.run(query);
    }
  }

  #startThread(): QueryThread | undefined {
    if (this.#threads.size >= maxThreads) return undefined;
    const thread = new QueryThread(this.#file, {
      onIdle: () => this.#startQueued(),
      onExit: () => {
        this.#threads.delete(thread);
        this.#startQueued();
      },
    });
    this.#threads.add(thread);
    return thread;
  }
}

/** A thread that runs one query at a time. It stops when it has been idle for a while. */
class QueryThread {
  readonly #worker: Worker;
  #query: QueuedQuery | undefined;
  #failure: unknown = new Error("the thread of a query has ended");
  #idleTimer: NodeJS.Timeout | undefined;
  #isStopping = false;

  constructor(file: string, events: { onIdle(): void; onExit(): void }) {
    this.#worker = new Worker(new URL("./query-worker.ts", import.meta.url), { workerData: file });
    this.#worker.on("message", (reply: QueryReply) => {
      this.#settle(reply);
      events.onIdle();
    });
    this.#worker.on("error", (error) => {
      this.#failure = error;
    });
    this.#worker.on("exit", () => {
      this.#query?.reject(this.#failure);
      clearTimeout(this.#idleTimer);
      events.onExit();
    });
  }

  get isIdle(): boolean {
    return this.#query === undefined && !this.#isStopping;
  }

  run(query: QueuedQuery): void {
    clearTimeout(this.#idleTimer);
    this.#query = query;
    this.#worker.ref();
    this.#worker.postMessage({ sql: query.sql, parameters: query.parameters } satisfies ThreadQuery);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#worker.terminate();
  }

  #settle(reply: QueryReply): void {
    const query = this.#query;
    this.#query = undefined;
    // An idle thread does not keep the process running.
    this.#worker.unref();
    this.#idleTimer = setTimeout(() => this.stop(), maxIdle).unref();
    if ("rows" in reply) query?.resolve(reply.rows);
    else query?.reject(Object.assign(new Error(reply.message), { errcode: reply.errcode }));
  }
}
