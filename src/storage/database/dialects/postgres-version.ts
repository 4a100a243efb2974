import postgres from "postgres";
import type { RunCompiled } from "./dialect.ts";

/** The number of transactions that are compared one by one. After more, the version is another one. */
const maxCompared = 1000;
/** How many transactions later the note of one is removed, and at how many of them a reservation looks. */
const [retention, removed] = [2 * maxCompared, 100];

const currentTransaction = "pg_current_xact_id()::text::bigint";

/** A statement after which its transaction will not change the version of the database. */
export const noteUnversioned = `insert into unversioned_transactions (id) values (${currentTransaction})`;

/**
 * Expressions of a `with` clause that do this for a single statement, and remove old notes. Only a few notes are looked at, since those that
 * a long transaction keeps from being removed would be read each time. A job removes the rest.
 */
export const withoutNewVersion = `noted as (
    ${noteUnversioned}
  ), forgotten as (
    delete from unversioned_transactions
    where id >= ${currentTransaction} - ${retention + removed} and id < ${currentTransaction} - ${retention}
  )`;

/** The transactions that are visible, and when the server was started: numbers of transactions that it has lost are used again. */
const visible = "select pg_current_snapshot()::text as snapshot, pg_postmaster_start_time()::text as started";

const countUnversioned =
  "select count(*)::bigint as count from unversioned_transactions where id = any ($1::text::bigint[])";

/** What `pg_current_snapshot()` says. Every transaction that changes something is counted in it when it has ended. */
interface Snapshot {
  /** One more than the last transaction that has ended. */
  readonly next: number;
  /** The transactions before `next` that have not ended. */
  readonly running: ReadonlySet<number>;
}

export function parseSnapshot(text: string): Snapshot {
  const [, next, running = ""] = text.split(":");
  return { next: Number(next), running: new Set(running.split(",").filter(Boolean).map(Number)) };
}

/** The transactions that have ended between two snapshots; undefined if they are too many. */
export function endedBetween(before: Snapshot, after: Snapshot): number[] | undefined {
  if (after.next - before.next + before.running.size > maxCompared) return undefined;
  const others = Array.from({ length: Math.max(0, after.next - before.next) }, (_, i) => before.next + i);
  return [...before.running, ...others].filter((id) => id < after.next && !after.running.has(id));
}

/** A state of the database: `text` names it, and `version` is that of the first one with the same content. */
interface State {
  readonly origin: string;
  readonly text: string;
  readonly snapshot: Snapshot;
  readonly version: string;
}

/**
 * A text that changes whenever a transaction has ended, except for those that note themselves in `unversioned_transactions`: servers
 * reserve parts of the rate limits of their callers all the time, and no reply depends on that.
 */
export class DatabaseVersion {
  readonly #find: RunCompiled;
  #last: State | undefined;
  /** The comparison with the last state that is under way. */
  #comparison: { readonly text: string; readonly version: Promise<string> } | undefined;

  constructor(find: RunCompiled) {
    this.#find = find;
  }

  /** Versions are only equal if no connection was lost between them: after a failover, numbers of transactions are used again. */
  async read(lostConnections: () => number): Promise<string> {
    const [row] = (await this.#find(visible, [])) as { snapshot: string; started: string }[];
    if (row === undefined) throw new Error("the database has no snapshot");
    const origin = `${lostConnections()} ${row.started}`;
    const text = `${origin} ${row.snapshot}`;
    if (this.#last?.text === text) return this.#last.version;
    if (this.#comparison?.text === text) return this.#comparison.version;
    const version = this.#compare(origin, text, parseSnapshot(row.snapshot));
    const comparison = { text, version };
    this.#comparison = comparison;
    // A failed comparison is repeated.
    version.catch(() => {
      if (this.#comparison === comparison) this.#comparison = undefined;
    });
    return version;
  }

  async #compare(origin: string, text: string, snapshot: Snapshot): Promise<string> {
    const before = this.#last;
    const isSame = before?.origin === origin && (await this.#areUnversioned(before.snapshot, snapshot));
    const state = { origin, text, snapshot, version: isSame ? before.version : text };
    if (this.#last === undefined || this.#last.origin !== origin || isLater(snapshot, this.#last.snapshot))
      this.#last = state;
    return state.version;
  }

  /** Whether all transactions that have ended between two snapshots are unversioned. Their notes are visible when they have ended. */
  async #areUnversioned(before: Snapshot, after: Snapshot): Promise<boolean> {
    // The reply to an earlier statement has arrived later.
    if (!isLater(after, before)) return false;
    const ended = endedBetween(before, after);
    if (ended === undefined || ended.length === 0) return ended !== undefined;
    try {
      const [row] = (await this.#find(countUnversioned, [`{${ended}}`])) as { count: number }[];
      return row?.count === ended.length;
    } catch (error) {
      if (error instanceof postgres.PostgresError && error.code === onStandby) return false;
      throw error;
    }
  }
}

/** The code of a statement that a standby server does not run: rows that may be lost in a crash are not replicated. */
const onStandby = "0A000";

function isLater(after: Snapshot, before: Snapshot): boolean {
  return (
    after.next > before.next || (after.next === before.next && after.running.size <= before.running.size)
  );
}
