import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../test/support/app.ts";
import type { Context } from "../api/http/context.ts";
import { runNextJob, runQuickJobs } from "../server/jobs/work.ts";
import { indexIfSmall, indexSpace } from "./index-space.ts";
import { removeFromIndex } from "./store.ts";

describeOnEachDatabase("indexing a space", (suite) => {
  async function runJobs(): Promise<void> {
    for (let job = await runNextJob(suite.app.context); job; job = await runNextJob(suite.app.context))
      assert.equal(job.outcome, "done", `${job.kind}: ${job.error}`);
  }

  /** A context that calls a function before each transaction, with its number from 1. */
  function watched(before: (number: number) => Promise<void> | void): Context {
    const { context } = suite.app;
    let number = 0;
    const write: Context["database"]["write"] = async (work, turn) => {
      number += 1;
      await before(number);
      return context.database.write(work, turn);
    };
    return { ...context, database: { ...context.database, write } };
  }

  async function write(count: number, markdown = "first") {
    const { app } = suite;
    const space = await app.space();
    const pages = Array.from({ length: count }, (_, i) => ({
      operation: "insert_page",
      title: `Page ${i}`,
      document: { markdown },
    }));
    const { changes } = await app.change(space.path, ...pages);
    const ids: string[] = changes.map(({ page }: { page: { id: string } }) => page.id);
    const say = (text: string) =>
      app.change(
        space.path,
        ...ids.map((page) => ({ operation: "update_page", page, document: { markdown: text } })),
      );
    const count1 = async (word: string) =>
      (await app.ok(app.admin, `GET ${space.path}/search`, { query: { query: `"${word}"` } })).count;
    const counts = (...words: string[]) => Promise.all(words.map(count1));
    return { space, say, counts };
  }

  test("removes what a crashed run has indexed of reverted text", async () => {
    const { space, say, counts } = await write(45);
    await runJobs();
    await say("second");
    const dying = watched((number) => {
      if (number === 3) throw new Error("dies");
    });
    await assert.rejects(indexSpace(dying, space.id), /dies/);
    await say("first");
    await runJobs();
    assert.deepEqual(await counts("first", "second"), [45, 0]);
  });

  test("by two concurrent runs ends with the last content", async () => {
    const { app } = suite;
    for (const isLate of [1, 2, 3]) {
      const { space, say, counts } = await write(1);
      await runJobs();
      await say("second");
      const slow = watched(async (number) => {
        if (number !== isLate) return;
        await say("third");
        await (isLate === 2 ? indexIfSmall(app.context, space.id) : runJobs());
      });
      await indexSpace(slow, space.id);
      await runJobs();
      assert.deepEqual(await counts("second", "third"), [0, 1], `at its transaction ${isLate}`);
    }
  });

  test("removes reverted text if a run starts while another one writes", async () => {
    const { space, say, counts } = await write(40);
    await runJobs();
    await say("secret");
    const [atBegin, mayBegin, atThird, mayGoOn] = [0, 1, 2, 3].map(() => Promise.withResolvers<void>());
    const long = watched(async (number) => {
      if (number === 1) {
        atBegin?.resolve();
        await mayBegin?.promise;
      }
      if (number === 3) {
        atThird?.resolve();
        await mayGoOn?.promise;
      }
    });
    const run = indexSpace(long, space.id);
    await atBegin?.promise;
    await say("harmless");
    const short = watched(async () => {
      mayBegin?.resolve();
      await atThird?.promise;
    });
    await indexIfSmall(short, space.id);
    mayGoOn?.resolve();
    await run;
    await runJobs();
    assert.deepEqual(await counts("secret", "harmless"), [0, 40]);
  });

  test("is done by the last run, however often the space changes", async () => {
    const { app } = suite;
    const { space, say, counts } = await write(45);
    let begun = 0;
    const again = async () => {
      begun += 1;
      assert.ok(begun < 10, "they do not begin anew for ever");
      await say(`said ${begun}`);
    };
    const other = watched((number) => (number === 2 ? again() : undefined));
    const one = watched(async (number) => {
      if (number !== 2) return;
      await again();
      await indexSpace(other, space.id);
    });
    await indexSpace(one, space.id);
    await runJobs();
    assert.deepEqual([begun, await counts("first", "said 2")], [2, [0, 45]]);
    assert.equal(
      (await app.context.database.read.selectFrom("search_spaces").select("unfinished").execute()).some(
        ({ unfinished }) => unfinished !== "",
      ),
      false,
    );
  });

  test("replaces pages with very many sections", async () => {
    const { say, counts } = await write(4, "## Heading\n".repeat(3_000));
    await runJobs();
    await say("short");
    await runJobs();
    assert.deepEqual(await counts("heading", "short"), [0, 4]);
  });

  test("uses a language that was set meanwhile", async () => {
    const { app } = suite;
    for (const isLate of [1, 2, 3]) {
      const { space, counts } = await write(1, "Die Häuser");
      await app.ok(app.admin, `PATCH ${space.path}`, { body: { language: "en" } });
      const slow = watched(async (number) => {
        if (number === isLate) await app.ok(app.admin, `PATCH ${space.path}`, { body: { language: "de" } });
      });
      await indexSpace(slow, space.id);
      await runJobs();
      const { items } = await app.ok(app.admin, `GET ${space.path}/search?query=Haus`);
      assert.deepEqual([items.length, await counts("hauser")], [1, [1]], `at its transaction ${isLate}`);
    }
  });

  test("keeps spaces apart that are created and deleted", async () => {
    const { app } = suite;
    const [one, other] = [await write(1, "alpha"), await write(1, "beta")];
    await runJobs();
    await removeFromIndex(app.context, other.space.id);
    const third = await write(1, "gamma");
    await indexSpace(app.context, third.space.id);
    await indexSpace(app.context, other.space.id);
    const all = await Promise.all([one, other, third].map(({ counts }) => counts("alpha", "beta", "gamma")));
    assert.deepEqual(all, [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ]);
  });

  test("is done at once after a small change, and by a job after a large one", async () => {
    const { context } = suite.app;
    await runJobs();
    const small = await write(3);
    const done: string[] = [];
    const note = ({ kind }: { kind: string }) => void done.push(kind);
    await runQuickJobs(context, note);
    assert.deepEqual([done, await runNextJob(context)], [["index-space"], undefined]);
    assert.deepEqual(await small.counts("first"), [3]);
    const large = await write(40);
    const more = Array.from({ length: 40 }, (_, i) => ({ operation: "insert_page", title: `More ${i}` }));
    await suite.app.change(large.space.path, ...more);
    await runQuickJobs(context, note);
    assert.equal(done.length, 1);
    assert.equal((await runNextJob(context))?.outcome, "done");
    assert.deepEqual(await large.counts("first"), [40]);
  });
});
