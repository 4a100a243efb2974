import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, uniqueName } from "../../../test/support/app.ts";

describeOnEachDatabase("organizations", (suite) => {
  const allPermissions = {
    view: true,
    access: true,
    admin: true,
    ownTeam: false,
    createContent: true,
    createOpenAPISpec: true,
    ingestConversations: true,
    viewBilling: true,
    listMembers: true,
    listTeams: true,
    listIntegrations: true,
    listInstallations: true,
    installIntegration: true,
  };

  test("an organization is created with its creator as admin, and shows every field", async () => {
    const { app } = suite;
    const person = await app.stranger();
    const body = {
      title: "Docs & Co",
      emailDomains: ["Example.com"],
      type: "community",
      communityType: "openSource",
      useCase: "notes",
    };
    const created = await app.call(person, "POST /orgs", { body });
    assert.equal(created.status, 201);
    const { id, createdAt } = created.body;
    assert.deepEqual(created.body, {
      object: "organization",
      id,
      title: "Docs & Co",
      createdAt,
      emailDomains: ["example.com"],
      type: "community",
      useCase: "notes",
      communityType: "openSource",
      defaultRole: "read",
      sso: false,
      ai: false,
      inviteLinks: true,
      mergeRules: { type: "none" },
      plan: "free_2024",
      trial: { status: "notapplicable", count: 0 },
      internal_isOnNewTrial: true,
      urls: { location: `http://127.0.0.1:4400/v1/orgs/${id}`, app: `http://127.0.0.1:4400/app/orgs/${id}` },
      permissions: allPermissions,
    });
    assert.equal(created.headers.location, created.body.urls.location);
    assert.deepEqual(await app.ok(person, `GET /orgs/${id}`), created.body);
    assert.deepEqual((await app.ok(person, "GET /orgs")).items, [created.body]);
    assert.equal((await app.ok(person, `GET /orgs/${id}/members/${person.id}`)).role, "admin");
  });

  test("an invalid new organization is refused with the name of the field", async () => {
    const { app } = suite;
    for (const [body, message] of [
      [{}, /title: is required/],
      [{ title: "x" }, /title: must be at least 2 characters/],
      [{ title: "x".repeat(256) }, /title: must be at most 255 characters/],
      [{ title: null }, /title: must be string/],
      [{ title: "ok", emailDomains: "example.com" }, /emailDomains: must be array/],
      [{ title: "ok", emailDomains: ["fine.org", "not a domain"] }, /emailDomains\[1\]: must be a domain/],
      [{ title: "ok", communityType: "education" }, /communityType: is only for/],
      [{ title: "ok", useCase: "fun" }, /useCase: must be one of/],
    ] as const) {
      await app.refused(app.admin, "POST /orgs", 400, message, { body });
    }
  });

  test("every setting can be changed without changing the others", async () => {
    const { app } = suite;
    const { id, admin } = await app.organization();
    const before = await app.ok(admin, `GET /orgs/${id}`);
    const hostname = uniqueName();
    const changes = {
      title: "New title",
      emailDomains: ["b.example.com", "A.example.com", "b.example.com"],
      hostname,
      defaultRole: null,
      logo: "https://example.com/logo.png",
      sso: true,
      ai: true,
      inviteLinks: false,
      unknown: "ignored",
    };
    const after = await app.ok(admin, `PATCH /orgs/${id}`, { body: changes });
    assert.deepEqual(after, {
      ...before,
      title: "New title",
      emailDomains: ["b.example.com", "a.example.com"],
      hostname,
      defaultRole: null,
      sso: true,
      ai: true,
      inviteLinks: false,
      urls: { ...before.urls, logo: "https://example.com/logo.png" },
    });
    assert.deepEqual(await app.ok(admin, `PATCH /orgs/${id}`, { body: {} }), after);
    const reset = await app.ok(admin, `PATCH /orgs/${id}`, {
      body: { logo: null, defaultContent: null, emailDomains: [] },
    });
    assert.deepEqual(reset, { ...after, emailDomains: [], urls: before.urls });
  });

  test("members find their organization by its subdomain", async () => {
    const { app } = suite;
    const { id, admin } = await app.organization();
    const subdomain = uniqueName();
    await app.ok(admin, `PATCH /orgs/${id}`, { body: { hostname: subdomain } });
    const target = { type: "organization", organization: id };
    const found = { object: "subdomain", subdomain, target, isActive: false };
    assert.deepEqual(await app.ok(admin, `GET /subdomains/${subdomain}`), found);
    const site = await app.ok(admin, `POST /orgs/${id}/sites`, { body: { spaces: "empty" } });
    await app.ok(admin, `POST /orgs/${id}/sites/${site.id}/publish`);
    assert.deepEqual(await app.ok(admin, `GET /subdomains/${subdomain}`), { ...found, isActive: true });
    for (const [person, name] of [
      [app.admin, subdomain],
      [admin, id],
      [admin, "unknown"],
    ] as const)
      await app.refused(person, `GET /subdomains/${name}`, 404, /^Subdomain not found$/);
  });

  test("an invalid setting is refused with the name of the field, and nothing changes", async () => {
    const { app } = suite;
    const { id, admin } = await app.organization();
    const before = await app.ok(admin, `GET /orgs/${id}`);
    for (const [body, message] of [
      [{ title: "x" }, /title: must be at least 2/],
      [{ title: "x".repeat(256) }, /title: must be at most 255/],
      [{ hostname: "ab" }, /hostname: must be at least 3/],
      [{ hostname: "a".repeat(33) }, /hostname: must be at most 32/],
      [{ hostname: "Not-Lower" }, /hostname: must be lowercase/],
      [{ hostname: "-abc" }, /hostname/],
      [{ hostname: "reference" }, /hostname.*reserved/],
      [{ hostname: null }, /hostname: must be string/],
      [{ defaultRole: "king" }, /defaultRole: must be one of admin, .*null/],
      [{ defaultContent: { type: "site", site: "nothing" } }, /defaultContent\.site: is not a site/],
      [{ defaultContent: { type: "page", site: "x" } }, /defaultContent\.type: must be one of site/],
      [{ defaultContent: "x" }, /defaultContent: must be object or null/],
      [{ logo: "not an address" }, /logo: must be an http or https URL/],
      [{ logo: `https://example.com/${"x".repeat(2048)}` }, /logo: must be at most 2048/],
      [{ sso: "true" }, /sso: must be boolean/],
      [{ ai: 1 }, /ai: must be boolean/],
      [{ inviteLinks: null }, /inviteLinks: must be boolean/],
      [{ title: "Fine", emailDomains: ["localhost"] }, /emailDomains\[0\]: must be a domain/],
      [[], /body: must be object/],
    ] as const) {
      await app.refused(admin, `PATCH /orgs/${id}`, 400, message, { body });
    }
    assert.deepEqual(await app.ok(admin, `GET /orgs/${id}`), before);
  });

  test("a hostname belongs to one organization, even with concurrent requests", async () => {
    const { app } = suite;
    const [first, second] = [await app.organization(), await app.organization()];
    const hostname = uniqueName();
    const replies = await Promise.all(
      [first, second].map(({ id, admin }) => app.call(admin, `PATCH /orgs/${id}`, { body: { hostname } })),
    );
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409]);
    const [winner, loser] = replies[0]?.status === 200 ? [first, second] : [second, first];
    await app.ok(winner.admin, `PATCH /orgs/${winner.id}`, { body: { hostname } });
    await app.refused(loser.admin, `PATCH /orgs/${loser.id}`, 409, /hostname.*another organization/, {
      body: { hostname },
    });
  });

  test("permissions follow the role", async () => {
    const { app } = suite;
    const read = async (role: Parameters<typeof app.member>[0]) =>
      (await app.ok(await app.member(role), `GET /orgs/${app.organizationId}`)).permissions;
    assert.deepEqual(await read("admin"), allPermissions);
    const noPermissions = Object.fromEntries(Object.keys(allPermissions).map((key) => [key, false]));
    const reader = {
      ...noPermissions,
      view: true,
      access: true,
      listMembers: true,
      listTeams: true,
      listIntegrations: true,
      listInstallations: true,
    };
    assert.deepEqual(await read("create"), { ...reader, createContent: true, createOpenAPISpec: true });
    for (const role of ["review", "edit", "comment", "read"] as const)
      assert.deepEqual(await read(role), reader);
    assert.deepEqual(await read(null), { ...noPermissions, view: true, access: true });
  });

  test("an organization is hidden from outsiders, and only admins change its settings", async () => {
    const { app } = suite;
    const creator = await app.member("create");
    await app.refused(creator, `PATCH /orgs/${app.organizationId}`, 403, /role admin.*yours is create/, {
      body: { title: "Mine" },
    });
    const outsider = await app.stranger();
    await app.refused(outsider, `GET /orgs/${app.organizationId}`, 404, /Organization not found/);
    await app.refused(outsider, `PATCH /orgs/${app.organizationId}`, 404, /Organization not found/, {
      body: { title: "Mine" },
    });
    await app.refused(app.admin, "GET /orgs/unknown", 404, /Organization not found/);
  });

  test("an organization is found by its email domain by its members and by users of the domain", async () => {
    const { app } = suite;
    const domain = `${uniqueName()}.example.org`;
    const { id, admin } = await app.organization();
    await app.ok(admin, `PATCH /orgs/${id}`, { body: { emailDomains: [domain] } });
    const find = async (person: typeof admin, searched = domain) =>
      (await app.ok(person, `GET /email-domains/${searched}/orgs`)).organizations.map(
        (found: { id: string }) => found.id,
      );
    assert.deepEqual(await find(admin), [id]);
    assert.deepEqual(await find(admin, domain.toUpperCase()), [id]);
    assert.deepEqual(await find(await app.stranger(`someone@${domain}`)), [id]);
    assert.deepEqual(await find(await app.stranger()), []);
    assert.deepEqual(await find(admin, "nobody.example.org"), []);
    await app.refused(admin, "GET /email-domains/not_a_domain/orgs", 400, /emailDomain: must be a domain/);
  });
});
