import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type Environment, readConfig } from "../../src/config/config.ts";
import { newId } from "../../src/platform/index.ts";
import { blobOf, moveFiles, readBlob, readWholeBlob, storeBlob } from "../../src/storage/files/index.ts";
import { findWriteProblem } from "../../src/storage/objects/find-problem.ts";
import { openObjects } from "../../src/storage/objects/index.ts";
import { bootApp, describeOnce, type TestApp } from "../support/app.ts";
import { createTestDatabase } from "../support/databases.ts";
import { fastFolder } from "../support/fast-folder.ts";
import { bucket, type ObjectStorage, startObjectStorage } from "../support/object-storage.ts";
import { cleanEnvironment, lecternProgram, runLectern } from "../support/server.ts";

describeOnce("files that are moved", (suite) =>
  describe("while a server runs", () => {
    const folder = mkdtempSync(join(fastFolder(), "lectern-moved-"));
    const contents = [...Array.from({ length: 40 }, () => randomBytes(100_000)), randomBytes(9_000_000)];
    const hashes = contents.map((bytes) => blobOf(bytes).hash);
    let storage: ObjectStorage;
    let app: TestApp;
    let environment: Environment;
    let repository: string;

    before(async () => {
      storage = await startObjectStorage();
      environment = { ...suite.environment, ...storage.environment };
      app = await bootApp(environment);
      const { id } = await app.space();
      const space = app.context.database.read.selectFrom("spaces").where("id", "=", id);
      repository = (await space.select("repository_id").executeTakeFirstOrThrow()).repository_id;
      // Stored in the database, before the object storage was set up.
      for (const bytes of contents) await storeBlob(suite.app.context, repository, blobOf(bytes));
    });
    after(async () => {
      await app.close();
      await storage.remove();
      rmSync(folder, { recursive: true, force: true });
    });

    async function countIn(place: "objects" | "chunks", { context } = app): Promise<number> {
      const { read } = context.database;
      if (place === "chunks")
        return (await read.selectFrom("blob_chunks").select("hash").distinct().execute()).length;
      return (await read.selectFrom("blobs").where("object", "is not", null).select("hash").execute()).length;
    }

    async function assertReadable({ context } = app): Promise<void> {
      for (const [i, hash] of hashes.entries())
        assert.ok(
          (await readWholeBlob(context, repository, hash)).equals(contents[i] ?? Buffer.alloc(0)),
          hash,
        );
    }

    /** Kills the command after it has moved some files. */
    async function moveAndKill(to: "s3" | "database", isBegun: () => Promise<boolean>): Promise<void> {
      const child = spawn(process.execPath, [lecternProgram, "files", "move", "--to", to], {
        env: cleanEnvironment(environment),
        stdio: "ignore",
      });
      const ended = once(child, "exit");
      while (child.exitCode === null && !(await isBegun())) await sleep(5);
      child.kill("SIGKILL");
      await ended;
    }

    async function finishMove(to: "s3" | "database", message: RegExp): Promise<void> {
      const { code, stderr } = await runLectern(environment, "files", "move", "--to", to);
      assert.equal(code, 0, stderr);
      assert.match(stderr, message);
    }

    test("are at one place or the other, also after the command was killed", async () => {
      // A reader that has begun before continues at the new place.
      const large = hashes.at(-1) ?? "";
      const reader = readBlob(app.context, repository, large, { start: 0, end: 9_000_000 });
      const first = (await reader.next()).value ?? new Uint8Array();
      await moveAndKill("s3", async () => (await countIn("objects")) > 5);
      const moved = await countIn("objects");
      assert.ok(moved > 5 && moved < contents.length, `${moved} files were moved before the kill`);
      await assertReadable();
      await finishMove("s3", /^Files moved from the database to s3:\/\/lectern-files\/documentation: \d+/m);
      assert.deepEqual([await countIn("objects"), await countIn("chunks")], [contents.length, 0]);
      const { stdout } = await runLectern(environment, "storage");
      assert.match(stdout, /^files in object storage\t12\.4 MB\t41 files$/m);
      const rest = await Array.fromAsync(reader);
      assert.ok(Buffer.concat([first, ...rest]).equals(contents.at(-1) ?? Buffer.alloc(0)));
      await assertReadable();
    });

    test("are part of a backup, and restored to where the setting says", async () => {
      const [full, partial] = [join(folder, "full.backup"), join(folder, "partial.backup")];
      const written = await runLectern(environment, "backup", full);
      assert.equal(written.code, 0, written.stderr);
      assert.match(written.stderr, /^Included files from the object storage: 41, 12\.4 MB$/m);
      const { stderr } = await runLectern(environment, "backup", "--without-files", partial);
      assert.match(stderr, /^Files that are not in the backup, but in the object storage only: 41\./m);

      // Each on one of the databases: an own object storage, and none.
      const other = storage.environment.LECTERN_FILES_URL?.replace("documentation", "restored");
      const setting = suite.kind === "sqlite" ? { ...storage.environment, LECTERN_FILES_URL: other } : {};
      const database = await createTestDatabase(suite.kind);
      try {
        const target = { ...database.environment, ...setting };
        const restored = await runLectern(target, "restore", full);
        assert.equal(restored.code, 0, restored.stderr);
        const copy = await bootApp(target);
        assert.deepEqual(
          [await countIn("objects", copy), await countIn("chunks", copy)],
          suite.kind === "sqlite" ? [41, 0] : [0, 41],
        );
        await assertReadable(copy);
        await copy.close();
        // The same data, with references to the objects of the first server.
        const again = await runLectern({ ...target, ...storage.environment }, "restore", partial);
        assert.match(again.stderr, /does not contain 41 files, which must be in the object storage s3:/);
        const referring = await bootApp({ ...target, ...storage.environment });
        await assertReadable(referring);
        await referring.close();
      } finally {
        await database.remove();
      }
    });

    test("are moved back to the database, while new files go there too", async () => {
      await moveAndKill("database", async () => (await countIn("objects")) < contents.length - 5);
      const left = await countIn("objects");
      assert.ok(left > 0 && left < contents.length - 5, `${left} files were left at the kill`);
      await assertReadable();
      const added = blobOf(randomBytes(1000));
      await storeBlob(app.context, repository, added);
      assert.equal((await countIn("objects")) <= left, true);
      await finishMove("database", /to the database\. It keeps the objects for another day/);
      assert.deepEqual([await countIn("objects"), await countIn("chunks")], [0, contents.length + 1]);
      await assertReadable(suite.app);
      const { stdout } = await runLectern(environment, "doctor");
      assert.match(
        stdout,
        /files +warning +New files are stored in the database since `files move --to database`/,
      );
    });

    test("stay where they are if the object storage has lost them", async () => {
      await finishMove("s3", /^Files moved/m);
      const { database, objects } = app.context;
      const row = await database.read
        .selectFrom("blobs")
        .where("hash", "=", hashes[0] ?? "")
        .select("object")
        .executeTakeFirstOrThrow();
      await objects?.removeMany([row.object ?? ""]);
      const { code, stderr } = await runLectern(environment, "files", "move", "--to", "database");
      assert.equal(code, 1);
      assert.match(stderr, /^Not moved: the file \S+: there is no object blobs/m);
      assert.equal(await countIn("objects"), 1);
    });

    test("stay in the database if they are damaged, and are skipped if they are deleted meanwhile", async () => {
      const { database, objects } = app.context;
      assert.ok(objects);
      const blobs = Array.from({ length: 4 }, () => blobOf(randomBytes(100_000)));
      const [damaged = "", deleted = ""] = blobs.map(({ hash }) => hash);
      for (const blob of blobs) await storeBlob(suite.app.context, repository, blob);
      await database.write((trx) =>
        trx.deleteFrom("blob_chunks").where("hash", "=", damaged).where("sequence", "=", 1).execute(),
      );
      const put: typeof objects.put = async (name, content) => {
        if (name.startsWith(`blobs/${deleted}`))
          await database.write(async (trx) => {
            await trx.deleteFrom("blobs").where("hash", "=", deleted).execute();
            await trx.deleteFrom("blob_chunks").where("hash", "=", deleted).execute();
          });
        return objects.put(name, content);
      };
      const moved = await moveFiles({ ...app.context, objects: { ...objects, put } }, "s3");
      assert.deepEqual(moved.failures, [`the file ${damaged}: a chunk of a file is missing`]);
      const rows = await database.read
        .selectFrom("blobs")
        .where(
          "hash",
          "in",
          blobs.map(({ hash }) => hash),
        )
        .select(["hash", "object"])
        .execute();
      assert.equal(rows.length, 3);
      for (const { hash, object } of rows) assert.equal(object === null, hash === damaged);
    });

    test("need no repair of an object storage in which a killed process left what it tried to write", async () => {
      const config = readConfig(environment);
      assert.ok(config.objectStorage);
      const left = async function* () {
        yield Buffer.from(newId());
      };
      await openObjects(config)?.put("write-probe", left());
      assert.equal(await findWriteProblem(config.objectStorage), undefined);
    });

    test("need an object storage that accepts the credentials and has the bucket", async () => {
      const wrong = { ...environment, AWS_SECRET_ACCESS_KEY: "wrong" };
      const served = await runLectern(wrong, "serve");
      assert.equal(served.code, 1);
      assert.match(
        served.stderr,
        /^The object storage at http:\S+ refuses the credentials for the bucket lectern-files \(SignatureDoesNotMatch: .*\)\. Correct AWS_ACCESS_KEY_ID/m,
      );
      const elsewhere = {
        ...environment,
        LECTERN_FILES_URL: environment.LECTERN_FILES_URL?.replace(bucket, "another"),
      };
      const missing = await runLectern(elsewhere, "files", "move", "--to", "s3");
      assert.match(missing.stderr, /has no bucket another\. Create the bucket, or correct LECTERN_FILES_URL/);
      const hanging = createServer(() => {}).listen(0, "127.0.0.1");
      await once(hanging, "listening");
      try {
        const { port } = hanging.address() as AddressInfo;
        const url = `s3://${bucket}?endpoint=http://127.0.0.1:${port}`;
        const { objectStorage } = readConfig({ ...environment, LECTERN_FILES_URL: url });
        assert.ok(objectStorage);
        const startedAt = performance.now();
        const problem = await findWriteProblem(objectStorage);
        assert.deepEqual([problem?.isTemporary, performance.now() - startedAt < 10_000], [true, true]);
      } finally {
        hanging.closeAllConnections();
        hanging.close();
      }
      const unset = await runLectern(suite.environment, "files", "move", "--to", "s3");
      assert.match(unset.stderr, /set LECTERN_FILES_URL, for this command and the server/);
    });
  }),
);
