import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Database } from "../src/database/database.ts";
import { newId } from "../src/ids.ts";
import type { ServerProcess } from "../test/support/server.ts";
import { call } from "./call.ts";
import { measureInTurns, median } from "./load.ts";
import { progress, report, token } from "./report.ts";

const commentCount = 100_000;
const batch = 500;
const rounds = 3;

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
  const body = { body: { markdown: "A comment of some words, as people write them." } };
  const post = { path: `/v1/spaces/${spaceId}/comments`, token, body };
  const posted: number[] = [];
  const committed: number[] = [];
  for (let round = 0; round < rounds; round++) {
    posted.push(...(await measureInTurns([{ url: server.url, requests: [post] }], 1)));
    committed.push(bareCommits(join(folder, "bare.db")));
  }
  report("comments posted, a second", median(posted));
  report("bare SQLite commits, a second", median(committed));
  report("ratio", median(posted) / median(committed), (value) => value >= 0.5, "0.5 or more");
}

/** One small row in one transaction, as safe as the server's own. */
function bareCommits(file: string): number {
  const database = new DatabaseSync(file);
  database.exec("pragma journal_mode = wal");
  database.exec("pragma synchronous = full");
  database.exec("create table if not exists comments (id text primary key, body text not null)");
  const insert = database.prepare("insert into comments (id, body) values (?, ?)");
  const seconds = 4;
  const begun = performance.now();
  let count = 0;
  for (; performance.now() - begun < seconds * 1000; count++)
    insert.run(newId(), "A comment of some words, as people write them.");
  database.close();
  return count / seconds;
}
