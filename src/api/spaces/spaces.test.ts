import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../../test/support/app.ts";
import { scheduleRepeatingJobs } from "../../server/jobs/kinds.ts";
import { runNextJob } from "../../server/jobs/work.ts";
import { purgeSpaces } from "./purge-spaces.ts";

let now = Date.parse("2030-01-01T00:00:00.000Z");
const clock = { now: () => new Date(now).toISOString(), time: () => now };
const day = 86_400_000;

describeOnEachDatabase(
  "spaces",
  (suite) => {
    const list = () => `/orgs/${suite.app.organizationId}/spaces`;
    const titles = async (path: string, person = suite.app.admin, query: object = {}): Promise<string[]> =>
      (await suite.app.ok(person, `GET ${path}`, { query: { limit: 1000, ...query } })).items.map(
        ({ title }: { title: string }) => title,
      );
    const trash = (person = suite.app.admin) => titles(list(), person, { deleted: true });

    test("have every field of the specification", async () => {
      const { app } = suite;
      const { id: parent } = await app.collection();
      const body = { title: "Handbook", emoji: "📚", parent, editMode: "locked" };
      const reply = await app.call(app.admin, `POST ${list()}`, { body });
      assert.equal(reply.status, 201);
      const { id, revision, ...space } = reply.body;
      const base = app.context.config.baseUrl;
      assert.equal(reply.headers.location, `${base}/v1/spaces/${id}`);
      assert.match(revision, /^\w{22}$/);
      assert.deepEqual(space, {
        object: "space",
        title: "Handbook",
        emoji: "📚",
        visibility: "private",
        createdAt: clock.now(),
        updatedAt: clock.now(),
        editMode: "locked",
        urls: { location: `${base}/v1/spaces/${id}`, app: `${base}/app/spaces/${id}` },
        organization: app.organizationId,
        parent,
        position: "a0",
        defaultLevel: null,
        comments: 0,
        changeRequests: 0,
        changeRequestsOpen: 0,
        changeRequestsDraft: 0,
        mergeRules: { type: "inherit" },
        permissions: {
          view: true,
          access: true,
          admin: true,
          viewInviteLinks: true,
          edit: true,
          triggerGitSync: true,
          comment: true,
          merge: true,
          review: true,
          installIntegration: true,
        },
      });
      assert.deepEqual(
        await app.ok(app.admin, `GET /spaces/${id}`, { query: { shareKey: "x" } }),
        reply.body,
      );
    });

    test("can be created without fields, and invalid fields are refused by name", async () => {
      const { app } = suite;
      const made = await app.call(app.admin, `POST ${list()}`);
      assert.equal(made.status, 201);
      assert.equal(made.body.editMode, "live");
      assert.ok(made.body.title && made.body.emoji);
      const invalid = [
        [{ title: "x".repeat(51) }, 400, /^title: must be at most 50/],
        [{ title: 5 }, 400, /^title: must be string/],
        [{ emoji: "no emoji" }, 400, /^emoji: must be a valid emoji/],
        [{ editMode: "open" }, 400, /^editMode: must be one of live, locked/],
        [{ parent: "unknown" }, 404, /parent/],
        [{ parent: made.body.id }, 404, /parent/],
        [[], 400, /body/],
      ] as const;
      for (const [body, status, message] of invalid)
        await app.refused(app.admin, `POST ${list()}`, status, message, { body });
      for (const emoji of ["1f4da", "👩‍💻", "🇫🇷", "☀️", "1F468-200D-1F4BB"])
        assert.equal((await app.ok(app.admin, `POST ${list()}`, { body: { emoji } })).emoji, emoji);
    });

    test("keep the fields that an update does not contain", async () => {
      const { app } = suite;
      const { id, path } = await app.space({ title: "Before", emoji: "📚" });
      const before = await app.ok(app.admin, `GET ${path}`);
      now += 1000;
      const icon = "https://example.com/icon.png";
      const body = { title: "", editMode: "locked", defaultLevel: "read", icon };
      const changed = await app.ok(app.admin, `PATCH ${path}`, { body });
      assert.deepEqual(changed, {
        ...before,
        title: "",
        editMode: "locked",
        defaultLevel: "read",
        updatedAt: clock.now(),
        urls: { ...before.urls, icon },
      });
      for (const defaultLevel of ["inherit", null]) {
        const reset = await app.ok(app.admin, `PATCH ${path}`, { body: { defaultLevel, icon: null } });
        assert.deepEqual([reset.defaultLevel, reset.urls.icon], [null, undefined]);
      }
      await app.refused(app.admin, `PATCH ${path}`, 400, /^defaultLevel/, {
        body: { defaultLevel: "owner" },
      });
      await app.refused(await app.member("create"), `PATCH /spaces/${id}`, 403, /role admin/, { body });
      await app.refused(await app.stranger(), `PATCH /spaces/${id}`, 404, /Space not found/, { body });
    });

    test("are moved before or after their siblings", async () => {
      const { app } = suite;
      const { id: parent, path } = await app.collection();
      const made = [];
      for (const title of ["A", "B", "C"]) made.push(await app.space({ title, parent }));
      const inner = await app.collection({ title: "Inner", parent });
      const [a, b, c] = made;
      assert.ok(a && b && c);
      const move = (space: { path: string }, body: object) =>
        app.ok(app.admin, `POST ${space.path}/move`, { body });
      const before = (id: string) => ({ position: { before: { type: "space", space: id } } });
      const after = (id: string) => ({ position: { after: { type: "space", space: id } } });
      await move(c, before(a.id));
      assert.deepEqual(await titles(`${path}/spaces`), ["C", "A", "B"]);
      await move(c, after(b.id));
      assert.deepEqual(await titles(`${path}/spaces`), ["A", "B", "C"]);
      await move(a, { position: { after: { type: "collection", collection: inner.id } } });
      assert.deepEqual(await titles(`${path}/spaces`), ["B", "C", "A"]);
      for (let i = 0; i < 120; i++) await move(i % 2 === 0 ? a : b, after(c.id));
      assert.deepEqual(await titles(`${path}/spaces`), ["C", "B", "A"]);

      assert.equal((await move(a, { parent: inner.id })).parent, inner.id);
      assert.equal((await move(a, { parent: null })).parent, undefined);
      assert.equal((await move(a, { parent, ...before(c.id) })).parent, parent);
      assert.deepEqual(await titles(`${path}/spaces`), ["A", "C", "B"]);

      const invalid = [
        [before(c.id), 409, /already at that position/],
        [{ parent: "unknown" }, 404, /parent/],
        [{ parent: b.id }, 404, /parent/],
        [before("unknown"), 400, /^position\.before/],
        [before(a.id), 400, /^position\.before/],
        [{ parent: null, ...before(b.id) }, 400, /^position\.before/],
        [{ position: { ...before(b.id).position, ...after(c.id).position } }, 400, /^position/],
        [{ position: { before: { type: "page", page: "x" } } }, 400, /position/],
        [{}, 400, /at least 1 field/],
      ] as const;
      for (const [body, status, message] of invalid)
        await app.refused(app.admin, `POST ${a.path}/move`, status, message, { body });
      assert.deepEqual(await titles(`${path}/spaces`), ["A", "C", "B"]);
      await move(b, { parent });
      await app.refused(app.admin, `POST ${b.path}/move`, 409, /already at that position/, {
        body: { parent },
      });
    });

    test("are moved only with the role create on both parents", async () => {
      const { app } = suite;
      const person = await app.member("read");
      const [from, to] = [await app.collection(), await app.collection()];
      const space = await app.space({ parent: from.id });
      const body = { parent: to.id };
      await app.refused(person, `POST ${space.path}/move`, 403, /role create on the space/, { body });
      await app.give(from.path, "create", { users: [person] });
      await app.refused(person, `POST ${space.path}/move`, 403, /role create on the collection/, { body });
      await app.give(to.path, "create", { users: [person] });
      await app.ok(person, `POST ${space.path}/move`, { body });
      await app.refused(person, `POST ${space.path}/move`, 403, /in the organization/, {
        body: { parent: null },
      });
      assert.equal((await app.ok(person, `POST ${list()}`, { body })).parent, to.id);
      await app.refused(person, `POST ${list()}`, 403, /role create/, { body: {} });
    });

    test("are duplicated with their settings and permissions, to the next position", async () => {
      const { app } = suite;
      const person = await app.member("read");
      const { id: parent, path } = await app.collection();
      const title = "ä".repeat(50);
      const original = await app.space({ title, emoji: "📚", editMode: "locked", parent });
      await app.space({ title: "Last", parent });
      await app.give(original.path, "edit", { users: [person], teams: [await app.team("T", [])] });
      const reply = await app.call(app.admin, `POST ${original.path}/duplicate`);
      assert.equal(reply.status, 201);
      assert.equal(reply.headers.location, reply.body.urls.location);
      assert.equal([...reply.body.title].length, 50);
      assert.deepEqual(await titles(`${path}/spaces`), [title, reply.body.title, "Last"]);
      const source = await app.ok(app.admin, `GET ${original.path}`);
      assert.deepEqual(
        {
          ...reply.body,
          id: "",
          position: "",
          title: "",
          revision: "",
          urls: {},
          createdAt: "",
          updatedAt: "",
        },
        { ...source, id: "", position: "", title: "", revision: "", urls: {}, createdAt: "", updatedAt: "" },
      );
      assert.notEqual(reply.body.revision, source.revision);
      const people = await app.ok(app.admin, `GET /spaces/${reply.body.id}/permissions/users`);
      assert.deepEqual([people.count, people.items[0].permission], [1, "edit"]);
      await app.refused(person, `POST ${original.path}/duplicate`, 403, /role create/);
    });

    test("can be seen and restored by their admins for 7 days after deletion", async () => {
      const { app } = suite;
      const reader = await app.member("read");
      const { id: parent, path } = await app.collection();
      const { id, path: space } = await app.space({ title: "Trashed", parent });
      await app.refused(reader, `DELETE ${space}`, 403, /role admin/);
      assert.equal((await app.call(app.admin, `DELETE ${space}`)).status, 205);
      const deletedAt = clock.now();
      assert.equal((await app.ok(app.admin, `GET ${space}`)).deletedAt, deletedAt);
      await app.refused(reader, `GET ${space}`, 404, /Space not found/);
      assert.deepEqual(await titles(`${path}/spaces`), []);
      assert.ok(!(await titles(list())).includes("Trashed"));
      assert.deepEqual(await trash(), ["Trashed"]);
      assert.deepEqual(await trash(reader), []);
      for (const operation of [`DELETE ${space}`, `POST ${space}/duplicate`])
        await app.refused(app.admin, operation, 409, /restore it first/);
      await app.refused(app.admin, `PATCH ${space}`, 409, /restore it first/, { body: { title: "x" } });

      await app.ok(app.admin, `DELETE ${path}`);
      now += 7 * day - 1;
      await purgeSpaces(app.context);
      const restored = await app.ok(app.admin, `POST ${space}/restore`);
      assert.deepEqual([restored.id, restored.deletedAt, restored.parent], [id, undefined, undefined]);
      await app.refused(app.admin, `POST ${space}/restore`, 409, /not deleted/);
      assert.deepEqual(await trash(), []);
    });

    test("in the trash are listed for those who may restore them, the last deleted first", async () => {
      const { app } = suite;
      const person = await app.member("edit");
      const spaces = [await app.space({ title: "One" }), await app.space({ title: "Two" })];
      const other = await app.space({ title: "Other" });
      for (const { path } of spaces)
        await app.ok(app.admin, `POST ${path}/permissions`, { body: { role: "admin", users: [person.id] } });
      for (const { path } of [...spaces, other]) {
        now += 1000;
        await app.ok(app.admin, `DELETE ${path}`);
      }
      assert.deepEqual(await trash(), ["Other", "Two", "One"]);
      assert.deepEqual(await trash(person), ["Two", "One"]);
      const first = await app.ok(person, `GET ${list()}`, { query: { deleted: true, limit: 1 } });
      const { page } = first.next;
      const second = await app.ok(person, `GET ${list()}`, { query: { deleted: true, limit: 1, page } });
      assert.deepEqual([first.count, second.items[0].title, second.next], [2, "One", undefined]);
      now += 7 * day;
      assert.deepEqual(await trash(), []);
      now -= 7 * day;
      for (const { path } of [...spaces, other]) await app.ok(app.admin, `POST ${path}/restore`);
    });

    test("are purged with their data 7 days after deletion, and copies stay complete", async () => {
      const { app } = suite;
      const { path } = await app.space({ title: "Original" });
      const { id: copy } = await app.ok(app.admin, `POST ${path}/duplicate`);
      const uncopied = await app.space({ title: "Not copied" });
      const request = await app.changeRequest(uncopied);
      for (const commentable of [uncopied.path, request.path]) {
        const { id } = await app.comment(commentable);
        const commentPath = `${commentable}/comments/${id}`;
        await app.ok(app.admin, `POST ${commentPath}/replies`, { body: { body: { markdown: "x" } } });
        await app.ok(app.admin, `PUT ${commentPath}`, { body: { addedReactions: ["👍"] } });
      }
      await app.ok(app.admin, `POST ${request.path}/reviews`, {
        body: { status: "approved", comment: { markdown: "x" } },
      });
      const count = async (
        table: "nodes" | "repositories" | "revisions" | "change_requests" | "comments" | "comment_reactions",
      ) =>
        Number(
          (
            await app.context.database.read
              .selectFrom(table)
              .select(({ fn }) => fn.countAll<number>().as("count"))
              .executeTakeFirstOrThrow()
          ).count,
        );
      const before = [await count("nodes"), await count("repositories"), await count("revisions")];
      const { config, database, clock } = app.context;
      await database.write((trx) => scheduleRepeatingJobs(trx, config, clock.now()));
      for (const deleted of [path, uncopied.path]) await app.ok(app.admin, `DELETE ${deleted}`);
      now += 7 * day;
      await app.refused(app.admin, `GET ${path}`, 404, /Space not found/);
      await app.refused(app.admin, `POST ${path}/restore`, 404, /Space not found/);
      while ((await runNextJob(app.context)) !== undefined);
      const after = [await count("nodes"), await count("repositories"), await count("revisions")];
      assert.deepEqual(after.slice(1), [(before[1] ?? 0) - 1, (before[2] ?? 0) - 2]);
      assert.ok((after[0] ?? 0) < (before[0] ?? 0));
      assert.deepEqual(
        [await count("change_requests"), await count("comments"), await count("comment_reactions")],
        [0, 0, 0],
      );
      assert.equal((await app.ok(app.admin, `GET /spaces/${copy}`)).title, "Original (copy)");
    });

    test("are transferred to another organization, without permissions that do not apply there", async () => {
      const { app } = suite;
      const other = await app.organization();
      const [nonMember, futureMember] = [await app.member("read"), await app.member("read")];
      const space = await app.space({ title: "Wanderer" });
      await app.give(space.path, "edit", {
        users: [nonMember, futureMember],
        teams: [await app.team("T", [nonMember])],
      });
      const copy = await app.ok(app.admin, `POST ${space.path}/duplicate`);
      const body = { organization: other.id };
      const transfer = `POST ${space.path}/transfer`;
      await app.refused(app.admin, transfer, 404, /organization/, { body });
      const invite = (emails: string[], role: string | null) =>
        app.ok(other.admin, `POST /orgs/${other.id}/invites`, { body: { emails, role } });
      await invite([app.admin.email], "edit");
      await app.refused(app.admin, transfer, 403, /role create/, { body });
      await app.ok(other.admin, `PATCH /orgs/${other.id}/members/${app.admin.id}`, {
        body: { role: "create" },
      });
      await invite([futureMember.email], null);
      await app.refused(futureMember, transfer, 403, /role admin/, { body });
      await app.refused(app.admin, transfer, 409, /already/, { body: { organization: app.organizationId } });
      await app.refused(app.admin, transfer, 400, /^organization: is required/, { body: {} });

      const moved = await app.ok(app.admin, transfer, { body });
      assert.deepEqual([moved.organization, moved.permissions.admin], [other.id, false]);
      assert.equal((await app.ok(futureMember, `GET ${space.path}`)).permissions.edit, true);
      await app.refused(nonMember, `GET ${space.path}`, 404, /Space not found/);
      const teams = await app.ok(other.admin, `GET ${space.path}/permissions/teams`);
      assert.equal(teams.count, 0);
      assert.ok(!(await titles(list())).includes("Wanderer"));
      assert.deepEqual(await titles(`/orgs/${other.id}/spaces`, other.admin), ["Wanderer"]);
      assert.equal((await app.ok(app.admin, `GET /spaces/${copy.id}`)).organization, app.organizationId);
    });

    test("are listed for members who may see them", async () => {
      const { app } = suite;
      const { id, admin } = await app.organization();
      const guest = await app.member(null, id, admin);
      const reader = await app.member("read", id, admin);
      const collection = await app.collection({}, id, admin);
      const nested = await app.collection({ parent: collection.id }, id, admin);
      for (const [title, parent] of [["Top"], ["In", collection.id], ["Deep", nested.id]])
        await app.space({ title, ...(parent && { parent }) }, id, admin);
      const seen = async (person = admin) => (await titles(`/orgs/${id}/spaces`, person)).sort();
      assert.deepEqual(await seen(), ["Deep", "In", "Top"]);
      assert.deepEqual(await seen(reader), ["Deep", "In", "Top"]);
      assert.deepEqual(await seen(guest), []);
      const body = { role: "read", users: [guest.id] };
      await app.ok(admin, `POST ${collection.path}/permissions`, { body });
      assert.deepEqual(await seen(guest), ["Deep", "In"]);
      const { spaces } = await app.ok(admin, `GET /orgs/${id}/members/${guest.id}`);
      assert.equal(spaces, 2);
      const page = await app.ok(guest, `GET /orgs/${id}/spaces`, { query: { limit: 1 } });
      assert.equal(page.count, 2);
      const { items } = await app.ok(guest, `GET /orgs/${id}/spaces`, { query: { page: page.next.page } });
      assert.equal(items.length, 1);
    });
  },
  { clock },
);
