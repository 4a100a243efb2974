import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../../test/support/app.ts";

/** A PNG of one pixel. */
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

interface FileInput {
  name: string;
  contentType?: string;
  base64?: string;
  url?: string;
  ref?: string;
}

describeOnEachDatabase(
  "files",
  (suite) => {
    async function insert(path: string, ...files: FileInput[]) {
      const body = { changes: [{ operation: "insert_files", files }] };
      const { insertedFiles } = await suite.app.ok(suite.app.admin, `POST ${path}/content`, { body });
      return insertedFiles;
    }

    async function download(
      url: string,
      headers: Record<string, string> = {},
      method: "GET" | "HEAD" = "GET",
    ) {
      const { pathname, search } = new URL(url);
      return suite.app.app.inject({ method, url: pathname + search, headers });
    }

    test("are stored with their name, type, size and dimensions, and listed page by page", async () => {
      const { app } = suite;
      const { path } = await app.space();
      const [file] = await insert(path, { name: "pixel.png", contentType: "image/PNG; x=y", base64: pixel });
      const { id, downloadURL, ...rest } = file;
      assert.deepEqual(rest, {
        name: "pixel.png",
        contentType: "image/png",
        size: Buffer.from(pixel, "base64").length,
        dimensions: { width: 1, height: 1 },
      });
      assert.deepEqual(await app.ok(app.admin, `GET ${path}/content/files/${id}`), file);
      await insert(
        path,
        ...Array.from({ length: 4 }, (_, i) => ({ name: `${i}`, contentType: "a/b", base64: "" })),
      );
      const { revision } = await app.ok(app.admin, `GET ${path}`);
      for (const base of [`${path}/content`, `${path}/revisions/${revision}`]) {
        const seen: string[] = [];
        for (let page: string | undefined, done = false; !done; done = page === undefined) {
          const list = await app.ok(app.admin, `GET ${base}/files`, {
            query: { limit: 2, ...(page && { page }) },
          });
          assert.equal(list.count, 5);
          seen.push(...list.items.map(({ name }: { name: string }) => name));
          page = list.next?.page;
        }
        assert.deepEqual(seen, ["pixel.png", "0", "1", "2", "3"]);
      }
      const { files } = await app.ok(app.admin, `GET ${path}/content`);
      assert.equal(files.length, 5);
    });

    test("are downloaded in full or in part from a signed URL, without a token", async () => {
      const { app } = suite;
      const { path } = await app.space();
      const bytes = randomBytes(300_000);
      const base64 = bytes.toString("base64");
      const [file] = await insert(path, {
        name: "data.bin",
        contentType: "application/octet-stream",
        base64,
      });
      const whole = await download(file.downloadURL);
      assert.equal(whole.statusCode, 200);
      assert.ok(whole.rawPayload.equals(bytes));
      assert.equal(whole.headers["content-type"], "application/octet-stream");
      assert.equal(whole.headers["content-length"], "300000");
      assert.equal(whole.headers["accept-ranges"], "bytes");
      const etag = String(whole.headers.etag);
      assert.match(etag, /^"[\w-]+"$/);
      for (const seen of [etag, `W/${etag}`, `"other", ${etag}`, "*"])
        assert.equal((await download(file.downloadURL, { "if-none-match": seen })).statusCode, 304, seen);
      const head = await download(file.downloadURL, {}, "HEAD");
      assert.deepEqual([head.statusCode, head.headers["content-length"], head.body], [200, "300000", ""]);

      for (const [range, start, end] of [
        ["bytes=0-0", 0, 1],
        ["bytes=65530-65545", 65_530, 65_546],
        ["bytes=100000-", 100_000, 300_000],
        ["bytes=-5", 299_995, 300_000],
        ["bytes=0-999999", 0, 300_000],
      ] as const) {
        const part = await download(file.downloadURL, { range });
        assert.equal(part.statusCode, 206, range);
        assert.equal(part.headers["content-range"], `bytes ${start}-${end - 1}/300000`);
        assert.ok(part.rawPayload.equals(bytes.subarray(start, end)), range);
      }
      const beyond = await download(file.downloadURL, { range: "bytes=300000-" });
      assert.deepEqual([beyond.statusCode, beyond.headers["content-range"]], [416, "bytes */300000"]);
      for (const range of ["bytes=0-1,3-4", "bytes=5-2", "lines=1-2", "bytes=a-b"])
        assert.equal((await download(file.downloadURL, { range })).statusCode, 200, range);
      assert.equal(
        (await download(file.downloadURL, { range: "bytes=0-0", "if-range": '"x"' })).statusCode,
        200,
      );
      assert.equal(
        (await download(file.downloadURL, { range: "bytes=0-0", "if-range": etag })).statusCode,
        206,
      );
    });

    test("cannot be downloaded from a forged URL, nor after their space is deleted", async () => {
      const { app } = suite;
      const [space, other] = [await app.space(), await app.space()];
      const [{ downloadURL }] = await insert(space.path, {
        name: "a.txt",
        contentType: "text/plain",
        base64: "YQ==",
      });
      const forged = [
        downloadURL.replace(space.id, other.id),
        downloadURL.replace("a.txt", "b.txt"),
        downloadURL.replace("text%2Fplain", "text%2Fhtml"),
        downloadURL.replace(/signature=..../, "signature=AAAA"),
        downloadURL.replace(/signature=.*/, ""),
        downloadURL.replace(/\?.*/, ""),
        `${downloadURL}&signature=x`,
      ];
      for (const url of forged) assert.equal((await download(url)).statusCode, 404, url);
      assert.equal((await download(downloadURL)).body, "a");
      await app.ok(app.admin, `DELETE ${space.path}`);
      assert.equal((await download(downloadURL)).statusCode, 404);
    });

    test("are never executed by a browser, whatever their name and type", async () => {
      const { app } = suite;
      const { path } = await app.space();
      const names = [
        '"><script>.html',
        "../../etc/passwd",
        "a\\b;c=d.svg",
        "名前 😀.html",
        "%0d%0aX: y",
        "'()*.js",
        "CON",
      ];
      for (const name of names) {
        for (const contentType of ["text/html", "image/svg+xml", "application/javascript"]) {
          const [file] = await insert(path, { name, contentType, base64: "PHNjcmlwdD4=" });
          assert.equal(file.name, name);
          const { headers, statusCode } = await download(file.downloadURL);
          assert.equal(statusCode, 200);
          const disposition = String(headers["content-disposition"]);
          assert.match(disposition, /^attachment; filename="[^"\\%/]*"(?:; filename\*=UTF-8''[\w.~!%-]*)?$/);
          const [, encoded] = disposition.split("; filename*=UTF-8''");
          assert.equal(encoded === undefined ? disposition.split('"')[1] : decodeURIComponent(encoded), name);
          assert.equal(headers["x-content-type-options"], "nosniff");
          assert.match(String(headers["content-security-policy"]), /sandbox/);
        }
      }
      const [image] = await insert(path, { name: "a.png", contentType: "image/png", base64: pixel });
      assert.match(String((await download(image.downloadURL)).headers["content-disposition"]), /^inline;/);
    });

    test("are not inserted if the author loses access while they are fetched", async () => {
      const { app } = suite;
      const { path } = await app.space();
      const author = await app.member("read");
      await app.give(path, "edit", { users: [author] });
      const server = createServer(async (_, response) => {
        await app.ok(app.admin, `DELETE ${path}/permissions/users/${author.id}`);
        response.end("text");
      }).listen(0, "127.0.0.1");
      await new Promise((resolve) => server.once("listening", resolve));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const body = { changes: [{ operation: "insert_files", files: [{ name: "a.txt", url }] }] };
      try {
        await app.refused(author, `POST ${path}/content`, 403, /needs the role edit/, { body });
      } finally {
        server.close();
      }
      assert.equal((await app.ok(app.admin, `GET ${path}/content/files`)).count, 0);
    });

    test("can be inserted from a URL", async () => {
      const { app } = suite;
      const { path } = await app.space();
      const server = createServer((request, response) => {
        if (request.url === "/pixel") response.setHeader("content-type", "image/png");
        response.statusCode = request.url === "/missing" ? 404 : 200;
        response.end(Buffer.from(pixel, "base64"));
      }).listen(0, "127.0.0.1");
      await new Promise((resolve) => server.once("listening", resolve));
      const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      try {
        const [named, typed] = await insert(
          path,
          { name: "a.png", url: `${base}/pixel` },
          { name: "b.bin", url: `${base}/other`, contentType: "application/x-own" },
        );
        assert.deepEqual([named.contentType, named.dimensions], ["image/png", { width: 1, height: 1 }]);
        assert.deepEqual([typed.contentType, typed.dimensions], ["application/x-own", undefined]);
        assert.ok((await download(named.downloadURL)).rawPayload.equals(Buffer.from(pixel, "base64")));
        const files = [{ name: "c", url: `${base}/missing` }];
        const body = { changes: [{ operation: "insert_files", files }] };
        await app.refused(app.admin, `POST ${path}/content`, 400, /files\[0\]\.url: returned status 404/, {
          body,
        });
      } finally {
        server.close();
      }
    });

    test("are refused if invalid, and nothing of the batch is stored", async () => {
      const { app } = suite;
      const { path } = await app.space();
      const before = await app.ok(app.admin, `GET ${path}`);
      const good = { name: "a", contentType: "text/plain", base64: "YQ==" };
      const invalid = [
        [{ ...good, base64: "YQ=" }, /files\[1\]\.base64: is not valid base64/],
        [{ ...good, base64: "<script>" }, /files\[1\]\.base64/],
        [{ ...good, contentType: "nonsense" }, /files\[1\]\.contentType: must be a media type/],
        [{ ...good, contentType: "text/html\r\nX: y" }, /files\[1\]\.contentType/],
        [{ name: "a", base64: "YQ==" }, /files\[1\]\.contentType: is required/],
        [{ name: "a" }, /files\[1\]: must have either url or base64/],
        [{ ...good, url: "https://example.com" }, /files\[1\]: must have either/],
        [{ ...good, name: "" }, /files\[1\]\.name/],
        [{ ...good, name: "a\nb" }, /files\[1\]\.name: must not contain control/],
        [{ ...good, name: "x".repeat(257) }, /files\[1\]\.name/],
        [{ name: "a", url: "file:///etc/passwd" }, /files\[1\]\.url: must be an http/],
        [{ name: "a", url: "http://user:pass@example.com/" }, /files\[1\]\.url/],
      ] as const;
      for (const [file, message] of invalid) {
        const body = { changes: [{ operation: "insert_files", files: [good, file] }] };
        await app.refused(app.admin, `POST ${path}/content`, 400, message, { body });
      }
      const many = { operation: "insert_files", files: Array.from({ length: 21 }, () => good) };
      await app.refused(app.admin, `POST ${path}/content`, 400, /files: must have at most 20/, {
        body: { changes: [many] },
      });
      assert.deepEqual(await app.ok(app.admin, `GET ${path}`), before);
    });

    test("can be referenced by pages of the same batch", async () => {
      const { app } = suite;
      const { path } = await app.space();
      const markdown = '---\ncover: ./pic\n---\n![a](./pic) {% file src="./pic" %}';
      const body = {
        changes: [
          { operation: "insert_page", title: "A", document: { markdown } },
          {
            operation: "insert_files",
            files: [{ ref: "pic", name: "p.png", contentType: "image/png", base64: pixel }],
          },
        ],
      };
      const { insertedFiles, changes } = await app.ok(app.admin, `POST ${path}/content`, { body });
      const [{ id }] = insertedFiles;
      const page = await app.ok(app.admin, `GET ${path}/content/page/${changes[0].page.id}`);
      assert.equal(
        page.markdown,
        `---\ncover: /files/${id}\n---\n![a](/files/${id}) {% file src="/files/${id}" %}`,
      );
      assert.deepEqual(page.cover, { ref: { kind: "file", file: id }, yPos: 0 });
    });

    test("are stored once, and shared with a copy of their space", async () => {
      const { app } = suite;
      const { path } = await app.space();
      const file = { name: "a", contentType: "text/plain", base64: randomBytes(70_000).toString("base64") };
      const count = async () => {
        const { read } = app.context.database;
        return (await read.selectFrom("blob_chunks").select("sequence").execute()).length;
      };
      const before = await count();
      await insert(path, file, file);
      await insert(path, { ...file, name: "b" });
      const { id } = await app.ok(app.admin, `POST ${path}/duplicate`);
      assert.equal((await count()) - before, 2);
      const { items } = await app.ok(app.admin, `GET /spaces/${id}/content/files`);
      assert.equal(items.length, 3);
      assert.equal((await download(items[0].downloadURL)).rawPayload.length, 70_000);
    });
  },
  { config: { allowPrivateNetwork: true } },
);
