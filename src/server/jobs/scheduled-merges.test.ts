import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../../test/support/app.ts";
import { runScheduledMerge } from "../../api/change-requests/scheduled-merges.ts";
import type { Context } from "../../api/http/context.ts";
import type { Clock } from "../../platform/clock.ts";
import { claim } from "../../storage/jobs/queue.ts";
import { runNextJob } from "./work.ts";

const hour = 3_600_000;

describeOnEachDatabase("merges at a set time", (suite) => {
  /** A context whose clock is set forward. */
  function later(milliseconds: number): Context {
    const { context } = suite.app;
    const clock: Clock = {
      now: () => new Date(context.clock.time() + milliseconds).toISOString(),
      time: () => context.clock.time() + milliseconds,
    };
    return { ...context, clock };
  }

  async function runJobs(context: Context, workers = 1) {
    await Promise.all(
      Array.from({ length: workers }, async () => {
        while ((await runNextJob(context)) !== undefined);
      }),
    );
  }

  /** A change request with a change, and a reviewer who schedules merges of it. */
  async function createRequest() {
    const { app } = suite;
    await app.context.database.write((trx) => trx.deleteFrom("jobs").execute());
    const space = await app.space();
    const page = await app.page(space.path, "Page", { document: { markdown: "One\n" } });
    const { id, path } = await app.changeRequest(space);
    const write = (target: string, markdown: string) =>
      app.change(target, { operation: "update_page", page, document: { markdown } });
    await write(path, "Two\n");
    const reviewer = await app.member("review");
    const at = (hours: number) => new Date(app.context.clock.time() + hours * hour).toISOString();
    const schedule = (hours: number, person = reviewer, fields: object = {}) =>
      app.call(person, `PUT ${path}/scheduled-merge`, { body: { at: at(hours), ...fields } });
    const read = () => app.ok(app.admin, `GET ${path}`);
    return { app, space, id, path, write, reviewer, at, schedule, read };
  }

  test("are set, changed and canceled by those who may merge", async () => {
    const { app, path, reviewer, schedule, read } = await createRequest();
    const writer = await app.member("edit");
    assert.equal((await schedule(1, writer)).status, 403);
    for (const [hours, message] of [
      [-1, /^at: must be in the future/],
      [24 * 400, /^at: must be within a year/],
    ] as const) {
      const { status, body } = await schedule(hours);
      assert.equal(status, 400);
      assert.match(body.error.message, message);
    }
    assert.equal((await schedule(1, reviewer, { bypassRules: true })).status, 403);
    const first = (await schedule(1)).body.scheduledMerge;
    assert.deepEqual([first.by.id, first.bypassRules, "reason" in first], [reviewer.id, false, false]);
    const second = (await schedule(3)).body.scheduledMerge;
    assert.ok(second.at > first.at);
    // The job of the earlier time does nothing.
    await runJobs(later(2 * hour));
    assert.deepEqual([(await read()).status, (await read()).scheduledMerge], ["draft", second]);
    assert.equal((await app.call(writer, `DELETE ${path}/scheduled-merge`)).status, 403);
    assert.equal((await app.call(reviewer, `DELETE ${path}/scheduled-merge`)).status, 205);
    assert.equal((await app.call(reviewer, `DELETE ${path}/scheduled-merge`)).status, 204);
    await runJobs(later(4 * hour));
    assert.equal((await read()).status, "draft");
    await schedule(1);
    await app.ok(app.admin, `PATCH ${path}`, { body: { status: "archived" } });
    const reopened = await app.ok(app.admin, `PATCH ${path}`, { body: { status: "open" } });
    assert.equal("scheduledMerge" in reopened, false);
  });

  test("happen once, by any number of processes, also after a process was killed", async () => {
    const { app, space, id, reviewer, schedule, read } = await createRequest();
    await schedule(1);
    const { database } = app.context;
    const job = await database.read
      .selectFrom("jobs")
      .where("kind", "=", "merge-change-request")
      .selectAll()
      .executeTakeFirstOrThrow();
    await runJobs(later(hour / 2));
    assert.equal((await read()).status, "draft");
    // A process claims it and ends before the merge.
    const only = { only: ["merge-change-request"] };
    assert.ok(await database.write((trx) => claim(trx, later(hour + 1000).clock.now(), only)));
    await runJobs(later(2 * hour), 3);
    const merged = await read();
    assert.deepEqual(
      [merged.status, merged.mergedBy.id, "scheduledMerge" in merged],
      ["merged", reviewer.id, false],
    );
    // Another process ends after the merge, before it has removed the job.
    await runScheduledMerge(later(3 * hour), JSON.parse(job.payload), false);
    const merges = await database.read
      .selectFrom("revisions")
      .where("space_id", "=", space.id)
      .where("type", "=", "merge")
      .select("id")
      .execute();
    assert.deepEqual([merges.length, (await read()).id], [1, id]);
  });

  test("end with a reason if they are not possible at that time", async () => {
    const cases: [RegExp, (request: Awaited<ReturnType<typeof createRequest>>) => Promise<unknown>][] = [
      [/conflicts with the primary content/, ({ space, write }) => write(space.path, "Three\n")],
      [
        /rules of the space are not met: it has 0 of 2 approvals/,
        ({ app, space }) =>
          app.ok(app.admin, `PATCH ${space.path}`, {
            body: {
              mergeRules: { type: "rules", rules: [{ rule: "require_approved_reviews", count: 2 }] },
            },
          }),
      ],
      [
        /may no longer merge/,
        ({ app, reviewer }) =>
          app.ok(app.admin, `PATCH /orgs/${app.organizationId}/members/${reviewer.id}`, {
            body: { role: "read" },
          }),
      ],
    ];
    for (const [reason, prevent] of cases) {
      const request = await createRequest();
      await request.schedule(1);
      await prevent(request);
      await runJobs(later(2 * hour));
      const { status, scheduledMerge } = await request.read();
      assert.equal(status, "draft");
      assert.match(scheduledMerge.reason, reason);
      assert.ok(scheduledMerge.endedAt);
    }
  });

  test("are tried again after failures of the server, which end them at last", async () => {
    const { app, schedule, read } = await createRequest();
    await schedule(1);
    const { payload } = await app.context.database.read
      .selectFrom("jobs")
      .where("kind", "=", "merge-change-request")
      .select("payload")
      .executeTakeFirstOrThrow();
    const failing = {
      ...later(2 * hour),
      headMutex: { run: () => Promise.reject(new Error("out of memory")) },
    } as unknown as Context;
    await assert.rejects(runScheduledMerge(failing, JSON.parse(payload), false), /out of memory/);
    assert.equal("reason" in (await read()).scheduledMerge, false);
    await runScheduledMerge(failing, JSON.parse(payload), true);
    assert.match((await read()).scheduledMerge.reason, /server failed/);
  });
});
