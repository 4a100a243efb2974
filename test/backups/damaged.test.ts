import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFileSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { sql } from "kysely";
import { readConfig } from "../../src/config/config.ts";
import { migrations } from "../../src/storage/database/migrations/migrations.ts";
import { openDatabase } from "../../src/storage/open-database.ts";
import { createTestDatabase, databaseKinds, type TestDatabase } from "../support/databases.ts";
import { applyWithoutChecksums, earlierText, maxAge } from "../support/earlier-migrations.ts";
import { cleanEnvironment, lecternProgram, runLectern } from "../support/server.ts";

/** The length of the line after the database. */
const checksumLength = 89;

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

    test("a damaged file is not restored", async () => {
      const middle = Math.floor(statSync(good).size / 2);
      const cut = join(folder, "cut");
      copyFileSync(good, cut);
      truncateSync(cut, middle);
      await assertRefused(cut, /cut is not a complete backup of Lectern: it is truncated/);
      const flipped = join(folder, "flipped");
      const bytes = readFileSync(good);
      bytes[middle] = 1 ^ (bytes[middle] ?? 0);
      writeFileSync(flipped, bytes);
      await assertRefused(flipped, /flipped is not a complete backup of Lectern: its checksum is wrong/);
      await assertUnchanged();
    });

    test("a backup of a newer version is not restored", async () => {
      const newer = join(folder, "newer.backup");
      writeFileSync(newer, readFileSync(good).subarray(0, -checksumLength));
      const file = new DatabaseSync(newer);
      file.exec("insert into migrations (name) values ('999-not-yet')");
      file.close();
      await assertRefused(newer, /Nothing was restored: the database was written by a newer Lectern/);
      await assertUnchanged();
    });

    test("a backup without a checksum is restored with a warning, and migrated from the first released texts", async (t) => {
      const source = await createTestDatabase("sqlite");
      t.after(source.remove);
      const earlier = openDatabase(readConfig(source.environment));
      const texts = migrations.slice(0, 6).map((migration) => earlierText(migration, maxAge));
      await applyWithoutChecksums(earlier, texts);
      await earlier.exclusive(async (trx) => {
        await sql`insert into users values ('user', 'old@example.com', 'Old', null, '', '2030')`.execute(trx);
        await sql`insert into tokens values ('token', 'user', 'hash', 'Old token', '2030', null, null)`.execute(
          trx,
        );
      });
      await earlier.close();
      const file = join(source.environment.LECTERN_DATA_DIR ?? "", "lectern.db");
      const target = await createTestDatabase(kind);
      t.after(target.remove);
      const { code, stderr } = await runLectern(target.environment, "restore", file);
      assert.equal(code, 0, stderr);
      assert.match(stderr, /lectern\.db has no checksum: /);
      const { stdout } = await runLectern(target.environment, "token", "list");
      assert.match(stdout, /old@example\.com\tOld token/);
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
