import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { describeOnEachDatabase } from "../../../test/support/app.ts";
import { createRandom } from "../../../test/support/random.ts";
import { readBackup, type Verification } from "./read-backup.ts";
import { writeBackup } from "./write-backup.ts";

const lineLength = 89;

describeOnEachDatabase("reading a backup", (suite) => {
  let folder = "";
  let file = "";
  let backup: Buffer;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "lectern-backups-"));
    file = join(folder, "backup");
    const { database } = suite.app.context;
    await suite.app.page((await suite.app.space()).path, "Page", {
      document: { markdown: "Text of a page. ".repeat(10_000) },
    });
    // Leaves free pages in an SQLite file.
    await database.write((trx) => sql`create table dropped (text text)`.execute(trx));
    await database.write((trx) => sql`insert into dropped values (${"free ".repeat(5000)})`.execute(trx));
    await database.write((trx) => sql`drop table dropped`.execute(trx));
    await writeBackup(database, file, {});
    backup = readFileSync(file);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  let copies = 0;
  async function read(bytes: Uint8Array): Promise<Verification> {
    writeFileSync(file, bytes);
    copies += 1;
    return readBackup(file, join(folder, `copy-${copies}`), () => {});
  }

  function flipBit(position: number): Buffer {
    const damaged = Buffer.from(backup);
    damaged[position] = (damaged[position] ?? 0) ^ (1 << (position % 8));
    return damaged;
  }

  test("verifies its checksum and copies the database", async () => {
    assert.equal(await read(backup), "verified");
    assert.deepEqual(readFileSync(join(folder, `copy-${copies}`)), backup.subarray(0, -lineLength));
    // The backup itself is an SQLite file, too.
    const database = new DatabaseSync(file, { readOnly: true });
    assert.deepEqual({ ...database.prepare("pragma integrity_check").get() }, { integrity_check: "ok" });
    if (suite.kind === "sqlite")
      assert.notDeepEqual({ ...database.prepare("pragma freelist_count").get() }, { freelist_count: 0 });
    database.close();
  });

  test("refuses it if any bit has changed", async () => {
    const random = createRandom(7);
    const content = backup.length - lineLength;
    for (const [start, length] of [
      [0, 100],
      [0, content],
      [content, lineLength],
    ] as const)
      for (let i = 0; i < 15; i++) {
        const position = start + random.below(length);
        const message =
          position < 16 ? /it is not an SQLite file/ : /its checksum is wrong|its last bytes are damaged/;
        await assert.rejects(read(flipBit(position)), message, `byte ${position}`);
      }
  });

  test("refuses a truncated file, an empty one and others", async () => {
    const random = createRandom(8);
    for (let i = 0; i < 15; i++) {
      const length = 100 + random.below(backup.length - lineLength - 100);
      await assert.rejects(read(backup.subarray(0, length)), /it is truncated/, `${length} bytes`);
    }
    for (const missing of [1, lineLength - 1])
      await assert.rejects(read(backup.subarray(0, -missing)), /its last bytes are damaged/);
    await assert.rejects(read(new Uint8Array()), /it is empty/);
    await assert.rejects(read(Buffer.from("something else")), /it is not an SQLite file/);
    const empty = join(folder, "empty");
    const database = new DatabaseSync(empty);
    database.exec("create table users (id text)");
    database.close();
    await assert.rejects(read(readFileSync(empty)), /it contains no users/);
  });

  test("accepts a file without a checksum, unless its structure is damaged", async () => {
    const content = backup.subarray(0, -lineLength);
    assert.equal(await read(content), "no-checksum");
    const copy = new DatabaseSync(join(folder, `copy-${copies}`));
    assert.notEqual(copy.prepare("select id from users").get(), undefined);
    copy.close();
    const damaged = Buffer.from(content);
    damaged.fill(0, 3 * 4096, 4 * 4096);
    await assert.rejects(read(damaged), /Tree|malformed|Page/i);
  });

  test("reads the write-ahead log beside a file, which its checksum does not cover", async () => {
    writeFileSync(`${file}-wal`, "");
    assert.equal(await read(backup), "has-log");
  });
});
