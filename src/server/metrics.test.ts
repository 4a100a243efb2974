import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { describeOnce, describeOnEachDatabase } from "../../test/support/app.ts";
import { enqueue } from "../storage/jobs/index.ts";
import { runNextJob } from "./jobs/work.ts";

const readDocument = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), "utf8");

describeOnEachDatabase("metrics", (suite) => {
  const scrape = async () => (await suite.app.app.inject({ url: "/metrics" })).body;
  const valueIn = (text: string, name: string) => Number(text.split(`\n${name} `)[1]?.split("\n", 1)[0]);

  test("count statements, transactions and lookups in caches", async () => {
    const { app } = suite;
    const names = [
      'lectern_database_statements_total{kind="read"}',
      'lectern_database_statements_total{kind="change"}',
      'lectern_database_statement_seconds_total{kind="read"}',
      "lectern_database_transaction_duration_seconds_count",
      "lectern_database_transaction_wait_seconds_count",
      'lectern_cache_requests_total{cache="nodes",result="hit"}',
      'lectern_cache_requests_total{cache="nodes",result="miss"}',
    ];
    const before = await scrape();
    const space = await app.space();
    const id = await app.page(space.path, "A page");
    for (let i = 0; i < 2; i++) await app.ok(app.admin, `GET ${space.path}/content/page/${id}`);
    const after = await scrape();
    for (const name of names) assert.ok(valueIn(after, name) > valueIn(before, name), name);
    for (const state of ["waiting", "running"])
      assert.equal(valueIn(after, `lectern_database_transactions{state="${state}"}`), 0);
  });

  test("tell how many jobs of each kind are due, and for how long", async () => {
    const { database, clock } = suite.app.context;
    const runAt = new Date(Date.now() - 90_000).toISOString();
    await database.write((trx) => enqueue(trx, { kind: "back-up", runAt }, clock.now()));
    const text = await scrape();
    assert.equal(valueIn(text, 'lectern_jobs{kind="back-up",state="due"}'), 1);
    const age = valueIn(text, 'lectern_job_oldest_due_seconds{kind="back-up"}');
    assert.ok(age >= 90 && age < 900, `${age} seconds`);
  });
});

describeOnEachDatabase(
  "slow statements",
  (suite) => {
    test("are logged with the request, and without parameters", async (t) => {
      const { app } = suite;
      const entries: Record<string, unknown>[] = [];
      t.mock.method(app.context.log, "warn", (entry: Record<string, unknown>) => entries.push(entry));
      const titles = ["A private title", "Another private title"];
      const changes = await Promise.all(
        titles.map((title) =>
          app.call(app.admin, `POST /orgs/${app.organizationId}/spaces`, { body: { title } }),
        ),
      );
      // Alone: a statement that answers several requests is logged with one of them.
      const read = await app.call(app.admin, `GET /orgs/${app.organizationId}`);
      const statementsOf = ({ headers }: { headers: Record<string, unknown> }) =>
        entries
          .filter(({ requestId }) => requestId === headers["x-request-id"])
          .map(({ statement }) => String(statement));
      assert.ok(statementsOf(read).some((sql) => sql.startsWith("select ")));
      for (const change of changes) {
        const inserts = statementsOf(change).filter((sql) => sql.startsWith('insert into "spaces"'));
        // Two in a transaction that was repeated.
        assert.ok(inserts.length > 0, "a statement is not logged with its own request");
      }
      assert.ok(entries.every(({ milliseconds }) => typeof milliseconds === "number"));
      assert.doesNotMatch(JSON.stringify(entries), /private title/);
    });

    test("are logged with the job", async (t) => {
      const { context } = suite.app;
      const entries: Record<string, unknown>[] = [];
      t.mock.method(context.log, "warn", (entry: Record<string, unknown>) => entries.push(entry));
      await context.database.write((trx) => enqueue(trx, { kind: "index-spaces" }, context.clock.now()));
      while ((await runNextJob(context)) !== undefined);
      const entry = entries.find(({ job }) => job === "index-spaces");
      assert.match(String(entry?.statement), /^(select|with) /);
      assert.equal(typeof entry?.jobId, "string");
    });
  },
  // Every statement is slow.
  { config: { slowStatement: Number.MIN_VALUE } },
);

describeOnce(
  "the description of the metrics",
  (suite) => {
    const readNames = async () => {
      const { body } = await suite.app.app.inject({ url: "/metrics" });
      return [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = "", type]) =>
        type === "histogram" ? ["_bucket", "_count", "_sum"].map((suffix) => name + suffix) : [name],
      );
    };

    test("is complete in docs/running.md", async () => {
      const documented = readDocument("running.md").match(/\blectern_\w+/g) ?? [];
      const names = (await readNames()).map((name) => name.replace(/_(bucket|count|sum)$/, ""));
      const own = new Set(names.filter((name) => name.startsWith("lectern_")));
      assert.deepEqual(own.difference(new Set(documented)), new Set());
      assert.deepEqual(new Set(documented).difference(own), new Set());
    });

    test("matches the dashboard for Grafana", async () => {
      const names = new Set(await readNames());
      const { panels } = JSON.parse(readDocument("grafana-dashboard.json")) as {
        panels: { targets: { expr: string }[] }[];
      };
      const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
      assert.ok(queries.length > 10);
      for (const query of queries) {
        const used = query.match(/\b(?:lectern|process|nodejs)_\w+/g) ?? [];
        assert.ok(used.length > 0, query);
        for (const name of used) assert.ok(names.has(name), `${name} does not exist`);
      }
    });
  },
  { config: { backupEvery: 86_400_000 } },
);
