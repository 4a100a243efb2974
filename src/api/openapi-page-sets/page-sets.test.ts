import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type Person, uniqueName } from "../../../test/support/app.ts";
import { specsOf } from "../../../test/support/openapi.ts";
import { syncPageSet } from "./sync-page-set.ts";

describeOnEachDatabase("pages of OpenAPI specs", (suite) => {
  const { home, put, process } = specsOf(suite);

  /** A spec with an operation for each path, whose tag is the first part of the path. */
  const source = (...paths: string[]) => {
    const operations = paths.map((path) => [path, { get: { tags: [path.split("/")[1]], summary: path } }]);
    const document = {
      openapi: "3.1.0",
      info: { title: "Shop", version: "1" },
      paths: Object.fromEntries(operations),
    };
    return { text: JSON.stringify(document) };
  };

  async function createSpec(...paths: string[]) {
    const slug = uniqueName();
    const change = async (...changed: string[]) => {
      await put(slug, source(...changed));
      await process();
    };
    await change(...paths);
    return { slug, path: `${home()}/${slug}/page-sets`, change };
  }

  async function createSet(specPath: string, body: object, person: Person = suite.app.admin) {
    const { id } = await suite.app.ok(person, `POST ${specPath}`, { body });
    const path = `${specPath}/${id}`;
    await process();
    return { path, read: () => suite.app.ok(suite.app.admin, `GET ${path}`) };
  }

  const titles = async (contentPath: string): Promise<string[]> => {
    const { pages } = await suite.app.ok(suite.app.admin, `GET ${contentPath}`);
    return pages.map(({ title }: { title: string }) => title);
  };

  test("are changed in the primary content, once, by any number of jobs", async () => {
    const { app } = suite;
    const spec = await createSpec("/cats", "/dogs");
    const space = await app.space();
    const parent = await app.page(space.path, "Reference", {});
    const set = await createSet(spec.path, {
      space: space.id,
      page: parent,
      delivery: "direct",
      models: true,
    });
    const created = await set.read();
    assert.partialDeepStrictEqual(created, {
      ...{ object: "openapi-page-set", spec: spec.slug, space: { id: space.id }, page: parent },
      ...{
        grouping: "by-tag",
        models: true,
        delivery: "direct",
        state: "complete",
        pages: 2,
        deletedPages: 0,
      },
      ...{ user: { id: app.admin.id }, permissions: { view: true, edit: true } },
    });
    const below = async () => {
      const { pages } = await app.ok(app.admin, `GET ${space.path}/content`);
      const [reference] = pages;
      return reference.pages.map(({ title }: { title: string }) => title);
    };
    assert.deepEqual(await below(), ["cats", "dogs"]);
    await spec.change("/cats", "/cows");
    assert.deepEqual(await below(), ["cats", "cows"]);
    const changed = await set.read();
    assert.notEqual(changed.version, created.version);
    const { revision } = await app.ok(app.admin, `GET ${space.path}`);
    assert.equal(changed.revision, revision);
    // A job that runs again, such as after a crash, and two jobs at once, change nothing.
    const payload = { pageSetId: changed.id };
    await syncPageSet(app.context, payload, false);
    await app.call(app.admin, `POST ${set.path}/sync`);
    await Promise.all([syncPageSet(app.context, payload, false), syncPageSet(app.context, payload, false)]);
    await process();
    assert.equal((await app.ok(app.admin, `GET ${space.path}`)).revision, revision);
    await app.ok(app.admin, `DELETE ${set.path}`, { query: { pages: "delete" } });
    assert.equal((await set.read()).state, "removing");
    await process();
    assert.equal((await app.call(app.admin, `GET ${set.path}`)).status, 404);
    assert.deepEqual(await titles(`${space.path}/content`), ["Reference"]);
    const { pages } = await app.ok(app.admin, `GET ${space.path}/content`);
    assert.deepEqual(pages[0].pages, []);
  });

  test("are proposed in one change request until it is merged or archived", async () => {
    const { app } = suite;
    const spec = await createSpec("/a");
    const space = await app.space();
    const set = await createSet(spec.path, { space: space.id });
    const first = (await set.read()).changeRequest;
    const requests = `${space.path}/change-requests`;
    const request = await app.ok(app.admin, `GET ${requests}/${first.id}`);
    assert.deepEqual(
      [request.status, request.subject],
      ["open", `Update the pages of the OpenAPI spec ${spec.slug}`],
    );
    assert.deepEqual(await titles(`${space.path}/content`), []);
    await spec.change("/a", "/b");
    assert.equal((await set.read()).changeRequest.id, first.id);
    assert.deepEqual(await titles(`${requests}/${first.id}/content`), ["a", "b"]);
    await app.ok(app.admin, `POST ${requests}/${first.id}/merge`);
    assert.equal("changeRequest" in (await set.read()), false);
    assert.deepEqual(await titles(`${space.path}/content`), ["a", "b"]);
    await spec.change("/b");
    const second = (await set.read()).changeRequest;
    assert.deepEqual(await titles(`${requests}/${second.id}/content`), ["b"]);
    await app.ok(app.admin, `PATCH ${requests}/${second.id}`, { body: { status: "archived" } });
    // A locked space is changed by a change request, whatever was chosen.
    await app.ok(app.admin, `PATCH ${set.path}`, { body: { delivery: "direct" } });
    await app.ok(app.admin, `PATCH ${space.path}`, { body: { editMode: "locked" } });
    await spec.change("/b", "/c");
    const third = (await set.read()).changeRequest;
    assert.notEqual(third.id, second.id);
    assert.deepEqual(await titles(`${requests}/${third.id}/content`), ["b", "c"]);
    assert.deepEqual(await titles(`${space.path}/content`), ["a", "b"]);
  });

  test("can be inserted into a change request, and are created again only if one asks for it", async () => {
    const { app } = suite;
    const spec = await createSpec("/a", "/b");
    const space = await app.space();
    const request = await app.changeRequest(space);
    const set = await createSet(spec.path, {
      space: space.id,
      changeRequest: request.id,
      grouping: "by-operation",
    });
    assert.deepEqual(await titles(`${request.path}/content`), ["a", "b"]);
    const { pages } = await app.ok(app.admin, `GET ${request.path}/content`);
    assert.equal(pages[0].pages[0].title, "/a");
    await app.change(request.path, { operation: "delete_page", page: pages[0].id });
    await spec.change("/a", "/a/x", "/b", "/c");
    assert.deepEqual(await titles(`${request.path}/content`), ["b", "c"]);
    assert.equal((await set.read()).deletedPages, 3);
    await app.ok(app.admin, `POST ${set.path}/sync`, { body: { restoreDeleted: true } });
    await process();
    assert.deepEqual(await titles(`${request.path}/content`), ["a", "b", "c"]);
    assert.equal((await set.read()).deletedPages, 0);
    assert.equal((await app.call(app.admin, `DELETE ${set.path}`)).status, 205);
    assert.deepEqual(await titles(`${request.path}/content`), ["a", "b", "c"]);
  });

  test("end with a reason if they cannot be changed, until someone else takes over", async () => {
    const { app } = suite;
    const spec = await createSpec("/a");
    const space = await app.space();
    const writer = await app.member("edit");
    const set = await createSet(spec.path, { space: space.id, delivery: "direct" }, writer);
    await app.ok(app.admin, `PATCH /orgs/${app.organizationId}/members/${writer.id}`, {
      body: { role: "read" },
    });
    await spec.change("/b");
    const failed = await set.read();
    assert.equal(failed.state, "failed");
    assert.match(failed.error, /may no longer edit the space/);
    assert.deepEqual(await titles(`${space.path}/content`), ["a"]);
    assert.equal((await app.call(writer, `POST ${set.path}/sync`)).status, 403);
    await app.ok(app.admin, `POST ${set.path}/sync`);
    await process();
    assert.deepEqual(await titles(`${space.path}/content`), ["b"]);
    const moved = await createSet(spec.path, {
      space: space.id,
      delivery: "direct",
      page: await app.page(space.path, "P"),
    });
    const { page } = await moved.read();
    await app.change(space.path, { operation: "delete_page", page });
    await spec.change("/c");
    assert.match((await moved.read()).error, /page that contains the generated pages was deleted/);
  });

  test("are forgotten when their space leaves the organization", async () => {
    const { app } = suite;
    const spec = await createSpec("/a");
    const space = await app.space();
    await createSet(spec.path, { space: space.id, delivery: "direct" });
    const { id: organization } = await app.ok(app.admin, "POST /orgs", { body: { title: "Other" } });
    await app.ok(app.admin, `POST ${space.path}/transfer`, { body: { organization } });
    assert.equal((await app.ok(app.admin, `GET ${spec.path}`)).items.length, 0);
  });

  test("are refused for spaces, pages and change requests that do not fit", async () => {
    const { app } = suite;
    const spec = await createSpec("/a");
    const space = await app.space();
    const reader = await app.member("read");
    const create = (body: object, person: Person = app.admin) =>
      app.call(person, `POST ${spec.path}`, { body });
    assert.equal((await create({ space: space.id }, reader)).status, 403);
    for (const [body, message] of [
      [{ space: "unknown" }, /^space: Space/],
      [{ space: space.id, page: "unknown" }, /^page: Page/],
      [{ space: space.id, changeRequest: "unknown" }, /^changeRequest: Change request/],
    ] as const) {
      const { status, body: reply } = await create(body);
      assert.equal(status, 404);
      assert.match(reply.error.message, message);
    }
    const { id } = (await create({ space: space.id })).body;
    const { items } = await app.ok(reader, `GET ${spec.path}`);
    assert.deepEqual(
      items.map((item: { id: string; permissions: object }) => [item.id, item.permissions]),
      [[id, { view: true, edit: false }]],
    );
    assert.equal((await app.call(reader, `DELETE ${spec.path}/${id}`)).status, 403);
  });
});
