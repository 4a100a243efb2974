import type { RunCompiled } from "./dialect.ts";

/** The time of the database in milliseconds. */
export const databaseTime = "(extract(epoch from statement_timestamp()) * 1000)::bigint";

/** How long a process that asks for the version less often takes an unversioned transaction for a change, in milliseconds. */
const retention = 5000;

/** Expressions of a `with` clause: the transaction of their statement will not change the version of the database. */
export const withoutNewVersion = `noted as (
    insert into unversioned_transactions (id, until)
    values (pg_current_xact_id()::text::bigint, ${databaseTime} + ${retention})
  ), forgotten as (
    delete from unversioned_transactions where until < ${databaseTime}
  )`;

/** The transactions that are visible. */
const visible = "select pg_current_snapshot()::text as snapshot";
/** The same, and those of them that do not change the version. Takes three times as long. */
const visibleAndUnversioned = `${visible}, (
    select string_agg(id::text, ',') from unversioned_transactions where until > (select ${databaseTime})
  ) as unversioned`;

/** What `pg_current_snapshot()` says. Every transaction that changes something is counted in it when it has ended. */
export interface Snapshot {
  readonly text: string;
  /** The first transaction that had not begun. */
  readonly next: number;
  readonly running: ReadonlySet<number>;
}

export function parseSnapshot(text: string): Snapshot {
  const [, next, running = ""] = text.split(":");
  return { text, next: Number(next), running: new Set(running.split(",").filter(Boolean).map(Number)) };
}

/** The most transactions that are compared one by one. */
const maxCompared = 1000;

/** Whether transactions have ended between two snapshots that change the version. */
export function differs(before: Snapshot, after: Snapshot, unversioned: ReadonlySet<number>): boolean {
  const changes = (id: number) => id < after.next && !after.running.has(id) && !unversioned.has(id);
  if (after.next - before.next > maxCompared) return true;
  for (const id of before.running) if (changes(id)) return true;
  for (let id = before.next; id < after.next; id++) if (changes(id)) return true;
  return false;
}

/**
 * A text that changes whenever a transaction has ended, except for those that note themselves in `unversioned_transactions`: servers
 * reserve parts of the rate limits of their callers all the time, and no reply depends on that.
 */
export class DatabaseVersion {
  readonly #find: RunCompiled;
  #last: { readonly epoch: number; readonly snapshot: Snapshot; readonly version: string } | undefined;

  constructor(find: RunCompiled) {
    this.#find = find;
  }

  /** Only versions of one epoch are compared: after a crash or a failover, the numbers of lost transactions are used again. */
  async read(currentEpoch: () => number): Promise<string> {
    const [{ snapshot = "" } = {}] = (await this.#find(visible, [])) as { snapshot?: string }[];
    const last = this.#last;
    if (last?.snapshot.text === snapshot && last.epoch === currentEpoch()) return last.version;
    const [row] = (await this.#find(visibleAndUnversioned, [])) as {
      snapshot: string;
      unversioned: string | null;
    }[];
    if (row === undefined) throw new Error("the database has no snapshot");
    return this.#versionOf(currentEpoch(), row.snapshot, row.unversioned ?? "");
  }

  #versionOf(epoch: number, text: string, unversioned: string): string {
    const last = this.#last?.epoch === epoch ? this.#last : undefined;
    if (last?.snapshot.text === text) return last.version;
    const snapshot = parseSnapshot(text);
    const newVersion = `${epoch} ${text}`;
    // The reply to an earlier statement has arrived later.
    if (last !== undefined && snapshot.next < last.snapshot.next) return newVersion;
    const isSame =
      last !== undefined && !differs(last.snapshot, snapshot, new Set(unversioned.split(",").map(Number)));
    const version = isSame ? last.version : newVersion;
    this.#last = { epoch, snapshot, version };
    return version;
  }
}
