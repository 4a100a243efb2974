import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, type TestContext, test } from "node:test";
import { describeOnEachDatabase } from "../../../test/support/app.ts";
import type { Context } from "../../api/http/context.ts";
import type { Clock } from "../../platform/clock.ts";
import { scheduleRepeatingJobs } from "../../server/jobs/kinds.ts";
import { hasDueJobs, type JobOutcome, runDueJobs } from "../../server/jobs/work.ts";
import { createMetrics } from "../../server/metrics.ts";

const hour = 3_600_000;

describeOnEachDatabase("scheduled backups", (suite) => {
  beforeEach(() => suite.app.context.database.write((trx) => trx.deleteFrom("jobs").execute()));

  /** A server that writes a backup every hour into its own folder, with a manual clock. */
  function createServer(t: TestContext, settings: Partial<Context["config"]> = {}) {
    const folder = mkdtempSync(join(tmpdir(), "lectern-backups-"));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const backupDir = join(folder, "backups");
    let time = Date.parse("2030-01-01T00:00:00.000Z");
    const clock: Clock = { now: () => new Date(time).toISOString(), time: () => time };
    const config = { ...suite.app.context.config, backupDir, backupEvery: hour, ...settings };
    const context: Context = { ...suite.app.context, clock, config };
    return {
      context,
      backupDir,
      advance: (milliseconds: number) => {
        time += milliseconds;
      },
      schedule: (on = context) =>
        on.database.write((trx) => scheduleRepeatingJobs(trx, on.config, on.clock.now())),
      runJobs: async (on = context) => {
        const outcomes: JobOutcome[] = [];
        await runDueJobs(
          on,
          (outcome) => outcomes.push(outcome),
          () => false,
        );
        return outcomes.filter(({ kind }) => kind === "back-up");
      },
    };
  }

  const readDueTime = async () =>
    (
      await suite.app.context.database.read
        .selectFrom("jobs")
        .where("kind", "=", "back-up")
        .select("run_at")
        .executeTakeFirst()
    )?.run_at;

  test("are written at the first start and then at the interval, readable by the server's user only", async (t) => {
    const { context, backupDir, advance, schedule, runJobs } = createServer(t);
    await schedule();
    assert.partialDeepStrictEqual(await runJobs(), [{ kind: "back-up", outcome: "done" }]);
    assert.deepEqual(readdirSync(backupDir), ["2030-01-01T00-00-00.000Z-scheduled.db"]);
    assert.equal(statSync(backupDir).mode & 0o777, 0o700);
    const file = join(backupDir, "2030-01-01T00-00-00.000Z-scheduled.db");
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const copy = new DatabaseSync(file, { readOnly: true });
    const [count] = copy.prepare("select count(*) as users from users").all();
    assert.ok(Number(count?.users) > 0);
    copy.close();
    const metrics = await createMetrics(context).text();
    assert.match(
      metrics,
      new RegExp(`^lectern_last_backup_timestamp_seconds ${Date.UTC(2030, 0, 1) / 1000}$`, "m"),
    );

    advance(hour - 1);
    assert.deepEqual(await runJobs(), []);
    advance(1);
    assert.equal((await runJobs()).length, 1);
    assert.equal(readdirSync(backupDir).length, 2);
  });

  test("beyond the number to keep are removed, the oldest first, and other files are kept", async (t) => {
    const { backupDir, advance, schedule, runJobs } = createServer(t, { backupKeep: 2 });
    mkdirSync(backupDir);
    const others = [
      "2020-01-01T00-00-00.000Z-before-migration.db",
      "2020-01-01T00-00-00.000Z-scheduled.db.txt",
      "by-hand-scheduled.db",
    ];
    for (const name of others) writeFileSync(join(backupDir, name), "");
    await schedule();
    for (let i = 0; i < 4; i++, advance(hour)) await runJobs();
    assert.deepEqual(
      readdirSync(backupDir).toSorted(),
      [
        ...others,
        "2030-01-01T02-00-00.000Z-scheduled.db",
        "2030-01-01T03-00-00.000Z-scheduled.db",
      ].toSorted(),
    );
  });

  test("that fail report the reason, leave no file, remove no earlier backup, and are retried", async (t) => {
    const { context, backupDir, advance, schedule, runJobs } = createServer(t, { backupKeep: 1 });
    await schedule();
    await runJobs();
    const [first = ""] = readdirSync(backupDir);
    advance(hour);
    const broken: Context = {
      ...context,
      database: {
        ...context.database,
        ...(context.database.copyTo && {
          copyTo: async (file: string) => {
            writeFileSync(file, "half");
            throw new Error("the disk is full");
          },
        }),
        exportTables: async () => {
          throw new Error("the disk is full");
        },
      },
    };
    const [failed] = await runJobs(broken);
    assert.equal(failed?.outcome, "failed");
    assert.match(
      failed?.error ?? "",
      /the backup to .*01-00-00\.000Z-scheduled\.db failed: the disk is full/,
    );
    assert.deepEqual(readdirSync(backupDir), [first]);
    advance(hour);
    assert.partialDeepStrictEqual(await runJobs(), [{ kind: "back-up", outcome: "done" }]);
    assert.deepEqual(readdirSync(backupDir), ["2030-01-01T02-00-00.000Z-scheduled.db"]);
  });

  test("fail while their folder cannot be created, and are retried", async (t) => {
    const { backupDir, advance, schedule, runJobs } = createServer(t);
    writeFileSync(backupDir, "not a folder");
    await schedule();
    const [failed] = await runJobs();
    assert.match(failed?.error ?? "", /the backup to .* failed: /);
    rmSync(backupDir);
    advance(hour);
    assert.partialDeepStrictEqual(await runJobs(), [{ kind: "back-up", outcome: "done" }]);
  });

  test("remove the unfinished files of a crashed process, and do not count them", async (t) => {
    const { context, backupDir, schedule, runJobs } = createServer(t, { backupKeep: 1 });
    mkdirSync(backupDir);
    const half = "2035-01-01T00-00-00.000Z-scheduled.db.unfinished";
    for (const name of [half, `${half}-journal`, "mine.unfinished"])
      writeFileSync(join(backupDir, name), "half");
    const metrics = await createMetrics(context).text();
    assert.match(metrics, /^lectern_last_backup_timestamp_seconds 0$/m);
    await schedule();
    await runJobs();
    assert.deepEqual(readdirSync(backupDir).toSorted(), [
      "2030-01-01T00-00-00.000Z-scheduled.db",
      "mine.unfinished",
    ]);
  });

  test("follow a changed interval from the next start on, and run only on servers that enable them", async (t) => {
    const { context, backupDir, schedule, runJobs, advance } = createServer(t);
    const withInterval = (backupEvery: number): Context => ({
      ...context,
      config: { ...context.config, backupEvery },
    });
    const disabled: Context = { ...context, config: { ...context.config, backupEvery: undefined } };
    await schedule(disabled);
    assert.equal(await readDueTime(), undefined);
    await schedule();
    await runJobs();
    assert.equal(await readDueTime(), "2030-01-01T01:00:00.000Z");
    // A shorter interval applies at once, a longer one after the next backup.
    await schedule(withInterval(hour / 2));
    assert.equal(await readDueTime(), "2030-01-01T00:30:00.000Z");
    await schedule(withInterval(24 * hour));
    assert.equal(await readDueTime(), "2030-01-01T00:30:00.000Z");
    advance(hour);
    await schedule(disabled);
    await runJobs(disabled);
    assert.equal(await hasDueJobs(disabled), false);
    assert.equal(readdirSync(backupDir).length, 1);
    assert.equal(await hasDueJobs(context), true);
    await runJobs(withInterval(24 * hour));
    assert.equal(readdirSync(backupDir).length, 2);
    assert.equal(await readDueTime(), "2030-01-02T01:00:00.000Z");
  });

  test("do not wait for the running jobs of organizations", async (t) => {
    const { context, schedule, runJobs } = createServer(t);
    await schedule();
    for (let i = 0; i < 4; i++)
      await context.database.write((trx) =>
        trx
          .insertInto("jobs")
          .values({
            id: `busy-${i}`,
            organization_id: suite.app.organizationId,
            kind: "process-openapi-spec",
            payload: "{}",
            unique_key: null,
            attempts: 1,
            run_at: "2030-01-01T00:01:00.000Z",
            lease: `lease-${i}`,
            holder: null,
            requested_at: null,
            failed_at: null,
            last_error: null,
            created_at: context.clock.now(),
          })
          .execute(),
      );
    assert.partialDeepStrictEqual(await runJobs(), [{ kind: "back-up", outcome: "done" }]);
  });
});
