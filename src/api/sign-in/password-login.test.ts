import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type Person, type TestApp } from "../../../test/support/app.ts";
import { SamlClient } from "../../../test/support/saml/sign-in.ts";
import { createPasswordLink } from "../../identity/passwords/password-links.ts";
import { setPassword } from "../../identity/passwords/password-login.ts";
import { hashPassword } from "../../identity/passwords/passwords.ts";
import { addMilliseconds } from "../../platform/clock.ts";

const password = "correct horse";

describeOnEachDatabase("signing in", (suite) => {
  /** Sets the password of a user. */
  async function withPassword({ context }: TestApp, person: Person): Promise<Person> {
    const hash = await hashPassword(password);
    await context.database.write((trx) => setPassword(trx, person.id, hash, context.clock.now()));
    return person;
  }

  const send = (url: string, payload: object | string, headers: Record<string, string> = {}) =>
    suite.app.app.inject({
      method: "POST",
      url,
      payload,
      headers: {
        "content-type":
          typeof payload === "string" ? "application/x-www-form-urlencoded" : "application/json",
        ...headers,
      },
    });

  const cookieOf = (reply: { headers: Record<string, unknown> }) => String(reply.headers["set-cookie"]);

  async function signIn(email: string): Promise<string> {
    const reply = await send("/auth/sign-in", { email, password });
    assert.equal(reply.statusCode, 200, reply.body);
    return cookieOf(reply).split(";")[0] ?? "";
  }

  const get = (url: string, headers: Record<string, string>) => suite.app.app.inject({ url, headers });

  test("with a password creates a session that works like a token until it ends", async () => {
    const { app } = suite;
    const { email, id } = await withPassword(app, await app.stranger());
    const reply = await send("/auth/sign-in", { email: email.toUpperCase(), password });
    assert.equal(reply.json().user.id, id);
    assert.match(
      cookieOf(reply),
      /^lectern_session=lcs_[\w-]{43}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax$/,
    );
    const [cookie = ""] = cookieOf(reply).split(";");
    assert.equal((await get("/v1/user", { cookie })).json().id, id);
    assert.equal((await get("/v1/user", { cookie: `a=b; ${cookie}; c=d` })).statusCode, 200);
    const created = await send("/v1/orgs", { title: "By session" }, { cookie });
    assert.equal(created.statusCode, 201);
    assert.match((await get("/auth/sign-in", { cookie })).body, /You are signed in as/);

    // A session is not an API token, nor the reverse; the header takes precedence over the cookie.
    const secret = cookie.slice("lectern_session=".length);
    assert.equal((await get("/v1/user", { authorization: `Bearer ${secret}` })).statusCode, 401);
    const asAdmin = `lectern_session=${app.admin.token}`;
    assert.equal((await get("/v1/user", { cookie: asAdmin })).statusCode, 401);
    const both = { cookie, authorization: `Bearer ${app.admin.token}` };
    assert.equal((await get("/v1/user", both)).json().id, app.admin.id);
    const stored = await app.context.database.read.selectFrom("tokens").selectAll().execute();
    assert.ok(!JSON.stringify(stored).includes(secret));

    const ended = await send("/auth/sign-out", {}, { cookie });
    assert.equal(ended.statusCode, 204);
    assert.match(cookieOf(ended), /^lectern_session=; Path=\/; Max-Age=0/);
    await new Promise((resolve) => setTimeout(resolve, 120));
    assert.equal((await get("/v1/user", { cookie })).statusCode, 401);
  });

  test("is refused with the same message for all causes, and after ten failures even with the right password", async () => {
    const { app } = suite;
    const { email } = await withPassword(app, await app.stranger());
    const unknown = await app.stranger();
    for (const body of [
      { email, password: "wrong horse" },
      { email: unknown.email, password },
      { email: "nobody@example.com", password },
    ]) {
      const reply = await send("/auth/sign-in", body);
      assert.equal(reply.statusCode, 401);
      assert.equal(reply.json().error.message, "The email address or the password is wrong");
      assert.equal(reply.headers["set-cookie"], undefined);
    }
    for (const [body, message] of [
      [{ email }, /^password: is required/],
      [{ email: "no address", password }, /^email: must be an email address/],
      [{ email, password: 1 }, /^password: must be string/],
    ] as const) {
      const reply = await send("/auth/sign-in", body);
      assert.equal(reply.statusCode, 400);
      assert.match(reply.json().error.message, message);
    }
    for (let i = 1; i < 10; i++)
      assert.equal((await send("/auth/sign-in", { email, password: "wrong" })).statusCode, 401);
    const blocked = await send("/auth/sign-in", { email, password });
    assert.equal(blocked.statusCode, 429);
    assert.ok(Number(blocked.headers["retry-after"]) > 800);
    // Other accounts are not affected.
    const other = await withPassword(app, await app.stranger());
    await signIn(other.email);
    await app.context.database.write((trx) =>
      trx.updateTable("sign_in_failures").set({ until: app.context.clock.now() }).execute(),
    );
    await signIn(email);
  });

  test("limits concurrent attempts too, and refuses overlong passwords without hashing", async () => {
    const { app } = suite;
    const { email } = await withPassword(app, await app.stranger());
    const tries = Array.from({ length: 30 }, (_, i) => (i === 29 ? password : `wrong ${i}`));
    const statuses = await Promise.all(
      tries.map(async (tried) => (await send("/auth/sign-in", { email, password: tried })).statusCode),
    );
    assert.equal(statuses.filter((status) => status === 429).length, 20, statuses.join(" "));

    // A link to choose a password lifts the limit.
    const { database, clock } = app.context;
    const [row] = await database.read.selectFrom("users").where("email", "=", email).select("id").execute();
    const link = await database.write((trx) => createPasswordLink(trx, row?.id ?? "", clock.now()));
    assert.equal((await send("/auth/password", { link, password })).statusCode, 200);
    await signIn(email);

    const other = await withPassword(app, await app.stranger());
    const marks = `a${"\u0323\u0307".repeat(3000)}`;
    assert.equal((await send("/auth/sign-in", { email: other.email, password: marks })).statusCode, 401);
    const huge = await send("/auth/sign-in", { email: other.email, password: "x".repeat(20_000) });
    assert.equal(huge.statusCode, 413);
    for (const field of ["email", "password"]) {
      const fields = { email: other.email, password, [field]: "a\0@example.com" };
      assert.equal((await send("/auth/sign-in", new URLSearchParams(fields).toString())).statusCode, 400);
    }
    const first = await signIn(other.email);
    const again = await send("/auth/sign-in", { email: other.email, password }, { cookie: first });
    assert.equal(again.statusCode, 200);
    await new Promise((resolve) => setTimeout(resolve, 120));
    assert.equal(
      (await get("/v1/user", { cookie: first })).statusCode,
      401,
      "the previous session is still valid",
    );
  });

  test("limits the attempts from one network across accounts", async () => {
    const { app } = suite;
    const { database, clock } = app.context;
    const tryFrom = (remoteAddress: string) =>
      app.app.inject({
        method: "POST",
        url: "/auth/sign-in",
        remoteAddress,
        payload: { email: "nobody@example.com", password },
      });
    assert.equal((await tryFrom("8.8.8.8")).statusCode, 401);
    // Successful logins do not count as failures.
    const { email } = await withPassword(app, await app.stranger());
    const valid = { method: "POST" as const, url: "/auth/sign-in", payload: { email, password } };
    for (let i = 0; i < 3; i++)
      assert.equal((await app.app.inject({ ...valid, remoteAddress: "9.9.9.9" })).statusCode, 200);
    const counts = await database.read.selectFrom("sign_in_failures").select("count").execute();
    assert.ok(counts.every(({ count }) => count <= 1));
    const tried = database.read.selectFrom("sign_in_failures").where("until", ">", clock.now());
    assert.ok((await tried.selectAll().execute()).length >= 3);
    await database.write((trx) =>
      trx.updateTable("sign_in_failures").set({ count: 200 }).where("count", "=", 1).execute(),
    );
    const blocked = await tryFrom("8.8.8.8");
    assert.equal(blocked.statusCode, 429);
    assert.equal(blocked.headers["x-ratelimit-limit"], "200");
    assert.equal(blocked.headers["x-ratelimit-remaining"], "0");
    assert.equal(blocked.headers["x-ratelimit-reset"], blocked.headers["retry-after"]);
    await database.write((trx) => trx.deleteFrom("sign_in_failures").execute());
  });

  test("refuses cross-site requests with a session cookie", async () => {
    const { app } = suite;
    const { email } = await withPassword(app, await app.stranger());
    const cookie = await signIn(email);
    const origin = new URL(app.context.config.baseUrl).origin;
    const create = async (headers: Record<string, string>) =>
      (await send("/v1/orgs", { title: "Whose?" }, { cookie, ...headers })).statusCode;
    assert.equal(await create({ origin }), 201);
    assert.equal(await create({ "sec-fetch-site": "same-origin", origin }), 201);
    for (const headers of [
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site", origin },
      { origin: origin.replace("http:", "https:") },
    ]) {
      assert.equal(await create(headers as Record<string, string>), 403, JSON.stringify(headers));
      for (const path of ["/auth/sign-in", "/auth/sign-out", "/auth/password"])
        assert.equal((await send(path, { email, password, link: "x" }, headers as never)).statusCode, 403);
    }
    // Cross-site requests with a token are allowed, since browsers do not add tokens by themselves.
    const bearer = { authorization: `Bearer ${app.admin.token}`, origin: "https://elsewhere.example" };
    assert.equal(await create({ cookie: "", ...bearer }), 201);
  });

  test("works with the form of the page", async () => {
    const { app } = suite;
    const { email } = await withPassword(app, await app.stranger());
    const page = await get("/auth/sign-in", {});
    assert.match(page.body, /<form method="post" action="\/auth\/sign-in">/);
    assert.match(String(page.headers["content-security-policy"]), /form-action 'self'/);
    const wrong = await send("/auth/sign-in", new URLSearchParams({ email, password: "<b>" }).toString());
    assert.equal(wrong.statusCode, 401);
    assert.match(wrong.body, /role="alert">The email address or the password is wrong/);
    const right = await send("/auth/sign-in", new URLSearchParams({ email, password }).toString());
    assert.deepEqual([right.statusCode, right.headers.location], [303, "/app"]);
    const [cookie = ""] = cookieOf(right).split(";");
    const signedOut = await send("/auth/sign-out", "any=thing", { cookie });
    assert.deepEqual([signedOut.statusCode, signedOut.headers.location], [303, "/auth/sign-in"]);
  });

  test("works with a password set by a single-use link", async () => {
    const { app } = suite;
    const { email, id } = await app.stranger();
    const { database, clock } = app.context;
    const createLink = () => database.write((trx) => createPasswordLink(trx, id, clock.now()));
    const [older, link] = [await createLink(), await createLink()];
    const choosePassword = (body: object) => send("/auth/password", body);
    assert.match(
      (await choosePassword({ link, password: "short" })).json().error.message,
      /^password: must be at least 8/,
    );
    for (const wrong of [older, "lcp_unknown", ""])
      assert.equal((await choosePassword({ link: wrong, password })).statusCode, 404);
    assert.equal((await choosePassword({ link, password })).statusCode, 200);
    const cookie = await signIn(email);
    assert.equal((await choosePassword({ link, password: "another one" })).statusCode, 404);

    // A new password ends all sessions; a used link is refused.
    const next = await createLink();
    const form = new URLSearchParams({ link: next, password: "another one" }).toString();
    assert.equal((await send("/auth/password", form)).statusCode, 303);
    await new Promise((resolve) => setTimeout(resolve, 120));
    assert.equal((await get("/v1/user", { cookie })).statusCode, 401);
    assert.equal((await send("/auth/sign-in", { email, password })).statusCode, 401);
    const expired = await createLink();
    await database.write((trx) =>
      trx
        .updateTable("password_links")
        .set({ expires_at: addMilliseconds(clock.now(), -1) })
        .execute(),
    );
    assert.equal((await choosePassword({ link: expired, password })).statusCode, 404);
    const page = await get(`/auth/password?link=${encodeURIComponent('"><script>')}`, {});
    assert.ok(!page.body.includes("<script>"));
  });
});

describeOnEachDatabase(
  "behind a proxy, signing in",
  (suite) => {
    test("counts attempts by the client address that a trusted proxy reports", async () => {
      const tryFrom = (remoteAddress: string, forwarded: string) =>
        suite.app.app.inject({
          method: "POST",
          url: "/auth/sign-in",
          remoteAddress,
          headers: { "x-forwarded-for": forwarded },
          payload: { email: "ada@example.com", password: "wrong" },
        });
      for (let i = 0; i < 10; i++) await tryFrom("127.0.0.1", "8.8.8.8");
      assert.equal((await tryFrom("127.0.0.1", "8.8.8.8")).statusCode, 429);
      assert.equal((await tryFrom("127.0.0.1", "9.9.9.9")).statusCode, 401);
      assert.equal((await tryFrom("8.8.8.8", "9.9.9.10")).statusCode, 429);
    });
  },
  { config: { trustProxy: true } },
);

describeOnEachDatabase("the login methods", (suite) => {
  test("are those of the server, of a named organization, or of the trusted one with the email domain", async () => {
    const { app } = suite;
    const methods = async (query: Record<string, string> = {}) => {
      const reply = await app.app.inject(`/auth/methods?${new URLSearchParams(query)}`);
      assert.equal(reply.statusCode, 200);
      return reply.json();
    };
    const client = new SamlClient(app);
    const trusted = await client.provider({ label: "Okta" });
    const { id: untrusted, admin } = await app.organization("Trap");
    const provider = await client.provider({ label: "Evil" }, untrusted, admin);
    await app.ok(admin, `PATCH /orgs/${untrusted}`, {
      body: { emailDomains: ["methods.example", "other.example"], sso: true, hostname: "trap" },
    });
    await app.ok(app.admin, `PATCH /orgs/${app.organizationId}`, {
      body: { emailDomains: ["methods.example"] },
    });
    const { title } = await app.ok(app.admin, `GET /orgs/${app.organizationId}`);
    const okta = { kind: "saml", label: "Okta", startURL: trusted.service.startURL };
    const evil = { kind: "saml", label: "Evil", startURL: provider.service.startURL };
    const organization = { id: app.organizationId, title };

    assert.deepEqual(await methods(), { password: true, providers: [] });
    assert.deepEqual(await methods({ email: "ada@methods.example" }), {
      password: true,
      providers: [okta],
      organization,
    });
    for (const name of [untrusted, "trap"])
      assert.deepEqual(await methods({ organization: name }), {
        password: true,
        providers: [evil],
        organization: { id: untrusted, title: "Trap" },
      });
    for (const email of ["ada@other.example", "not an address", ""])
      assert.deepEqual(await methods({ email }), { password: true, providers: [] }, email);
    await app.ok(app.admin, `PATCH /orgs/${app.organizationId}`, { body: { sso: true } });
    assert.equal((await methods({ email: "ada@methods.example" })).password, false);
    assert.deepEqual(await methods({ organization: "unknown" }), { password: true, providers: [] });
  });
});
