// Runs queries on an SQLite file in a worker thread, see `QueryThreads`.
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";

export interface ThreadQuery {
  readonly number: number;
  /** The number of the thread that has taken the query; 0 before. Shared by the threads. */
  readonly taker: Int32Array<SharedArrayBuffer>;
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export type QueryReply = { readonly number: number } & (
  | { readonly rows: unknown[] }
  | { readonly message: string; readonly errcode: number | undefined }
);

/** How long a query waits for the lock of another process, in milliseconds. Only this thread waits. */
const busyTimeout = 5_000;

const { file, number: thread } = workerData as { file: string; number: number };
const database = new DatabaseSync(file, { readOnly: true, timeout: busyTimeout });
database.exec("pragma temp_store = memory");
/** By their text. Full-text queries have few different ones, since lists are passed as one parameter. */
const statements = new Map<string, StatementSync>();

parentPort?.on("message", (query: ThreadQuery) => {
  const isFree = Atomics.compareExchange(query.taker, 0, 0, thread) === 0;
  if (isFree) parentPort?.postMessage(run(query));
});

function run({ number, sql, parameters }: ThreadQuery): QueryReply {
  try {
    const statement = statements.getOrInsertComputed(sql, () => database.prepare(sql));
    return { number, rows: statement.all(...(parameters as SQLInputValue[])) };
  } catch (error) {
    // The result code of SQLite is lost when an error is sent to another thread.
    const { message, errcode } = error as Error & { errcode?: number };
    return { number, message, errcode };
  }
}
