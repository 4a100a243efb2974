import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import Fastify from "fastify";
import { describeOnce } from "../../test/support/app.ts";
import { serveWorkspace } from "./serve-workspace.ts";

describeOnce("the page of the workspace", (suite) => {
  test("says what to do if its bundle is missing or broken, and works when it is mended", async (t) => {
    const bundle = mkdtempSync(join(tmpdir(), "lectern-bundle-"));
    t.after(() => rmSync(bundle, { recursive: true }));
    const assets = join(bundle, "app-assets");
    const server = Fastify();
    const errors: unknown[] = [];
    const log = Object.assign(Object.create(suite.app.context.log), {
      error: (fields: unknown) => errors.push(fields),
    });
    serveWorkspace(server, { ...suite.app.context, log }, bundle);
    const requireMessage = async (state: string) => {
      const reply = await server.inject({ url: "/app/orgs/x", headers: { accept: "text/html" } });
      assert.equal(reply.statusCode, 503, state);
      assert.match(String(reply.headers["content-type"]), /^text\/html/);
      assert.equal(reply.headers["cache-control"], "no-store");
      assert.match(reply.body, /<h1>The workspace is not built<\/h1>/);
      assert.match(reply.body, /run <code>npm start<\/code>/);
      assert.equal(errors.splice(0).length, 1, "the log says why");
    };
    await requireMessage("without a folder");
    mkdirSync(assets);
    await requireMessage("without a list of files");
    writeFileSync(join(assets, "names.json"), '{"names":');
    await requireMessage("with a broken list");
    writeFileSync(join(assets, "names.json"), JSON.stringify({ names: {}, files: ["main.1.js"] }));
    await requireMessage("with a list of files that do not exist");
    for (const extension of ["", ".gz", ".br"]) writeFileSync(join(assets, `main.1.js${extension}`), "");
    await requireMessage("with empty files");
    for (const extension of ["", ".gz", ".br"]) writeFileSync(join(assets, `main.1.js${extension}`), "1");
    await requireMessage("without the names of files that the page needs");
    const names = { script: "main.1.js", styles: "main.1.js", documentStyles: "a", documentScript: "b" };
    writeFileSync(join(assets, "names.json"), JSON.stringify({ names, files: ["main.1.js"] }));
    const mended = await server.inject("/app");
    assert.equal(mended.statusCode, 200);
    assert.match(mended.body, /src="\/app\/assets\/main\.1\.js"/);
  });
});
