import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnce } from "../support/app.ts";

const types = [
  "text/html",
  "image/svg+xml",
  "application/xhtml+xml",
  "text/xml",
  "application/pdf",
  "text/javascript",
  "multipart/x-mixed-replace",
  "image/png",
  "image/png; charset=utf-16",
];
/** Names that are dangerous as a path, in a header, or with bidirectional characters. */
const names = [
  "\u202egnp.exe",
  "a\u2028b.html",
  '";filename=b.html',
  "..\\..\\a.html",
  "a/../../b",
  "%22%0d%0a.html",
];

describeOnce("a download with active content", (suite) => {
  async function insert(file: object): Promise<{ url: string; status: number }> {
    const { app } = suite;
    const { path } = await app.space();
    const content = Buffer.from("<script>alert(1)</script>").toString("base64");
    const files = [{ name: "a", contentType: "text/html", base64: content, ...file }];
    const { status } = await app.call(app.admin, `POST ${path}/content`, {
      body: { changes: [{ operation: "insert_files", files }] },
    });
    const { items } = await app.ok(app.admin, `GET ${path}/content/files`);
    return { status, url: items[0]?.downloadURL.slice(app.context.config.baseUrl.length) ?? "" };
  }

  test("is an attachment or an image, and must not be sniffed", async () => {
    for (const contentType of types) {
      const { url } = await insert({ contentType });
      const full = await suite.app.app.inject(url);
      const requests = [
        [200, {}],
        [206, { range: "bytes=0-7" }],
        [206, { range: "bytes=-3" }],
        [416, { range: "bytes=900-" }],
        [304, { "if-none-match": String(full.headers.etag) }],
      ] as const;
      for (const method of ["GET", "HEAD"] as const)
        for (const [status, headers] of requests) {
          const reply = await suite.app.app.inject({ method, url, headers });
          const context = `${method} ${contentType} ${JSON.stringify(headers)}`;
          if (method === "GET") assert.equal(reply.statusCode, status, context);
          assert.equal(reply.headers["x-content-type-options"], "nosniff", context);
          assert.equal(reply.headers["content-security-policy"], "default-src 'none'; sandbox", context);
          if (reply.statusCode === 416) assert.equal(reply.body, "");
          else if (contentType.startsWith("image/png"))
            assert.equal(reply.headers["content-type"], contentType);
          else assert.match(String(reply.headers["content-disposition"]), /^attachment;/, context);
        }
    }
  });

  test("has a harmless file name", async () => {
    for (const name of names) {
      const { url, status } = await insert({ name });
      if (status === 400) continue;
      const disposition = String((await suite.app.app.inject(url)).headers["content-disposition"]);
      assert.match(
        disposition,
        /^attachment; filename="[ -!#-$&-.0-[\]-~]*"(?:; filename\*=UTF-8''[\w.~!%-]*)?$/,
        name,
      );
    }
    for (const name of ["a\r\nSet-Cookie: b=c", "a\0.html", "", "a\x1b[31m"])
      assert.equal((await insert({ name })).status, 400, JSON.stringify(name));
  });

  test("is not found if its URL is changed", async () => {
    const { url } = await insert({ contentType: "text/plain" });
    for (const changed of [url.replace("text%2Fplain", "text%2Fhtml"), url.replace("/a?", "/a.html?")]) {
      assert.notEqual(changed, url);
      const reply = await suite.app.app.inject(changed);
      assert.equal(reply.statusCode, 404);
      assert.match(String(reply.headers["content-type"]), /^application\/json/);
    }
  });
});
