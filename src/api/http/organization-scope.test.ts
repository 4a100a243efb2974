import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { describeOnEachDatabase, type TestApp } from "../../../test/support/app.ts";
import { SamlClient } from "../../../test/support/saml/sign-in.ts";
import { setPassword } from "../../identity/passwords/password-login.ts";
import { hashPassword } from "../../identity/passwords/passwords.ts";
import { operationGroups } from "../../workspace/operation-groups.ts";

const password = "correct horse";
let count = 0;
const newDomain = () => `domain-${++count}.example`;

describeOnEachDatabase("a session", (suite) => {
  async function createPasswordUser({ context, app }: TestApp, email: string) {
    const { id, token } = await suite.app.stranger(email);
    const hash = await hashPassword(password);
    await context.database.write((trx) => setPassword(trx, id, hash, context.clock.now()));
    const signIn = () => app.inject({ method: "POST", url: "/auth/sign-in", payload: { email, password } });
    return { person: { id, email, token }, signIn };
  }
  const cookieOf = (reply: { headers: Record<string, unknown> }) =>
    String(reply.headers["set-cookie"]).split(";")[0] ?? "";
  const invite = (organizationId: string, admin: Parameters<TestApp["ok"]>[0], email: string, role: string) =>
    suite.app.ok(admin, `POST /orgs/${organizationId}/invites`, { body: { emails: [email], role } });

  test("from the provider of an untrusted organization is scoped to that organization", async () => {
    const { app } = suite;
    const client = new SamlClient(app);
    const victim = await app.member("admin");
    const theirs = await app.space({ title: "Secret" });
    const collection = await app.collection();
    const { id: trap, admin: attacker } = await app.organization("Trap");
    const bait = await app.space({ title: "Bait" }, trap, attacker);
    const provider = await client.provider({ defaultRole: "admin" }, trap, attacker);
    await app.ok(attacker, `PATCH /orgs/${trap}`, { body: { emailDomains: ["example.com"], sso: true } });
    const cookie = await client.signIn(provider, { email: victim.email });
    const call = (operation: string, body?: object) => client.call(cookie, operation, body);

    assert.equal((await call("GET /user")).body.id, victim.id);
    assert.deepEqual(
      (await call("GET /orgs")).body.items.map(({ id }: { id: string }) => id),
      [trap],
    );
    assert.equal((await call(`GET /orgs/${trap}`)).status, 200);
    assert.equal((await call(`GET ${bait.path}`)).status, 200);
    assert.equal((await call(`GET /users/${attacker.id}`)).status, 200);
    assert.equal((await call(`PATCH ${bait.path}`, { title: "Baited" })).status, 200);
    for (const [operation, status, body] of [
      [`GET /orgs/${app.organizationId}`, 404],
      [`PATCH /orgs/${app.organizationId}`, 404, { title: "Mine" }],
      [`GET ${theirs.path}`, 404],
      [`GET ${theirs.path}/content`, 404],
      [`DELETE ${theirs.path}`, 404],
      [`GET ${collection.path}`, 404],
      ["GET /custom-hostnames/docs.example.com", 404],
      [`POST ${bait.path}/transfer`, 403, { organization: app.organizationId }],
      [`GET /users/${app.admin.id}`, 403],
      [`PATCH /users/${victim.id}`, 403, { displayName: "Mine" }],
      ["POST /orgs", 403, { title: "Another" }],
      ["GET /integrations", 403],
      [`GET /urls/content?url=${encodeURIComponent(app.context.urls.app(theirs.path))}`, 403],
      ["GET /email-domains/example.com/orgs", 403],
    ] as const)
      assert.equal((await call(operation, body)).status, status, operation);

    // Operations outside of the organization are refused unless they are explicitly allowed.
    const allowed: string[] = [];
    for (const { id, method, path, body } of operationGroups.flatMap(({ operations }) => operations)) {
      if (/^\/(orgs?\/:organizationId|spaces\/:|collections\/:|custom-hostnames\/:)/.test(path)) continue;
      const { status } = await call(
        `${method} ${path.replace(/[:*]userId/, victim.id).replace(/[:*]\w+/g, "unknown")}`,
        body && {
          title: "T",
          name: "N",
          displayName: "D",
          url: "https://x.example",
          description: "",
          script: "",
        },
      );
      if (status < 300) allowed.push(id);
      // Tokens and sessions are looked up among those of the organization.
      else if (/:(token|session)Id/.test(path)) assert.equal(status, 404, id);
      else assert.ok([400, 403].includes(status), `${id} returns ${status}`);
    }
    assert.deepEqual(allowed.sort(), [
      "createUserToken",
      "endOtherUserSessions",
      "getAuthenticatedUser",
      "getUserAccount",
      "getUserById",
      "listOrganizationsForAuthenticatedUser",
      "listUserSessions",
      "listUserTokens",
    ]);
    // The user can still sign in, and their own token is not affected.
    assert.equal((await app.call(victim, `GET ${theirs.path}`)).status, 200);
    await app.ok(attacker, `DELETE /orgs/${trap}/members/${victim.id}`);
    assert.equal((await call(`GET /orgs/${trap}`)).status, 404);
  });

  test("scoped to the only organization of its user may change the profile", async () => {
    const { app } = suite;
    const client = new SamlClient(app);
    const { id, admin } = await app.organization();
    const cookie = await client.signIn(await client.provider({}, id, admin), { email: "alone@example.com" });
    const { body: user } = await client.call(cookie, "GET /user");
    const changed = await client.call(cookie, `PATCH /users/${user.id}`, { displayName: "Alone" });
    assert.deepEqual([changed.status, changed.body.displayName], [200, "Alone"]);
    // A user with another login method cannot.
    const existing = await app.stranger();
    const existingCookie = await client.signIn(await client.provider({}, id, admin), {
      email: existing.email,
    });
    assert.equal(
      (await client.call(existingCookie, `PATCH /users/${existing.id}`, { displayName: "Mine" })).status,
      403,
    );
  });

  test("from the provider of a trusted organization works like a token", async () => {
    const { app } = suite;
    const client = new SamlClient(app);
    const provider = await client.provider({ defaultRole: "read" });
    const other = await app.organization();
    const email = `ada@${newDomain()}`;
    await invite(other.id, other.admin, email, "edit");
    const cookie = await client.signIn(provider, { email });
    assert.equal((await client.call(cookie, `GET /orgs/${other.id}`)).status, 200);
    assert.equal((await client.call(cookie, "POST /orgs", { title: "Mine" })).status, 201);
    assert.equal((await client.call(cookie, "GET /integrations")).status, 200);
  });

  test("is not created by password if a trusted organization requires SSO", async () => {
    const { app } = suite;
    const [domain, later] = [newDomain(), newDomain()];
    const { person, signIn } = await createPasswordUser(app, `ada@${domain}`);
    const before = await signIn();
    assert.equal(before.statusCode, 200);
    const patch = (body: object) => app.ok(app.admin, `PATCH /orgs/${app.organizationId}`, { body });
    await invite(app.organizationId, app.admin, person.email, "edit");
    await patch({ emailDomains: [domain], sso: true });
    const refused = await signIn();
    assert.equal(refused.statusCode, 403);
    assert.match(
      refused.json().error.message,
      /sign in through its identity provider: http\S+\/auth\/sign-in\?organization=/,
    );
    assert.equal(refused.headers["set-cookie"], undefined);
    // The existing session is refused from now on; a token is not.
    const client = new SamlClient(app);
    await sleep(120);
    for (const path of [`/orgs/${app.organizationId}`, "/user"])
      assert.equal((await client.call(cookieOf(before), `GET ${path}`)).status, 403, path);
    assert.equal((await app.call(person, `GET /orgs/${app.organizationId}`)).status, 200);
    const cookie = await client.signIn(await client.provider(), { email: person.email });
    assert.equal((await client.call(cookie, `GET /orgs/${app.organizationId}`)).status, 200);

    const outsider = await createPasswordUser(app, `bob@${later}`);
    assert.equal((await outsider.signIn()).statusCode, 200);
    await patch({ sso: false });
    assert.equal((await signIn()).statusCode, 200);
  });

  test("by password has no access to an untrusted organization that requires SSO", async () => {
    const { app } = suite;
    const domain = newDomain();
    const { person, signIn } = await createPasswordUser(app, `ada@${domain}`);
    const { id, admin } = await app.organization();
    const space = await app.space({}, id, admin);
    await invite(id, admin, person.email, "edit");
    await invite(app.organizationId, app.admin, person.email, "edit");
    await app.ok(admin, `PATCH /orgs/${id}`, { body: { emailDomains: [domain], sso: true } });
    const cookie = cookieOf(await signIn());
    const client = new SamlClient(app);
    assert.equal((await client.call(cookie, `GET /orgs/${app.organizationId}`)).status, 200);
    const integration = { organization: id, title: "Theirs", description: "", script: "" };
    await app.ok(admin, "POST /integrations/theirs", { body: integration });
    const installations = "/integrations/theirs/installations";
    const installed = await app.ok(admin, `POST ${installations}`, { body: { organization: id } });
    await app.ok(admin, `PATCH /orgs/${id}/members/${person.id}`, { body: { role: "admin" } });
    const byUrl = `/urls/content?url=${encodeURIComponent(app.context.urls.app(space.path))}`;
    const inside = [`/orgs/${id}`, space.path, `${space.path}/content`, byUrl];
    for (const path of [...inside, "/integrations/theirs", `${installations}/${installed.id}`])
      assert.equal((await client.call(cookie, `GET ${path}`)).status, 403, path);
    assert.equal((await client.call(cookie, "POST /integrations/theirs", integration)).status, 403);
    assert.equal((await client.call(cookie, "DELETE /integrations/theirs")).status, 403);
    // A session from another organization's provider is refused, too.
    const trusted = await client.provider();
    await app.ok(app.admin, `PATCH /orgs/${app.organizationId}`, { body: { emailDomains: [domain] } });
    const other = await client.signIn(trusted, { email: person.email });
    assert.equal((await client.call(other, `GET /orgs/${app.organizationId}`)).status, 200);
    assert.equal((await client.call(other, `GET /orgs/${id}`)).status, 403);
    const viaProvider = await client.signIn(await client.provider({}, id, admin), { email: person.email });
    assert.equal((await client.call(viaProvider, `GET ${space.path}`)).status, 200);
    const guest = await createPasswordUser(app, `bob@${newDomain()}`);
    await invite(id, admin, guest.person.email, "edit");
    assert.equal((await client.call(cookieOf(await guest.signIn()), `GET ${space.path}`)).status, 200);
  });

  test("is trusted from the first organization, but not from a new one", async () => {
    const { app } = suite;
    const { id } = await app.ok(app.admin, "POST /orgs", { body: { title: "New" } });
    const rows = await app.context.database.read
      .selectFrom("organizations")
      .where("id", "in", [id, app.organizationId])
      .select(["id", "trusted"])
      .execute();
    const trusted = new Map(rows.map((row) => [row.id, row.trusted]));
    assert.deepEqual([trusted.get(app.organizationId), trusted.get(id)], [1, 0]);
  });

  test("by password cannot transfer a space into an organization that requires SSO", async () => {
    const { app } = suite;
    const domain = newDomain();
    const { person, signIn } = await createPasswordUser(app, `ada@${domain}`);
    const [mine, theirs] = [await app.organization(), await app.organization()];
    for (const { id, admin } of [mine, theirs]) await invite(id, admin, person.email, "admin");
    const space = await app.space({}, mine.id, mine.admin);
    await app.ok(theirs.admin, `PATCH /orgs/${theirs.id}`, { body: { emailDomains: [domain], sso: true } });
    const client = new SamlClient(app);
    const cookie = cookieOf(await signIn());
    const transfer = await client.call(cookie, `POST ${space.path}/transfer`, { organization: theirs.id });
    assert.equal(transfer.status, 403);
    // Callers who are not members get 404, as for any other organization.
    const { signIn: asStranger } = await createPasswordUser(app, `bob@${domain}`);
    const unknown = await client.call(cookieOf(await asStranger()), `GET /orgs/${theirs.id}`);
    assert.equal(unknown.status, 404);
  });
});
