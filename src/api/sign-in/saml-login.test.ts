import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { inflateRawSync } from "node:zlib";
import { describeOnEachDatabase } from "../../../test/support/app.ts";
import { keys } from "../../../test/support/saml/certificates.ts";
import { SamlClient } from "../../../test/support/saml/sign-in.ts";
import { addMilliseconds } from "../../platform/clock.ts";

describeOnEachDatabase("signing in by SAML", (suite) => {
  test("starts with a valid authentication request", async () => {
    const { app } = suite;
    const client = new SamlClient(app);
    const provider = await client.provider();
    const { acsURL, entityID } = provider.service;
    const metadata = await app.app.inject(new URL(entityID).pathname);
    assert.match(String(metadata.headers["content-type"]), /^application\/samlmetadata\+xml/);
    assert.match(metadata.body, new RegExp(`<EntityDescriptor [^>]*entityID="${entityID}"`));
    assert.match(metadata.body, new RegExp(`<AssertionConsumerService [^>]*HTTP-POST" Location="${acsURL}"`));
    const { requestUrl } = await client.start(provider);
    const requestTarget = new URL(requestUrl);
    assert.equal(`${requestTarget.origin}${requestTarget.pathname}`, "https://idp.example.com/sso");
    assert.equal(requestTarget.searchParams.get("tenant"), "1");
    const packed = Buffer.from(requestTarget.searchParams.get("SAMLRequest") ?? "", "base64");
    const request = inflateRawSync(packed).toString();
    assert.match(request, new RegExp(`AssertionConsumerServiceURL="${acsURL}"`));
    assert.match(request, new RegExp(`<saml:Issuer [^>]*>${entityID}</saml:Issuer>`));
    assert.notEqual((await client.start(provider)).requestUrl, requestUrl);

    const page = await app.app.inject(`/auth/sign-in?organization=${app.organizationId}`);
    assert.ok(
      page.body.includes(`<a class="button" href="${provider.service.startURL}">Sign in with Okta</a>`),
      page.body,
    );
    assert.ok(!(await app.app.inject("/auth/sign-in?organization=unknown")).body.includes("Okta"));
  });

  test("adds new users to the organization with the provider's role and team", async () => {
    const { app } = suite;
    const client = new SamlClient(app);
    const team = await app.team();
    const provider = await client.provider({ defaultRole: "edit", defaultTeam: team.id });
    const attributes = { firstName: "Grace", lastName: "Hopper" };
    for (const signed of ["assertion", "response", "both"] as const) {
      const email = `${signed}@navy.example`;
      const cookie = await client.signIn(provider, { email: email.toUpperCase(), attributes, signed });
      const { body: user } = await client.call(cookie, "GET /user");
      assert.deepEqual([user.email, user.displayName], [email, "Grace Hopper"]);
      const { body: member } = await client.call(
        cookie,
        `GET /orgs/${app.organizationId}/members/${user.id}`,
      );
      assert.deepEqual([member.role, member.sso, member.teams], ["edit", true, 1]);
      const { items } = await app.ok(app.admin, `GET ${team.path}/members`);
      assert.ok(
        items.some(({ organization }: { organization: { id: string } }) => organization.id === user.id),
      );
    }
    const { count } = await app.ok(app.admin, `GET ${team.path}/members`);
    assert.equal(count, 3);
  });

  test("finds existing users by email address and does not change them", async () => {
    const { app } = suite;
    const client = new SamlClient(app);
    const team = await app.team();
    const provider = await client.provider({ defaultRole: "admin", defaultTeam: team.id });
    const known = await app.member("read");
    // Attribute names of Azure, and a NameID that is not an email address.
    const claims = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims";
    const cookie = await client.signIn(provider, {
      email: "S-1-5-21",
      attributes: { [`${claims}/emailaddress`]: known.email, [`${claims}/givenname`]: "Somebody else" },
    });
    const { body: user } = await client.call(cookie, "GET /user");
    assert.equal(user.id, known.id);
    assert.notEqual(user.displayName, "Somebody else");
    const { body: member } = await client.call(cookie, `GET /orgs/${app.organizationId}/members/${known.id}`);
    assert.deepEqual([member.role, member.sso, member.teams], ["read", true, 0]);

    const stranger = await app.stranger();
    await client.signIn(provider, { email: stranger.email });
    const joined = await app.ok(app.admin, `GET /orgs/${app.organizationId}/members/${stranger.id}`);
    assert.deepEqual([joined.role, joined.sso, joined.teams], ["admin", true, 1]);

    await app.context.database.write((trx) =>
      trx.updateTable("members").set({ disabled: 1 }).where("user_id", "=", known.id).execute(),
    );
    const response = await client.response(provider, { email: known.email });
    await client.refused(provider, response, /disabled in this organization/, 403);
  });

  test("creates a session that ends on sign-out, with its provider, or at the time set by the provider", async () => {
    const { app } = suite;
    const client = new SamlClient(app);
    const provider = await client.provider();
    const email = "session@example.com";
    const first = await client.signIn(provider, { email });
    const second = await client.signIn(provider, { email });
    assert.equal((await client.call(first, "GET /user")).status, 200);
    await app.app.inject({ method: "POST", url: "/auth/sign-out", headers: { cookie: first } });
    await sleep(120);
    assert.equal((await client.call(first, "GET /user")).status, 401);
    assert.equal((await client.call(second, "GET /user")).status, 200);

    const expiresAt = addMilliseconds(app.context.clock.now(), 3_600_000);
    const statement = `<saml:AuthnStatement SessionNotOnOrAfter="${expiresAt}"/>`;
    await client.signIn(provider, {
      email: "short@example.com",
      edit: (xml) => xml.replace("</saml:Assertion>", `${statement}</saml:Assertion>`),
    });
    const row = await app.context.database.read
      .selectFrom("tokens")
      .innerJoin("users", "users.id", "tokens.user_id")
      .where("users.email", "=", "short@example.com")
      .select("expires_at")
      .executeTakeFirstOrThrow();
    assert.equal(row.expires_at, expiresAt);
    const distantStatement = `<saml:AuthnStatement SessionNotOnOrAfter="+010000-01-01T00:00:00Z"/>`;
    await client.signIn(provider, {
      email: "long@example.com",
      edit: (xml) => xml.replace("</saml:Assertion>", `${distantStatement}</saml:Assertion>`),
    });
    const long = await app.context.database.read
      .selectFrom("tokens")
      .innerJoin("users", "users.id", "tokens.user_id")
      .where("users.email", "=", "long@example.com")
      .select("expires_at")
      .executeTakeFirstOrThrow();
    assert.ok(Math.abs(Date.parse(long.expires_at ?? "") - Date.now() - 14 * 86_400_000) < 60_000);

    // Adding a certificate keeps the sessions; removing the one that signed ends them.
    const patch = (certificate: string) =>
      app.ok(app.admin, `PATCH /orgs/${app.organizationId}/saml/${provider.id}`, { body: { certificate } });
    await patch(keys.provider.certificate + keys.stranger.certificate);
    await sleep(120);
    assert.equal((await client.call(second, "GET /user")).status, 200);
    await patch(keys.stranger.certificate);
    await sleep(120);
    assert.equal((await client.call(second, "GET /user")).status, 401);
    await patch(keys.provider.certificate);
    const third = await client.signIn(provider, { email });
    await app.ok(app.admin, `DELETE /orgs/${app.organizationId}/saml/${provider.id}`);
    await sleep(120);
    assert.equal((await client.call(third, "GET /user")).status, 401);
  });
});
