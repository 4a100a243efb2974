import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type Person } from "../../../test/support/app.ts";
import { becomes } from "../../../test/support/becomes.ts";
import { insertToken, newToken } from "../../identity/tokens/index.ts";
import { addMilliseconds } from "../../platform/index.ts";

let time = Date.now();
const clock = { now: () => new Date(time).toISOString(), time: () => time };

describeOnEachDatabase(
  "kept replies",
  (suite) => {
    /** Sends the same request several times. Returns the last reply, and how many of the replies were kept ones. */
    async function repeat(person: Person, operation: string) {
      const { app } = suite;
      const { replyCache } = app.context.metrics;
      const before = replyCache.hits;
      const replies = [];
      for (let i = 0; i < 4; i++) replies.push(await app.call(person, operation));
      const [first, last] = [replies[0], replies.at(-1)];
      assert.deepEqual(last?.body, first?.body);
      for (const name of [
        "content-type",
        "content-length",
        "etag",
        "cache-control",
        "content-security-policy",
      ])
        assert.equal(last?.headers[name], first?.headers[name], name);
      return { status: last?.status, body: last?.body, kept: replyCache.hits - before };
    }

    /** The version of PostgreSQL is that of the whole server, which other tests change at any time. */
    function assertKept({ kept }: { readonly kept: number }, expected: number) {
      if (suite.kind === "sqlite") assert.equal(kept, expected);
      else assert.ok(kept <= expected, `${kept} replies were kept`);
    }

    /** A member and a space, after what is written for them later has been written. */
    async function memberWithSpace() {
      const member = await suite.app.member("read");
      const space = await suite.app.space();
      await suite.app.ok(member, "GET /user");
      await suite.app.context.tokenUse.flush();
      return { member, space };
    }

    test("are sent from the third equal request on", async () => {
      const { member, space } = await memberWithSpace();
      assertKept(await repeat(member, `GET ${space.path}`), 2);
      assertKept(await repeat(member, `GET ${space.path}/content/pages`), 2);
      assert.equal((await repeat(member, "GET /user/tokens")).kept, 0);
      assert.equal((await repeat(member, "GET /spaces/unknown")).kept, 0);
      await becomes(async () => (await repeat(member, `GET ${space.path}`)).kept > 0, true);
    });

    test("belong to one caller", async () => {
      const { member, space } = await memberWithSpace();
      const { body } = await repeat(member, `GET ${space.path}`);
      const others = await repeat(suite.app.admin, `GET ${space.path}`);
      assert.deepEqual([body.permissions.admin, others.body.permissions.admin], [false, true]);
      const stranger = await suite.app.stranger();
      assert.equal((await repeat(stranger, `GET ${space.path}`)).status, 404);
      const cookie = `lectern_session=${member.token}`;
      const { statusCode } = await suite.app.app.inject({ url: `/v1${space.path}`, headers: { cookie } });
      assert.equal(statusCode, 401, "an API token is no session");
    });

    test("are shared by callers for whom they are the same", async () => {
      const { app } = suite;
      const { space } = await memberWithSpace();
      const { id } = await app.comment(space.path);
      const [first, second, third, editor] = [
        await app.member("comment"),
        await app.member("comment"),
        await app.member("comment"),
        await app.member("edit"),
      ];
      const operation = `GET ${space.path}/comments`;
      const read = (person: Person) => app.ok(person, operation);
      /** How many replies were kept ones, once for each of these callers. */
      const keptFor = async (...people: Person[]) => {
        for (const person of people) await app.ok(person, "GET /user");
        await app.context.tokenUse.flush();
        const { hits } = app.context.metrics.replyCache;
        for (const person of people) await read(person);
        return { kept: app.context.metrics.replyCache.hits - hits };
      };
      assertKept(await keptFor(first, second, third, editor), 1);
      const keptForNew = async () => (await keptFor(first, second, await app.member("comment"))).kept > 0;
      await becomes(keptForNew, true);
      const permissionsOf = async (person: Person) => (await read(person)).items[0].permissions;
      assert.deepEqual(await permissionsOf(app.admin), { view: true, edit: true, reply: true, delete: true });
      assert.deepEqual(await permissionsOf(first), { view: true, edit: false, reply: true, delete: false });
      await app.ok(first, `POST ${space.path}/comments/read`, { body: {} });
      assert.equal((await read(first)).items[0].unread, false);
      assert.equal((await read(second)).items[0].unread, true);
      await app.ok(second, `POST ${space.path}/comments/${id}/replies`, {
        body: { body: { markdown: "me" } },
      });
      assert.equal((await read(second)).items[0].unread, true);
      assert.equal((await read(await app.member("comment"))).items[0].replies, 1);
      const stranger = await app.stranger();
      assert.equal((await app.call(stranger, operation)).status, 404);
      const members = `GET /orgs/${app.organizationId}/members`;
      assert.deepEqual(await app.ok(first, members), await app.ok(editor, members));
      assert.equal((await app.call(stranger, members)).status, 404);
    });

    test("are not shared with a caller who had no access when they were made", async () => {
      const { app } = suite;
      const { database } = app.context;
      const { space } = await memberWithSpace();
      const { id } = await app.comment(space.path);
      const operation = `GET ${space.path}/comments`;
      const stranger = await app.stranger();
      const readers = [await app.member("read"), await app.member("read")];
      for (const person of [stranger, ...readers]) await app.ok(person, "GET /user");
      await app.context.tokenUse.flush();
      for (const person of readers) await app.ok(person, operation);
      const { readVersion } = database;
      const changeAfterVersion = async () => {
        const version = await readVersion();
        Object.assign(database, { readVersion });
        await app.ok(app.admin, `DELETE ${space.path}/comments/${id}`);
        await app.ok(app.admin, `POST /orgs/${app.organizationId}/invites`, {
          body: { emails: [stranger.email], role: "read" },
        });
        return version;
      };
      Object.assign(database, { readVersion: changeAfterVersion });
      assert.deepEqual((await app.ok(stranger, operation)).items, []);
    });

    test("are not sent after any change", async () => {
      const { app } = suite;
      const { member, space } = await memberWithSpace();
      for (const title of ["First", "Second"]) {
        await app.ok(app.admin, `PATCH ${space.path}`, { body: { title } });
        assert.equal((await repeat(member, `GET ${space.path}`)).body.title, title);
      }
      await app.ok(app.admin, `DELETE /orgs/${app.organizationId}/members/${member.id}`);
      assert.equal((await repeat(member, `GET ${space.path}`)).status, 404);
    });

    test("are not sent to a token that was deleted or has expired", async () => {
      const { app } = suite;
      const { member, space } = await memberWithSpace();
      const token = newToken();
      const expiresAt = addMilliseconds(clock.now(), 2000);
      const created = { token, userId: member.id, name: "short", expiresAt };
      await app.context.database.write((trx) => insertToken(trx, created, clock.now()));
      const short = { ...member, token };
      await app.ok(short, "GET /user");
      await app.context.tokenUse.flush();
      assertKept(await repeat(short, `GET ${space.path}`), 2);
      time += 2001;
      assert.equal((await repeat(short, `GET ${space.path}`)).status, 401);
      assert.equal((await repeat(member, `GET ${space.path}`)).status, 200);
      await app.context.database.write((trx) =>
        trx.deleteFrom("tokens").where("user_id", "=", member.id).execute(),
      );
      assert.equal((await repeat(member, `GET ${space.path}`)).status, 401);
    });

    test("are replaced after a minute", async () => {
      const { member, space } = await memberWithSpace();
      await repeat(member, `GET ${space.path}`);
      time += 60_001;
      assertKept(await repeat(member, `GET ${space.path}`), 3);
    });

    test("leave conditional requests, HEAD and visitors to the operation", async () => {
      const { app } = suite;
      const { member, space } = await memberWithSpace();
      const operation = `GET ${space.path}/content/pages`;
      await repeat(member, operation);
      const { headers } = await app.call(member, operation);
      const etag = String(headers.etag);
      assert.equal((await app.call(member, operation, { headers: { "if-none-match": etag } })).status, 304);
      const { hits } = app.context.metrics.replyCache;
      const authorization = `Bearer ${member.token}`;
      await app.app.inject({ method: "HEAD", url: `/v1${space.path}`, headers: { authorization } });
      assert.equal(app.context.metrics.replyCache.hits, hits);
      // A user's token that looks like a visitor's.
      const token = "eyJhbGciOiJIUzI1NiJ9.e30.x";
      const created = { token, userId: member.id, name: "visitor" };
      await app.context.database.write((trx) => insertToken(trx, created, clock.now()));
      const { misses } = app.context.metrics.replyCache;
      assert.equal((await repeat({ ...member, token }, `GET ${space.path}`)).kept, 0);
      assert.equal(app.context.metrics.replyCache.misses, misses);
    });
  },
  { clock },
);
