import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../../test/support/app.ts";
import { createSignInLink } from "../../identity/sessions/sign-in-links.ts";
import { addMilliseconds } from "../../platform/clock.ts";

describeOnEachDatabase("a sign-in link", (suite) => {
  const newLink = ({ id }: { id: string }) => {
    const { database, config, clock } = suite.app.context;
    return database.write((trx) => createSignInLink(trx, id, config, clock.now()));
  };
  const pathOf = (url: string) => url.slice(suite.app.context.config.baseUrl.length);
  const secretOf = (url: string) => new URL(url).searchParams.get("link") ?? "";
  const get = (url: string, headers: Record<string, string> = {}) => suite.app.app.inject({ url, headers });
  const submit = (link: string, headers: Record<string, string> = {}) =>
    suite.app.app.inject({
      method: "POST",
      url: "/auth/sign-in-link",
      payload: new URLSearchParams({ link }).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    });
  const cookieOf = (reply: { headers: Record<string, unknown> }) =>
    String(reply.headers["set-cookie"]).split(";")[0] ?? "";

  test("signs a user without a password in once, and opening it does not use it up", async () => {
    const { app } = suite;
    const url = await newLink(app.admin);
    assert.match(url, /^http:\/\/127\.0\.0\.1:4400\/auth\/sign-in-link\?link=lcl_[\w-]{43}$/);
    for (let i = 0; i < 2; i++) {
      const page = await get(pathOf(url));
      assert.equal(page.statusCode, 200);
      assert.equal(page.headers["set-cookie"], undefined);
      assert.match(page.body, new RegExp(`Sign in as ${app.admin.email}`));
    }
    const reply = await submit(secretOf(url));
    assert.deepEqual([reply.statusCode, reply.headers.location], [303, "/app"]);
    assert.match(String(reply.headers["set-cookie"]), /^lectern_session=lcs_.*HttpOnly; SameSite=Lax/);
    assert.equal((await get("/v1/user", { cookie: cookieOf(reply) })).json().id, app.admin.id);
    const stored = await app.context.database.read.selectFrom("sign_in_links").selectAll().execute();
    assert.equal(stored.length, 0);

    const again = await submit(secretOf(url));
    assert.equal(again.statusCode, 404);
    assert.equal(again.headers["set-cookie"], undefined);
    assert.match(again.body, /already used.*user sign-in-link --email/s);
  });

  test("is redeemed by one of several concurrent requests", async () => {
    const link = secretOf(await newLink(await suite.app.stranger()));
    const replies = await Promise.all(Array.from({ length: 4 }, () => submit(link)));
    assert.deepEqual(replies.map(({ statusCode }) => statusCode).sort(), [303, 404, 404, 404]);
  });

  test("answers JSON with JSON", async () => {
    const person = await suite.app.stranger();
    const payload = { link: secretOf(await newLink(person)) };
    const post = () => suite.app.app.inject({ method: "POST", url: "/auth/sign-in-link", payload });
    assert.equal((await post()).json().user.id, person.id);
    const refused = await post();
    assert.equal(refused.statusCode, 404);
    assert.match(refused.json().error.message, /already used/);
  });

  test("that is expired, replaced, unknown or sent by another site is refused", async () => {
    const { app } = suite;
    const person = await app.stranger();
    const replaced = await newLink(person);
    const expired = await newLink(person);
    await app.context.database.write((trx) =>
      trx
        .updateTable("sign_in_links")
        .set({ expires_at: addMilliseconds(app.context.clock.now(), -1) })
        .execute(),
    );
    for (const link of [secretOf(replaced), secretOf(expired), "lcl_unknown", "", '"><script>']) {
      const page = await get(`/auth/sign-in-link?link=${encodeURIComponent(link)}`);
      assert.equal(page.statusCode, 404);
      assert.match(page.body, /unknown, expired or already used/);
      assert.ok(!page.body.includes("<script>"));
      assert.equal((await submit(link)).statusCode, 404);
    }
    const fresh = secretOf(await newLink(person));
    assert.equal((await submit(fresh, { "sec-fetch-site": "cross-site" })).statusCode, 403);
    assert.equal((await submit(fresh)).statusCode, 303);
  });

  test("does not bypass an organization that requires its identity provider", async () => {
    const { app } = suite;
    const person = await app.stranger("ada@linked.example");
    const body = { emailDomains: ["linked.example"], sso: true };
    await app.ok(app.admin, `PATCH /orgs/${app.organizationId}`, { body });
    const reply = await submit(secretOf(await newLink(person)));
    assert.equal(reply.statusCode, 403);
    assert.match(reply.body, /requires its members to sign in through its identity provider/);
    await app.ok(app.admin, `PATCH /orgs/${app.organizationId}`, { body: { sso: false } });
  });
});
