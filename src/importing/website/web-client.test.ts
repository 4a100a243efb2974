import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { serve } from "../../../test/support/local-site.ts";
import { BudgetError, createWebClient, webLimits } from "./web-client.ts";

const allowPrivate = { allowPrivateNetwork: true };
const clientWith = (limits: Partial<typeof webLimits>) =>
  createWebClient(allowPrivate, { limits: { ...webLimits, ...limits } });

async function folderFor(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "lectern-web-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test("a response has its URL and media type, and requests have a user agent", async (t) => {
  const site = await serve(t, ({ url, headers }, response) => {
    if (url === "/old") response.writeHead(302, { location: "/new" }).end();
    else
      response.writeHead(200, { "content-type": "text/x" }).end(`${headers["user-agent"]} ${headers.accept}`);
  });
  const { url, contentType, bytes } = await createWebClient(allowPrivate).fetch(`${site.url}/old`, {
    maxBytes: 100,
    accept: "text/html",
  });
  assert.deepEqual([url, contentType, bytes.toString()], [`${site.url}/new`, "text/x", "Lectern text/html"]);
});

test("a download is written to a file, which is removed on failure", async (t) => {
  const folder = await folderFor(t);
  const site = await serve(t, ({ url }, response) => {
    response.write("x".repeat(1000));
    if (url === "/broken") setTimeout(() => response.destroy(), 20);
    else response.end();
  });
  const web = createWebClient(allowPrivate);
  const { size } = await web.download(`${site.url}/a`, join(folder, "a"), 1000);
  assert.deepEqual([size, (await readFile(join(folder, "a"))).length], [1000, 1000]);
  await assert.rejects(web.download(`${site.url}/broken`, join(folder, "b"), 10_000), /ended in the middle/);
  await assert.rejects(web.download(`${site.url}/a`, join(folder, "c"), 999), { reason: "too-large" });
  assert.deepEqual(await readdir(folder), ["a"]);
});

test("private networks are blocked unless they are allowed", async (t) => {
  const site = await serve(t, (_request, response) => response.end("secret"));
  const web = createWebClient({ allowPrivateNetwork: false });
  await assert.rejects(web.fetch(site.url, { maxBytes: 10 }), { reason: "refused" });
  await assert.rejects(web.download(site.url, join(await folderFor(t), "a"), 10), { reason: "refused" });
  assert.equal(site.connections(), 0);
});

test("an import has limits of bytes and time", async (t) => {
  const site = await serve(t, (_request, response) => response.end("x".repeat(600)));
  const small = clientWith({ bytes: 1000 });
  await small.fetch(site.url, { maxBytes: 1000 });
  await assert.rejects(small.fetch(site.url, { maxBytes: 1000 }), BudgetError);
  const connections = site.connections();
  await assert.rejects(small.fetch(site.url, { maxBytes: 1000 }), BudgetError);
  assert.equal(site.connections(), connections);
  const brief = clientWith({ milliseconds: 50 });
  await wait(60);
  await assert.rejects(brief.fetch(site.url, { maxBytes: 1000 }), BudgetError);
});

test("pages and files have timeouts", async (t) => {
  const site = await serve(t, () => {});
  const web = clientWith({ page: 100, file: 200 });
  await assert.rejects(web.fetch(site.url, { maxBytes: 10 }), { message: "did not respond within 0.1 s" });
  await assert.rejects(web.download(site.url, join(await folderFor(t), "a"), 10), {
    message: "did not respond within 0.2 s",
  });
  await assert.rejects(web.download(site.url, join(await folderFor(t), "a"), 10, 400), {
    message: "did not respond within 0.4 s",
  });
});
