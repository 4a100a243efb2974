import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type Person } from "../../../test/support/app.ts";
import { SamlClient } from "../../../test/support/saml/sign-in.ts";
import { createSession, sessionCookie } from "../../identity/sessions/sessions.ts";
import { TokenUse } from "../../identity/tokens/index.ts";

const inAYear = () => new Date(Date.now() + 365 * 86_400_000).toISOString();

describeOnEachDatabase("API tokens", (suite) => {
  const create = (person: Person, body: object) => suite.app.ok(person, "POST /user/tokens", { body });
  const withToken = (person: Person, { token }: { token: string }): Person => ({ ...person, token });

  async function sessionOf({ id }: Person): Promise<string> {
    const { database, clock, config } = suite.app.context;
    const session = { userId: id, loginMethod: "password" } as const;
    const secret = await database.write((trx) => createSession(trx, session, clock.now()));
    return sessionCookie(secret, config).split(";")[0] ?? "";
  }

  const currentToken = async (person: Person): Promise<{ id: string }> => {
    const { items } = await suite.app.ok(person, "GET /user/tokens");
    return items.find(({ current }: { current: boolean }) => current);
  };

  test("are created, listed with the time of their last use, and revoked by their owner", async () => {
    const { app } = suite;
    const person = await app.stranger();
    const expiresAt = inAYear();
    const { token, ...created } = await create(person, { name: "Laptop", expiresAt });
    assert.match(token, /^lct_[\w-]{43}$/);
    assert.deepEqual(created, {
      object: "api-token",
      id: created.id,
      name: "Laptop",
      prefix: token.slice(0, 10),
      createdAt: created.createdAt,
      expiresAt,
      current: false,
      urls: { location: app.context.urls.api(`/user/tokens/${created.id}`) },
    });
    assert.deepEqual(await app.ok(person, `GET /user/tokens/${created.id}`), created);
    const laptop = withToken(person, { token });
    await app.ok(laptop, "GET /user");
    await app.context.tokenUse.flush();
    const { items, count } = await app.ok(laptop, "GET /user/tokens");
    assert.deepEqual(
      [count, items.map((item: { name: string; current: boolean }) => [item.name, item.current])],
      [
        2,
        [
          ["Laptop", true],
          ["test", false],
        ],
      ],
    );
    assert.ok(Math.abs(Date.now() - Date.parse(items[0].lastUsedAt)) < 60_000);
    assert.ok(!JSON.stringify(items).includes(token));

    const other = await app.stranger();
    for (const method of ["GET", "DELETE"])
      await app.refused(other, `${method} /user/tokens/${created.id}`, 404, /API token not found/);
    assert.equal((await app.call(person, `DELETE /user/tokens/${created.id}`)).status, 204);
    await app.refused(laptop, "GET /user", 401, /unknown or no longer valid/);
    await app.refused(person, `DELETE /user/tokens/${created.id}`, 404, /API token not found/);
  });

  test("have one time of their last use for all processes, which is written every ten minutes", async () => {
    const { app } = suite;
    const { database } = app.context;
    const person = await app.stranger();
    const [{ id }] = (await app.ok(person, "GET /user/tokens")).items;
    await app.context.tokenUse.flush();
    const readLastUse = async () => Date.parse((await app.ok(person, `GET /user/tokens/${id}`)).lastUsedAt);
    const first = await readLastUse();
    for (const [delay, expected] of [
      [300_000, 0],
      [-300_000, 0],
      [600_000, 600_000],
    ] as const) {
      const ofOtherProcess = new TokenUse(database);
      ofOtherProcess.record(id, 0, first + delay);
      await ofOtherProcess.flush();
      assert.equal((await readLastUse()) - first, expected);
    }
  });

  test("are refused with the name of the wrong field", async () => {
    const { app } = suite;
    const [person, foreign] = [await app.stranger(), await app.organization()];
    for (const [body, status, message] of [
      [{}, 400, /^name: is required/],
      [{ name: "" }, 400, /^name: must be at least 1/],
      [{ name: "x".repeat(101) }, 400, /^name: must be at most 100/],
      [{ name: "A", expiresAt: "tomorrow" }, 400, /^expiresAt: /],
      [{ name: "A", expiresAt: "2020-01-01T00:00:00Z" }, 400, /^expiresAt: must be in the future/],
      [{ name: "A", organization: foreign.id }, 404, /^organization: Organization \w+ not found/],
    ] as const)
      await app.refused(person, "POST /user/tokens", status, message, { body });
  });

  test("that are bound to an organization are valid in no other, and create no wider ones", async () => {
    const { app } = suite;
    const person = await app.member("edit");
    const other = await app.organization();
    await app.ok(other.admin, `POST /orgs/${other.id}/invites`, {
      body: { emails: [person.email], role: "admin" },
    });
    const elsewhere = await app.space({}, other.id, other.admin);
    const space = await app.space();
    await create(person, { name: "For all" });
    const expiresAt = inAYear();
    const { body: created } = await app.call(undefined, "POST /user/tokens", {
      headers: { cookie: await sessionOf(person) },
      body: { name: "Bound", organization: app.organizationId, expiresAt },
    });
    assert.equal(created.organization.id, app.organizationId);
    const bound = withToken(person, created);
    await app.ok(bound, `GET ${space.path}`);
    assert.deepEqual(
      (await app.ok(bound, "GET /orgs")).items.map(({ id }: { id: string }) => id),
      [app.organizationId],
    );
    await app.refused(bound, `GET ${elsewhere.path}`, 404, /Space not found/);
    await app.refused(bound, `GET /orgs/${other.id}/members`, 404, /Organization not found/);
    await app.refused(bound, "POST /orgs", 403, /bound to an organization/, { body: { title: "New" } });
    await app.refused(bound, `PATCH /users/${person.id}`, 403, /bound to an organization/, {
      body: { displayName: "New" },
    });
    await app.refused(bound, "PUT /user/password", 403, /bound to an organization/, {
      body: { password: "a long password" },
    });

    const { items } = await app.ok(bound, "GET /user/tokens");
    assert.deepEqual(
      items.map(({ name }: { name: string }) => name),
      ["Bound"],
    );
    await app.refused(bound, "POST /user/tokens", 404, /^organization: Organization \w+ not found/, {
      body: { name: "Wider", organization: other.id },
    });
    const later = new Date(Date.parse(expiresAt) + 1000).toISOString();
    await app.refused(bound, "POST /user/tokens", 400, /^expiresAt: must not be after/, {
      body: { name: "Longer", expiresAt: later },
    });
    const child = await create(bound, { name: "Child" });
    assert.deepEqual([child.organization.id, child.expiresAt], [app.organizationId, expiresAt]);
  });

  test("that a token has created end with it, and create no others", async () => {
    const { app } = suite;
    const person = await app.stranger();
    const parent = await create(person, { name: "Parent" });
    const other = await create(person, { name: "Other" });
    await app.refused(withToken(person, parent), "POST /user/tokens", 403, /cannot create others/, {
      body: { name: "Grandchild" },
    });
    await app.ok(person, `DELETE /user/tokens/${parent.id}`);
    await app.ok(withToken(person, other), "GET /user");
    await app.ok(person, `DELETE /user/tokens/${(await currentToken(person)).id}`);
    for (const child of [parent, other])
      await app.refused(withToken(person, child), "GET /user", 401, /no longer valid/);
    const cookie = await sessionOf(await app.stranger());
    const bySession = await app.call(undefined, "POST /user/tokens", {
      headers: { cookie },
      body: { name: "By a session" },
    });
    await create(withToken(person, bySession.body), { name: "Child" });
  });

  test("that are bound to an organization are listed and revoked by its admins, and end with the membership", async () => {
    const { app } = suite;
    const { id, admin } = await app.organization();
    const person = await app.member("read", id, admin);
    const [first, second] = [
      await create(person, { name: "First", organization: id }),
      await create(person, { name: "Second", organization: id }),
    ];
    const unbound = await create(person, { name: "Unbound" });
    const { items, count } = await app.ok(admin, `GET /orgs/${id}/tokens`);
    assert.deepEqual(
      [count, items.map((item: { name: string; user: { id: string } }) => [item.name, item.user.id])],
      [
        2,
        [
          ["Second", person.id],
          ["First", person.id],
        ],
      ],
    );
    await app.refused(person, `GET /orgs/${id}/tokens`, 403, /role admin/);
    await app.refused(admin, `DELETE /orgs/${id}/tokens/${unbound.id}`, 404, /API token not found/);
    await app.refused(
      app.admin,
      `DELETE /orgs/${app.organizationId}/tokens/${first.id}`,
      404,
      /API token not found/,
    );
    assert.equal((await app.call(admin, `DELETE /orgs/${id}/tokens/${first.id}`)).status, 204);
    await app.refused(withToken(person, first), "GET /user", 401, /no longer valid/);
    await app.ok(withToken(person, second), `GET /orgs/${id}`);
    await app.ok(admin, `DELETE /orgs/${id}/members/${person.id}`);
    await app.refused(withToken(person, second), "GET /user", 401, /no longer valid/);
    await app.ok(withToken(person, unbound), "GET /user");
  });

  test("are not a way around an organization that requires its identity provider", async () => {
    const { app } = suite;
    const { id, admin } = await app.organization();
    const person = await app.stranger("ada@required.example");
    await app.ok(admin, `POST /orgs/${id}/invites`, { body: { emails: [person.email], role: "read" } });
    await app.ok(admin, `PATCH /orgs/${id}`, { body: { emailDomains: ["required.example"], sso: true } });
    const cookie = await sessionOf(person);
    for (const body of [{ name: "All" }, { name: "Bound", organization: id }])
      await app.refused(undefined, "POST /user/tokens", 403, /requires its members to sign in/, {
        body,
        headers: { cookie },
      });
    const own = await app.ok(person, "POST /orgs", { body: { title: "Own" } });
    const elsewhere = await app.call(undefined, "POST /user/tokens", {
      body: { name: "Elsewhere", organization: own.id },
      headers: { cookie },
    });
    assert.equal(elsewhere.status, 201);
    const client = new SamlClient(app);
    const session = await client.signIn(await client.provider({}, id, admin), { email: person.email });
    const created = await client.call(session, "POST /user/tokens", { name: "By the provider" });
    assert.deepEqual([created.status, created.body.organization?.id], [201, id]);
    // A session of this organization's provider sees nothing of the user's other tokens.
    const listed = await client.call(session, "GET /user/tokens");
    assert.deepEqual(
      listed.body.items.map(({ name }: { name: string }) => name),
      ["By the provider"],
    );
  });
});
