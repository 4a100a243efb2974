import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { type TestContext, test } from "node:test";
import { describeOnEachDatabase } from "../../test/support/app.ts";
import { enqueue } from "../storage/jobs/queue.ts";
import { grantAdmin, listAdmins, revokeAdmin } from "./admins.ts";
import type { RunCommand } from "./command.ts";
import { commands } from "./commands.ts";
import { describeChecks } from "./doctor.ts";
import * as operate from "./operate.ts";
import { removeGarbage, showStorage } from "./storage.ts";

describeOnEachDatabase("commands for the operator", (suite) => {
  /** Runs a command in this process, and returns what it prints. */
  async function run(
    t: TestContext,
    command: RunCommand,
    positionals: readonly string[] = [],
    options: Record<string, string> = {},
  ): Promise<string> {
    let printed = "";
    const original = process.stdout.write.bind(process.stdout);
    const write = t.mock.method(process.stdout, "write", (text: string | Uint8Array) => {
      // The reports of the test runner are bytes.
      if (typeof text !== "string") return original(text);
      printed += text;
      return true;
    });
    const silence = t.mock.method(process.stderr, "write", () => true);
    try {
      await command(suite.app.context.config, { positionals, options });
    } finally {
      write.mock.restore();
      silence.mock.restore();
    }
    return printed;
  }

  test("give and take the rights of an admin, of the last one only by force", async (t) => {
    const { app } = suite;
    const { email } = await app.stranger();
    const admins = async () =>
      (await run(t, listAdmins))
        .trim()
        .split("\n")
        .map((line) => line.split("\t")[1]);
    await run(t, grantAdmin, [], { email });
    assert.deepEqual(await admins(), [app.admin.email, email]);
    await run(t, revokeAdmin, [], { email: app.admin.email });
    await assert.rejects(run(t, revokeAdmin, [], { email: app.admin.email }), /is not an admin/);
    await assert.rejects(run(t, revokeAdmin, [], { email }), /is the last admin/);
    assert.deepEqual(await admins(), [email]);
    await run(t, revokeAdmin, [], { email, force: "true" });
    assert.equal(await run(t, listAdmins), "");
    await run(t, grantAdmin, [], { email: app.admin.email });
  });

  test("show what takes how much space, and free what nothing refers to", async (t) => {
    const { app } = suite;
    const { database } = app.context;
    const space = await app.space({ title: "Measured" });
    const bytes = Buffer.alloc(200_000, "x").toString("base64");
    const file = { name: "large.txt", contentType: "text/plain", base64: bytes };
    await app.change(space.path, { operation: "insert_files", files: [file] });
    const { repository_id } = await database.read
      .selectFrom("spaces")
      .where("id", "=", space.id)
      .select("repository_id")
      .executeTakeFirstOrThrow();
    const row = { repository_id, hash: "unused", sequence: 0, bytes: Buffer.alloc(50_000), touched: 1 };
    await database.write((trx) => trx.insertInto("blob_chunks").values(row).execute());
    const lines = (await run(t, showStorage, [], { spaces: "true", organizations: "true" })).split("\n");
    const lineOf = (start: string) => lines.find((line) => line.startsWith(start))?.split("\t");
    const jobs = await database.read.selectFrom("jobs").select("id").execute();
    assert.equal(lineOf("jobs\t")?.[2], `${jobs.length} rows`);
    assert.match(lineOf("files\t")?.[1] ?? "", /^[\d.]+ [KM]B$/);
    assert.match(lineOf("could be freed")?.[1] ?? "", /^48\.8 KB$/);
    assert.match(lineOf(`space\t${space.id}`)?.[3] ?? "", /^files 195 KB$/);
    assert.match(lineOf(`organization\t${app.organizationId}`)?.at(-1) ?? "", /./);
    assert.match(await run(t, removeGarbage, [], { "dry-run": "true" }), /^could be freed/);
    assert.match(await run(t, removeGarbage), /^freed\t(?!0)/);
    const left = await database.read
      .selectFrom("blob_chunks")
      .where("hash", "=", "unused")
      .select("hash")
      .execute();
    assert.equal(left.length, 0);
    assert.match(await run(t, removeGarbage, [], { "dry-run": "true" }), /^could be freed\t0 /);
  });

  test("list the settings in force without secrets", async (t) => {
    const { config } = suite.app.context;
    const lines = (await run(t, operate.showSettings)).split("\n").slice(0, -1);
    assert.deepEqual(
      lines.map((line) => line.split("\t")[0]),
      config.settings.map(({ name }) => name),
    );
    for (const [index, { isSecret, source, value = "" }] of config.settings.entries())
      if (!isSecret) assert.ok(lines[index]?.endsWith(`\t${source}\t${value}`));
      else assert.match(lines[index] ?? "", /\t(?:environment\t\(secret\)|default\t)$/);
  });

  test("list, retry and remove jobs", async (t) => {
    const { database, clock } = suite.app.context;
    await database.write(async (trx) => {
      await enqueue(trx, { kind: "doomed", key: "one" }, clock.now());
      await trx
        .updateTable("jobs")
        .set({ failed_at: clock.now(), last_error: "Error: no" })
        .where("kind", "=", "doomed")
        .execute();
    });
    const listed = await run(t, operate.listJobs, [], { state: "failed" });
    const [id = "", state, kind] = listed.trim().split("\t");
    assert.deepEqual([state, kind], ["failed", "doomed"]);
    assert.match(listed, /Error: no/);
    await run(t, operate.retryJob, [id]);
    assert.equal(await run(t, operate.listJobs, [], { state: "failed" }), "");
    await run(t, operate.deleteJob, [id]);
    await assert.rejects(run(t, operate.deleteJob, [id]), /There is no job/);
    await assert.rejects(run(t, operate.listJobs, [], { state: "odd" }), /--state must be one of/);
  });

  test("remove no job of an export that has not ended", async (t) => {
    const { app } = suite;
    const space = await app.space();
    await app.ok(app.admin, `POST /spaces/${space.id}/exports`, { body: {} });
    const job = await app.context.database.read
      .selectFrom("jobs")
      .where("kind", "=", "export-content")
      .select("id")
      .executeTakeFirstOrThrow();
    await assert.rejects(run(t, operate.deleteJob, [job.id]), /does an export that has not ended/);
  });

  test("write, list and delete backups, list organizations, and show the status", async (t) => {
    const { app } = suite;
    const { config } = app.context;
    const name = (await run(t, operate.createBackup)).trim();
    assert.ok(readdirSync(config.backupDir).includes(name));
    assert.match(await run(t, operate.showBackups), new RegExp(`^${name}\tmanual\t`));
    const { id, admin } = await app.organization("Über uns");
    await app.ok(admin, `PATCH /orgs/${id}`, { body: { emailDomains: ["uber-uns.example"] } });
    const found = await run(t, operate.listOrganizations, [], { search: "uns.exam" });
    const line = await run(t, operate.listOrganizations, [], { search: "uber" });
    assert.equal(found, line);
    assert.equal(line, `${id}\tnot trusted\t1 member\tÜber uns\n`);
    const status = await run(t, operate.showStatus);
    assert.match(status, suite.kind === "sqlite" ? /Database\tSQLite 3/ : /Database\tPostgreSQL \d/);
    assert.match(status, /Jobs\t\d+ running, \d+ waiting, \d+ failed/);
    assert.match(status, /Processes\tnone/);
    assert.match(status, /Rate limit\tsign-in-account-network\t10 in 15 minutes\n/);
    assert.match(status, /Rate limit\ttoken\tnone\tLECTERN_RATE_LIMIT\n/);
    assert.match(status, /Refused\t0 requests in the last hour/);
    await assert.rejects(run(t, operate.removeBackup, ["lectern.db"]), /There is no backup lectern\.db/);
    await assert.rejects(run(t, operate.removeBackup, [`../${name}`]), /There is no backup/);
    await assert.rejects(run(t, operate.removeBackup), /Which backup\?/);
    assert.equal(await run(t, operate.removeBackup, [name]), `${name}\n`);
    assert.ok(!readdirSync(config.backupDir).includes(name));
  });

  test("change the log level", async (t) => {
    const { logLevel } = suite.app.context.config;
    assert.equal(await run(t, operate.setLogLevel, ["error"]), "error\n");
    assert.equal(await run(t, operate.setLogLevel), "error\n");
    assert.equal(await run(t, operate.setLogLevel, ["default"]), `${logLevel}\n`);
    await assert.rejects(run(t, operate.setLogLevel, ["loud"]), /must be one of/);
  });

  test("are found by their names, and checks are printed with advice", async () => {
    for (const { load } of commands) assert.equal(typeof (await load()), "function");
    const text = describeChecks([
      { area: "clock", status: "ok", finding: "Right" },
      { area: "disk", status: "failed", finding: "Full", advice: "Free it" },
    ]);
    assert.match(
      text,
      /^clock {5}ok {7}Right\ndisk {6}failed {3}Full\n {19}→ Free it\n\nSomething is broken/,
    );
  });
});
