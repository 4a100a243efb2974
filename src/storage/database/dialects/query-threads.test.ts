import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, describe, test } from "node:test";
import { setImmediate as nextIteration } from "node:timers/promises";
import { QueryThreads } from "./query-threads.ts";

describe("query threads", () => {
  const folder = mkdtempSync(join(tmpdir(), "lectern-threads-"));
  const file = join(folder, "data.db");
  const database = new DatabaseSync(file);
  database.exec("pragma journal_mode = wal");
  database.exec("create table words (word text)");
  const threads = new QueryThreads(file);
  after(async () => {
    await threads.close();
    database.close();
    rmSync(folder, { recursive: true });
  });
  const countTo = (limit: number) =>
    threads.run(
      "with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ?) select count(*) as total from numbers",
      [limit],
    );

  test("see what was committed before", async () => {
    for (const word of ["apple", "pear", "plum"]) {
      database.prepare("insert into words values (?)").run(word);
      assert.deepEqual(await threads.run("select word from words where word = ?", [word]), [{ word }]);
    }
  });

  test("answer every query, also when all threads are busy", async () => {
    const limits = [200_000, 3, 100_000, 1, 2, 50_000];
    assert.deepEqual(
      await Promise.all(limits.map(countTo)),
      limits.map((total) => [{ total }]),
    );
  });

  test("go on to the next queries while the event loop is busy", async () => {
    await Promise.all([countTo(1), countTo(2)]);
    const counted: unknown[] = [];
    const counting = Promise.all([3, 4, 5, 6, 7, 8].map(async (n) => counted.push(...(await countTo(n)))));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
    await nextIteration();
    assert.equal(counted.length, 6);
    await counting;
  });

  test("do not block the event loop", async () => {
    const started = performance.now();
    let isDone = false;
    const counting = countTo(5_000_000).finally(() => {
      isDone = true;
    });
    let iterations = 0;
    for (; !isDone; iterations++) await nextIteration();
    await counting;
    assert.ok(iterations > 100, `${iterations} iterations in ${performance.now() - started} ms`);
  });

  test("pass on errors with the result code of SQLite, and go on", async () => {
    await assert.rejects(threads.run("select missing from words", []), { errcode: 1, message: /missing/ });
    await assert.rejects(threads.run("delete from words", []), { errcode: 8 });
    assert.deepEqual(await countTo(7), [{ total: 7 }]);
  });

  test("reject queries of a closed database", async () => {
    const closing = new QueryThreads(file);
    const queries = Array.from({ length: 4 }, () =>
      closing.run(
        "with recursive numbers (n) as (select 1 union all select n + 1 from numbers) select max(n) from numbers",
        [],
      ),
    );
    const rejected = Promise.all(queries.map((query) => assert.rejects(query)));
    await closing.close();
    await rejected;
  });

  test("reject queries on a file that cannot be opened", async () => {
    const missing = new QueryThreads(join(folder, "missing.db"));
    await assert.rejects(missing.run("select 1", []), /unable to open/);
    await missing.close();
  });
});
