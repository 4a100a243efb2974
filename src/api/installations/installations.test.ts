import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type TestApp, uniqueName } from "../../../test/support/app.ts";
import { install, publish } from "../../../test/support/integrations.ts";

const configurations = {
  account: {
    properties: {
      key: { type: "string" },
      region: { type: "string", enum: ["eu", "us"], default: "eu" },
      days: { type: "number" },
      strict: { type: "boolean" },
      login: { type: "button", callback_url: "/login", button_text: "Log in" },
    },
    required: ["key", "region"],
  },
  space: { properties: { channel: { type: "string" } }, required: ["channel"] },
  site: { componentId: "configure" },
};

type Named = { name: string };

async function createSite(app: TestApp, organizationId = app.organizationId, admin = app.admin) {
  const { id } = await app.ok(admin, `POST /orgs/${organizationId}/sites`, {
    body: { title: "A site", spaces: "empty" },
  });
  return { id, path: `/orgs/${organizationId}/sites/${id}` };
}

describeOnEachDatabase("installations", (suite) => {
  test("an integration is installed on an organization, configured and uninstalled", async () => {
    const { app } = suite;
    const integration = await publish(app, { configurations });
    const reply = await app.call(app.admin, `POST ${integration.path}/installations`, {
      body: { organization: app.organizationId },
    });
    assert.equal(reply.status, 201);
    const { id, createdAt, urls } = reply.body;
    const path = `${integration.path}/installations/${id}`;
    assert.deepEqual(reply.body, {
      id,
      status: "pending",
      space_selection: "selected",
      site_selection: "selected",
      spaces: 0,
      configuration: { region: "eu" },
      createdAt,
      updatedAt: createdAt,
      urls,
      externalIds: [],
      target: { organization: app.organizationId },
    });
    assert.equal(urls.location, app.context.urls.api(path));
    assert.equal(reply.headers.location, urls.location);
    await app.refused(app.admin, `POST ${integration.path}/installations`, 409, /already installed/, {
      body: { organization: app.organizationId },
    });

    const patch = (body: object) => app.ok(app.admin, `PATCH ${path}`, { body });
    const configured = await patch({
      configuration: { key: "k", days: 7, strict: true, login: { a: [1] }, more: null },
    });
    assert.equal(configured.status, "active");
    assert.deepEqual(configured.configuration, {
      region: "eu",
      key: "k",
      days: 7,
      strict: true,
      login: { a: [1] },
      more: null,
    });
    assert.ok(configured.updatedAt > createdAt);
    for (const [configuration, message] of [
      [{}, /^configuration\.key: is required/],
      [{ key: 1 }, /^configuration\.key: must be string/],
      [{ key: null }, /^configuration\.key: must be string/],
      [{ key: "k", region: "asia" }, /^configuration\.region: must be one of eu, us/],
      [{ key: "k", days: "7" }, /^configuration\.days: must be number/],
      [{ key: "k", strict: 0 }, /^configuration\.strict: must be boolean/],
      [[], /^configuration: must be object/],
      [{ key: "k".repeat(65_536) }, /^configuration: must have at most 65536/],
    ] as const)
      await app.refused(app.admin, `PATCH ${path}`, 400, message, { body: { configuration } });
    await app.refused(app.admin, `PATCH ${path}`, 400, /^configuration\.days: must be number/, {
      headers: { "content-type": "application/json" },
      body: '{"configuration": {"key": "k", "days": 1e999}}',
    });
    for (const [externalIds, message] of [
      [["a", "b", "c", "d", "e", "f"], /^externalIds: must have at most 5/],
      [[""], /^externalIds\[0\]: must be at least/],
      [["a\nb"], /^externalIds\[0\]: must not contain line breaks/],
      ["a", /^externalIds: must be array/],
    ] as const)
      await app.refused(app.admin, `PATCH ${path}`, 400, message, { body: { externalIds } });
    assert.deepEqual(await app.ok(app.admin, `GET ${path}`), configured);
    // A new version of the integration declares another type for the same property.
    const status = async () => (await app.ok(app.admin, `GET ${path}`)).status;
    const requiring = (properties: object) => ({
      configurations: { account: { properties, required: ["key"] } },
    });
    await publish(app, requiring({ key: { type: "number" } }), integration);
    assert.equal(await status(), "pending");
    await publish(app, { configurations }, integration);
    assert.equal(await status(), "active");

    const updated = await patch({ externalIds: ["T1", 'a"b'] });
    assert.deepEqual([updated.externalIds, updated.configuration], [["T1", 'a"b'], configured.configuration]);
    const countWith = async (query: Record<string, string>) =>
      (await app.ok(app.admin, `GET ${integration.path}/installations`, { query })).count;
    assert.deepEqual(
      await Promise.all(
        ["T1", "t1", "T", 'a"b', "", 'T1\na"b'].map((externalId) => countWith({ externalId })),
      ),
      [1, 0, 0, 1, 0, 0],
    );
    assert.equal(await countWith({}), 1);

    assert.equal((await app.call(app.admin, `DELETE ${path}`)).status, 205);
    for (const method of ["GET", "DELETE"])
      await app.refused(app.admin, `${method} ${path}`, 404, /^Installation not/);
    await install(app, integration);
  });

  test("an integration is installed on spaces and sites, configured and uninstalled", async () => {
    const { app } = suite;
    const integration = await publish(app, { configurations });
    const { id, path } = await install(app, integration);
    const space = await app.space();
    const docs = await createSite(app);
    const cases = [
      {
        list: `${path}/spaces`,
        all: `${integration.path}/spaces`,
        field: "space",
        body: { space: space.id },
        targetPath: space.path,
      },
      {
        list: `${path}/sites`,
        all: `${integration.path}/sites`,
        field: "site",
        body: { siteId: docs.id },
        targetPath: docs.path,
      },
    ];
    for (const { list, all, field, body, targetPath } of cases) {
      const reply = await app.call(app.admin, `POST ${list}`, { body });
      assert.equal(reply.status, 201);
      const targetId = Object.values(body)[0];
      const { urls } = reply.body;
      const itemPath = `${list}/${targetId}`;
      assert.deepEqual(reply.body, {
        integration: integration.name,
        installation: id,
        status: field === "space" ? "pending" : "active",
        configuration: {},
        externalIds: [],
        urls,
        [field]: targetId,
      });
      assert.equal(urls.location, app.context.urls.api(itemPath));
      assert.equal(reply.headers.location, urls.location);
      await app.refused(app.admin, `POST ${list}`, 409, /already/, { body });
      const configuration = { channel: "C1" };
      const updated = await app.ok(app.admin, `PATCH ${itemPath}`, {
        body: { configuration, externalIds: ["X"] },
      });
      assert.deepEqual(updated, { ...reply.body, status: "active", configuration, externalIds: ["X"] });
      assert.deepEqual(await app.ok(app.admin, `GET ${itemPath}`), updated);
      if (field === "space")
        await app.refused(app.admin, `PATCH ${itemPath}`, 400, /^configuration\.channel: is required/, {
          body: { configuration: {} },
        });
      const extended = { ...updated, [field]: await app.ok(app.admin, `GET ${targetPath}`) };
      const query = { extended: true };
      assert.deepEqual(await app.ok(app.admin, `GET ${itemPath}`, { query }), extended);
      for (const listed of [list, all]) {
        assert.deepEqual(await app.ok(app.admin, `GET ${listed}`), { count: 1, items: [updated] });
        assert.deepEqual((await app.ok(app.admin, `GET ${listed}`, { query })).items, [extended]);
      }
      const countWith = async (externalId: string) =>
        (await app.ok(app.admin, `GET ${all}`, { query: { externalId } })).count;
      assert.deepEqual([await countWith("X"), await countWith("x")], [1, 0]);
      const installed = await app.ok(app.admin, `GET ${targetPath}/integrations`);
      assert.deepEqual(
        installed.items.map(({ name }: Named) => name),
        [integration.name],
      );
      assert.deepEqual(
        (await app.ok(app.admin, `GET ${targetPath}/integrations`, { query: { search: "no such" } })).items,
        [],
      );
      if (field === "space") assert.equal((await app.ok(app.admin, `GET ${path}`)).spaces, 1);
      assert.equal((await app.call(app.admin, `DELETE ${itemPath}`)).status, 205);
      for (const method of ["GET", "DELETE"])
        await app.refused(app.admin, `${method} ${itemPath}`, 404, /^Installation not/);
      assert.equal((await app.ok(app.admin, `GET ${list}`)).count, 0);
    }
  });

  test("an integration is installed only on the kind of target it declares", async () => {
    const { app } = suite;
    const space = await app.space();
    const docs = await createSite(app);
    for (const target of ["organization", "space", "site"]) {
      const integration = await publish(app, { target });
      const { path } = await install(app, integration);
      const onSpace = await app.call(app.admin, `POST ${path}/spaces`, { body: { space: space.id } });
      const onSite = await app.call(app.admin, `POST ${path}/sites`, { body: { siteId: docs.id } });
      assert.deepEqual(
        [onSpace.status, onSite.status],
        [target === "space" ? 201 : 400, target === "site" ? 201 : 400],
      );
      if (target === "organization")
        for (const field of ["space_selection", "site_selection"])
          await app.refused(app.admin, `PATCH ${path}`, 400, new RegExp(`^${field}: `), {
            body: { [field]: "all" },
          });
    }
  });

  test("an installation on all spaces and sites includes those created later", async () => {
    const { app } = suite;
    const { id: organizationId, admin } = await app.organization();
    const integration = await publish(app, { visibility: "public" });
    const { path } = await install(app, integration, organizationId, admin);
    const first = await app.space({}, organizationId, admin);
    const trashed = await app.space({}, organizationId, admin);
    await app.ok(admin, `DELETE ${trashed.path}`);
    const selections = { space_selection: "all", site_selection: "all" };
    const all = await app.ok(admin, `PATCH ${path}`, { body: selections });
    assert.deepEqual([all.spaces, all.space_selection, all.site_selection], [1, "all", "all"]);
    const second = await app.space({}, organizationId, admin);
    const copy = await app.ok(admin, `POST ${second.path}/duplicate`);
    const docs = await createSite(app, organizationId, admin);
    await app.ok(admin, `POST ${trashed.path}/restore`);
    const readTargets = async (kind: "space" | "site") =>
      (await app.ok(admin, `GET ${path}/${kind}s`)).items.map((item: Record<string, string>) => item[kind]);
    const spaces = await readTargets("space");
    for (const { id } of [first, second, copy, trashed]) assert.ok(spaces.includes(id));
    assert.equal(spaces.length, 5, "the space that was created with the site is missing");
    assert.deepEqual(await readTargets("site"), [docs.id]);
    await app.refused(admin, `DELETE ${path}/spaces/${first.id}`, 409, /space_selection .* selected/);
    const selected = await app.ok(admin, `PATCH ${path}`, { body: { space_selection: "selected" } });
    assert.equal(selected.spaces, 5);
    await app.ok(admin, `DELETE ${path}/spaces/${first.id}`);
    await app.space({}, organizationId, admin);
    assert.equal((await readTargets("space")).length, 4);
    await app.ok(admin, `DELETE ${docs.path}`);
    assert.deepEqual(await readTargets("site"), []);
    // A new version with the target `organization` is not installed on new spaces.
    await app.ok(admin, `PATCH ${path}`, { body: { space_selection: "all" } });
    const { spaces: before } = await app.ok(admin, `GET ${path}`);
    await publish(app, { visibility: "public", target: "organization" }, integration);
    await app.space({}, organizationId, admin);
    const narrowed = await app.ok(admin, `GET ${path}`);
    assert.deepEqual([narrowed.spaces, narrowed.space_selection], [before, "selected"]);
  });

  test("long default configurations make the pages of a list shorter", async () => {
    const { app } = suite;
    const { id: organizationId, admin } = await app.organization();
    const properties = { text: { type: "string", default: "d".repeat(150_000) } };
    const long = { visibility: "public", configurations: { space: { properties } } };
    const integration = await publish(app, long);
    const { path } = await install(app, integration, organizationId, admin);
    await app.ok(admin, `PATCH ${path}`, { body: { space_selection: "all" } });
    for (let i = 0; i < 30; i++) await app.space({}, organizationId, admin);
    for (const list of [`${path}/spaces`, `${integration.path}/spaces`]) {
      const first = await app.ok(admin, `GET ${list}`);
      assert.deepEqual([first.count, first.items.length], [30, 26]);
      const rest = await app.ok(admin, `GET ${list}`, { query: { page: first.next.page } });
      assert.equal(rest.items.length, 4);
    }
  });

  test("installing on a space that is deleted concurrently either succeeds or is refused", async () => {
    const { app } = suite;
    const { path } = await install(app, await publish(app));
    for (let round = 0; round < 6; round++) {
      const { id, path: spacePath } = await app.space();
      const replies = await Promise.all([
        app.call(app.admin, `POST ${path}/spaces`, { body: { space: id } }),
        app.call(app.admin, `DELETE ${spacePath}`),
        app.call(app.admin, `POST ${path}/spaces`, { body: { space: id } }),
      ]);
      for (const { status, body } of replies)
        assert.ok([201, 205, 404, 409].includes(status), JSON.stringify(body));
    }
  });

  test("a space that is transferred to another organization loses its installations", async () => {
    const { app } = suite;
    const from = await app.organization();
    const to = await app.organization();
    await app.ok(to.admin, `POST /orgs/${to.id}/invites`, {
      body: { emails: [from.admin.email], role: "create" },
    });
    const onSelected = await publish(app, { visibility: "public" });
    const onAll = await publish(app, { visibility: "public" });
    const sourceInstallation = await install(app, onSelected, from.id, from.admin);
    const destinationInstallation = await install(app, onAll, to.id, to.admin);
    await app.ok(to.admin, `PATCH ${destinationInstallation.path}`, { body: { space_selection: "all" } });
    const collection = await app.collection({}, from.id, from.admin);
    const space = await app.space({ parent: collection.id }, from.id, from.admin);
    await app.ok(from.admin, `POST ${sourceInstallation.path}/spaces`, { body: { space: space.id } });
    await app.ok(from.admin, `POST ${collection.path}/transfer`, { body: { organization: to.id } });
    const { items } = await app.ok(to.admin, `GET ${space.path}/integrations`);
    assert.deepEqual(
      items.map(({ name }: Named) => name),
      [onAll.name],
    );
    assert.equal((await app.ok(from.admin, `GET ${sourceInstallation.path}`)).spaces, 0);
    assert.equal((await app.ok(to.admin, `GET ${destinationInstallation.path}`)).spaces, 1);
    await app.refused(to.admin, `POST ${destinationInstallation.path}/spaces`, 404, /^Space not found/, {
      body: { space: (await app.space({}, from.id, from.admin)).id },
    });
  });

  test("members read installations, and admins change them", async () => {
    const { app } = suite;
    const integration = await publish(app, { visibility: "public", configurations });
    const { id, path } = await install(app, integration);
    await app.ok(app.admin, `PATCH ${path}`, { body: { configuration: { key: "secret" } } });
    const space = await app.space();
    const docs = await createSite(app);
    const onSpace = `${path}/spaces/${space.id}`;
    await app.ok(app.admin, `POST ${path}/spaces`, { body: { space: space.id } });
    await app.ok(app.admin, `PATCH ${onSpace}`, { body: { configuration: { channel: "C" } } });
    await app.ok(app.admin, `POST ${path}/sites`, { body: { siteId: docs.id } });

    const reader = await app.member("create");
    const seen = await app.ok(reader, `GET ${path}`);
    assert.deepEqual([seen.id, seen.status, seen.configuration], [id, "active", {}]);
    assert.deepEqual((await app.ok(reader, `GET ${onSpace}`)).configuration, {});
    assert.equal((await app.ok(reader, `GET ${integration.path}/installations`)).count, 1);
    const writes: [string, object | undefined][] = [
      [`POST ${integration.path}/installations`, { organization: app.organizationId }],
      [`PATCH ${path}`, { externalIds: [] }],
      [`DELETE ${path}`, undefined],
      [`POST ${path}/spaces`, { space: space.id }],
      [`PATCH ${onSpace}`, { externalIds: [] }],
      [`DELETE ${onSpace}`, undefined],
      [`POST ${path}/sites`, { siteId: docs.id }],
      [`PATCH ${path}/sites/${docs.id}`, { externalIds: [] }],
      [`DELETE ${path}/sites/${docs.id}`, undefined],
    ];
    for (const [operation, body] of writes)
      await app.refused(reader, operation, 403, /role admin/, body && { body });

    // Members of another organization with its own installation, guests and strangers have no access.
    const other = await app.organization();
    const theirs = await install(app, integration, other.id, other.admin);
    const guest = await app.member(null);
    await app.give(space.path, "admin", { users: [guest] });
    for (const person of [other.admin, guest, await app.stranger()]) {
      // A guest can see the organization, so the first operation has another error.
      for (const [operation, body] of writes.slice(person === guest ? 1 : 0))
        await app.refused(person, operation, 404, /not found$/, body && { body });
      for (const operation of [path, `${path}/spaces`, onSpace, `${path}/sites`, `${path}/sites/${docs.id}`])
        await app.refused(person, `GET ${operation}`, 404, /^Installation not found/);
      for (const list of ["spaces", "sites"])
        assert.equal((await app.ok(person, `GET ${integration.path}/${list}`)).count, 0);
    }
    const listed = await app.ok(other.admin, `GET ${integration.path}/installations`);
    assert.deepEqual(
      listed.items.map((item: { id: string }) => item.id),
      [theirs.id],
    );
    for (const [list, body] of [
      ["spaces", { space: space.id }],
      ["sites", { siteId: docs.id }],
    ] as const)
      await app.refused(other.admin, `POST ${theirs.path}/${list}`, 404, /^(Space|Site) not found/, { body });
    // An installation is not found under another integration.
    const unrelated = await publish(app);
    await app.refused(app.admin, `GET ${unrelated.path}/installations/${id}`, 404, /^Installation not found/);

    // A private integration is hidden from guests.
    const enabled = async (person: typeof guest) =>
      (await app.ok(person, `GET ${space.path}/integrations`)).items.map(({ name }: Named) => name);
    assert.deepEqual(await enabled(guest), [integration.name]);
    await publish(app, { visibility: "private" }, integration);
    assert.deepEqual(await enabled(guest), []);
    assert.deepEqual(await enabled(reader), [integration.name]);

    // Admins of a space configure the integrations on it.
    await app.give(space.path, "admin", { users: [reader] });
    const configured = await app.ok(reader, `PATCH ${onSpace}`, {
      body: { configuration: { channel: "D" } },
    });
    assert.deepEqual(configured.configuration, { channel: "D" });
    await app.ok(reader, `DELETE ${onSpace}`);
    await app.ok(reader, `POST ${path}/spaces`, { body: { space: space.id } });
  });

  test("unpublishing an integration deletes its installations, and making it private hides them", async () => {
    const { app } = suite;
    const integration = await publish(app, { visibility: "public" });
    const { id: organizationId, admin } = await app.organization();
    const { path } = await install(app, integration, organizationId, admin);
    const space = await app.space({}, organizationId, admin);
    await app.ok(admin, `POST ${path}/spaces`, { body: { space: space.id } });
    const installed = async () => (await app.ok(admin, `GET /orgs/${organizationId}/installations`)).count;
    const enabled = async () => (await app.ok(admin, `GET ${space.path}/integrations`)).count;
    assert.deepEqual([await installed(), await enabled()], [1, 1]);
    await publish(app, { visibility: "private" }, integration);
    assert.deepEqual([await installed(), await enabled()], [0, 0]);
    await app.refused(admin, `GET ${path}`, 404, /not found/);
    await app.ok(app.admin, `POST /orgs/${app.organizationId}/invites`, {
      body: { emails: [admin.email], role: "read" },
    });
    await app.refused(admin, `POST ${integration.path}/installations`, 403, /private integration/, {
      body: { organization: organizationId },
    });
    await publish(app, { visibility: "unlisted" }, integration);
    assert.deepEqual([await installed(), await enabled()], [1, 1]);
    await app.ok(app.admin, `DELETE ${integration.path}`);
    await publish(app, { visibility: "public" }, integration);
    assert.deepEqual([await installed(), await enabled()], [0, 0]);
    assert.equal((await app.ok(admin, `GET ${integration.path}/spaces`)).count, 0);
    // Publishing deletes the installations that an interrupted unpublishing has left.
    await install(app, integration, organizationId, admin);
    await app.context.database.write((trx) =>
      trx.updateTable("integrations").set({ published: 0 }).where("name", "=", integration.name).execute(),
    );
    await publish(app, { visibility: "public" }, integration);
    assert.equal(await installed(), 0);
  });

  test("an organization lists its installations with their integrations", async () => {
    const { app } = suite;
    const { id: organizationId, admin } = await app.organization();
    const prefix = uniqueName();
    const ready = await publish(app, { visibility: "public", title: "Ready" }, { name: `${prefix}-ready` });
    const blocks = [{ id: "b", title: "Block" }];
    const waiting = await publish(
      app,
      { visibility: "public", configurations, blocks },
      { name: `${prefix}-waiting` },
    );
    const first = await install(app, ready, organizationId, admin);
    const second = await install(app, waiting, organizationId, admin);
    const organizationPath = `/orgs/${organizationId}`;
    const { items, count } = await app.ok(admin, `GET ${organizationPath}/installations`);
    assert.equal(count, 2);
    assert.deepEqual(items, [
      {
        installation: await app.ok(admin, `GET ${first.path}`),
        integration: await app.ok(admin, `GET ${ready.path}`),
      },
      {
        installation: await app.ok(admin, `GET ${second.path}`),
        integration: await app.ok(admin, `GET ${waiting.path}`),
      },
    ]);
    const filtered = await app.ok(admin, `GET ${organizationPath}/installations`, {
      query: { search: "READY" },
    });
    assert.deepEqual(filtered, { count: 1, items: [items[0]] });
    // Parameters that the operation does not declare filter nothing.
    const others = `id=a&id=b&integration=none&externalId=none`;
    assert.deepEqual(await app.ok(admin, `GET ${organizationPath}/installations?${others}`), {
      items,
      count,
    });
    const statuses = await app.ok(admin, `GET ${organizationPath}/integrations/installations-status`);
    assert.deepEqual(
      statuses.items.map(({ status, integration }: { status: string; integration: Named }) => [
        integration.name,
        status,
      ]),
      [
        [ready.name, "active"],
        [waiting.name, "pending"],
      ],
    );
    const status = (name: string) => `GET ${organizationPath}/integrations/${name}/installation_status`;
    assert.deepEqual(await app.ok(admin, status(waiting.name)), { status: "pending" });
    await app.refused(admin, status("unknown"), 404, /^Installation not found/);
    const space = await app.space({}, organizationId, admin);
    for (const { path } of [first, second])
      await app.ok(admin, `POST ${path}/spaces`, { body: { space: space.id } });
    assert.deepEqual(await app.ok(admin, `GET ${space.path}/integration-blocks`), [
      { name: waiting.name, blocks },
    ]);
  });
});
