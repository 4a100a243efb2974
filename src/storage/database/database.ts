import { setTimeout as sleep } from "node:timers/promises";
import {
  concurrentlyDeleted,
  databaseBusy,
  databaseNotWritable,
  databaseUnreachable,
} from "../../platform/index.ts";
import {
  type Dialect,
  type Failure,
  type Isolation,
  type Observed,
  type Reader,
  type ReplicaDialect,
  replicaMark,
  type Writer,
} from "./dialects/index.ts";
import { setDirectRunner, shareResults } from "./prepared.ts";

type Internals = "reader" | "runCompiled" | "transact" | "failureOf" | "replica";

/** Reads without a transaction, of the newest state or of one that was found. */
export interface Reads {
  readonly read: Reader;
  /**
   * A text that changes with every commit of any process, except for those of `takeRequests` and with `keepVersion`. While it is the
   * same, every query has the same result, unless it reads what these have changed.
   */
  readVersion(): string | Promise<string>;
  /**
   * A reader for requests that have found this version with `readVersion`. What it reads is as recent as this version, or
   * more recent; results of `preparedShared` queries are shared by all requests that have found the same one.
   */
  readAt(version: string): Reader;
}

/** Reads of a state that may be a second old. They use the replica, if there is one. */
export interface RecentReads extends Pick<Reads, "readVersion" | "readAt"> {
  /** Where to read all that a request needs: in turn from both, it might see an older state after a newer one. */
  choose(): Reads | Promise<Reads>;
}

export interface Database extends Omit<Dialect, Internals>, Reads {
  readonly recent: RecentReads;
  /**
   * Runs a transaction, serializable by default, and retries it after a serialization failure or a lost connection. So `work` must do nothing
   * but database work, and await all of it. Transactions with the same mutex key run one after the other within a process,
   * where the database would otherwise abort all but one of them.
   */
  write<T>(work: (trx: Writer) => Promise<T>, mutexKey?: string, isolation?: Isolation): Promise<T>;
  /** Runs a transaction once. Returns false if other transactions kept it from running. */
  tryWrite(work: (trx: Writer) => Promise<unknown>, isolation?: Isolation): Promise<boolean>;
}

/** Reads and small writes, each in its own transaction or all in one. */
export interface Store {
  readonly read: Reader;
  write<T>(work: (trx: Writer) => Promise<T>): Promise<T>;
}

/**
 * How many milliseconds a transaction is retried before the caller gets a 503, and the minimum number of attempts: the
 * time may be over before the first attempt if many transactions wait for a connection.
 */
const retryTimeout = 10_000;
const minAttempts = 10;
/** How often a transaction fails before its caller gets the error. A statement of it may itself be what ends the connection. */
const maxFailures: Partial<Record<Failure, number>> = { duplicate: 8, "connection-lost": 4 };
/** How long other processes wait while one migrates a large database. */
const exclusiveTimeout = 3_600_000;

export function createDatabase(dialect: Dialect): Database {
  const { replica, ...primary } = dialect;
  const { transact } = primary;
  const reads = createReads(primary, primary.readVersion);
  return {
    ...primary,
    ...reads,
    recent: replica === undefined ? { ...reads, choose: () => reads } : createRecentReads(replica, reads),
    write: (work, mutexKey, isolation) => {
      const observed = observeTransaction(dialect.observed, work);
      return observed.end(
        withRetry(dialect, retryTimeout, () => transact(observed.work, isolation, mutexKey)),
      );
    },
    tryWrite: async (work, isolation) => {
      try {
        await transact(work, isolation);
        return true;
      } catch (error) {
        const failure = dialect.failureOf(error);
        if (failure === "serialization") return false;
        throw refusalOf(failure, error);
      }
    },
    exclusive: (work) => withRetry(dialect, exclusiveTimeout, () => dialect.exclusive(work)),
  };
}

/** Reports when a transaction begins for the first time, and when it has ended. */
function observeTransaction<T>({ observer }: Observed, work: (trx: Writer) => Promise<T>) {
  const startedAt = performance.now();
  let attempts = 0;
  observer?.transactionRequested();
  return {
    work: (trx: Writer) => {
      attempts += 1;
      if (attempts === 1) observer?.transactionBegan(performance.now() - startedAt);
      return work(trx);
    },
    end: (transaction: Promise<T>) =>
      observer === undefined
        ? transaction
        : transaction.finally(() => observer.transactionEnded(performance.now() - startedAt, attempts)),
  };
}

function createReads(
  source: Pick<Dialect, "reader" | "runCompiled">,
  readVersion: Reads["readVersion"],
): Reads {
  setDirectRunner(source.reader, source.runCompiled);
  let last: { readonly version: string; readonly reader: Reader } | undefined;
  return {
    read: source.reader,
    readVersion,
    readAt: (version) => {
      if (last?.version !== version) last = { version, reader: createSharedReader(source) };
      return last.reader;
    },
  };
}

function createRecentReads(replica: ReplicaDialect, primary: Reads): RecentReads {
  const reads = createReads(replica, replica.readVersion);
  const choose = async () => ((await replica.isRecent()) ? reads : primary);
  return {
    choose,
    readVersion: async () => (await choose()).readVersion(),
    readAt: (version) => (version.startsWith(replicaMark) ? reads : primary).readAt(version),
  };
}

function createSharedReader({ reader, runCompiled }: Pick<Dialect, "reader" | "runCompiled">): Reader {
  // A new object with the same connections.
  const shared = reader.withTables<Record<never, never>>();
  setDirectRunner(shared, runCompiled);
  shareResults(shared);
  return shared;
}

async function withRetry<T>({ failureOf }: Dialect, timeout: number, attempt: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + timeout;
  const counts: Partial<Record<Failure, number>> = {};
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt();
    } catch (error) {
      const failure = failureOf(error);
      if (failure === undefined) throw error;
      const count = (counts[failure] ?? 0) + 1;
      counts[failure] = count;
      const mayRetry =
        failure === "serialization"
          ? attempts < minAttempts || Date.now() < deadline
          : count < (maxFailures[failure] ?? 1);
      if (!mayRetry) throw refusalOf(failure, error);
      // Backoff with jitter, so that transactions that collided do not collide again.
      await sleep(Math.random() * Math.min(200, 5 * 2 ** attempts));
    }
  }
}

const unwritableReasons: Partial<Record<Failure, string>> = {
  "disk-full": "its disk is full",
  "read-only": "it is read-only",
  "write-failed": "a write failed, for example because a quota is exceeded",
};

/** The error for the caller of a transaction that failed. */
function refusalOf(failure: Failure | undefined, error: unknown): unknown {
  if (failure === undefined) return error;
  if (failure === "missing-reference") return concurrentlyDeleted();
  if (failure === "serialization") return databaseBusy();
  if (failure === "connection-lost") return databaseUnreachable(error);
  const reason = unwritableReasons[failure];
  return reason === undefined ? error : databaseNotWritable(reason, error);
}
