import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
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
import { runLectern, startServer } from "../support/server.ts";
import { looksWhole, makeSpace, startWriters, token, writeBatch } from "./batches.ts";

for (const kind of databaseKinds) {
  describe(`a backup while clients write (${kind})`, () => {
    test("by command and by schedule holds one moment: no half of anything, and all that was acknowledged before", async (t) => {
      const source = await createTestDatabase(kind);
      const folder = source.environment.LECTERN_DATA_DIR ?? "";
      const server = await startServer({
        ...source.environment,
        LECTERN_ADMIN_TOKEN: token,
        LECTERN_RATE_LIMIT: "0",
        LECTERN_BACKUP_EVERY: "1h",
        LECTERN_BACKUP_DIR: join(folder, "on-schedule"),
        LECTERN_WORKERS: kind === "sqlite" ? "2" : "1",
        LECTERN_LOG_LEVEL: "info",
      });
      t.after(() => server.stop().then(source.remove));
      const space = await makeSpace(server.url);
      const { done, acknowledged, stop } = startWriters(server.url + space);
      await acknowledged(8);
      const before = [...done];
      const file = join(folder, "by-command.db");
      const command = await runLectern(source.environment, "backup", file);
      assert.equal(command.code, 0, command.stderr);
      // The first of the schedule came with the start; now it is time for the second.
      const onSchedule = join(folder, "on-schedule");
      await waitForBackups(onSchedule, 1);
      const beforeSchedule = [...done];
      await makeDue(source);
      const scheduled = await waitForBackups(onSchedule, 2);
      await stop();
      await looksWhole(server.url + space, done);
      await server.stop();
      // However many processes there are, one wrote each of them, and said so.
      assert.equal(server.output().match(/"bytes":\d+,"milliseconds":\d+,.*"backup written"/g)?.length, 2);

      // The one into the same kind of database, the other into the other.
      await restoreAndLook(kind, file, space, before);
      await restoreAndLook(kind === "sqlite" ? "postgres" : "sqlite", scheduled, space, beforeSchedule);
    });
  });
}

async function restoreAndLook(
  kind: DatabaseKind,
  file: string,
  space: string,
  atLeast: string[],
): Promise<void> {
  const target = await createTestDatabase(kind);
  const restored = await runLectern(target.environment, "restore", file);
  assert.equal(restored.code, 0, restored.stderr);
  const server = await startServer({ ...target.environment, LECTERN_RATE_LIMIT: "0" });
  await looksWhole(server.url + space, atLeast);
  // It goes on from there.
  await looksWhole(server.url + space, [await writeBatch(server.url + space, "later")]);
  await server.stop();
  await target.remove();
}

/** Not before the one that is running has put down when it comes again. */
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

/** The newest of so many. */
async function waitForBackups(folder: string, count: number): Promise<string> {
  for (;;) {
    const written = names(folder).filter((name) => name.endsWith("-scheduled.db"));
    if (written.length >= count) return join(folder, written.toSorted().at(-1) ?? "");
    await wait(100);
  }
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
