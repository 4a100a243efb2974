import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFileSync, readdirSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { createTestDatabase, databaseKinds, type TestDatabase } from "../support/databases.ts";
import { cleanEnvironment, lecternProgram, runLectern } from "../support/server.ts";

for (const kind of databaseKinds) {
  describe(`damaged and failed backups (${kind})`, () => {
    let database: TestDatabase;
    let folder = "";
    let good = "";
    const lectern = (...args: string[]) => runLectern(database.environment, ...args);
    before(async () => {
      database = await createTestDatabase(kind);
      folder = database.environment.LECTERN_DATA_DIR ?? "";
      good = join(folder, "good.backup");
      assert.equal((await lectern("backup", good)).code, 0);
      await lectern("user", "create", "--email", "since@example.com");
      await lectern("token", "create", "--email", "since@example.com");
    });
    after(() => database.remove());

    async function assertRefused(file: string, message: RegExp): Promise<void> {
      const { code, stderr } = await lectern("restore", file);
      assert.deepEqual([code, stderr.match(message)?.length], [1, 1], stderr);
    }

    async function assertUnchanged(): Promise<void> {
      assert.match((await lectern("token", "list")).stdout, /since@example\.com/);
    }

    test("a truncated file is not restored", async () => {
      const { size } = statSync(good);
      for (const length of kind === "sqlite"
        ? [0, 5000, Math.floor(size / 2), size - 4096, size - 1]
        : [size - 1]) {
        const cut = join(folder, `cut-${length}`);
        copyFileSync(good, cut);
        truncateSync(cut, length);
        await assertRefused(cut, /is not a complete backup of Lectern: /);
      }
      await assertUnchanged();
    });

    test("a backup of a newer version is not restored", async () => {
      const newer = join(folder, "newer.backup");
      copyFileSync(good, newer);
      const file = new DatabaseSync(newer);
      file.exec("insert into migrations (name) values ('999-not-yet')");
      file.close();
      await assertRefused(newer, /Nothing was restored: the database was written by a newer Lectern/);
      await assertUnchanged();
    });

    test("a full disk leaves no partial backup", async () => {
      const file = join(folder, "too-large.backup");
      // The shell limits the size of written files to 64 KB.
      const limited = `ulimit -f 64; exec "$0" "$@"`;
      const env = cleanEnvironment(database.environment);
      const args = ["-c", limited, process.execPath, lecternProgram, "backup", file];
      const failed = await promisify(execFile)("bash", args, { env }).catch((error) => error);
      assert.equal(failed.code, 1, failed.stderr);
      assert.match(failed.stderr, /^The backup to .*too-large\.backup failed: /m);
      const partial = readdirSync(folder).filter((name) => name.startsWith("too-large"));
      assert.deepEqual(partial, []);
    });
  });
}
