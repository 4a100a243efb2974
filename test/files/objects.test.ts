import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import { readConfig } from "../../src/config/config.ts";
import { systemClock } from "../../src/platform/clock.ts";
import {
  blobOf,
  compareObjects,
  copyBlobs,
  readBlob,
  readWholeBlob,
  releaseAllObjects,
  removeUnusedObjects,
  scheduleObjectChecks,
  storeBlob,
  storeRunFile,
} from "../../src/storage/files/index.ts";
import { openS3 } from "../../src/storage/objects/s3-store.ts";
import { removeUnusedRepositories } from "../../src/storage/repositories/remove-unused.ts";
import { bootApp, describeOnEachDatabase, type TestApp } from "../support/app.ts";
import { bucket, type ObjectStorage, startObjectStorage } from "../support/object-storage.ts";

const day = 24 * 3_600_000;

describeOnEachDatabase("files", (suite) =>
  describe("in object storage", () => {
    let storage: ObjectStorage;
    let app: TestApp;
    let stored: ReturnType<typeof openS3>;

    before(async () => {
      storage = await startObjectStorage();
      app = await bootApp({ ...suite.environment, ...storage.environment });
      assert.ok(app.context.objects);
      stored = app.context.objects;
    });
    after(async () => {
      await app.close();
      await storage.remove();
    });

    async function insert(path: string, bytes: Buffer, type = "application/octet-stream", from = app) {
      const file = { name: "data.bin", contentType: type, base64: bytes.toString("base64") };
      const body = { changes: [{ operation: "insert_files", files: [file] }] };
      const { insertedFiles } = await from.ok(app.admin, `POST ${path}/content`, { body });
      return insertedFiles[0].downloadURL as string;
    }

    async function download(url: string, headers: Record<string, string> = {}, from = app) {
      const { pathname, search } = new URL(url);
      return from.app.inject({ method: "GET", url: pathname + search, headers });
    }

    const names = async () => (await Array.fromAsync(stored.list("blobs/"))).map(({ name }) => name);
    const chunks = () => app.context.database.read.selectFrom("blob_chunks").select("hash").execute();

    test("are stored as objects, and sent in full or in part", async () => {
      const { path } = await app.space();
      const before = (await chunks()).length;
      for (const size of [0, 1000, 300_000]) {
        const bytes = randomBytes(size);
        const url = await insert(path, bytes);
        const whole = await download(url);
        assert.equal(whole.statusCode, 200);
        assert.ok(whole.rawPayload.equals(bytes), `${size} bytes`);
        if (size === 0) continue;
        const part = await download(url, { range: `bytes=${size - 900}-${size - 301}` });
        assert.deepEqual(
          [part.statusCode, part.headers["content-range"]],
          [206, `bytes ${size - 900}-${size - 301}/${size}`],
        );
        assert.ok(part.rawPayload.equals(bytes.subarray(size - 900, size - 300)));
        const other = await download(url, { range: "bytes=0-9", "if-range": '"another"' });
        assert.equal(other.statusCode, 200);
        assert.equal((await download(url, { range: `bytes=${size}-` })).statusCode, 416);
      }
      assert.equal((await chunks()).length, before);
      assert.equal((await names()).length, 3);
    });

    test("are stored in parts if they are large", async () => {
      const { id } = await app.space();
      const { repository_id } = await app.context.database.read
        .selectFrom("spaces")
        .where("id", "=", id)
        .select("repository_id")
        .executeTakeFirstOrThrow();
      const bytes = randomBytes(20 * 1024 * 1024 + 7);
      const blob = blobOf(bytes);
      await storeBlob(app.context, repository_id, blob);
      assert.ok((await readWholeBlob(app.context, repository_id, blob.hash)).equals(bytes));
      const range = { start: 8 * 1024 * 1024 - 5, end: 8 * 1024 * 1024 + 5 };
      const part = await Array.fromAsync(readBlob(app.context, repository_id, blob.hash, range));
      assert.ok(Buffer.concat(part).equals(bytes.subarray(range.start, range.end)));
    });

    test("are stored once if the answer to the last request of several is lost", async () => {
      const endpoint = new URL((storage.environment.LECTERN_FILES_URL ?? "").split("endpoint=")[1] ?? "");
      let lost = 0;
      // Passes requests on as they are, since the name of the host is signed.
      const proxy = createServer((incoming, answer) => {
        const { method, url = "", headers } = incoming;
        const isLost = method === "POST" && url.includes("uploadId=") && lost++ === 0;
        const outgoing = request(
          { host: endpoint.hostname, port: endpoint.port, method, path: url, headers },
          (response) => {
            if (isLost) return response.resume().on("end", () => answer.destroy());
            answer.writeHead(response.statusCode ?? 0, response.headers);
            response.pipe(answer);
          },
        );
        incoming.pipe(outgoing);
      }).listen(0, "127.0.0.1");
      await once(proxy, "listening");
      try {
        const { port } = proxy.address() as AddressInfo;
        const url = `s3://${bucket}/documentation?endpoint=http://127.0.0.1:${port}`;
        const { objectStorage } = readConfig({ ...storage.environment, LECTERN_FILES_URL: url });
        assert.ok(objectStorage);
        const name = "parts/one";
        await openS3(objectStorage).put(name, blobOf(randomBytes(9 * 1024 * 1024)).read());
        assert.ok(lost > 1);
        assert.equal(await stored.size(name), 9 * 1024 * 1024);
        await stored.removeMany([name]);
      } finally {
        proxy.closeAllConnections();
        proxy.close();
      }
    });

    test("are refused with 503 while the store does not answer, and nothing is changed", async () => {
      const { path } = await app.space();
      const url = await insert(path, randomBytes(500));
      const { revision } = await app.ok(app.admin, `GET ${path}`);
      await storage.stop();
      try {
        const failed = await download(url);
        assert.deepEqual([failed.statusCode, failed.headers["retry-after"]], [503, "5"]);
        assert.match(failed.json().error.message, /the object storage does not answer$/);
        const body = {
          changes: [
            { operation: "insert_files", files: [{ name: "x", contentType: "a/b", base64: "QUJD" }] },
          ],
        };
        await app.refused(app.admin, `POST ${path}/content`, 503, /object storage does not answer/, { body });
        assert.equal((await app.ok(app.admin, `GET ${path}`)).revision, revision);
      } finally {
        await storage.start();
      }
      assert.equal((await download(url)).statusCode, 200);
    });

    test("are read from the database if they were stored there before", async () => {
      const { path } = await app.space();
      const bytes = randomBytes(200_000);
      const url = await insert(path, bytes, "a/b", suite.app);
      assert.ok((await download(url)).rawPayload.equals(bytes));
    });

    test("are refused with a clear message by a server without the setting", async () => {
      const { path } = await app.space();
      const url = await insert(path, randomBytes(10));
      const reply = await download(url, {}, suite.app);
      assert.equal(reply.statusCode, 503);
      assert.match(reply.json().error.message, /must set LECTERN_FILES_URL$/);
    });

    test("share their objects with copies in other repositories, and are removed a day after the last one", async () => {
      const other = await app.organization();
      const { id, path } = await app.space();
      const bytes = randomBytes(2000);
      await insert(path, bytes);
      const [objects, before] = [await names(), systemClock.time()];
      const { downloadURL } = (await app.ok(app.admin, `GET ${path}/content/files`)).items[0];
      assert.ok(downloadURL);
      const repository = { id: `copy-${suite.kind}`, organization_id: other.id, kept_until: null };
      const { database } = app.context;
      const { repository_id: from } = await database.read
        .selectFrom("spaces")
        .where("id", "=", id)
        .select("repository_id")
        .executeTakeFirstOrThrow();
      await database.write((trx) => trx.insertInto("repositories").values(repository).execute());
      const blobs = await database.read
        .selectFrom("blobs")
        .where("repository_id", "=", from)
        .selectAll()
        .execute();
      await copyBlobs(
        database,
        { from, to: repository.id },
        blobs.map(({ hash }) => hash),
      );
      assert.deepEqual(await names(), objects);
      assert.ok((await readWholeBlob(app.context, repository.id, blobs[0]?.hash ?? "")).equals(bytes));

      // The copy has no owner, so it is removed. Its object is not, since the space refers to it.
      const at = (time: number) => ({
        ...app.context,
        clock: { time: () => time, now: () => new Date(time).toISOString() },
      });
      await removeUnusedRepositories(app.context);
      assert.equal(
        (
          await database.read
            .selectFrom("blobs")
            .where("repository_id", "=", repository.id)
            .selectAll()
            .execute()
        ).length,
        0,
      );
      await removeUnusedObjects(at(before + 2 * day));
      assert.deepEqual(await names(), objects);

      await database.write(async (trx) => {
        await trx
          .updateTable("blobs")
          .where("repository_id", "=", from)
          .set({ object: "blobs/none" })
          .execute();
      });
      await database.write((trx) =>
        scheduleObjectChecks(trx, [blobs[0]?.object ?? ""], new Date(before).toISOString()),
      );
      await removeUnusedObjects(at(before + day - 1000));
      assert.deepEqual(await names(), objects);
      await removeUnusedObjects(at(before + 2 * day));
      assert.deepEqual(
        await names(),
        objects.filter((name) => name !== blobs[0]?.object),
      );
    });

    test("are downloaded from the store itself if the setting allows it, and their type needs no policy", async () => {
      const { path } = await app.space();
      const bytes = randomBytes(1_500_000);
      const redirecting = await bootApp({
        ...suite.environment,
        ...storage.environment,
        LECTERN_FILES_REDIRECT: "true",
      });
      try {
        const [video, image, page] = await Promise.all(
          ["video/mp4", "image/svg+xml", "text/html"].map((type) => insert(path, bytes, type)),
        );
        const reply = await download(video ?? "", {}, redirecting);
        assert.equal(reply.statusCode, 302);
        assert.match(String(reply.headers["cache-control"]), /no-store/);
        const location = String(reply.headers.location);
        const sent = await fetch(location, { headers: { range: "bytes=0-99" } });
        assert.deepEqual(
          [
            sent.status,
            sent.headers.get("content-type"),
            sent.headers.get("content-disposition")?.slice(0, 6),
          ],
          [206, "video/mp4", "inline"],
        );
        assert.ok(Buffer.from(await sent.arrayBuffer()).equals(bytes.subarray(0, 100)));
        const forged = await fetch(location.replace("video%2Fmp4", "text%2Fhtml"));
        assert.equal(forged.status, 403);
        await forged.text();
        for (const url of [image, page]) {
          const { statusCode, headers } = await download(url ?? "", {}, redirecting);
          assert.deepEqual(
            [statusCode, headers["content-security-policy"]],
            [200, "default-src 'none'; sandbox"],
          );
        }
        assert.equal(
          (await download(await insert(path, randomBytes(1000), "image/png"), {}, redirecting)).statusCode,
          200,
        );
        assert.equal((await download(video ?? "")).statusCode, 200);
      } finally {
        await redirecting.close();
      }
    });

    test("are compared with the objects that exist", async () => {
      const { path } = await app.space();
      await insert(path, randomBytes(3000));
      const { database, clock } = app.context;
      const inTwoDays = {
        time: () => clock.time() + 2 * day,
        now: () => new Date(clock.time() + 2 * day).toISOString(),
      };
      const compare = () => compareObjects({ ...app.context, clock: inTwoDays });
      const before = await compare();
      const name = "blobs/unused/one";
      await stored.put(name, blobOf(randomBytes(70)).read());
      const { object } = await database.read
        .selectFrom("blobs")
        .where("object", "is not", null)
        .where("size", "=", 3000)
        .select("object")
        .executeTakeFirstOrThrow();
      await stored.removeMany([object ?? ""]);
      assert.deepEqual(await compare(), {
        missing: [...before.missing, object].toSorted(),
        unused: [...before.unused, { name, size: 70 }],
      });
      assert.deepEqual((await compareObjects(app.context)).unused, []);
    });

    test("are kept for a month after a restore, and checked again if that was scheduled meanwhile", async () => {
      const { path } = await app.space();
      await insert(path, randomBytes(4000));
      const { database, clock, objects } = app.context;
      assert.ok(objects);
      const file = { id: `run-${suite.kind}`, organizationId: app.organizationId, userId: app.admin.id };
      const times = { now: clock.now(), expiresAt: clock.now() };
      await storeRunFile(
        app.context,
        { ...file, ...times, name: "export.zip" },
        blobOf(randomBytes(50)).read(),
      );
      const rows = await Promise.all([
        database.read.selectFrom("blobs").where("size", "=", 4000).select("object").executeTakeFirstOrThrow(),
        database.read
          .selectFrom("run_files")
          .where("id", "=", file.id)
          .select("object")
          .executeTakeFirstOrThrow(),
      ]);
      const released = rows.map(({ object }) => object ?? "");
      const at = (days: number) => {
        const now = () => new Date(clock.time() + days * day).toISOString();
        return { ...app.context, clock: { ...clock, now } };
      };
      // Both were stored today, so they would be checked tomorrow.
      await database.write(async (trx) => {
        await releaseAllObjects(trx, clock.now());
        await trx.updateTable("blobs").where("size", "=", 4000).set({ object: "blobs/none" }).execute();
        await trx.deleteFrom("run_files").where("id", "=", file.id).execute();
      });
      await removeUnusedObjects(at(29));
      const left = async () => Promise.all(released.map((name) => stored.size(name)));
      assert.deepEqual(await left(), [4000, 50]);

      const [kept = "", other = ""] = released;
      await database.write((trx) =>
        trx.updateTable("blobs").where("size", "=", 4000).set({ object: kept }).execute(),
      );
      const removeMany = async (names: readonly string[]) => {
        if (names.includes(other))
          await database.write(async (trx) => {
            await trx.updateTable("blobs").where("size", "=", 4000).set({ object: "blobs/none" }).execute();
            await scheduleObjectChecks(trx, [kept], at(31).clock.now());
          });
        await objects.removeMany(names);
      };
      await removeUnusedObjects({ ...at(31), objects: { ...objects, removeMany } });
      assert.deepEqual(await left(), [4000, undefined]);
      await removeUnusedObjects(at(33));
      assert.deepEqual(await left(), [undefined, undefined]);
    });

    test("cannot be read with other credentials", async () => {
      const { objectStorage } = readConfig({ ...storage.environment, AWS_SECRET_ACCESS_KEY: "wrong" });
      assert.ok(objectStorage);
      await assert.rejects(openS3(objectStorage).size("blobs/x"), { status: 503 });
    });
  }),
);
