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
  function contextWith(before: (number: number) => Promise<void> | void): Context {
    const { context } = suite.app;
    let number = 0;
    const write: Context["database"]["write"] = async (work, turn) => {
      number += 1;
      await before(number);
      return context.database.write(work, turn);
    };
    return { ...context, database: { ...context.database, write } };
  }

  async function createPages(count: number, markdown = "first") {
    const { app } = suite;
    const space = await app.space();
    const pages = Array.from({ length: count }, (_, i) => ({
      operation: "insert_page",
      title: `Page ${i}`,
      document: { markdown },
    }));
    const { changes } = await app.change(space.path, ...pages);
    const ids: string[] = changes.map(({ page }: { page: { id: string } }) => page.id);
    const updateAll = (text: string) =>
      app.change(
        space.path,
        ...ids.map((page) => ({ operation: "update_page", page, document: { markdown: text } })),
      );
    const countMatches = async (word: string) =>
      (await app.ok(app.admin, `GET ${space.path}/search`, { query: { query: `"${word}"` } })).count;
    const counts = (...words: string[]) => Promise.all(words.map(countMatches));
    return { space, updateAll, counts };
  }

  if (suite.kind === "postgres")
    test("leaves not much text in the lists that every search would read", async () => {
      const { app } = suite;
      const indexes = ["words", "titles", "page_titles"].map((name) => `search_index_by_${name}`);
      const merge = async () => {
        const rows = await app.context.database.runLong(
          `select ${indexes.map((index) => `gin_clean_pending_list('${index}') as ${index}`)}`,
          [],
        );
        return (rows as Record<string, unknown>[]).flatMap((row) => Object.values(row).map(Number));
      };
      const text = Array.from({ length: 1500 }, (_, i) => `word${i}`).join(" ");
      const { space, updateAll } = await createPages(45, text);
      await runJobs();
      assert.deepEqual(await merge(), [0, 0, 0]);
      await updateAll("second");
      assert.equal(await indexIfSmall(app.context, space.id), true);
      assert.ok((await merge()).every((pages) => pages > 0 && pages < 32));
    });

  test("removes reverted text that a crashed run has indexed", async () => {
    const { space, updateAll, counts } = await createPages(45);
    await runJobs();
    await updateAll("second");
    const crashing = contextWith((number) => {
      if (number === 3) throw new Error("crashes");
    });
    await assert.rejects(indexSpace(crashing, space.id), /crashes/);
    await updateAll("first");
    await runJobs();
    assert.deepEqual(await counts("first", "second"), [45, 0]);
  });

  test("by two concurrent runs ends with the last content", async () => {
    const { app } = suite;
    for (const lateTransaction of [1, 2, 3]) {
      const { space, updateAll, counts } = await createPages(1);
      await runJobs();
      await updateAll("second");
      const slow = contextWith(async (number) => {
        if (number !== lateTransaction) return;
        await updateAll("third");
        await (lateTransaction === 2 ? indexIfSmall(app.context, space.id) : runJobs());
      });
      await indexSpace(slow, space.id);
      await runJobs();
      assert.deepEqual(await counts("second", "third"), [0, 1], `at transaction ${lateTransaction}`);
    }
  });

  test("before a search is tried again if the space changes meanwhile", async () => {
    const { space, updateAll, counts } = await createPages(1);
    await runJobs();
    await updateAll("second");
    const slow = contextWith(async (number) => {
      if (number === 1) await updateAll("third");
    });
    assert.equal(await indexIfSmall(slow, space.id), true);
    assert.deepEqual(await counts("second", "third"), [0, 1]);
  });

  test("removes reverted text if a run starts while another one writes", async () => {
    const { space, updateAll, counts } = await createPages(40);
    await runJobs();
    await updateAll("secret");
    const [started, mayStart, atThird, mayContinue] = [0, 1, 2, 3].map(() => Promise.withResolvers<void>());
    const long = contextWith(async (number) => {
      if (number === 1) {
        started?.resolve();
        await mayStart?.promise;
      }
      if (number === 3) {
        atThird?.resolve();
        await mayContinue?.promise;
      }
    });
    const run = indexSpace(long, space.id);
    await started?.promise;
    await updateAll("harmless");
    const short = contextWith(async () => {
      mayStart?.resolve();
      await atThird?.promise;
    });
    await indexIfSmall(short, space.id);
    mayContinue?.resolve();
    await run;
    await runJobs();
    assert.deepEqual(await counts("secret", "harmless"), [0, 40]);
  });

  test("is finished by the last run if the space changes repeatedly", async () => {
    const { app } = suite;
    const { space, updateAll, counts } = await createPages(45);
    let runs = 0;
    const changeAgain = async () => {
      runs += 1;
      assert.ok(runs < 10, "the runs restart each other endlessly");
      await updateAll(`said ${runs}`);
    };
    const inner = contextWith((number) => (number === 2 ? changeAgain() : undefined));
    const outer = contextWith(async (number) => {
      if (number !== 2) return;
      await changeAgain();
      await indexSpace(inner, space.id);
    });
    await indexSpace(outer, space.id);
    await runJobs();
    assert.deepEqual([runs, await counts("first", "said 2")], [2, [0, 45]]);
    assert.equal(
      (await app.context.database.read.selectFrom("search_spaces").select("unfinished").execute()).some(
        ({ unfinished }) => unfinished !== "",
      ),
      false,
    );
  });

  test("replaces pages with many sections", async () => {
    const { updateAll, counts } = await createPages(4, "## Heading\n".repeat(3_000));
    await runJobs();
    await updateAll("short");
    await runJobs();
    assert.deepEqual(await counts("heading", "short"), [0, 4]);
  });

  test("uses a language that was set during a run", async () => {
    const { app } = suite;
    for (const lateTransaction of [1, 2, 3]) {
      const { space, counts } = await createPages(1, "Die Häuser");
      await app.ok(app.admin, `PATCH ${space.path}`, { body: { language: "en" } });
      const slow = contextWith(async (number) => {
        if (number === lateTransaction)
          await app.ok(app.admin, `PATCH ${space.path}`, { body: { language: "de" } });
      });
      await indexSpace(slow, space.id);
      await runJobs();
      const { items } = await app.ok(app.admin, `GET ${space.path}/search?query=Haus`);
      assert.deepEqual([items.length, await counts("hauser")], [1, [1]], `at transaction ${lateTransaction}`);
    }
  });

  test("keeps spaces separate that are created and deleted", async () => {
    const { app } = suite;
    const [one, other] = [await createPages(1, "alpha"), await createPages(1, "beta")];
    await runJobs();
    await removeFromIndex(app.context, other.space.id);
    const third = await createPages(1, "gamma");
    await indexSpace(app.context, third.space.id);
    await indexSpace(app.context, other.space.id);
    const all = await Promise.all([one, other, third].map(({ counts }) => counts("alpha", "beta", "gamma")));
    assert.deepEqual(all, [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ]);
  });

  test("is done by a quick job after a small change, and by a normal job after a large one", async () => {
    const { context } = suite.app;
    await runJobs();
    const small = await createPages(3);
    const done: string[] = [];
    const note = ({ kind }: { kind: string }) => void done.push(kind);
    await runQuickJobs(context, note);
    assert.deepEqual([done, await runNextJob(context)], [["index-space"], undefined]);
    assert.deepEqual(await small.counts("first"), [3]);
    const large = await createPages(40);
    const more = Array.from({ length: 40 }, (_, i) => ({ operation: "insert_page", title: `More ${i}` }));
    await suite.app.change(large.space.path, ...more);
    await runQuickJobs(context, note);
    assert.equal(done.length, 1);
    assert.equal((await runNextJob(context))?.outcome, "done");
    assert.deepEqual(await large.counts("first"), [40]);
  });
});
