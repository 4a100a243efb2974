import { rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { newId } from "../src/platform/ids.ts";
import { bareRate } from "./bare.ts";
import type { BenchDatabase } from "./databases.ts";
import { openBarePostgres } from "./postgres.ts";

/** Transactions without Lectern, with the durability of the server. The results are transactions per second. */
interface BareCommits {
  /** Each is a comment on the next of the spaces: the statements of posting it. */
  comments(spaceIds: readonly string[], text: string): Promise<number>;
  smallRows(text: string): Promise<number>;
  /** Each inserts a row of events of readers for each of the texts. */
  events(siteId: string, texts: readonly string[]): Promise<number>;
  close(): Promise<void>;
}

/** On SQLite, they are in a copy of the database; on PostgreSQL, of as many clients in the database itself. */
export async function openBareCommits(database: BenchDatabase, clients: number): Promise<BareCommits> {
  return database.postgres === undefined
    ? openOnSqlite(copyDatabase(database.folder))
    : openOnPostgres(database.postgres.url, clients);
}

const countComment = "update spaces set comments = comments + 1 where id = $1";
const insertComment = `insert into comments (
    id, organization_id, place_id, revision_id, target, body, status, replies, posted_by, posted_at
  )
  select $1, contents.organization_id, contents.id, 'none', '{}', $2, 'open', 0, members.user_id, $3
  from contents join members on members.organization_id = contents.organization_id
  where contents.id = $4 limit 1`;
const insertSmallRow = "insert into secrets (name, value) values ($1, $2)";
const insertEvents = "insert into site_event_batches (id, site_id, events) values ($1, $2, $3)";
/** One statement takes less time than many. The table is a copy, whose rows the server does not add up. */
const insertEventsJointly = `insert into bare_event_batches (id, site_id, events)
  select id, $1, events from unnest($2::text[], $3::text[]) as batches (id, events)`;

function copyDatabase(folder: string): string {
  const copy = join(folder, "copy.db");
  for (const suffix of ["", "-wal", "-shm"]) rmSync(copy + suffix, { force: true });
  const database = new DatabaseSync(join(folder, "lectern.db"), { readOnly: true });
  database.prepare("vacuum into ?").run(copy);
  database.close();
  return copy;
}

function openOnSqlite(file: string): BareCommits {
  const database = new DatabaseSync(file);
  for (const pragma of ["journal_mode = wal", "synchronous = full", "foreign_keys = on"])
    database.exec(`pragma ${pragma}`);
  // The client of SQLite takes `$1` for a name.
  const prepare = (text: string) => database.prepare(text.replaceAll("$", "?"));
  const [begin, commit] = [prepare("begin immediate"), prepare("commit")];
  const [count, insert] = [prepare(countComment), prepare(insertComment)];
  const [insertSmall, insertBatch] = [prepare(insertSmallRow), prepare(insertEvents)];
  return {
    comments: (spaceIds, text) =>
      bareRate(1, (i) => {
        const spaceId = spaceIds[i % spaceIds.length] ?? "";
        begin.run();
        count.run(spaceId);
        insert.run(newId(), text, new Date().toISOString(), spaceId);
        commit.run();
      }),
    smallRows: (text) =>
      bareRate(1, () => {
        insertSmall.run(newId(), text);
      }),
    events: (siteId, texts) =>
      bareRate(1, () => {
        begin.run();
        for (const text of texts) insertBatch.run(newId(), siteId, text);
        commit.run();
      }),
    close: async () => database.close(),
  };
}

function openOnPostgres(url: string, clients: number): BareCommits {
  const sql = openBarePostgres(url, clients);
  const prepare = { prepare: true };
  return {
    comments: (spaceIds, text) =>
      bareRate(clients, async (i) => {
        const spaceId = spaceIds[i % spaceIds.length] ?? "";
        await sql.begin(async (trx) => {
          await trx.unsafe(countComment, [spaceId], prepare);
          await trx.unsafe(insertComment, [newId(), text, new Date().toISOString(), spaceId], prepare);
        });
      }),
    smallRows: (text) => bareRate(clients, () => sql.unsafe(insertSmallRow, [newId(), text], prepare)),
    events: async (siteId, texts) => {
      await sql.unsafe(`create table if not exists bare_event_batches (
        like site_event_batches including all, foreign key (site_id) references sites (id))`);
      return bareRate(clients, () =>
        sql.unsafe(insertEventsJointly, [siteId, texts.map(() => newId()), [...texts]], prepare),
      );
    },
    close: () => sql.end(),
  };
}
