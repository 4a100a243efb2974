import { rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../src/database/database.ts";
import { newId } from "../src/ids.ts";
import type { ServerProcess } from "../test/support/server.ts";
import { call } from "./call.ts";
import { measureInTurns, median } from "./load.ts";
import { progress, report, token } from "./report.ts";

const commentCount = 100_000;
const batch = 500;
const rounds = 3;
const seconds = 4;
const words = "A comment of some words, as people write them.";

/** Puts comments on a space, three in four by one author and open. */
export async function seedComments(
  database: Database,
  place: { organizationId: string; spaceId: string },
  author: string,
): Promise<void> {
  const others = await database.read
    .selectFrom("members")
    .where("organization_id", "=", place.organizationId)
    .where("user_id", "!=", author)
    .select("user_id")
    .limit(100)
    .execute();
  await database.write(async (trx) => {
    for (let done = 0; done < commentCount; done += batch) {
      const rows = Array.from({ length: batch }, (_, i) => {
        const isMine = (done + i) % 4 !== 0;
        const other = others[i % others.length]?.user_id ?? author;
        return {
          id: newId(),
          organization_id: place.organizationId,
          place_id: place.spaceId,
          revision_id: "none",
          target: "{}",
          body: `Comment ${done + i}: ${"some words ".repeat(10)}`,
          status: isMine ? ("open" as const) : ("resolved" as const),
          replies: 0,
          posted_by: isMine ? author : other,
          posted_at: "2020-01-01T00:00:00.000Z",
          ...(!isMine && { resolved_at: "2020-01-01T00:00:00.000Z", resolved_by: author }),
        };
      });
      await trx.insertInto("comments").values(rows).execute();
    }
    const open = (commentCount / 4) * 3;
    await trx
      .updateTable("spaces")
      .where("organization_id", "=", place.organizationId)
      .where("id", "=", place.spaceId)
      .set({ comments: open, comments_resolved: commentCount - open })
      .execute();
  });
}

/** What comments cost: to find among many, and to post. */
export async function benchComments(
  server: ServerProcess,
  spaceId: string,
  author: string,
  folder: string,
): Promise<void> {
  await benchList(server, spaceId, author);
  await benchPosting(server, spaceId, folder);
}

async function benchList(server: ServerProcess, spaceId: string, author: string): Promise<void> {
  progress("the 1,000th page of 50 comments is walked to");
  const list = `/spaces/${spaceId}/comments?status=open&authors=${author}`;
  let path = list;
  for (let page = 1; page < 1000; page++) {
    const { next } = await call(server, "GET", path);
    path = `${list}&page=${next.page}`;
  }
  const [first = 0, deep = 0] = await measureInTurns([
    { url: server.url, requests: [{ path: `/v1${list}`, token }] },
    { url: server.url, requests: [{ path: `/v1${path}`, token }] },
  ]);
  report(`open comments of one author of ${commentCount}, first page, a second`, first);
  report("… 1,000th page, a second", deep);
  report("ratio of their times, 1,000th to first", first / deep, (value) => value <= 1.2, "1.2 or less");
}

async function benchPosting(server: ServerProcess, spaceId: string, folder: string): Promise<void> {
  progress("comments are posted");
  const body = { body: { markdown: words } };
  const post = { path: `/v1/spaces/${spaceId}/comments`, token, body };
  const posted: number[] = [];
  const committed: number[] = [];
  const small: number[] = [];
  for (let round = 0; round < rounds; round++) {
    posted.push(...(await measureInTurns([{ url: server.url, requests: [post] }], 1)));
    committed.push(bareCommits(copyOf(folder), spaceId));
    small.push(bareCommits(copyOf(folder)));
    // Meanwhile the server has closed connections that nobody used: that must be noticed before the next call.
    await sleep(100);
  }
  report("comments posted, a second", median(posted));
  report("bare SQLite commits of the same rows, a second", median(committed));
  report("ratio", median(posted) / median(committed), (value) => value >= 0.5, "0.5 or more");
  report("bare SQLite commits of one small row, a second", median(small));
  report("ratio to these", median(posted) / median(small));
}

/** The server's own database as it is now, in a file of its own. */
function copyOf(folder: string): string {
  const copy = join(folder, "copy.db");
  for (const rest of ["", "-wal", "-shm"]) rmSync(copy + rest, { force: true });
  const database = new DatabaseSync(join(folder, "lectern.db"), { readOnly: true });
  database.prepare("vacuum into ?").run(copy);
  database.close();
  return copy;
}

/** Transactions a second without a server around them, as safe as its own: a comment on a space, or just a small row. */
function bareCommits(file: string, spaceId?: string): number {
  const database = new DatabaseSync(file);
  for (const pragma of ["journal_mode = wal", "synchronous = full", "foreign_keys = on"])
    database.exec(`pragma ${pragma}`);
  const commit = spaceId === undefined ? smallCommit(database) : commentCommit(database, spaceId);
  const begun = performance.now();
  let count = 0;
  for (; performance.now() - begun < seconds * 1000; count++) commit();
  database.close();
  return count / seconds;
}

function smallCommit(database: DatabaseSync): () => void {
  const insert = database.prepare("insert into secrets (name, value) values (?, ?)");
  return () => insert.run(newId(), words);
}

/** The statements that posting a comment comes to. */
function commentCommit(database: DatabaseSync, spaceId: string): () => void {
  const [begin, commit] = [database.prepare("begin immediate"), database.prepare("commit")];
  const update = database.prepare("update spaces set comments = comments + 1 where id = ?");
  const insert = database.prepare(
    `insert into comments (
      id, organization_id, place_id, revision_id, target, body, status, replies, posted_by, posted_at
    )
    select ?, organization_id, place_id, revision_id, target, ?, 'open', 0, posted_by, ?
    from comments where place_id = ? limit 1`,
  );
  return () => {
    begin.run();
    update.run(spaceId);
    insert.run(newId(), words, new Date().toISOString(), spaceId);
    commit.run();
  };
}
