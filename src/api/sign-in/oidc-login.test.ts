import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type TestApp } from "../../../test/support/app.ts";
import { client, type IdTokenOptions, OidcProvider } from "../../../test/support/oidc-provider.ts";

const provider = await OidcProvider.start();
const oidc = { issuer: provider.issuer, clientId: client.id, clientSecret: client.secret, label: "Keycloak" };

describeOnEachDatabase("signing in by OpenID Connect", signingIn, { config: { oidc } });

function signingIn(suite: { app: TestApp }) {
  const get = (url: string, cookie = "") => suite.app.app.inject({ url, headers: { cookie } });
  const cookieOf = (reply: { headers: Record<string, unknown> }) =>
    String(reply.headers["set-cookie"]).split(";")[0] ?? "";

  /** Starts a login and follows the redirect to the provider; returns the callback URL and the browser cookie. */
  async function startLogin(cookie = ""): Promise<{ callback: string; cookie: string }> {
    const started = await get("/auth/oidc/start", cookie);
    assert.equal(started.statusCode, 302, started.body);
    const redirect = await fetch(String(started.headers.location), { redirect: "manual" });
    const callbackUrl = new URL(redirect.headers.get("location") ?? "");
    assert.equal(
      `${callbackUrl.origin}${callbackUrl.pathname}`,
      `${suite.app.context.config.baseUrl}/auth/oidc/callback`,
    );
    return { callback: `${callbackUrl.pathname}${callbackUrl.search}`, cookie: cookieOf(started) };
  }

  async function signIn(idToken: IdTokenOptions) {
    provider.idToken = idToken;
    const { callback, cookie } = await startLogin();
    return get(callback, cookie);
  }

  test("creates a session for an existing user with the same email address", async () => {
    const { app } = suite;
    const person = await app.stranger();
    assert.match(
      (await get("/auth/sign-in")).body,
      /<a class="button" href="\/auth\/oidc\/start">Sign in with Keycloak<\/a>/,
    );
    for (const idToken of [
      { claims: { email: person.email.toUpperCase(), email_verified: true } },
      { userInfo: { email: person.email, email_verified: "true" } },
    ]) {
      const reply = await signIn(idToken);
      assert.deepEqual([reply.statusCode, reply.headers.location], [303, "/app"], reply.body);
      const user = await get("/v1/user", cookieOf(reply));
      assert.equal(user.json().id, person.id);
    }
  });

  test("creates accounts only for email domains of trusted organizations", async () => {
    const { app } = suite;
    const patch = (body: object) => app.ok(app.admin, `PATCH /orgs/${app.organizationId}`, { body });
    await patch({ emailDomains: ["navy.example"], defaultRole: "comment" });
    const claims = { email: "grace@navy.example", name: "Grace Hopper" };
    const reply = await signIn({ claims });
    const user = (await get("/v1/user", cookieOf(reply))).json();
    assert.equal(user.displayName, "Grace Hopper");
    const member = await app.ok(app.admin, `GET /orgs/${app.organizationId}/members/${user.id}`);
    assert.deepEqual([member.role, member.sso], ["comment", false]);
    const other = await app.organization();
    // A user whom another organization has invited before becomes a member, too.
    const invited = { emails: ["alan@navy.example"], role: "read" };
    await app.ok(other.admin, `POST /orgs/${other.id}/invites`, { body: invited });
    const alan = await signIn({ claims: { email: "alan@navy.example" } });
    const { items } = (await get("/v1/orgs", cookieOf(alan))).json();
    assert.deepEqual(items.map(({ id }: { id: string }) => id).sort(), [app.organizationId, other.id].sort());
    await app.ok(other.admin, `PATCH /orgs/${other.id}`, { body: { emailDomains: ["evil.example"] } });
    for (const email of ["grace@elsewhere.example", "eve@evil.example"]) {
      const refused = await signIn({ claims: { email, email_verified: true } });
      assert.equal(refused.statusCode, 403);
      assert.match(refused.json().error.message, /There is no account for/);
    }
    // An organization that requires its own SSO refuses logins at this provider.
    await patch({ sso: true });
    assert.equal((await signIn({ claims })).statusCode, 403);
    await patch({ sso: false });
  });

  test("is refused if the response is invalid or belongs to another browser", async () => {
    const { app } = suite;
    const { email } = await app.stranger();
    for (const [idToken, status] of [
      [{ claims: { email }, isForged: true }, 401],
      [{ claims: { email, nonce: "another" } }, 401],
      [{ claims: { email, aud: "another" } }, 401],
      [{ claims: { email, iss: "https://evil.example" } }, 401],
      [{ claims: { email, exp: 1 } }, 401],
      [{ claims: { email: "no address" } }, 401],
      [{ claims: {} }, 401],
      [{ claims: { email } }, 403],
      [{ claims: { email, email_verified: false } }, 403],
      [{ claims: { email, email_verified: "false" } }, 403],
      [{ claims: { email_verified: false }, userInfo: { email, email_verified: true } }, 403],
      [{ userInfo: { email, email_verified: false } }, 403],
      [{ claims: { email_verified: true }, userInfo: { email, email_verified: false } }, 403],
    ] as const) {
      const reply = await signIn(idToken);
      assert.equal(reply.statusCode, status, JSON.stringify(idToken));
      assert.equal(reply.headers["set-cookie"], undefined);
    }
    provider.idToken = { claims: { email, email_verified: true } };
    const mine = await startLogin();
    const other = await startLogin();
    for (const [callback, cookie] of [
      [mine.callback, ""],
      [mine.callback, other.cookie],
      [mine.callback.replace(/state=[^&]*/, "state=forged"), mine.cookie],
      ["/auth/oidc/callback", mine.cookie],
      ["/auth/oidc/callback?error=access_denied", mine.cookie],
    ] as const) {
      const reply = await get(callback, cookie);
      assert.equal(reply.statusCode, 401, callback);
      assert.match(reply.json().error.message, /did not start this login/);
    }
    const denied = await get(mine.callback.replace(/code=[^&]*/, "error=access_denied"), mine.cookie);
    assert.equal(denied.statusCode, 401);
    assert.match(denied.json().error.message, /^Login failed: /);
    assert.equal((await get(mine.callback, mine.cookie)).statusCode, 303);
    assert.equal((await get(mine.callback, mine.cookie)).statusCode, 401, "the response was accepted twice");
  });
}

describeOnEachDatabase("a server", (suite) => {
  test("has no OpenID Connect routes without configuration", async () => {
    const { app } = suite.app;
    assert.equal((await app.inject("/auth/oidc/start")).statusCode, 404);
    assert.ok(!(await app.inject("/auth/sign-in")).body.includes("oidc"));
  });
});

describeOnEachDatabase(
  "a server whose OpenID Connect provider is unreachable",
  (suite) => {
    test("returns 502", async () => {
      const reply = await suite.app.app.inject("/auth/oidc/start");
      assert.equal(reply.statusCode, 502);
      assert.match(reply.json().error.message, /^The identity provider is not reachable/);
    });
  },
  { config: { oidc: { ...oidc, issuer: "http://127.0.0.1:9" } } },
);
