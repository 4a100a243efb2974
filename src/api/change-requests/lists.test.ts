import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type Person } from "../../../test/support/app.ts";

describeOnEachDatabase("lists of change requests", (suite) => {
  const idsOf = async (person: Person, path: string, query: Record<string, string | string[]> = {}) => {
    const { items, count } = await suite.app.ok(person, `GET ${path}`, { query });
    assert.equal(items.length, count);
    return items.map(({ id }: { id: string }) => id);
  };

  test("contain the open change requests by default, the latest first", async () => {
    const { app } = suite;
    const space = await app.space();
    const path = `${space.path}/change-requests`;
    const [draft, older, newer, archived, merged] = [
      await app.changeRequest(space),
      await app.changeRequest(space),
      await app.changeRequest(space),
      await app.changeRequest(space),
      await app.changeRequest(space),
    ];
    for (const [{ path: requestPath }, status] of [
      [newer, "open"],
      [older, "open"],
      [archived, "archived"],
    ] as const) {
      await new Promise((resolve) => setTimeout(resolve, 3));
      await app.ok(app.admin, `PATCH ${requestPath}`, { body: { status } });
    }
    await app.ok(app.admin, `POST ${merged.path}/merge`);
    assert.deepEqual(await idsOf(app.admin, path), [older.id, newer.id]);
    assert.deepEqual(await idsOf(app.admin, path, { orderBy: "createdAt" }), [newer.id, older.id]);
    for (const [status, request] of [
      ["draft", draft],
      ["archived", archived],
      ["merged", merged],
    ] as const)
      assert.deepEqual(await idsOf(app.admin, path, { status }), [request.id]);
  });

  test("are filtered by creator, contributor and requested reviewer", async () => {
    const { app } = suite;
    const space = await app.space();
    const [author, reviewer] = [await app.member("edit"), await app.member("review")];
    const opened = await app.ok(author, `POST ${space.path}/change-requests`);
    const edited = await app.changeRequest(space);
    const asked = await app.changeRequest(space);
    const changes = [{ operation: "insert_page", title: "A" }];
    for (let i = 0; i < 2; i++) await app.ok(author, `POST ${edited.path}/content`, { body: { changes } });
    await app.ok(app.admin, `POST ${asked.path}/requested-reviewers`, { body: { users: [reviewer.id] } });
    for (const path of [`${space.path}/change-requests`, `/orgs/${app.organizationId}/change-requests`]) {
      const find = (query: Record<string, string>) => idsOf(app.admin, path, { status: "draft", ...query });
      assert.deepEqual(await find({ contributor: author.id }), [edited.id, opened.id]);
      assert.deepEqual(await find({ creator: author.id }), [opened.id]);
      assert.deepEqual(await find({ requestedReviewer: reviewer.id }), [asked.id]);
      assert.deepEqual(await find({ contributor: reviewer.id }), []);
      assert.deepEqual(await find({ contributor: author.id, creator: app.admin.id }), [edited.id]);
    }
    const { items } = await app.ok(app.admin, `GET ${edited.path}/contributors`);
    assert.deepEqual(
      items.map(({ user, count }: { user: Person; count: number }) => [user.id, count]).sort(),
      [
        [app.admin.id, 0],
        [author.id, 2],
      ].sort(),
    );
  });

  test("of an organization contain the change requests of all spaces that the caller may read", async () => {
    const { app } = suite;
    const { id: organizationId, admin } = await app.organization();
    const [one, two] = [
      await app.space({}, organizationId, admin),
      await app.space({}, organizationId, admin),
    ];
    const openRequest = async (space: { path: string }, status: string): Promise<string> => {
      const { id } = await app.ok(admin, `POST ${space.path}/change-requests`);
      await app.ok(admin, `PATCH ${space.path}/change-requests/${id}`, { body: { status } });
      return id;
    };
    const [first, second, third] = [
      await openRequest(one, "open"),
      await openRequest(two, "open"),
      await openRequest(two, "archived"),
    ];
    const path = `/orgs/${organizationId}/change-requests`;
    assert.deepEqual(new Set(await idsOf(admin, path)), new Set([first, second]));
    const openAndArchived = { status: ["open", "archived"] };
    assert.deepEqual(new Set(await idsOf(admin, path, openAndArchived)), new Set([first, second, third]));
    assert.deepEqual(await idsOf(admin, path, { space: one.id }), [first]);
    assert.deepEqual(await idsOf(admin, path, { space: one.id, finding: "none" }), [first]);
    assert.deepEqual(await idsOf(admin, path, { site: "unknown" }), []);
    const guest = await app.member(null, organizationId, admin);
    assert.deepEqual(await idsOf(guest, path, openAndArchived), []);
    await app.ok(admin, `POST ${two.path}/permissions`, { body: { role: "read", users: [guest.id] } });
    assert.deepEqual(new Set(await idsOf(guest, path, openAndArchived)), new Set([second, third]));
    await app.refused(app.admin, `GET ${path}`, 404, /Organization not found/);
    await app.refused(admin, `GET ${path}`, 400, /^status\[0\]: must be one of/, {
      query: { status: "closed" },
    });
  });

  test("are searched by a part of the subject and by number", async () => {
    const { app } = suite;
    const space = await app.space();
    const path = `${space.path}/change-requests`;
    const open = async (subject: string) =>
      (await app.ok(app.admin, `POST ${path}`, { body: { subject } })).id;
    const [first, second] = [await open("Über 100% of it"), await open("Other")];
    const find = (search: string) => idsOf(app.admin, path, { status: "draft", search });
    assert.deepEqual(await find("uber 100%"), [first]);
    assert.deepEqual(await find("%"), [first]);
    assert.deepEqual(await find("#2"), [second]);
    assert.deepEqual(await find("absent"), []);
    await app.ok(app.admin, `PATCH ${path}/${second}`, { body: { subject: "Ärger" } });
    assert.deepEqual(await find("arg"), [second]);
    assert.deepEqual(await find(" "), [second, first]);
  });

  test("are paged without gaps or repetitions", async () => {
    const { app } = suite;
    const space = await app.space();
    const ids = new Set<string>();
    for (let i = 0; i < 7; i++) ids.add((await app.changeRequest(space)).id);
    const seen: string[] = [];
    for (let page: string | undefined, done = false; !done; done = page === undefined) {
      const query = { status: "draft", limit: 3, ...(page && { page }) };
      const list = await app.ok(app.admin, `GET ${space.path}/change-requests`, { query });
      assert.equal(list.count, 7);
      seen.push(...list.items.map(({ id }: { id: string }) => id));
      page = list.next?.page;
    }
    assert.equal(seen.length, 7);
    assert.deepEqual(new Set(seen), ids);
  });
});
