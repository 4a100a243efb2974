import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { readConfig } from "../../src/config/config.ts";
import { openDatabase } from "../../src/storage/open-database.ts";
import {
  createTestDatabase,
  type DatabaseKind,
  databaseKinds,
  type TestDatabase,
} from "../support/databases.ts";
import { adminToken, runLectern, startServer } from "../support/server.ts";
import { assertComplete, makeSpace, startWriters, writeBatch } from "./batches.ts";

for (const kind of databaseKinds) {
  describe(`a backup while clients write (${kind})`, () => {
    test("is a consistent snapshot with all earlier writes, by command and by schedule", async (t) => {
      const source = await createTestDatabase(kind);
      const folder = source.environment.LECTERN_DATA_DIR ?? "";
      const server = await startServer({
        ...source.environment,
        LECTERN_ADMIN_TOKEN: adminToken,
        LECTERN_RATE_LIMIT: "0",
        LECTERN_BACKUP_EVERY: "1h",
        LECTERN_BACKUP_DIR: join(folder, "on-schedule"),
        LECTERN_WORKERS: kind === "sqlite" ? "2" : "1",
        LECTERN_LOG_LEVEL: "info",
      });
      t.after(() => server.stop().then(source.remove));
      const space = await makeSpace(server.url);
      const { acknowledged, waitForBatches, stop } = startWriters(server.url, space);
      await waitForBatches(8);
      const before = [...acknowledged];
      const file = join(folder, "by-command.db");
      const command = await runLectern(source.environment, "backup", file);
      assert.equal(command.code, 0, command.stderr);
      // The first scheduled backup is written at the start; the second is made due now.
      const onSchedule = join(folder, "on-schedule");
      await waitForBackups(onSchedule, 1);
      const beforeSchedule = [...acknowledged];
      await makeDue(source);
      const scheduled = await waitForBackups(onSchedule, 2);
      await stop();
      await assertComplete(server.url, space, acknowledged);
      await server.stop();
      // Each backup was written by one process only.
      assert.equal(server.output().match(/"bytes":\d+,"milliseconds":\d+,.*"backup written"/g)?.length, 2);

      // One backup is restored into the same kind of database, the other into the other kind.
      await restoreAndCheck(kind, file, space, before);
      await restoreAndCheck(kind === "sqlite" ? "postgres" : "sqlite", scheduled, space, beforeSchedule);
    });
  });
}

async function restoreAndCheck(
  kind: DatabaseKind,
  file: string,
  space: string,
  names: string[],
): Promise<void> {
  const target = await createTestDatabase(kind);
  const restored = await runLectern(target.environment, "restore", file);
  assert.equal(restored.code, 0, restored.stderr);
  const server = await startServer({ ...target.environment, LECTERN_RATE_LIMIT: "0" });
  await assertComplete(server.url, space, names);
  // The restored server can be written to.
  await assertComplete(server.url, space, [await writeBatch(server.url, space, "later")]);
  await server.stop();
  await target.remove();
}

/** Waits until no backup job is running, and makes the next one due. */
async function makeDue({ environment }: TestDatabase): Promise<void> {
  const database = await openDatabase(readConfig(environment));
  const due = { run_at: new Date().toISOString() };
  const set = () =>
    database.write((trx) =>
      trx
        .updateTable("jobs")
        .set(due)
        .where("kind", "=", "back-up")
        .where("lease", "is", null)
        .executeTakeFirst(),
    );
  while ((await set()).numUpdatedRows === 0n) await wait(50);
  await database.close();
}

/** Waits for this number of scheduled backups, and returns the path of the newest. */
async function waitForBackups(folder: string, count: number): Promise<string> {
  for (;;) {
    const files = existsSync(folder) ? readdirSync(folder) : [];
    const written = files.filter((name) => name.endsWith("-scheduled.db"));
    if (written.length >= count) return join(folder, written.toSorted().at(-1) ?? "");
    await wait(100);
  }
}
