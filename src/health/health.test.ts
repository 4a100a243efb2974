import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, type TestContext, test } from "node:test";
import { describeOnEachDatabase } from "../../test/support/app.ts";
import { readConfig, readSettings } from "../config/config.ts";
import { type Clock, systemClock } from "../platform/clock.ts";
import { backUpNow } from "../storage/backups/write-backup.ts";
import { openForInspection } from "../storage/inspection/inspected-database.ts";
import { type Check, formatBytes, formatDuration, worstStatus } from "./check.ts";
import { type Answer, checkAddresses } from "./check-addresses.ts";
import { checkBackups } from "./check-backups.ts";
import { checkClock } from "./check-clock.ts";
import { checkDisk } from "./check-disk.ts";
import { checkProcess } from "./check-process.ts";
import { checkSettings } from "./check-settings.ts";
import { examineInstallation } from "./examine.ts";

const findingsOf = (checks: readonly Check[], status: Check["status"]) =>
  checks.filter((check) => check.status === status).map(({ finding }) => finding);
const find = (checks: readonly Check[], finding: RegExp) =>
  checks.find((check) => finding.test(check.finding));

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "lectern-health-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const clockAt = (time: number): Clock => ({ now: () => new Date(time).toISOString(), time: () => time });

describe("checks", () => {
  const settingsOf = (environment: Record<string, string>) => {
    const { config, mistakes } = readSettings(environment);
    return checkSettings({ config, mistakes, variables: Object.keys(environment) });
  };

  test("find invalid, unknown, contradictory and unsafe settings, and never print a secret", () => {
    const checks = settingsOf({
      LECTERN_PORT: "many",
      PORT: "8080",
      LECTERN_BASE_URI: "https://docs.example.com",
      LECTERN_PORTS: "8080",
      LECTERN_BASE_URL: "https://docs.example.com",
      LECTERN_BACKUP_KEEP: "3",
      LECTERN_OIDC_LABEL: "Login",
      LECTERN_ADMIN_TOKEN: "hunter2",
      LECTERN_ENCRYPTION_KEY: "too-short-secret",
      LECTERN_ALLOW_PRIVATE_NETWORK: "true",
      LECTERN_RATE_LIMIT: "0",
      LECTERN_TOKEN: "lct_x",
    });
    assert.deepEqual(
      findingsOf(checks, "failed").map((text) => text.split(" ")[0]),
      ["LECTERN_PORT", "LECTERN_ENCRYPTION_KEY"],
    );
    assert.equal(find(checks, /LECTERN_BASE_URI/)?.advice, "Did you mean LECTERN_BASE_URL?");
    assert.equal(find(checks, /LECTERN_PORTS/)?.advice, "Did you mean LECTERN_PORT?");
    for (const finding of [
      /PORT are both set/,
      /BACKUP_KEEP has no effect/,
      /OIDC_LABEL has no effect/,
      /TRUST_PROXY is not set/,
      /ADMIN_TOKEN has fewer/,
      /PRIVATE_NETWORK is true/,
      /RATE_LIMIT is 0/,
    ])
      assert.equal(find(checks, finding)?.status, "warning", String(finding));
    assert.equal(find(checks, /LECTERN_TOKEN/), undefined);
    assert.doesNotMatch(JSON.stringify(checks), /hunter2|too-short-secret/);
  });

  test("accept good settings", () => {
    const checks = settingsOf({ LECTERN_ENCRYPTION_KEY: "x".repeat(32), LECTERN_BACKUP_EVERY: "24h" });
    assert.equal(worstStatus(checks), "ok");
  });

  test("compare the version of Node and the memory with what is needed", () => {
    assert.equal(worstStatus(checkProcess({ workers: 1 }, { node: "99.0.0", memory: 2 ** 31 })), "ok");
    assert.equal(worstStatus(checkProcess({ workers: 1 }, { node: "20.1.0", memory: 2 ** 31 })), "failed");
    assert.equal(worstStatus(checkProcess({ workers: 16 }, { node: "99.0.0", memory: 2 ** 31 })), "warning");
  });

  test("tell from the answers at its addresses what is wrong", async () => {
    const config = readConfig({
      LECTERN_BASE_URL: "https://docs.example.com/base",
      LECTERN_SITES_URL: "http://sites.example.com",
    });
    const examine = (local: Answer, base: Answer) =>
      checkAddresses(config, async (url) => (url.startsWith("http://127.0.0.1") ? local : base));
    const check = async (local: Answer, base: Answer) => (await examine(local, base)).checks;
    const error = { error: "could not be reached" };
    const good = await check("lectern", "lectern");
    assert.deepEqual(findingsOf(good, "ok"), [
      "Lectern answers at https://docs.example.com/base",
      "Lectern answers at http://sites.example.com",
    ]);
    assert.ok(find(good, /shares its host/) && find(good, /Sites are plain http/));
    assert.equal(findingsOf(await check("lectern", error), "failed").length, 2);
    assert.equal(findingsOf(await check("lectern", "other"), "failed").length, 2);
    assert.deepEqual(findingsOf(await check(error, error), "failed"), []);
    for (const [local, base, isRunning] of [
      ["lectern", error, true],
      [error, "lectern", true],
      [error, "other", false],
    ] as const)
      assert.equal((await examine(local, base)).isRunning, isRunning);
    const privateConfig = readConfig({ LECTERN_BASE_URL: "http://10.0.0.1" });
    const plain = await checkAddresses(privateConfig, async () => error);
    assert.equal(find(plain.checks, /plain http/)?.status, "warning");
  });

  test("look at the folders, and create none", async (t) => {
    const folder = folderOf(t);
    const dataDir = join(folder, "new", "data");
    const config = readConfig({ LECTERN_DATA_DIR: dataDir });
    assert.equal(worstStatus(await checkDisk(config, 0)), "ok");
    assert.ok(!existsSync(dataDir));
    const huge = await checkDisk(config, 2 ** 60);
    assert.match(findingsOf(huge, "warning").join(), /no room for a backup/);
    mkdirSync(dataDir, { recursive: true, mode: 0o755 });
    chmodSync(dataDir, 0o755);
    assert.equal(find(await checkDisk(config, 0), /Other users/)?.advice, `chmod 700 ${dataDir}`);
    writeFileSync(join(folder, "file"), "");
    const wrong = await checkDisk(readConfig({ LECTERN_DATA_DIR: join(folder, "file") }), 0);
    assert.match(findingsOf(wrong, "failed").join(), /is not a folder/);
  });

  test("find old and damaged backups", async (t) => {
    const backupDir = folderOf(t);
    const config = { backupDir, backupEvery: 3_600_000, backupKeep: 2 };
    const clock = clockAt(Date.parse("2030-01-02T00:00:00.000Z"));
    assert.match(findingsOf(await checkBackups(config, clock), "warning").join(), /There is no backup/);
    writeFileSync(join(backupDir, "2030-01-01T00-00-00.000Z-scheduled.db"), "not a backup");
    const checks = await checkBackups(config, clock, { verify: true });
    assert.deepEqual(findingsOf(checks, "warning"), ["The newest backup is 1 day old, 12 bytes"]);
    assert.match(findingsOf(checks, "failed").join(), /cannot be restored: it is not an SQLite file/);
    const unscheduled = await checkBackups({ ...config, backupEvery: undefined }, clock);
    assert.deepEqual(findingsOf(unscheduled, "warning"), ["Backups are not scheduled"]);
  });

  test("print sizes and durations", () => {
    assert.deepEqual([0, 1023, 1536, 5 * 1024 ** 3].map(formatBytes), [
      "0 bytes",
      "1023 bytes",
      "1.5 KB",
      "5.0 GB",
    ]);
    assert.deepEqual([0, 61_000, 7_200_000].map(formatDuration), ["0 seconds", "1 minute", "2 hours"]);
  });
});

describeOnEachDatabase("an installation", (suite) => {
  const running = async (): Promise<Answer> => "lectern";
  const environmentOf = (more: Record<string, string> = {}) => {
    const { dataDir, databaseUrl } = suite.app.context.config;
    return {
      LECTERN_DATA_DIR: dataDir,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      LECTERN_ENCRYPTION_KEY: "x".repeat(32),
      ...more,
    };
  };
  const examine = (more = {}) => examineInstallation({ environment: environmentOf(more), probe: running });

  test("in order is found in order, and stays as it is", async (t) => {
    const { context } = suite.app;
    const backupDir = folderOf(t);
    chmodSync(context.config.dataDir, 0o700);
    await backUpNow({ ...context, config: { ...context.config, backupDir } }, {});
    const before = readdirSync(context.config.dataDir).sort();
    const checks = await examine({ LECTERN_BACKUP_DIR: backupDir, LECTERN_BACKUP_EVERY: "24h" });
    assert.deepEqual(findingsOf(checks, "failed"), []);
    const findings = findingsOf(checks, "ok");
    for (const finding of [
      "All migrations are applied",
      "The database reports no damage",
      "The newest backup can be read, and its checksum is right",
      "One user is an admin of the server",
    ])
      assert.ok(findings.includes(finding), finding);
    assert.deepEqual(readdirSync(context.config.dataDir).sort(), before);
  });

  test("is opened for reading only", async () => {
    const database = await openForInspection(readConfig(environmentOf()));
    try {
      await assert.rejects(database.query("delete from server_admins"), /read-?only/);
    } finally {
      await database.close();
    }
  });

  test("without a database that can be opened is checked as far as possible", async (t) => {
    const folder = folderOf(t);
    writeFileSync(join(folder, "lectern.db"), "x".repeat(5000));
    const unreachable =
      suite.kind === "sqlite"
        ? { LECTERN_DATA_DIR: folder }
        : { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" };
    const checks = await examine({ ...unreachable, LECTERN_WORKERS: "none" });
    assert.deepEqual(
      checks.filter(({ status }) => status === "failed").map(({ area }) => area),
      ["settings", "database"],
    );
    assert.ok(find(checks, /The clock says/));
    if (suite.kind === "sqlite") {
      const missing = await examine({ LECTERN_DATA_DIR: join(folder, "none") });
      assert.deepEqual(findingsOf(missing, "failed"), []);
      assert.ok(find(missing, /There is no database yet/) && !existsSync(join(folder, "none")));
    }
    assert.ok(checks.every(({ status, advice }) => status === "ok" || advice !== undefined));
  });

  test("with pending migrations, another clock and failed jobs is found", async () => {
    const { database, clock } = suite.app.context;
    const inspected = await openForInspection(readConfig(environmentOf()));
    const past = clockAt(clock.time() - 3_600_000);
    await database.write((trx) =>
      trx
        .insertInto("jobs")
        .values({
          ...{ id: "doomed", kind: "doomed", payload: "{}", attempts: 10 },
          ...{ run_at: clock.now(), failed_at: clock.now(), created_at: clock.now() },
        })
        .execute(),
    );
    assert.equal(worstStatus(await checkClock(past, inspected)), "failed");
    assert.equal(worstStatus(await checkClock(systemClock, inspected)), "ok");
    assert.equal(worstStatus(await checkClock(clockAt(0), undefined)), "failed");
    await inspected.close();
    assert.ok(find(await examine(), /A job \(doomed\) has failed/));
  });
});
