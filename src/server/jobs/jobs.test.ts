import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../../test/support/app.ts";
import { becomes } from "../../../test/support/becomes.ts";
import type { Context } from "../../api/http/context.ts";
import type { Clock } from "../../platform/clock.ts";
import {
  claim,
  enqueue,
  enqueueClaimed,
  findEndedHolders,
  holderOf,
  isAnyDue,
  releaseJobsOf,
} from "../../storage/jobs/queue.ts";
import { type JobKind, jobKinds } from "./kinds.ts";
import { JobRunner } from "./runner.ts";
import { runDueJobs, runNextJob } from "./work.ts";

describeOnEachDatabase("jobs", (suite) => {
  /** A context with a manual clock and an empty job queue. */
  async function createJobContext(): Promise<{ context: Context; advance: (milliseconds: number) => void }> {
    let time = Date.parse("2030-01-01T00:00:00.000Z");
    const clock: Clock = { now: () => new Date(time).toISOString(), time: () => time };
    await suite.app.context.database.write((trx) => trx.deleteFrom("jobs").execute());
    return {
      context: { ...suite.app.context, clock },
      advance: (milliseconds) => {
        time += milliseconds;
      },
    };
  }

  const enqueueJob = ({ database, clock }: Context, job: Parameters<typeof enqueue>[1]) =>
    database.write((trx) => enqueue(trx, job, clock.now()));
  const readJobs = ({ database }: Context) => database.read.selectFrom("jobs").selectAll().execute();

  test("run once with their payload and are deleted", async () => {
    const { context } = await createJobContext();
    const seen: unknown[] = [];
    const kinds: Record<string, JobKind> = {
      note: { run: async (_context, payload) => void seen.push(payload) },
    };
    await enqueueJob(context, { kind: "note", payload: { page: 7 } });
    assert.partialDeepStrictEqual(await runNextJob(context, kinds), { kind: "note", outcome: "done" });
    assert.equal(await runNextJob(context, kinds), undefined);
    assert.deepEqual(seen, [{ page: 7 }]);
    assert.equal((await readJobs(context)).length, 0);
  });

  test("of a rolled-back transaction do not exist", async () => {
    const { context } = await createJobContext();
    const { database, clock } = context;
    await assert.rejects(
      database.write(async (trx) => {
        await enqueue(trx, { kind: "note" }, clock.now());
        throw new Error("rolled back");
      }),
    );
    assert.equal((await readJobs(context)).length, 0);
  });

  test("are run exactly once by concurrent workers", async () => {
    const { context } = await createJobContext();
    const seen: number[] = [];
    const kinds: Record<string, JobKind> = {
      count: {
        run: async (_context, payload) => void seen.push((payload as { number: number }).number),
      },
    };
    const numbers = Array.from({ length: 20 }, (_, number) => number);
    for (const number of numbers) await enqueueJob(context, { kind: "count", payload: { number } });
    await Promise.all(
      Array.from({ length: 5 }, async () => {
        while ((await runNextJob(context, kinds)) !== undefined);
      }),
    );
    assert.deepEqual(
      seen.sort((a, b) => a - b),
      numbers,
    );
  });

  test("that fail are retried later, and given up after ten attempts", async () => {
    const { context, advance } = await createJobContext();
    let tries = 0;
    const kinds: Record<string, JobKind> = {
      fail: {
        run: async () => {
          tries += 1;
          throw new Error("try later");
        },
      },
    };
    await enqueueJob(context, { kind: "fail" });
    assert.partialDeepStrictEqual(await runNextJob(context, kinds), {
      kind: "fail",
      outcome: "failed",
      error: "Error: try later",
    });
    assert.equal(await runNextJob(context, kinds), undefined);
    for (let i = 0; i < 20; i++) {
      advance(3_600_000);
      await runNextJob(context, kinds);
    }
    assert.equal(tries, 10);
    const [job] = await readJobs(context);
    assert.ok(job?.failed_at);
    assert.equal(job?.last_error, "Error: try later");
    assert.equal(await isAnyDue(context.database.read, context.clock.now()), false);
  });

  test("of a crashed process are taken over when their lease expires, and the previous holder changes nothing", async () => {
    const { context, advance } = await createJobContext();
    let release = () => {};
    const stuck = new Promise<void>((resolve) => {
      release = resolve;
    });
    await enqueueJob(context, { kind: "slow" });
    let steps = 0;
    const overtaken = runNextJob(context, {
      slow: {
        run: async ({ database }) => {
          await database.write(async () => steps++);
          await stuck;
          await database.write(async () => steps++);
        },
      },
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(await runNextJob(context, { slow: { run: async () => {} } }), undefined);
    advance(61_000);
    const second = await runNextJob(context, {
      slow: {
        run: async () => {
          throw new Error("second try fails");
        },
      },
    });
    assert.equal(second?.outcome, "failed");
    release();
    assert.match(String((await overtaken)?.error), /another process has taken the job over/);
    assert.equal(steps, 1);
    const [job] = await readJobs(context);
    assert.equal(job?.attempts, 2);
    assert.match(String(job?.last_error), /second try/);
  });

  test("with the same key exist once, and repeating ones are scheduled again", async () => {
    const { context, advance } = await createJobContext();
    let runs = 0;
    const kinds: Record<string, JobKind> = { sweep: { every: 1000, run: async () => void runs++ } };
    await enqueueJob(context, { kind: "sweep", key: "repeating" });
    await enqueueJob(context, { kind: "sweep", key: "repeating" });
    assert.equal((await readJobs(context)).length, 1);
    await runNextJob(context, kinds);
    assert.equal(await runNextJob(context, kinds), undefined);
    advance(1000);
    await runNextJob(context, kinds);
    assert.equal(runs, 2);
  });

  test("that are enqueued again while they run are run once more", async () => {
    const { context } = await createJobContext();
    let state = "old";
    const seen: string[] = [];
    const kinds: Record<string, JobKind> = {
      index: {
        run: async () => {
          seen.push(state);
          if (state === "new") return;
          state = "new";
          await enqueueJob(context, { kind: "index", key: "page" });
        },
      },
    };
    await enqueueJob(context, { kind: "index", key: "page" });
    await enqueueJob(context, { kind: "index", key: "page" });
    while ((await runNextJob(context, kinds)) !== undefined);
    assert.deepEqual(seen, ["old", "new"]);
    assert.equal((await readJobs(context)).length, 0);
  });

  test("that were given up are retried when they are enqueued again; repeating ones are never given up", async () => {
    const { context, advance } = await createJobContext();
    const fail = async () => {
      throw new Error("try later");
    };
    for (const [kind, every] of [
      ["once", undefined],
      ["repeating", 1000],
    ] as const) {
      await enqueueJob(context, { kind, key: "only" });
      for (let i = 0; i < 15; i++) {
        await runNextJob(context, { [kind]: { run: fail, ...(every && { every }) } });
        advance(3_600_000);
      }
      const [job] = await readJobs(context);
      assert.equal(job?.failed_at === null, every !== undefined);
      if (every === undefined) await enqueueJob(context, { kind, key: "only" });
      assert.equal((await runNextJob(context, { [kind]: { run: async () => {} } }))?.outcome, "done");
      assert.equal((await readJobs(context)).length, 0);
    }
  });

  test("that always crash their process are given up", async () => {
    const { context, advance } = await createJobContext();
    await enqueueJob(context, { kind: "crash" });
    let claims = 0;
    for (let i = 0; i < 20; i++) {
      if (await context.database.write((trx) => claim(trx, context.clock.now()))) claims += 1;
      advance(61_000);
    }
    assert.equal(claims, 10);
    assert.match(String((await readJobs(context))[0]?.last_error), /its process ended/);
  });

  test("that are I/O-bound run alongside the others, with a limit for each organization", async () => {
    const { context } = await createJobContext();
    const { organizationId } = suite.app;
    const { id: otherId } = await suite.app.organization();
    await context.database.write((trx) => trx.deleteFrom("jobs").execute());
    const started: string[] = [];
    let release = () => {};
    const response = new Promise<void>((resolve) => {
      release = resolve;
    });
    const nameIn = (payload: unknown) => (payload as { name: string }).name;
    const kinds: Record<string, JobKind> = {
      ask: {
        ioBound: true,
        run: (_context, payload) => {
          started.push(nameIn(payload));
          return response;
        },
      },
      work: {
        run: async (_context, payload) => {
          started.push(nameIn(payload));
          if (nameIn(payload) === "last") release();
        },
      },
    };
    const ask = (name: string, organization: string) =>
      enqueueJob(context, { kind: "ask", payload: { name }, organizationId: organization });
    for (const name of ["first", "second", "third", "fourth", "fifth"]) await ask(name, organizationId);
    await ask("other", otherId);
    for (const name of ["next", "last"]) await enqueueJob(context, { kind: "work", payload: { name } });
    const done: string[] = [];
    await runDueJobs(
      context,
      ({ outcome }) => void done.push(outcome),
      () => false,
      kinds,
    );
    assert.deepEqual(
      done,
      Array.from({ length: 8 }, () => "done"),
    );
    // The limit of one organization delayed only its own jobs.
    assert.equal(started.at(-1), "fifth");
    assert.deepEqual(
      started.slice(0, 7).toSorted(),
      ["first", "second", "third", "fourth", "other", "next", "last"].toSorted(),
    );
    assert.equal((await readJobs(context)).length, 0);
  });

  test("run while garbage is collected", async () => {
    const { context } = await createJobContext();
    let release = () => {};
    const collected = new Promise<void>((resolve) => {
      release = resolve;
    });
    const kinds: Record<string, JobKind> = {
      "collect-garbage": { ...jobKinds["collect-garbage"], run: () => collected },
      "remove-expired-tokens": { run: async () => release() },
    };
    for (const kind of Object.keys(kinds)) await enqueueJob(context, { kind });
    const done: string[] = [];
    await runDueJobs(
      context,
      ({ kind }) => void done.push(kind),
      () => false,
      kinds,
    );
    assert.deepEqual(done, ["remove-expired-tokens", "collect-garbage"]);
  });

  test("that are I/O-bound are claimed first for the organizations with the fewest running jobs", async () => {
    const { context, advance } = await createJobContext();
    const { organizationId } = suite.app;
    const { id: otherId } = await suite.app.organization();
    await context.database.write((trx) => trx.deleteFrom("jobs").execute());
    for (const [name, organization] of [
      ...["a", "b", "c", "d"].map((name) => [name, organizationId] as const),
      ["other", otherId] as const,
    ]) {
      await enqueueJob(context, { kind: "ask", key: name, organizationId: organization });
      advance(1);
    }
    const claimNext = () =>
      context.database.write((trx) =>
        claim(trx, context.clock.now(), { only: ["ask"], maxPerOrganization: 3 }),
      );
    const claimed = [
      await claimNext(),
      await claimNext(),
      await claimNext(),
      await claimNext(),
      await claimNext(),
    ];
    assert.deepEqual(
      claimed.map((job) => job?.unique_key),
      ["a", "other", "b", "c", undefined],
    );
  });

  /** Enqueues a job that a process has claimed. */
  async function enqueueHeld(context: Context, kind: string, holder: string): Promise<void> {
    const { database, clock } = context;
    await enqueueJob(context, { kind });
    const job = await database.write((trx) => claim(trx, clock.now(), { only: [kind] }));
    await database.write((trx) =>
      trx
        .updateTable("jobs")
        .set({ holder })
        .where("id", "=", job?.id ?? "")
        .execute(),
    );
  }

  const endedProcess = () => holderOf(spawnSync(process.execPath, ["--version"]).pid);

  test("of an ended process are released before their leases expire, and those of other processes are not", async () => {
    const { context } = await createJobContext();
    const { database, clock } = context;
    const ended = endedProcess();
    const own = holderOf(process.pid);
    await enqueueHeld(context, "ended", ended);
    await enqueueHeld(context, "running", holderOf(process.ppid));
    await enqueueHeld(context, "other-machine", ended.replace(/^\S+/, "another-machine"));
    await enqueueHeld(context, "own", own);
    await enqueueHeld(context, "ended-request", `request of ${ended}`);
    // A request of this process goes on, whatever its thread for jobs does.
    await database.write((trx) => enqueueClaimed(trx, { kind: "own-request" }, clock.now()));
    assert.equal(await isAnyDue(database.read, clock.now()), false);
    const others = [ended, `request of ${ended}`];
    assert.deepEqual(new Set(await findEndedHolders(database.read, true)), new Set(others));
    const all = await findEndedHolders(database.read, false);
    assert.deepEqual(new Set(all), new Set([own, ...others]));
    await database.write((trx) => releaseJobsOf(trx, all, clock.now()));
    const released = (await readJobs(context)).filter(({ lease }) => lease === null).map(({ kind }) => kind);
    assert.deepEqual(released.toSorted(), ["ended", "ended-request", "own"]);
    assert.equal((await database.write((trx) => claim(trx, clock.now())))?.attempts, 2);
  });

  test("run in a worker thread, also those that an ended process held, and a stopped runner starts none", async () => {
    const { app } = suite;
    await app.context.database.write((trx) => trx.deleteFrom("jobs").execute());
    const runner = new JobRunner(app.context);
    runner.start();
    const { read } = app.context.database;
    const isDue = () => isAnyDue(read, app.context.clock.now());
    const isDone = async () =>
      (await readJobs(app.context)).every(
        (job) => job.attempts === 0 && job.run_at > app.context.clock.now(),
      );
    try {
      await enqueueJob(app.context, { kind: "remove-expired-tokens" });
      await enqueueHeld(app.context, "purge-spaces", endedProcess());
      // This process could not return the job when it failed.
      await enqueueHeld(app.context, "index-spaces", holderOf(process.pid));
      await becomes(isDone, true);
      // The thread still waits for further jobs.
      await enqueueJob(app.context, { kind: "remove-expired-tokens" });
      await becomes(isDone, true);
    } finally {
      await runner.stop();
    }
    await enqueueJob(app.context, { kind: "remove-expired-tokens" });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    assert.ok(await isDue());
  });

  test("remove expired tokens after a month", async () => {
    const { context } = await createJobContext();
    const [old, recent] = [await suite.app.stranger(), await suite.app.stranger()];
    for (const [person, expires_at] of [
      [old, "2029-11-30T00:00:00.000Z"],
      [recent, "2029-12-15T00:00:00.000Z"],
    ] as const) {
      await context.database.write((trx) =>
        trx.updateTable("tokens").set({ expires_at }).where("user_id", "=", person.id).execute(),
      );
    }
    await enqueueJob(context, { kind: "remove-expired-tokens" });
    assert.equal((await runNextJob(context))?.outcome, "done");
    const remaining = await context.database.read.selectFrom("tokens").select("user_id").execute();
    const owners = remaining.map(({ user_id }) => user_id);
    assert.ok(owners.includes(recent.id) && !owners.includes(old.id));
  });
});
