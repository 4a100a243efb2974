import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { describeOnEachDatabase, type Person } from "../../../test/support/app.ts";
import { SamlClient } from "../../../test/support/saml/sign-in.ts";
import { firefox } from "../../../test/support/site-events.ts";
import { setPassword } from "../../identity/passwords/password-login.ts";
import { hashPassword } from "../../identity/passwords/passwords.ts";
import { createSession, sessionCookie } from "../../identity/sessions/sessions.ts";
import type { NewToken } from "../../identity/tokens/tokens.ts";

const password = "correct horse";

describeOnEachDatabase("an account", (suite) => {
  /** Opens a session and returns calls that are made in it. */
  async function openSession(
    { id }: Person,
    method: "password" | "link" = "password",
    more: Partial<NewToken> = {},
  ) {
    const { database, clock, config } = suite.app.context;
    const session = { userId: id, loginMethod: method, ...more };
    const secret = await database.write((trx) => createSession(trx, session, clock.now()));
    const [cookie = ""] = sessionCookie(secret, config).split(";");
    return (operation: string, body?: object) =>
      suite.app.call(undefined, operation, { headers: { cookie }, ...(body && { body }) });
  }

  async function withPassword(person: Person): Promise<Person> {
    const { database, clock } = suite.app.context;
    const hash = await hashPassword(password);
    await database.write((trx) => setPassword(trx, person.id, hash, clock.now()));
    return person;
  }

  const signIn = ({ email }: Person, secret: string) =>
    suite.app.app.inject({ method: "POST", url: "/auth/sign-in", payload: { email, password: secret } });

  /** Reads of one event-loop iteration share a snapshot for some milliseconds. */
  const settle = () => sleep(120);

  test("of a new server lacks a name, a password and a title until they are set", async () => {
    const { app } = suite;
    const asAdmin = await openSession(app.admin, "link");
    const before = (await asAdmin("GET /user/account")).body;
    assert.deepEqual(before.missing, {
      displayName: true,
      password: true,
      organizationTitle: app.organizationId,
    });
    assert.deepEqual([before.hasPassword, before.canSetPassword], [false, true]);
    assert.deepEqual([before.session.method, before.session.current], ["link", true]);
    // With a token, no first password can be set.
    const byToken = await app.ok(app.admin, "GET /user/account");
    assert.deepEqual(
      [byToken.canSetPassword, byToken.missing.password, byToken.session],
      [false, false, undefined],
    );

    await asAdmin(`PATCH /users/${app.admin.id}`, { displayName: "Ada" });
    assert.equal((await asAdmin("PUT /user/password", { password })).status, 204);
    await asAdmin(`PATCH /orgs/${app.organizationId}`, { title: "Engines" });
    const after = (await asAdmin("GET /user/account")).body;
    assert.deepEqual(after.missing, { displayName: false, password: false });
    assert.deepEqual([after.hasPassword, after.canSetPassword, after.user.displayName], [true, true, "Ada"]);
    assert.equal((await signIn(app.admin, password)).statusCode, 200);
  });

  test("gets another password with the current one, which ends all other sessions", async () => {
    const { app } = suite;
    const person = await withPassword(await app.stranger());
    const [here, there] = [await openSession(person), await openSession(person)];
    for (const [body, status, message] of [
      [{ password: "another one" }, 400, /^currentPassword: is required/],
      [{ password: "short", currentPassword: password }, 400, /^password: must be at least 8/],
      [{ currentPassword: password }, 400, /^password: is required/],
      [{ password: "another one", currentPassword: "wrong" }, 403, /^currentPassword: is wrong/],
    ] as const) {
      const reply = await here("PUT /user/password", body);
      assert.equal(reply.status, status);
      assert.match(reply.body.error.message, message);
    }
    const changed = await here("PUT /user/password", { password: "another one", currentPassword: password });
    assert.equal(changed.status, 204);
    await settle();
    assert.equal((await here("GET /user")).status, 200);
    assert.equal((await there("GET /user")).status, 401);
    assert.equal((await signIn(person, password)).statusCode, 401);
    assert.equal((await signIn(person, "another one")).statusCode, 200);
  });

  test("refuses a first password without a sign-in link, and further guesses of the current one", async () => {
    const { app } = suite;
    const person = await app.stranger();
    for (const reply of [
      await (await openSession(person))("PUT /user/password", { password }),
      await app.call(person, "PUT /user/password", { body: { password } }),
    ]) {
      assert.equal(reply.status, 403);
      assert.match(reply.body.error.message, /sign-in link/);
    }
    await withPassword(person);
    const guess = { password: "another one", currentPassword: "a guess" };
    for (let i = 0; i < 10; i++)
      await app.refused(person, "PUT /user/password", 403, /currentPassword: is wrong/, { body: guess });
    const body = { ...guess, currentPassword: password };
    await app.refused(person, "PUT /user/password", 429, /failed too often/, { body });
  });

  test("lists its sessions, and ends one or all others", async () => {
    const { app } = suite;
    const person = await app.stranger();
    const here = await openSession(person, "link", { userAgent: firefox });
    const headless =
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36";
    const [second, third] = [
      await openSession(person),
      await openSession(person, "link", { userAgent: headless }),
    ];
    const { body } = await here("GET /user/sessions");
    assert.equal(body.count, 3);
    const first = body.items[2];
    assert.deepEqual(
      [first.object, first.method, first.browser, first.current, first.organization],
      ["session", "link", "firefox", true, undefined],
    );
    assert.notEqual(first.system, "unknown");
    assert.deepEqual([body.items[0].browser, body.items[0].system], ["chrome", "linux"]);
    assert.ok(Date.parse(first.expiresAt) > Date.now());
    // Sessions cannot be ended by others.
    const other = await app.stranger();
    await app.refused(other, `DELETE /user/sessions/${first.id}`, 404, /Session not found/);
    assert.equal((await here(`DELETE /user/sessions/${body.items[1].id}`)).status, 204);
    await settle();
    assert.equal((await second("GET /user")).status, 401);
    assert.equal((await third("GET /user")).status, 200);
    assert.equal((await here("DELETE /user/sessions")).status, 204);
    await settle();
    assert.equal((await third("GET /user")).status, 401);
    assert.equal((await here("GET /user/sessions")).body.count, 1);
    await app.ok(person, "DELETE /user/sessions");
    await settle();
    assert.equal((await here("GET /user")).status, 401);
  });

  test("shows a session of one organization's provider only the sessions of that organization", async () => {
    const { app } = suite;
    const { id, admin } = await app.organization("Trap");
    const client = new SamlClient(app);
    const victim = await withPassword(await app.stranger());
    const own = await openSession(victim);
    const cookie = await client.signIn(await client.provider({}, id, admin), { email: victim.email });
    const listed = await client.call(cookie, "GET /user/sessions");
    assert.equal(listed.body.count, 1);
    const [session] = listed.body.items;
    assert.deepEqual(
      [session.method, session.organization, session.current],
      ["saml", { id, title: "Trap" }, true],
    );
    assert.ok(session.provider);
    const { items } = (await own("GET /user/sessions")).body;
    const { id: ownId } = items.find(({ current }: { current: boolean }) => current);
    assert.equal((await client.call(cookie, `DELETE /user/sessions/${ownId}`)).status, 404);
    assert.equal((await client.call(cookie, "DELETE /user/sessions")).status, 204);
    const body = { password: "another one", currentPassword: password };
    assert.equal((await client.call(cookie, "PUT /user/password", body)).status, 403);
    assert.equal((await client.call(cookie, "GET /user/account")).body.canSetPassword, false);
    await settle();
    assert.equal((await own("GET /user")).status, 200);
  });
});
