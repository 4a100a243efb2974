import { rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "../src/platform/ids.ts";
import type { ServerProcess } from "../test/support/server.ts";
import { benchDeepPage, measureInterleaved, median } from "./load.ts";
import { progress, report } from "./report.ts";
import { commentCount, type SeededData } from "./seed.ts";

const rounds = 3;
const seconds = 4;
const commentText = "A comment of some words, as people write them.";

export async function benchComments(
  server: ServerProcess,
  { spaceId, adminId, folder }: SeededData,
): Promise<void> {
  const list = `/spaces/${spaceId}/comments?status=open&authors=${adminId}`;
  await benchDeepPage(server, `open comments of one author of ${commentCount}`, list);
  await benchPosting(server, spaceId, folder);
}

async function benchPosting(server: ServerProcess, spaceId: string, folder: string): Promise<void> {
  progress("posting comments");
  const post = { path: `/v1/spaces/${spaceId}/comments`, body: { body: { markdown: commentText } } };
  const postRates: number[] = [];
  const commitRates: number[] = [];
  const smallCommitRates: number[] = [];
  for (let round = 0; round < rounds; round++) {
    postRates.push(...(await measureInterleaved([{ url: server.url, requests: [post] }], 1)));
    commitRates.push(bareCommits(copyDatabase(folder), spaceId));
    smallCommitRates.push(bareCommits(copyDatabase(folder)));
    // The server closed idle connections in the meantime; the client needs a moment to notice.
    await sleep(100);
  }
  report("comments posted per second", median(postRates));
  report("bare SQLite commits of the same rows per second", median(commitRates));
  report("comments posted over bare commits of the same rows", median(postRates) / median(commitRates), {
    atLeast: 0.5,
  });
  report("bare SQLite commits of one small row per second", median(smallCommitRates));
  report("comments posted over bare commits of one small row", median(postRates) / median(smallCommitRates));
}

function copyDatabase(folder: string): string {
  const copy = join(folder, "copy.db");
  for (const suffix of ["", "-wal", "-shm"]) rmSync(copy + suffix, { force: true });
  const database = new DatabaseSync(join(folder, "lectern.db"), { readOnly: true });
  database.prepare("vacuum into ?").run(copy);
  database.close();
  return copy;
}

/** Bare transactions per second with the server's durability: a comment on a space, or one small row. */
function bareCommits(file: string, spaceId?: string): number {
  const database = new DatabaseSync(file);
  for (const pragma of ["journal_mode = wal", "synchronous = full", "foreign_keys = on"])
    database.exec(`pragma ${pragma}`);
  const commit = spaceId === undefined ? smallCommit(database) : commentCommit(database, spaceId);
  const startedAt = performance.now();
  let count = 0;
  for (; performance.now() - startedAt < seconds * 1000; count++) commit();
  database.close();
  return count / seconds;
}

function smallCommit(database: DatabaseSync): () => void {
  const insert = database.prepare("insert into secrets (name, value) values (?, ?)");
  return () => insert.run(newId(), commentText);
}

/** The statements that posting a comment executes. */
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
    insert.run(newId(), commentText, new Date().toISOString(), spaceId);
    commit.run();
  };
}
