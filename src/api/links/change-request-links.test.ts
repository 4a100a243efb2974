import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type Reply } from "../../../test/support/app.ts";

describeOnEachDatabase("the links of a change request", (suite) => {
  const list = (path: string, query: Record<string, string | number> = {}): Promise<Reply["body"]> =>
    suite.app.ok(suite.app.admin, `GET ${path}`, { query });
  const countBroken = async (path: string) => {
    const { stats } = await list(path);
    return [stats.broken.total, stats.broken.changeRequest];
  };
  const markdown = (text: string) => ({ document: { markdown: text } });

  async function createLinks() {
    const { app } = suite;
    const space = await app.space();
    const target = await app.page(space.path, "Target", markdown("# Head"));
    const other = await app.page(space.path, "Other");
    const text = "[a](target.md) [b](target.md#head) [c](other.md) [d](gone.md)";
    const page = await app.page(space.path, "A", markdown(text));
    return { app, space, target, other, page, request: await app.changeRequest(space) };
  }

  test("count as broken by the change request only if it broke them", async () => {
    const { app, space, target, request } = await createLinks();
    assert.deepEqual(await countBroken(`${request.path}/links`), [1, 0]);
    await app.change(request.path, { operation: "update_page", page: target, ...markdown("# New") });
    assert.deepEqual(await countBroken(`${request.path}/links`), [2, 1]);
    await app.change(request.path, { operation: "delete_page", page: target });
    assert.deepEqual(await countBroken(`${request.path}/links`), [3, 2]);
    await app.change(request.path, {
      operation: "insert_page",
      title: "B",
      ...markdown("[a](gone.md) [b](never.md)"),
    });
    assert.deepEqual(await countBroken(`${request.path}/links`), [4, 3]);
    assert.deepEqual(await countBroken(`${space.path}/links`), [1, undefined]);
  });

  test("are filtered by brokenContext and by status", async () => {
    const { app, target, request } = await createLinks();
    await app.change(request.path, { operation: "delete_page", page: target });
    const urls = async (query: Record<string, string>) =>
      (await list(`${request.path}/links`, query)).items.map(
        ({ targetReference }: Reply["body"]) => targetReference.url,
      );
    const brokenByRequest = [`/pages/${target}#head`, `/pages/${target}`];
    for (const status of [{}, { status: "broken" }] as Record<string, string>[]) {
      assert.deepEqual(await urls({ brokenContext: "change-request", ...status }), brokenByRequest);
      assert.deepEqual(await urls({ brokenContext: "space", ...status }), ["gone.md"]);
    }
    assert.deepEqual(await urls({ brokenContext: "space", status: "ok" }), []);
    const { stats } = await list(`${request.path}/links`, { brokenContext: "space" });
    assert.deepEqual(stats, { total: 4, broken: { total: 3, changeRequest: 2 } });
    await app.refused(app.admin, `GET ${request.path}/links`, 400, /^brokenContext: must be one of/, {
      query: { brokenContext: "nobody" },
    });
  });

  test("are read from its own content, and their locations contain the change request", async () => {
    const { app, space, target, page, request } = await createLinks();
    await app.change(request.path, { operation: "insert_page", title: "B", ...markdown("[a](target.md)") });
    const back = await list(`${request.path}/content/page/${target}/backlinks`);
    assert.deepEqual(
      back.items.map(({ page: { title }, versionContext }: Reply["body"]) => [title, versionContext.type]),
      [
        ["A", "changeRequest"],
        ["B", "changeRequest"],
      ],
    );
    assert.equal(back.items[0].versionContext.changeRequest.id, request.id);
    assert.equal((await list(`${space.path}/content/page/${target}/backlinks`)).count, 1);
    const links = await list(`${request.path}/content/page/${page}/links`);
    assert.deepEqual([links.count, links.stats.broken], [4, { total: 1, changeRequest: 0 }]);
  });

  test("to a file that it deletes are broken only there", async () => {
    const { app, space, request } = await createLinks();
    await app.change(request.path, {
      operation: "insert_files",
      files: [{ name: "f.png", contentType: "image/png", base64: "YQ==" }],
    });
    const [{ id }] = (await list(`${request.path}/content/files`)).items;
    const image = { operation: "insert_page", title: "B", ...markdown(`![a](/files/${id})`) };
    await app.change(request.path, image);
    assert.equal((await list(`${request.path}/content/files/${id}/backlinks`)).count, 1);
    await app.refused(app.admin, `GET ${space.path}/content/files/${id}/backlinks`, 404, /File not found/);
    await app.ok(app.admin, `POST ${request.path}/merge`);
    assert.equal((await list(`${space.path}/content/files/${id}/backlinks`)).count, 1);
    const second = await app.changeRequest(space);
    await app.change(second.path, { operation: "delete_file", file: id });
    assert.deepEqual(await countBroken(`${second.path}/links`), [2, 1]);
    assert.deepEqual(await countBroken(`${space.path}/links`), [1, undefined]);
  });

  test("are compared with the primary content that was pulled last", async () => {
    const { app, space, target, other, request } = await createLinks();
    await app.change(request.path, { operation: "delete_page", page: target });
    await app.change(space.path, { operation: "delete_page", page: other });
    assert.deepEqual(await countBroken(`${request.path}/links`), [3, 2]);
    await app.ok(app.admin, `POST ${request.path}/update`);
    assert.deepEqual(await countBroken(`${request.path}/links`), [4, 2]);
    await app.ok(app.admin, `POST ${request.path}/merge`);
    assert.deepEqual(await countBroken(`${space.path}/links`), [4, undefined]);
    await app.change(space.path, { operation: "revert_page", page: target });
    assert.deepEqual(await countBroken(`${space.path}/links`), [2, undefined]);
  });
});
