import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, TestApp } from "../../../test/support/app.ts";
import { KeyedMutex } from "../../platform/keyed-mutex.ts";
import { createApp } from "../../server/app.ts";
import type { Context } from "../http/context.ts";

/** A mutex serializes writes within one process. Between processes, only transactions do. */
describeOnEachDatabase("several processes", (suite) => {
  /** Creates three applications with one database, each with its own mutex. */
  async function startProcesses(): Promise<TestApp[]> {
    const { app } = suite;
    const others = Array.from({ length: 2 }, async () => {
      const context: Context = { ...app.context, headMutex: new KeyedMutex() };
      return new TestApp(await createApp(context), context, app.admin, app.organizationId);
    });
    return [app, ...(await Promise.all(others))];
  }

  test("merge concurrently without losing an edit", async () => {
    const { app } = suite;
    const apps = await startProcesses();
    const space = await app.space();
    const paragraphs = Array.from({ length: 24 }, (_, i) => `Paragraph ${i}.`);
    const page = await app.page(space.path, "Page", { document: { markdown: paragraphs.join("\n\n") } });
    const requests = [];
    for (const [i, text] of paragraphs.entries()) {
      const request = await app.changeRequest(space);
      const markdown = paragraphs.with(i, `${text} Better.`).join("\n\n");
      await app.change(request.path, { operation: "update_page", page, document: { markdown } });
      requests.push(request);
    }
    const replies = await Promise.all(
      requests.map(({ path }, i) => (apps[i % 3] ?? app).call(app.admin, `POST ${path}/merge`)),
    );
    assert.ok(replies.every(({ status }) => status === 200 || status === 503));
    const merged = replies.filter(({ body }) => body.result === "merge").length;
    const { markdown } = await app.ok(app.admin, `GET ${space.path}/content/page/${page}`);
    assert.equal(markdown.match(/Better/g).length, merged);
    const { changeRequests, changeRequestsDraft } = await app.ok(app.admin, `GET ${space.path}`);
    assert.deepEqual([changeRequests, changeRequestsDraft], [24, 24 - merged]);
    assert.ok(merged > 12, `only ${merged} of 24 were merged`);
  });

  test("edit one change request concurrently, and merge it once", async () => {
    const { app } = suite;
    const apps = await startProcesses();
    const request = await app.changeRequest(await app.space());
    const edits = Array.from({ length: 12 }, (_, i) =>
      (apps[i % 3] ?? app).ok(app.admin, `POST ${request.path}/content`, {
        body: { changes: [{ operation: "insert_page", title: `Page ${i}` }] },
      }),
    );
    await Promise.all(edits);
    assert.equal((await app.ok(app.admin, `GET ${request.path}/content/pages`)).pages.length, 12);
    const replies = await Promise.all(
      apps.map((instance) => instance.call(app.admin, `POST ${request.path}/merge`)),
    );
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409]);
  });
});
