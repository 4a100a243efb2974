import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, uniqueName } from "../../../test/support/app.ts";

describeOnEachDatabase("links for new members", (suite) => {
  const invites = () => `/orgs/${suite.app.organizationId}/invites`;
  const post = (url: string, payload: object) => suite.app.app.inject({ method: "POST", url, payload });
  const get = (url: string, headers = {}) => suite.app.app.inject({ url, headers });
  const password = "a long password";

  async function inviteNew(organization = suite.app.organizationId, admin = suite.app.admin) {
    const email = `${uniqueName()}@example.com`;
    const body = { emails: [email], role: "edit" };
    const { users } = await suite.app.ok(admin, `POST /orgs/${organization}/invites`, { body });
    const path = `/orgs/${organization}/members/${users[0]}/invitation-link`;
    return { id: users[0] as string, email, path };
  }

  const linkOf = (url: string) => new URL(url).searchParams.get("link") ?? "";
  const redeem = (link: string) => post("/auth/password", { link, password });
  const sessionIn = (reply: { headers: Record<string, unknown> }) => ({
    cookie: String(reply.headers["set-cookie"]).split(";")[0] ?? "",
  });

  test("set the first password once, and sign in", async () => {
    const { app } = suite;
    const { id, email, path } = await inviteNew();
    const created = await app.call(app.admin, `POST ${path}`);
    assert.equal(created.status, 201);
    assert.equal(created.body.object, "invitation-link");
    assert.ok(Date.parse(created.body.expiresAt) > Date.now() + 6 * 86_400_000);
    const first = linkOf(created.body.url);
    const link = linkOf((await app.ok(app.admin, `POST ${path}`)).url);
    const page = await get(`/auth/password?link=${link}`);
    assert.match(page.body, /<h1>Join [^<]+<\/h1>/);
    assert.match(page.body, new RegExp(email));
    assert.doesNotMatch((await get(`/auth/password?link=${first}`)).body, new RegExp(email));
    assert.equal((await redeem(first)).statusCode, 404, "a newer link replaces it");
    const reply = await redeem(link);
    assert.equal(reply.statusCode, 200);
    const session = sessionIn(reply);
    assert.equal((await get("/v1/user", session)).json().id, id);
    assert.equal((await get(`/v1/orgs/${app.organizationId}`, session)).statusCode, 200);
    assert.equal((await redeem(link)).statusCode, 404);
    await app.refused(app.admin, `POST ${path}`, 409, /has a password already/);
    assert.equal((await post("/auth/sign-in", { email, password })).statusCode, 200);
  });

  test("do not exist for anybody who has an account already", async () => {
    const { app } = suite;
    const pathOf = (id: string) => `/orgs/${app.organizationId}/members/${id}/invitation-link`;
    const active = await app.member("read");
    await app.refused(app.admin, `POST ${pathOf(active.id)}`, 409, /has signed in already/);
    const elsewhere = await app.organization();
    const shared = await inviteNew(elsewhere.id, elsewhere.admin);
    await app.ok(app.admin, `POST ${invites()}`, { body: { emails: [shared.email], role: "read" } });
    await app.refused(app.admin, `POST ${pathOf(shared.id)}`, 409, /belongs to another organization/);
    await app.refused(elsewhere.admin, `POST ${shared.path}`, 409, /belongs to another organization/);
    const disabled = await inviteNew();
    await app.ok(app.admin, `PATCH /orgs/${app.organizationId}/members/${disabled.id}`, {
      body: { disabled: true },
    });
    await app.refused(app.admin, `POST ${disabled.path}`, 409, /is disabled/);
    const sso = await inviteNew();
    await app.ok(app.admin, `POST /orgs/${app.organizationId}/members/${sso.id}/sso`);
    await app.refused(app.admin, `POST ${sso.path}`, 409, /identity provider/);
    const fresh = await inviteNew();
    for (const role of ["create", "edit", "read"] as const)
      await app.refused(await app.member(role), `POST ${fresh.path}`, 403, /role admin/);
    await app.refused(elsewhere.admin, `POST ${fresh.path}`, 404, /Organization not found/);
    await app.refused(
      elsewhere.admin,
      `POST /orgs/${elsewhere.id}/members/${fresh.id}/invitation-link`,
      404,
      /Member not found/,
    );
  });

  test("are void when another organization invites the person, or the member is removed", async () => {
    const { app } = suite;
    const elsewhere = await app.organization();
    const shared = await inviteNew();
    const link = linkOf((await app.ok(app.admin, `POST ${shared.path}`)).url);
    await app.ok(elsewhere.admin, `POST /orgs/${elsewhere.id}/invites`, {
      body: { emails: [shared.email], role: "admin" },
    });
    assert.equal((await redeem(link)).statusCode, 404);
    const removed = await inviteNew();
    const other = linkOf((await app.ok(app.admin, `POST ${removed.path}`)).url);
    await app.ok(app.admin, `DELETE /orgs/${app.organizationId}/members/${removed.id}`);
    assert.equal((await redeem(other)).statusCode, 404);
  });

  test("give a password that counts only in their organization, unless the operator trusts it", async () => {
    const { app } = suite;
    const trap = await app.organization();
    const victim = await inviteNew(trap.id, trap.admin);
    const reply = await redeem(linkOf((await app.ok(trap.admin, `POST ${victim.path}`)).url));
    assert.equal(reply.statusCode, 200);
    // The admin of the organization may have kept the link for themselves, and another one invites the person later.
    await app.ok(app.admin, `POST ${invites()}`, { body: { emails: [victim.email], role: "admin" } });
    const signedIn = await post("/auth/sign-in", { email: victim.email, password });
    for (const session of [sessionIn(reply), sessionIn(signedIn)]) {
      assert.equal((await get(`/v1/orgs/${trap.id}`, session)).statusCode, 200);
      assert.equal((await get(`/v1/orgs/${app.organizationId}`, session)).statusCode, 404);
      const { items } = (await get("/v1/orgs", session)).json();
      assert.deepEqual(
        items.map(({ id }: { id: string }) => id),
        [trap.id],
      );
    }
    const change = (headers: { cookie: string }) =>
      suite.app.app.inject({
        method: "PUT",
        url: "/v1/user/password",
        headers,
        payload: { password: "another password", currentPassword: password },
      });
    assert.equal((await change(sessionIn(signedIn))).statusCode, 204);
    const again = await post("/auth/sign-in", { email: victim.email, password: "another password" });
    assert.equal((await get(`/v1/orgs/${app.organizationId}`, sessionIn(again))).statusCode, 404);
  });
});
