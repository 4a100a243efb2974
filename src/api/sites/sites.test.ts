import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, uniqueName } from "../../../test/support/app.ts";

describeOnEachDatabase("sites", (suite) => {
  const allPermissions = {
    ...{ view: true, access: true, edit: true, create: true, admin: true },
    ...{ installIntegration: true, viewAdaptiveSchema: true, editAdaptiveSchema: true },
  };
  const list = (organizationId = suite.app.organizationId) => `/orgs/${organizationId}/sites`;
  const base = () => suite.app.context.config.baseUrl;
  async function create(body: object = {}, organizationId = suite.app.organizationId, by = suite.app.admin) {
    const { id } = await suite.app.ok(by, `POST ${list(organizationId)}`, { body });
    return { id: id as string, path: `${list(organizationId)}/${id}` };
  }
  const patch = (path: string, body: object) => suite.app.ok(suite.app.admin, `PATCH ${path}`, { body });
  const siteSpacesOf = async (path: string) =>
    (await suite.app.ok(suite.app.admin, `GET ${path}/site-spaces`)).items;

  test("a new site has every field of the specification", async () => {
    const { app } = suite;
    const reply = await app.call(app.admin, `POST ${list()}`);
    assert.equal(reply.status, 201);
    const { id, createdAt, ...site } = reply.body;
    assert.equal(new Date(createdAt).toISOString(), createdAt);
    const path = `${list()}/${id}`;
    assert.deepEqual(site, {
      object: "site",
      type: "basic",
      appliedType: "basic",
      title: "Documentation",
      icon: null,
      visibility: "public",
      defaultLevel: "inherit",
      published: false,
      siteSpaces: 0,
      agentsContext: "included",
      features: [{ id: "sites-public-visibility", plan: "basic", frozen: false }],
      permissions: allPermissions,
      urls: {
        location: `${base()}/v1${path}`,
        app: `${base()}/app${path}`,
        preview: `${base()}/auth/preview/${app.organizationId}/${id}`,
      },
    });
    assert.equal(reply.headers.location, site.urls.location);
    assert.deepEqual(await app.ok(app.admin, `GET ${path}`), reply.body);
    const body = { type: "ultimate", title: "Ours", visibility: "visitor-auth", spaces: [] };
    const { type, title, visibility } = await app.ok(app.admin, `POST ${list()}`, { body });
    assert.deepEqual({ type, title, visibility, spaces: [] }, body);
  });

  test("the permissions on a site follow the role in the organization", async () => {
    const { app } = suite;
    const { path } = await create({});
    const reader = { ...allPermissions, edit: false, create: false, admin: false };
    const noAdmin = { admin: false, installIntegration: false, editAdaptiveSchema: false };
    for (const [role, permissions] of [
      ["read", { ...reader, ...noAdmin }],
      ["edit", { ...reader, ...noAdmin, edit: true }],
      ["create", { ...allPermissions, ...noAdmin }],
      ["admin", allPermissions],
    ] as const) {
      const member = await app.member(role);
      assert.deepEqual((await app.ok(member, `GET ${path}`)).permissions, permissions, role);
      const { items } = await app.ok(member, `GET ${list()}`);
      assert.deepEqual(items[0].permissions, permissions, role);
    }
  });

  test("a new site contains the given spaces, and may contain a space twice", async () => {
    const { app } = suite;
    const [one, two] = [await app.space({ title: "First one" }), await app.space({ title: "Two" })];
    const { path } = await create({ spaces: [one.id, two.id, one.id] });
    const site = await app.ok(app.admin, `GET ${path}`);
    assert.deepEqual([site.title, site.siteSpaces], ["First one", 3]);
    const siteSpaces = await siteSpacesOf(path);
    assert.deepEqual(
      siteSpaces.map((part: { space: { id: string }; default: boolean }) => [part.space.id, part.default]),
      [
        [one.id, true],
        [two.id, false],
        [one.id, false],
      ],
    );
    assert.equal(new Set(siteSpaces.map(({ path }: { path: string }) => path)).size, 3);
    const short = await app.space({ title: "x" });
    const second = await create({ spaces: [short.id, one.id] });
    assert.equal((await app.ok(app.admin, `GET ${second.path}`)).title, "Documentation");
    const trashed = await app.space();
    await app.ok(app.admin, `DELETE ${trashed.path}`);
    const other = await app.organization();
    const foreign = await app.space({}, other.id, other.admin);
    for (const id of ["unknown", trashed.id, foreign.id, (await app.collection()).id])
      await app.refused(app.admin, `POST ${list()}`, 404, /spaces\[1\]/, {
        body: { spaces: [one.id, id] },
      });
    const creator = await app.member("create");
    await app.give(two.path, "read", { users: [creator] });
    await app.refused(creator, `POST ${list()}`, 403, /create/, { body: { spaces: [two.id] } });
  });

  test("a new site can have a space with sample pages or an empty one", async () => {
    const { app } = suite;
    const empty = await create({ spaces: "empty", title: "Nothing yet" });
    const [{ space, path }] = await siteSpacesOf(empty.path);
    assert.deepEqual([space.title, path], ["Nothing yet", "nothing-yet"]);
    assert.deepEqual(await app.ok(app.admin, `GET /spaces/${space.id}/content/pages`), { pages: [] });
    const sample = await create({ spaces: "sample", title: "é".repeat(128) });
    const [{ space: sampleSpace }] = await siteSpacesOf(sample.path);
    assert.equal(sampleSpace.title, "é".repeat(50));
    const { pages } = await app.ok(app.admin, `GET /spaces/${sampleSpace.id}/content/pages`);
    const all = pages.flatMap((page: { pages: object[] }) => [page, ...page.pages]);
    const documents = all.filter(({ type }: { type: string }) => type === "document");
    assert.ok(documents.length >= 3);
    for (const { id } of documents) {
      const { markdown } = await app.ok(app.admin, `GET /spaces/${sampleSpace.id}/content/page/${id}`);
      assert.ok(markdown.length > 100);
      const { nodes } = await app.ok(app.admin, `GET /spaces/${sampleSpace.id}/content/page/${id}/document`);
      assert.ok(nodes.length > 1);
      assert.doesNotMatch(JSON.stringify(nodes), /\{%/, "a block was not parsed");
    }
  });

  test("invalid fields are refused with the name of the field", async () => {
    const { app } = suite;
    for (const [body, message] of [
      [{ title: "x" }, /^title/],
      [{ title: "x".repeat(129) }, /^title/],
      [{ title: "  " }, /^title: must not be blank/],
      [{ title: null }, /^title/],
      [{ type: "free" }, /^type/],
      [{ visibility: "private" }, /^visibility/],
      [{ spaces: "full" }, /^spaces/],
      [{ spaces: [1] }, /^spaces/],
    ] as const)
      await app.refused(app.admin, `POST ${list()}`, 400, message, { body });
    const { path } = await create();
    const invalid: Record<string, unknown[]> = {
      title: ["x", "x".repeat(129), null],
      visibility: ["in-collection", null],
      basename: ["", "x".repeat(101), "a/b", "..", "a b", 1],
      hostname: ["example.com", "Docs.example.com", "docs.example.com.", "-a.b.example", "a_b.example.com"],
      proxy: ["example.com", "example.com/", "https://example.com/docs", "example.com/a b", "docs/x"],
      adaptiveContent: [{}, { enabled: "yes" }, null],
      agentsContext: ["some", null],
      defaultSiteSpace: [null, 1],
      defaultSiteSection: [null, 1],
    };
    invalid.hostname?.push(`${"a".repeat(64)}.example.com`, `${"a.".repeat(255)}example`);
    invalid.proxy?.push(`example.com/${"a".repeat(501)}`);
    for (const [field, values] of Object.entries(invalid))
      for (const value of values)
        await app.refused(app.admin, `PATCH ${path}`, 400, new RegExp(`^${field}`), {
          body: { [field]: value },
        });
    const longest = `${"a".repeat(50)}.`.repeat(9);
    for (const body of [
      { title: "xy", basename: "x" },
      { title: "x".repeat(128), basename: "x".repeat(100) },
      { hostname: "docs.example.com", proxy: "example.com/a" },
      { hostname: `${longest}example.com`, proxy: `example.com/${"a".repeat(500)}` },
    ]) {
      const { proxy, ...site } = await patch(path, body);
      assert.deepEqual({ ...site, proxy: proxy?.origin }, { ...site, proxy: undefined, ...body });
    }
    await patch(path, { hostname: null, proxy: null });
  });

  test("sites are filtered by space, title, publication and type", async () => {
    const { app } = suite;
    const { id: organization, admin } = await app.organization();
    const space = await app.space({ title: "Space" }, organization, admin);
    const createdTitles: string[] = [];
    for (const [title, spaces, type, published] of [
      ["Guide to A", [space.id], "basic", true],
      ["Guide to B", [space.id, space.id], "premium", false],
      ["Réference 100%", [], "ultimate", true],
      ["Reference", [], "basic", false],
    ] as const) {
      const { path } = await create({ title, spaces, type }, organization, admin);
      if (published) await app.ok(admin, `POST ${path}/publish`);
      createdTitles.push(title);
    }
    const titles = async (query = {}) => {
      const { count, items } = await app.ok(admin, `GET ${list(organization)}`, { query });
      assert.equal(count, items.length);
      return items.map(({ title }: { title: string }) => createdTitles.indexOf(title)).join("");
    };
    for (const [query, expected] of [
      [{}, "0123"],
      [{ space: space.id }, "01"],
      [{ space: "unknown" }, ""],
      [{ title: "guide" }, "01"],
      [{ title: "reference" }, "23"],
      [{ title: "%" }, "2"],
      [{ title: "" }, "0123"],
      [{ published: true }, "02"],
      [{ published: false }, "13"],
      [{ type: ["basic", "premium"] }, "013"],
      [{ type: "ultimate" }, "2"],
      [{ space: space.id, published: true }, "0"],
      [{ title: "to", published: false, type: "premium" }, "1"],
      [{ space: space.id, title: "b", published: true, type: "basic" }, ""],
    ] as const)
      assert.equal(await titles(query), expected, JSON.stringify(query));
    const pagedTitles: string[] = [];
    let page: string | undefined;
    do {
      const query = { limit: 1, published: false, ...(page && { page }) };
      const found = await app.ok(admin, `GET ${list(organization)}`, { query });
      assert.equal(found.count, 2);
      pagedTitles.push(...found.items.map(({ title }: { title: string }) => title));
      page = found.next?.page;
    } while (page !== undefined);
    assert.deepEqual(pagedTitles, ["Guide to B", "Reference"]);
    for (const query of ["published=maybe", "type=free"])
      await app.refused(admin, `GET ${list(organization)}?${query}`, 400, /^(published|type)/);
  });

  test("an update changes the given fields only, and null removes a value", async () => {
    const { app } = suite;
    const { id, path } = await create({ title: "Before" });
    const before = await app.ok(app.admin, `GET ${path}`);
    assert.deepEqual(await patch(path, {}), before);
    const [basename, host] = [uniqueName(), uniqueName()];
    const hostname = `${host}.example.com`;
    const origin = `www.${host}.com/Some/docs`;
    const target = `${base()}/${app.organizationId}/${basename}`;
    const steps = [
      [{ title: "After" }, { title: "After" }],
      [{ agentsContext: "excluded" }, { agentsContext: "excluded" }],
      [{ adaptiveContent: { enabled: true } }, { adaptiveContent: { enabled: true } }],
      [{ basename }, { basename }],
      [{ hostname }, { hostname }],
      [{ proxy: `WWW.${host}.com/Some/docs` }, { proxy: { origin, target } }],
    ] as const;
    let expected = before;
    for (const [body, changed] of steps) {
      expected = { ...expected, ...changed };
      const { features, ...site } = await patch(path, body);
      assert.deepEqual({ ...site, features: before.features }, expected);
      assert.deepEqual(await app.ok(app.admin, `GET ${path}`), { ...site, features });
    }
    const { features } = await app.ok(app.admin, `GET ${path}`);
    assert.deepEqual(
      features.map((feature: { id: string }) => feature.id),
      ["public-visibility", "custom-domain", "custom-subdirectory", "adaptive-content"].map(
        (name) => `sites-${name}`,
      ),
    );
    const taken = { basename, hostname, proxy: `www.${host.toUpperCase()}.com/Some/docs` };
    const { path: second } = await create();
    for (const [field, value] of Object.entries(taken))
      await app.refused(app.admin, `PATCH ${second}`, 409, new RegExp(`^${field}: .*another site`), {
        body: { [field]: value },
      });
    assert.equal((await patch(path, taken)).id, id, "the site conflicts with its own values");
    const other = await app.organization();
    const { path: foreign } = await create({}, other.id, other.admin);
    await app.ok(other.admin, `PATCH ${foreign}`, { body: { basename } });
    for (const field of ["hostname", "proxy"] as const)
      await app.refused(other.admin, `PATCH ${foreign}`, 409, /another site/, {
        body: { [field]: taken[field] },
      });
    const removed = await patch(path, { basename: null, hostname: null, proxy: null });
    const remaining = { title: "After", agentsContext: "excluded", adaptiveContent: { enabled: true } };
    assert.deepEqual({ ...removed, features: before.features }, { ...before, ...remaining });
    await patch(second, taken);
  });

  test("admins change, creators create and readers read the sites of their organization", async () => {
    const { app } = suite;
    const { path } = await create({ spaces: "empty" });
    for (const role of ["read", "comment", "edit", "review", "create"] as const) {
      const person = await app.member(role);
      assert.equal((await app.ok(person, `GET ${path}`)).object, "site");
      assert.ok((await app.ok(person, `GET ${list()}`)).count > 0);
      for (const operation of [`PATCH ${path}`, `DELETE ${path}`, `POST ${path}/publish`])
        await app.refused(person, operation, 403, /role admin/, { body: {} });
      await app.refused(person, `POST ${path}/unpublish`, 403, /role admin/);
      assert.equal((await app.call(person, `POST ${list()}`)).status, role === "create" ? 201 : 403);
    }
    const other = await app.organization();
    for (const person of [await app.stranger(), await app.member(null), other.admin])
      for (const operation of ["GET", "PATCH", "DELETE"]) {
        const body = operation === "PATCH" ? { title: "Mine" } : undefined;
        const reply = await app.call(person, `${operation} ${path}`, { body });
        assert.ok([403, 404].includes(reply.status), `${operation} returned ${reply.status}`);
        const own = path.replace(app.organizationId, other.id);
        if (operation !== "DELETE")
          await app.refused(other.admin, `${operation} ${own}`, 404, /Site/, { body });
      }
    assert.equal(
      (await app.call(other.admin, `DELETE ${path.replace(app.organizationId, other.id)}`)).status,
      204,
    );
    assert.equal((await app.ok(other.admin, `GET ${list(other.id)}`)).count, 0);
    assert.equal((await app.ok(app.admin, `GET ${path}`)).title, "Documentation");
  });

  test("deleting a site deletes its structure, share links and redirects, but not its spaces", async () => {
    const { app } = suite;
    const space = await app.space();
    const { id, path } = await create({ spaces: [space.id] });
    const { id: section } = await app.ok(app.admin, `POST ${path}/sections`, {
      body: { spaceId: space.id },
    });
    await app.ok(app.admin, `POST ${path}/section-groups`, { body: { title: "G", sections: [section] } });
    await app.ok(app.admin, `POST ${path}/share-links`, { body: { name: "Link" } });
    const destination = { kind: "site-section", siteSectionId: section };
    await app.ok(app.admin, `POST ${path}/redirects`, { body: { source: "/old", destination } });
    const server = { name: "Other", url: "https://mcp.example.com/", headers: {} };
    await app.ok(app.admin, `POST ${path}/mcp-servers`, { body: server });
    const defaultContent = { type: "site", site: id };
    const organization = `/orgs/${app.organizationId}`;
    assert.deepEqual((await patch(organization, { defaultContent })).defaultContent, defaultContent);
    await app.ok(app.admin, `POST ${path}/publish`);
    assert.equal((await app.call(app.admin, `DELETE ${path}`)).status, 205);
    assert.equal((await app.call(app.admin, `DELETE ${path}`)).status, 204);
    for (const part of ["", "/structure", "/sections", "/section-groups", "/share-links", "/redirects"])
      await app.refused(app.admin, `GET ${path}${part}`, 404, /Site not found/);
    for (const table of [
      "site_spaces",
      "site_sections",
      "site_share_links",
      "site_redirects",
      "site_mcp_servers",
    ] as const) {
      const rows = app.context.database.read.selectFrom(table).where("site_id", "=", id);
      assert.equal((await rows.select("id").execute()).length, 0, table);
    }
    assert.equal((await app.ok(app.admin, `GET ${organization}`)).defaultContent, undefined);
    const spaceAfter = await app.ok(app.admin, `GET ${space.path}`);
    assert.deepEqual([spaceAfter.visibility, spaceAfter.urls.published], ["private", undefined]);
  });
});
