import assert from "node:assert/strict";
import { test } from "node:test";
import { SignJWT } from "jose";
import { describeOnEachDatabase } from "../../../test/support/app.ts";
import { recordFor } from "./site-addresses.ts";

describeOnEachDatabase("checks of visitors", (suite) => {
  const admin = (operation: string, body?: object) =>
    suite.app.ok(suite.app.admin, operation, body && { body });

  const jsonSchema = {
    type: "object",
    additionalProperties: false,
    properties: {
      plan: { type: "string", enum: ["free", "pro"] },
      staff: { type: "boolean" },
      seats: { type: "number" },
      teams: { type: "array", items: { type: "string", enum: ["red", "blue"] } },
      unsigned: { type: "object", additionalProperties: false, properties: { beta: { type: "boolean" } } },
    },
  };

  async function createSite() {
    const { app } = suite;
    const [docs, staff] = [await app.space({ title: "Docs" }), await app.space({ title: "Staff" })];
    const sites = `/orgs/${app.organizationId}/sites`;
    const { id } = await admin(`POST ${sites}`, { spaces: [docs.id], visibility: "visitor-auth" });
    const path = `${sites}/${id}`;
    await admin(`PUT ${path}/adaptive-schema`, { jsonSchema });
    const section = await admin(`POST ${path}/sections`, { spaceId: staff.id, title: "Inside" });
    const condition = "visitor.claims.staff == true";
    await admin(`PATCH ${path}/sections/${section.id}`, { condition });
    return { path, docs, section, condition, auth: await admin(`GET ${path}/publishing/auth`) };
  }
  const sign = (key: string, claims: Record<string, unknown>) =>
    new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(Buffer.from(key));
  const seen = ({ parts }: { parts: { title: string; visible: boolean }[] }) =>
    parts.filter(({ visible }) => visible).map(({ title }) => title);

  test("a token is verified, and why it is not valid is said", async () => {
    const { app } = suite;
    const { path, auth } = await createSite();
    const check = (body: object) => admin(`POST ${path}/publishing/auth/check`, body);
    const now = Math.floor(app.context.clock.time() / 1000);
    const token = await sign(auth.privateKey, { sub: "ada", plan: "pro", exp: now + 600, iat: now });
    const valid = await check({ token: ` ${token}\n` });
    assert.deepEqual(
      [valid.valid, valid.claims.plan, valid.problems, valid.expiresAt],
      [true, "pro", [], new Date((now + 600) * 1000).toISOString()],
    );
    const inUrl = await check({ token: `https://docs.example/x?jwt_token=${token}` });
    assert.equal(inUrl.token, token);
    const reasons = {
      [await sign(auth.privateKey, { plan: "pro", exp: now - 1 })]: "The token has expired.",
      [await sign(auth.privateKey, { nbf: now + 600 })]: "The token is not valid yet.",
      [await sign("another key", { plan: "pro" })]: "The token signature is invalid.",
      "no token": "The token is malformed.",
    };
    for (const [invalid, reason] of Object.entries(reasons)) {
      const reply = await check({ token: invalid });
      assert.deepEqual([reply.valid, reply.reason, reply.urls], [false, reason, {}]);
      assert.deepEqual(seen(reply).includes("Inside"), false);
    }
    const expired = await check({ token: await sign(auth.privateKey, { staff: true, exp: now - 1 }) });
    assert.equal(expired.claims.staff, true, "the claims are shown");
    assert.equal(seen(expired).includes("Inside"), false, "but do not count");
    const odd = await check({
      claims: { plan: "gold", seats: "2", teams: ["red", "green"], other: 1, staff: null },
    });
    assert.deepEqual(odd.problems, [
      { claim: "plan", problem: "value", expected: "free, pro" },
      { claim: "seats", problem: "type", expected: "number" },
      { claim: "teams", problem: "value", expected: "red, blue" },
      { claim: "other", problem: "unknown" },
      { claim: "staff", problem: "type", expected: "boolean" },
    ]);
    for (const body of [{}, { token, claims: {} }])
      await app.refused(app.admin, `POST ${path}/publishing/auth/check`, 400, /^token: /, { body });
    await app.refused(await app.member("create"), `POST ${path}/publishing/auth/check`, 403, /role admin/, {
      body: { token },
    });
  });

  test("the parts and pages that a visitor sees are listed, and the site opens as they see it", async () => {
    const { app } = suite;
    const { path, docs, section, condition } = await createSite();
    const parent = await app.page(docs.path, "Guide");
    await app.page(docs.path, "Inner", { into: parent, condition });
    const beta = await app.page(docs.path, "Beta", { condition: "visitor.claims.unsigned.beta" });
    await app.page(docs.path, "Below", { into: beta });
    const check = (claims: object) => admin(`POST ${path}/publishing/auth/check`, { claims });
    const guest = await check({ plan: "free" });
    const staff = await check({ staff: true, unsigned: { beta: true } });
    assert.equal(seen(guest).includes("Inside"), false);
    assert.deepEqual(seen(staff).includes("Inside"), true);
    const part = guest.parts.find(({ id }: { id: string }) => id === section.id);
    assert.deepEqual(part, {
      kind: "site-section",
      id: section.id,
      title: "Inside",
      depth: 0,
      visible: false,
      draft: false,
      condition,
    });
    const { items } = await admin(`GET ${path}/site-spaces`);
    const { id: siteSpace } = items.find(({ title }: { title: string }) => title === "Docs");
    const pages = async (claims: object) => {
      const reply = await admin(`POST ${path}/site-spaces/${siteSpace}/visitor-pages`, { claims });
      const shown = reply.conditional.map((page: { title: string; visible: boolean }) => [
        page.title,
        page.visible,
      ]);
      return [reply.visible, reply.pages, Object.fromEntries(shown)];
    };
    assert.deepEqual(await pages({}), [1, 4, { Inner: false, Beta: false }]);
    assert.deepEqual(await pages({ staff: true }), [2, 4, { Inner: true, Beta: false }]);
    assert.deepEqual(await pages({ unsigned: { beta: true } }), [3, 4, { Inner: false, Beta: true }]);

    const open = async (url: string) => {
      const { pathname, search } = new URL(url);
      const first = await app.app.inject({ url: pathname + search });
      const cookie = [first.headers["set-cookie"] ?? []].flat().map((text) => text.split(";")[0]);
      const { location } = first.headers;
      if (location === undefined) return first.body;
      return (await app.app.inject({ url: String(location), headers: { cookie: cookie.join("; ") } })).body;
    };
    for (const state of ["unpublish", "publish"]) {
      await admin(`POST ${path}/${state}`);
      const asGuest = await open((await check({ plan: "free" })).urls.site);
      const asStaff = await open((await check({ staff: true })).urls.site);
      assert.match(asGuest, /Guide/, state);
      assert.doesNotMatch(asGuest, /Inside/, state);
      assert.match(asStaff, /Inside/, state);
    }
  });

  test("the addresses of a site have the DNS record of its host name", async () => {
    const { app } = suite;
    const { path } = await createSite();
    const { server, record } = await admin(`GET ${path}/addresses`);
    await admin(`PATCH ${path}`, { hostname: "docs.acme.example" });
    const changed = await admin(`GET ${path}/addresses`);
    assert.deepEqual(record, { type: "A", value: new URL(app.context.config.sites.url).hostname });
    assert.deepEqual(recordFor("docs.example.com"), { type: "CNAME", value: "docs.example.com" });
    assert.deepEqual(recordFor("[2001:db8::1]"), { type: "AAAA", value: "2001:db8::1" });
    assert.equal(changed.server, server);
    assert.equal(new URL(changed.public).hostname, "docs.acme.example");
  });
});
