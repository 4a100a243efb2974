import assert from "node:assert/strict";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../../test/support/app.ts";
import { SamlClient } from "../../../test/support/saml/sign-in.ts";
import { grantServerAdmin, revokeServerAdmin } from "../../identity/roles/server-admins.ts";
import { createSession, sessionCookie } from "../../identity/sessions/sessions.ts";
import { Heartbeat } from "../../server/heartbeat.ts";
import { runDueJobs } from "../../server/jobs/work.ts";
import { verifyBackup } from "../../storage/backups/read-backup.ts";
import { enqueue } from "../../storage/jobs/queue.ts";
import { forgetProcess, recordProcess } from "./processes.ts";
import { readRateLimits } from "./rate-limits.ts";
import { findOrganizationIds } from "./store.ts";

describeOnEachDatabase("the server", (suite) => {
  const get = (path: string, query = {}) => suite.app.ok(suite.app.admin, `GET /server${path}`, { query });
  const runJobs = () =>
    runDueJobs(
      suite.app.context,
      () => {},
      () => false,
    );

  test("is described to its admins, with its processes, and what takes its space after a measurement", async () => {
    const { app } = suite;
    const heartbeat = new Heartbeat(app.context);
    await heartbeat.beat();
    const before = await get("");
    assert.equal(before.database.kind, suite.kind);
    assert.match(before.database.version, /^\d+\.\d+/);
    assert.ok(before.database.size > 100_000);
    assert.deepEqual(
      before.processes.map(({ pid, current }: { pid: number; current: boolean }) => [pid, current]),
      [[process.pid, true]],
    );
    assert.deepEqual(
      before.admins.map(({ email }: { email: string }) => email),
      [app.admin.email],
    );
    assert.equal(before.storage, undefined);
    const job = await app.ok(app.admin, "POST /server/storage");
    assert.deepEqual([job.kind, job.state], ["measure-storage", "waiting"]);
    assert.equal((await get("")).measurement.id, job.id);
    await runJobs();
    const { storage, measurement } = await get("");
    assert.equal(measurement, undefined);
    assert.equal(storage.tables.length, 10);
    assert.ok(storage.tables[0].size >= storage.tables[1].size && storage.tables[1].size > 0);
    await heartbeat.stop();
    assert.deepEqual((await get("")).processes, []);
  });

  test("shows its rate limits, and how many requests all processes have refused in the last hour", async () => {
    const { app } = suite;
    const { database, metrics, clock, config } = app.context;
    const heartbeat = new Heartbeat(app.context);
    await heartbeat.beat();
    const before = (await get("")).rateLimits;
    const max = Object.fromEntries(
      before.items.map((item: { name: string; max?: number }) => [item.name, item.max]),
    );
    // The server of the tests has no limit by the minute.
    assert.equal(config.rateLimit, 0);
    assert.deepEqual(
      [max.token, max["visitor-token"], max["address-pages"]],
      [undefined, undefined, undefined],
    );
    const failSignIn = () =>
      app.app.inject({
        method: "POST",
        url: "/auth/sign-in",
        payload: { email: "nobody@example.com", password: "wrong horse battery" },
      });
    let refused = 0;
    for (let i = 0; i < max["sign-in-account-network"] + 2; i++)
      if ((await failSignIn()).statusCode === 429) refused += 1;
    assert.equal(refused, 2);
    await heartbeat.beat();
    assert.equal((await get("")).rateLimits.refused, before.refused + 2);
    const row = { id: "other", host: "other", pid: 1, version: "1", memory: 1, refused: 5 };
    const times = { started_at: clock.now(), seen_at: clock.now() };
    await database.write((trx) => recordProcess(trx, { ...row, ...times }));
    assert.equal((await get("")).rateLimits.refused, metrics.refused.count(clock.time()) + 5);
    await database.write((trx) => forgetProcess(trx, "other"));
    await heartbeat.stop();
    const inForce = readRateLimits({ ...config, rateLimit: 50 }, []).items;
    assert.deepEqual(
      inForce.map((item) => [item.name, item.max, item.seconds]),
      [
        ["token", 50, 60],
        ["visitor-token", 1000, 60],
        ["address-pages", 1000, 60],
        ["address-events", 1000, 60],
        ["sign-in-account-network", 10, 900],
        ["sign-in-account", 100, 900],
        ["sign-in-network", 200, 900],
      ],
    );
  });

  test("is closed to all others, to sessions of one organization, and to admins who were removed", async () => {
    const { app } = suite;
    const member = await app.member("admin");
    await app.refused(member, "GET /server", 403, /Only admins of the server/);
    assert.equal((await app.ok(member, "GET /user/account")).serverAdmin, false);
    const { database, clock } = app.context;
    await database.write((trx) => grantServerAdmin(trx, member.id, clock.now()));
    await app.ok(member, "GET /server");
    assert.equal((await app.ok(member, "GET /user/account")).serverAdmin, true);
    const other = await app.organization();
    const client = new SamlClient(app);
    const cookie = await client.signIn(await client.provider({}, other.id, other.admin), {
      email: member.email,
    });
    assert.equal((await client.call(cookie, "GET /server")).status, 403);
    assert.equal((await client.call(cookie, "GET /user/account")).body.serverAdmin, false);
    const file = await app.call(undefined, "GET /server/backups/any/file", { headers: { cookie } });
    assert.equal(file.status, 403);
    assert.equal(await database.write((trx) => revokeServerAdmin(trx, member.id)), 1);
    assert.equal(await database.write((trx) => revokeServerAdmin(trx, member.id)), undefined);
    await app.refused(member, "GET /server", 403, /Only admins of the server/);
    await app.refused(undefined, "GET /server/backups/any/file", 401, /token is required/);
    await app.refused(member, "GET /server/backups/any/file", 403, /Only admins of the server/);
  });

  test("refuses changes of other sites in the session of an admin", async () => {
    const { app } = suite;
    const { database, clock, config } = app.context;
    const secret = await database.write((trx) =>
      createSession(trx, { userId: app.admin.id, loginMethod: "password" }, clock.now()),
    );
    const [cookie = ""] = sessionCookie(secret, config).split(";");
    const foreign = { cookie, "sec-fetch-site": "cross-site" };
    for (const operation of ["POST /server/backups", "POST /server/jobs/retry", "DELETE /server/backups/any"])
      await app.refused(undefined, operation, 403, /own pages/, { headers: foreign });
    assert.equal((await app.call(undefined, "POST /server/jobs/retry", { headers: { cookie } })).status, 200);
  });

  test("keeps the jobs of imports and exports until these have ended", async () => {
    const { app } = suite;
    const { database } = app.context;
    const space = await app.space();
    const source = { type: "markdown", url: "https://example.com/a.md" };
    const body = { source, target: { space: space.id } };
    const imports = `/org/${app.organizationId}/imports`;
    const exports = `/orgs/${app.organizationId}/exports`;
    for (const [noun, path, { id }] of [
      ["import", imports, await app.ok(app.admin, `POST ${imports}`, { body })],
      ["export", exports, await app.ok(app.admin, `POST ${space.path}/exports`, { body: {} })],
    ] as const) {
      const job = await database.read
        .selectFrom("jobs")
        .where("payload", "like", `%${id}%`)
        .select("id")
        .executeTakeFirstOrThrow();
      const remove = `DELETE /server/jobs/${job.id}`;
      await app.refused(app.admin, remove, 409, new RegExp(`cancel the ${noun}`));
      await app.ok(app.admin, `POST ${path}/${id}/cancel`);
      await app.ok(app.admin, remove);
    }
  });

  test("lists jobs by state, retries them, and removes those that do not repeat", async () => {
    const { app } = suite;
    const { database, clock } = app.context;
    const now = clock.now();
    await database.write(async (trx) => {
      await trx.deleteFrom("jobs").execute();
      await enqueue(trx, { kind: "index-spaces", key: "repeating", runAt: "2099-01-01T00:00:00.000Z" }, now);
      for (const key of ["one", "two"]) await enqueue(trx, { kind: "unknown-kind", key }, now);
      await trx
        .updateTable("jobs")
        .set({ failed_at: now, attempts: 10, last_error: "Error: no" })
        .where("kind", "=", "unknown-kind")
        .execute();
      await enqueue(trx, { kind: "running-kind" }, now);
      await trx
        .updateTable("jobs")
        .set({ lease: "x", holder: "here", progress: 40 })
        .where("kind", "=", "running-kind")
        .execute();
    });
    const list = async (state?: string) => (await get("/jobs", state && { state })).items;
    assert.equal((await list()).length, 4);
    const [repeating] = await list("waiting");
    assert.deepEqual([repeating.kind, repeating.repeats], ["index-spaces", true]);
    const [running] = await list("running");
    assert.deepEqual([running.progress, running.holder], [40, "here"]);
    const [second, first] = await list("failed");
    assert.deepEqual([first.error, first.attempts, first.state], ["Error: no", 10, "failed"]);
    assert.deepEqual((await get("")).jobs, { running: 1, waiting: 1, failed: 2 });
    const retried = await app.ok(app.admin, `POST /server/jobs/${first.id}/retry`);
    assert.deepEqual([retried.state, retried.attempts], ["waiting", 0]);
    await app.ok(app.admin, `DELETE /server/jobs/${first.id}`);
    await app.refused(app.admin, `DELETE /server/jobs/${first.id}`, 404, /Job not found/);
    await app.refused(app.admin, `DELETE /server/jobs/${repeating.id}`, 409, /repeats/);
    await app.refused(app.admin, `DELETE /server/jobs/${running.id}`, 409, /running/);
    await app.refused(app.admin, `POST /server/jobs/${running.id}/retry`, 409, /running/);
    assert.deepEqual(await app.ok(app.admin, "POST /server/jobs/retry"), { count: 1 });
    assert.equal((await list("failed")).length, 0);
    assert.equal((await list("waiting")).find(({ id }: { id: string }) => id === second.id)?.attempts, 0);
    const page = await get("/jobs", { limit: 2 });
    assert.equal((await get("/jobs", { limit: 2, page: page.next.page })).items.length, 1);
    await database.write((trx) => trx.deleteFrom("jobs").execute());
  });

  test("writes a backup as a job, which can be downloaded and deleted; other files cannot", async () => {
    const { app } = suite;
    const { backupDir } = app.context.config;
    const before = await get("/backups");
    assert.deepEqual(
      [before.items, before.interval, before.keep, before.folder],
      [[], undefined, 7, backupDir],
    );
    const started = await app.ok(app.admin, "POST /server/backups");
    assert.deepEqual([started.job.kind, started.job.state], ["make-backup", "waiting"]);
    await runJobs();
    const { items, job } = await get("/backups");
    assert.equal(job, undefined);
    const [backup] = items;
    assert.deepEqual([items.length, backup.reason], [1, "manual"]);
    assert.equal(await verifyBackup(join(backupDir, backup.name)), true);
    const headers = { authorization: `Bearer ${app.admin.token}` };
    const path = new URL(backup.urls.download).pathname;
    const file = await app.app.inject({ url: path, headers });
    assert.equal(file.statusCode, 200);
    assert.equal(file.rawPayload.length, backup.size);
    assert.match(file.rawPayload.toString("latin1", 0, 15), /^SQLite format 3/);
    assert.match(String(file.headers["content-disposition"]), /^attachment; filename="/);
    assert.equal(file.headers["cache-control"], "no-store");
    mkdirSync(join(backupDir, "sub"), { recursive: true });
    writeFileSync(join(backupDir, "secret.txt"), "no");
    for (const name of ["secret.txt", "..%2Flectern.db", `..%2Fbackups%2F${backup.name}`, "sub"]) {
      await app.refused(app.admin, `GET /server/backups/${name}/file`, 404, /Backup not found/);
      await app.refused(app.admin, `DELETE /server/backups/${name}`, 404, /Backup not found/);
    }
    await app.ok(app.admin, `DELETE /server/backups/${backup.name}`);
    assert.deepEqual(readdirSync(backupDir).sort(), ["secret.txt", "sub"]);
    rmSync(backupDir, { recursive: true });
  });

  test("lets other requests proceed while it searches many organizations", async () => {
    const { database } = suite.app.context;
    const { read } = database;
    const template = await read.selectFrom("organizations").selectAll().limit(1).executeTakeFirstOrThrow();
    const ids = Array.from({ length: 10_000 }, (_, i) => `many-${i}`);
    await database.write(async (trx) => {
      for (let start = 0; start < ids.length; start += 500)
        await trx
          .insertInto("organizations")
          .values(ids.slice(start, start + 500).map((id) => ({ ...template, id, title: `Many of ${id}` })))
          .execute();
    });
    try {
      let iterations = 0;
      const count = () => {
        iterations += 1;
        immediate = setImmediate(count);
      };
      let immediate = setImmediate(count);
      const found = await findOrganizationIds(read, "many of many-99");
      clearImmediate(immediate);
      assert.equal(found.length, 111);
      assert.ok(iterations > 1, "other work waited for the whole search");
    } finally {
      await database.write((trx) =>
        trx.deleteFrom("organizations").where("title", "like", "Many of %").execute(),
      );
    }
  });

  test("lists organizations with what is in them, finds them by folded words, and trusts them", async () => {
    const { app } = suite;
    const { id, admin } = await app.organization("Österreichische Bücher");
    await app.space({}, id, admin);
    await app.ok(admin, `POST /orgs/${id}/sites`, { body: { title: "Docs" } });
    await app.ok(admin, `PATCH /orgs/${id}`, { body: { emailDomains: ["buecher.example"] } });
    const find = async (search: string) => (await get("/organizations", { search })).items;
    for (const search of ["ÖSTERREICH", "osterreichische bu", "buecher.ex", id])
      assert.deepEqual(
        (await find(search)).map((found: { id: string }) => found.id),
        [id],
        search,
      );
    assert.deepEqual(await find("%"), []);
    const [found] = await find(id);
    assert.deepEqual(
      [found.members, found.spaces, found.sites, found.trusted, found.emailDomains],
      [1, 1, 1, false, ["buecher.example"]],
    );
    const many = await app.organization("Bücher 2");
    const page = await get("/organizations", { search: "bücher", limit: 1 });
    assert.deepEqual([page.count, page.items[0].id], [2, many.id]);
    const next = await get("/organizations", { search: "bücher", limit: 1, page: page.next.page });
    assert.deepEqual([next.items[0].id, next.next], [id, undefined]);
    assert.equal((await get("/organizations", { limit: 1 })).items[0].id, many.id);
    const client = new SamlClient(app);
    const provider = await client.provider({}, id, admin);
    const cookie = await client.signIn(provider, { email: admin.email });
    const trusted = await app.ok(app.admin, `PATCH /server/organizations/${id}`, { body: { trusted: true } });
    assert.equal(trusted.trusted, true);
    assert.equal((await find(id))[0].trusted, true);
    // Sessions of its provider end, since they are valid elsewhere from now on.
    assert.equal((await client.call(cookie, "GET /user")).status, 401);
    await app.refused(app.admin, "PATCH /server/organizations/none", 404, /Organization not found/, {
      body: { trusted: true },
    });
  });

  test("shows settings without secrets, and changes the log level of all processes", async () => {
    const { app } = suite;
    const { items, logLevel } = await get("/settings");
    const token = items.find(({ name }: { name: string }) => name === "LECTERN_ADMIN_TOKEN");
    assert.deepEqual(token, { name: "LECTERN_ADMIN_TOKEN", source: "environment", secret: true });
    assert.ok(!JSON.stringify(items).includes(app.admin.token));
    const { configured } = logLevel;
    assert.deepEqual(logLevel, { level: configured, configured, changed: false });
    const log = { level: configured };
    const heartbeat = new Heartbeat({ ...app.context, log } as unknown as typeof app.context);
    const patch = (level: string | null) =>
      app.ok(app.admin, "PATCH /server/settings", { body: { logLevel: level } });
    const changed = await patch("error");
    assert.deepEqual(changed.logLevel, { level: "error", configured, changed: true });
    await heartbeat.followSettings();
    assert.equal(log.level, "error");
    await patch(null);
    await heartbeat.followSettings();
    assert.equal(log.level, configured);
    await app.refused(app.admin, "PATCH /server/settings", 400, /^logLevel: /, {
      body: { logLevel: "loud" },
    });
  });

  test("checks its health", async () => {
    const { app } = suite;
    const health = await get("/health");
    const areas = new Set(health.checks.map(({ area }: { area: string }) => area));
    assert.deepEqual([...areas].sort(), [
      "address",
      "admins",
      "backups",
      "clock",
      "database",
      "disk",
      "files",
      "jobs",
      "mail",
      "process",
      "settings",
    ]);
    const findings = health.checks.map(({ finding }: { finding: string }) => finding);
    assert.ok(findings.includes("The database can be written"));
    assert.ok(findings.includes("All migrations are applied"));
    const { database, clock } = app.context;
    await database.write(async (trx) => {
      await enqueue(trx, { kind: "doomed" }, clock.now());
      await trx.updateTable("jobs").set({ failed_at: clock.now() }).where("kind", "=", "doomed").execute();
    });
    const { checks } = await get("/health");
    const jobs = checks.find(({ area }: { area: string }) => area === "jobs");
    assert.equal(jobs.status, "warning");
    assert.match(jobs.finding, /A job \(doomed\) has failed/);
    assert.ok(jobs.advice);
  });
});
