import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, uniqueName } from "../../../test/support/app.ts";
import { defaultCustomization } from "../../publishing/customization/defaults.ts";
import { presentCustomization } from "../../publishing/customization/present.ts";

describeOnEachDatabase("site settings", (suite) => {
  const base = () => suite.app.context.config.baseUrl;
  const admin = (operation: string, body?: object) =>
    suite.app.ok(suite.app.admin, operation, body && { body });
  async function create(body: object = {}): Promise<string> {
    const { id } = await admin(`POST /orgs/${suite.app.organizationId}/sites`, body);
    return `/orgs/${suite.app.organizationId}/sites/${id}`;
  }
  const rejects = (operation: string, message: RegExp, body: unknown) =>
    suite.app.refused(suite.app.admin, operation, 400, message, { body });

  test("the settings determine the URLs of a published site and its parts", async () => {
    const { app } = suite;
    const { id: organization, admin: owner } = await app.organization();
    const ok = (operation: string, body?: object) => app.ok(owner, operation, body && { body });
    const [one, two, three] = await Promise.all(
      ["One", "Two", "Three"].map((title) => app.space({ title }, organization, owner)),
    );
    const { id } = await ok(`POST /orgs/${organization}/sites`, { spaces: [one?.id] });
    const path = `/orgs/${organization}/sites/${id}`;
    const { id: api } = await ok(`POST ${path}/sections`, { spaceId: two?.id, title: "API" });
    const { id: variant } = await ok(`POST ${path}/site-spaces`, { spaceId: three?.id, sectionId: api });
    /** The URLs of the site and of the sections, site spaces and spaces in its structure. */
    const publishedUrls = async (): Promise<(string | undefined)[]> => {
      const { urls } = await ok(`GET ${path}`);
      const { structure } = await ok(`GET ${path}/structure`);
      const parts = structure.flatMap((section: { siteSpaces: { space: object }[] }) => [
        section,
        ...section.siteSpaces.flatMap((siteSpace) => [siteSpace, siteSpace.space]),
      ]);
      for (const { object, ...part } of parts)
        if (object === "space") assert.deepEqual(await ok(`GET /spaces/${part.id}`), { object, ...part });
      return [urls.published, ...parts.map((part: typeof urls) => part.urls.published)];
    };
    const expected = (root: string, first: string, second: string, third: string) => [
      ...[root, root + first, root + first, root + first],
      ...[root + second, root + second, root + second, root + third, root + third],
    ];
    const hidden = Array.from({ length: 9 }, () => undefined);
    assert.deepEqual(await publishedUrls(), hidden);
    assert.equal((await ok(`POST ${path}/publish`)).published, true);
    let root = `${base()}/${organization}/${id}`;
    assert.deepEqual(await publishedUrls(), expected(root, "", "/api", "/api/three"));
    await ok(`PATCH ${path}/sections/${api}`, { path: "reference" });
    await ok(`PATCH ${path}/site-spaces/${variant}`, { path: "v3" });
    assert.deepEqual(await publishedUrls(), expected(root, "", "/reference", "/reference/v3"));
    await ok(`PATCH ${path}`, { defaultSiteSection: api });
    assert.deepEqual(await publishedUrls(), expected(root, "/one", "", "/v3"));
    await ok(`PATCH ${path}`, { basename: "handbook" });
    const hostname = `h${uniqueName()}`;
    await ok(`PATCH /orgs/${organization}`, { hostname });
    root = `${base()}/${hostname}/handbook`;
    assert.deepEqual(await publishedUrls(), expected(root, "/one", "", "/v3"));
    await ok(`PATCH ${path}`, { hostname: `${hostname}.example.com` });
    assert.equal(new URL(base()).port, "4400", "the port of the base URL belongs to its host only");
    const [siteUrl, ...others] = expected(`http://${hostname}.example.com`, "/one", "", "/v3");
    const atRoot = [siteUrl, ...others].map((url) => (url === siteUrl ? `${siteUrl}/` : url));
    assert.deepEqual(await publishedUrls(), atRoot);
    assert.deepEqual((await ok(`PATCH ${path}`, { proxy: `${hostname}.com/docs` })).proxy, {
      origin: `${hostname}.com/docs`,
      target: root,
    });
    root = `https://${hostname}.com/docs`;
    assert.deepEqual(await publishedUrls(), expected(root, "/one", "", "/v3"));
    for (const visibility of ["unlisted", "visitor-auth"]) {
      await ok(`PATCH ${path}`, { visibility });
      assert.deepEqual(await publishedUrls(), expected(root, "/one", "", "/v3"));
    }
    await ok(`PATCH ${path}`, { visibility: "share-link" });
    assert.deepEqual(await publishedUrls(), hidden, "a URL is shown without a share link");
    const { urls, id: link } = await ok(`POST ${path}/share-links`, { name: "First" });
    await ok(`POST ${path}/share-links`, { name: "Second" });
    assert.deepEqual(await publishedUrls(), expected(urls.published, "/one", "", "/v3"));
    await ok(`PATCH ${path}/share-links/${link}`, { active: false });
    assert.notDeepEqual(await publishedUrls(), expected(urls.published, "/one", "", "/v3"));
    await ok(`PATCH ${path}`, { visibility: "public", hostname: null, proxy: null, basename: null });
    root = `${base()}/${hostname}/${id}`;
    assert.deepEqual(await publishedUrls(), expected(root, "/one", "", "/v3"));
    assert.equal((await ok(`POST ${path}/unpublish`)).published, false);
    assert.deepEqual(await publishedUrls(), hidden);
  });

  test("the default section and site space can be set to existing ones only", async () => {
    const { app } = suite;
    const spaces = [(await app.space({ title: "A" })).id, (await app.space({ title: "B" })).id];
    const path = await create({ spaces });
    const siteSpaces = async (query = {}) =>
      (await app.ok(app.admin, `GET ${path}/site-spaces`, { query })).items.map(
        (part: { id: string }) => part.id,
      );
    const [first, second] = await siteSpaces();
    assert.deepEqual(await siteSpaces({ default: true }), [first]);
    await admin(`PATCH ${path}`, { defaultSiteSpace: second });
    assert.deepEqual(await siteSpaces({ default: true }), [second]);
    assert.deepEqual(await siteSpaces(), [first, second], "the order has changed");
    const refuse = (body: object, message: RegExp) =>
      app.refused(app.admin, `PATCH ${path}`, 404, message, { body });
    await refuse({ defaultSiteSpace: "unknown" }, /^defaultSiteSpace: Site space/);
    await refuse({ defaultSiteSection: "unknown", title: "Lost" }, /^defaultSiteSection: Site section/);
    assert.equal((await admin(`GET ${path}`)).title, "Documentation", "the update was applied");
    const { id: section, siteSpaces: inside } = await admin(`POST ${path}/sections`, { spaceId: spaces[0] });
    await refuse({ defaultSiteSpace: inside[0].id }, /^defaultSiteSpace/);
    await admin(`PATCH ${path}`, { defaultSiteSection: section, defaultSiteSpace: inside[0].id });
    assert.deepEqual(await siteSpaces({ default: true }), [inside[0].id]);
    const { items } = await admin(`GET ${path}/sections`);
    assert.deepEqual(
      items.map((part: { default: boolean }) => part.default),
      [false, true],
    );
  });

  test("the visibility of a site is the visibility of its spaces while it is published", async () => {
    const { app } = suite;
    const space = await app.space();
    const path = await create({ spaces: [space.id] });
    const readVisibility = async () => {
      const { visibility, urls, visitorAuth } = await admin(`GET ${space.path}`);
      return [
        visibility,
        urls.public === undefined ? urls.public : urls.public === urls.published,
        visitorAuth,
      ];
    };
    assert.deepEqual(await readVisibility(), ["private", undefined, undefined]);
    await admin(`POST ${path}/publish`);
    assert.deepEqual(await readVisibility(), ["public", true, undefined]);
    for (const visibility of ["unlisted", "share-link"]) {
      await admin(`PATCH ${path}`, { visibility });
      assert.deepEqual(await readVisibility(), [visibility, undefined, undefined]);
    }
    await admin(`PATCH ${path}`, { visibility: "visitor-auth" });
    assert.deepEqual(await readVisibility(), ["visitor-auth", undefined, { backend: "custom" }]);
    await admin(`PATCH ${path}/publishing/auth`, { backend: "integration" });
    assert.deepEqual(await readVisibility(), ["visitor-auth", undefined, { backend: "integration" }]);
    const second = await create({ spaces: [space.id], visibility: "unlisted" });
    await admin(`POST ${second}/publish`);
    assert.deepEqual(
      await readVisibility(),
      ["unlisted", undefined, undefined],
      "the second site is more open",
    );
    await admin(`DELETE ${second}`);
    await admin(`POST ${path}/unpublish`);
    assert.deepEqual(await readVisibility(), ["private", undefined, undefined]);
  });

  test("a site has a customization, and its site spaces can override it", async () => {
    const { app } = suite;
    const path = await create({ spaces: "empty" });
    const [{ id }] = (await admin(`GET ${path}/site-spaces`)).items;
    const overrides = `${path}/site-spaces/${id}/customization`;
    const defaults = presentCustomization(defaultCustomization);
    assert.deepEqual(await admin(`GET ${path}/customization`), defaults);
    assert.deepEqual(await admin(`GET ${overrides}`), defaults);
    const icon = { light: "https://example.com/l.png", dark: "https://example.com/d.png" };
    const input = { title: "Ours", themes: { default: "dark" }, favicon: { icon }, unknown: 1 };
    const themes = { default: "dark", toggeable: true };
    const ours = { ...defaults, title: "Ours", themes, favicon: { icon } };
    assert.deepEqual(await admin(`PUT ${path}/customization`, input), ours);
    assert.deepEqual(await admin(`GET ${path}/customization`), ours);
    assert.deepEqual((await admin(`GET ${path}`)).icon, { icon });
    const customized = { ...ours, footer: { ...ours.footer, copyright: "Us" } };
    await admin(`PUT ${path}/customization`, customized);
    assert.deepEqual((await admin(`GET ${path}`)).features.at(-1), {
      ...{ id: "sites-advanced-customization", plan: "premium", frozen: false },
      customizations: ["footer-copyright"],
    });
    await admin(`PUT ${path}/customization`, ours);
    const different = { ...ours, title: "Theirs", themes: { ...themes, toggeable: false } };
    const override = { title: "Theirs", themes: { toggeable: false } };
    assert.deepEqual(await admin(`PATCH ${overrides}`, override), different);
    assert.deepEqual(await admin(`PATCH ${overrides}`, { title: null }), { ...different, title: "Ours" });
    assert.deepEqual(await admin(`GET ${path}/customization`), ours, "the site has changed");
    await admin(`PUT ${path}/customization`, {});
    assert.equal((await admin(`GET ${overrides}`)).themes.toggeable, false);
    assert.equal((await app.call(app.admin, `DELETE ${overrides}`)).status, 205);
    assert.equal((await app.call(app.admin, `DELETE ${overrides}`)).status, 204);
    assert.deepEqual(await admin(`GET ${overrides}`), defaults);
    await rejects(`PUT ${path}/customization`, /^title/, { title: "x" });
    await rejects(`PATCH ${overrides}`, /^themes\.default/, { themes: { default: "pink" } });
    const links = [{ title: "Beta", to: null, links: [], condition: "visitor.claims." }];
    await rejects(`PUT ${path}/customization`, /^header\.links\[0\]\.condition: .*position/, {
      header: { links },
    });
    const unknown = `${path}/site-spaces/unknown/customization`;
    await app.refused(app.admin, `GET ${unknown}`, 404, /Site space not found/);
    const creator = await app.member("create");
    await app.ok(creator, `GET ${overrides}`);
    for (const operation of [`PUT ${path}/customization`, `PATCH ${overrides}`, `DELETE ${overrides}`])
      await app.refused(creator, operation, 403, /role admin/, { body: {} });
  });

  test("the adaptive schema is stored, and conditions are generated from it", async () => {
    const { app } = suite;
    const path = `${await create({ spaces: "empty" })}`;
    const schema = `${path}/adaptive-schema`;
    await app.refused(app.admin, `GET ${schema}`, 404, /Adaptive schema not found/);
    assert.deepEqual(await admin(`GET ${schema}/template-conditions`), { items: [] });
    const object = (properties: object) => ({ type: "object", properties, additionalProperties: false });
    const jsonSchema = {
      $schema: "http://json-schema.org/draft-07/schema#",
      $id: "https://example.com/claims",
      ...object({
        unsigned: object({ isDev: { type: "boolean", description: "Writes code" } }),
        isBeta: { type: "boolean" },
        plan: { type: "string", enum: ["free", 'the "big" one'] },
        "given name": { type: "string" },
      }),
    };
    const saved = await admin(`PUT ${schema}`, { jsonSchema });
    assert.deepEqual(saved, { object: "site-adaptive-schema", jsonSchema, updatedAt: saved.updatedAt });
    assert.equal(new Date(saved.updatedAt).toISOString(), saved.updatedAt);
    assert.deepEqual(await app.ok(await app.member("read"), `GET ${schema}`), saved);
    const { items } = await admin(`GET ${schema}/template-conditions`);
    const conditions = items.map(({ condition }: { condition: string }) => condition);
    assert.ok(conditions.includes("visitor.claims.unsigned.isDev == true"));
    assert.ok(conditions.includes('visitor.claims.plan == "free"'));
    const [{ id }] = (await admin(`GET ${path}/site-spaces`)).items;
    for (const { condition, description } of items) {
      assert.equal((await admin(`PATCH ${path}/site-spaces/${id}`, { condition })).condition, condition);
      assert.ok(description.length > 5);
    }
    const unknownClaim = { condition: "visitor.claims.isAlpha" };
    await rejects(`PATCH ${path}/site-spaces/${id}`, /^condition: .*isAlpha.*position/, unknownClaim);
    for (const [broken, message] of [
      ["text", /^jsonSchema/],
      [[], /^jsonSchema/],
      [{ ...jsonSchema, $schema: "https://json-schema.org/draft/2020-12/schema" }, /^jsonSchema\.\$schema/],
      [{ ...jsonSchema, type: "array" }, /^jsonSchema\.type/],
      [{ ...jsonSchema, additionalProperties: true }, /^jsonSchema\.additionalProperties/],
      [{ ...jsonSchema, required: [] }, /^jsonSchema\.required/],
      [object({ a: { type: "date" } }), /^jsonSchema\.properties\.a\.type/],
      [object({ a: { type: "string", enum: [1] } }), /^jsonSchema\.properties\.a\.enum/],
      [object({ unsigned: { type: "boolean" } }), /^jsonSchema\.properties\.unsigned/],
    ] as const)
      await rejects(`PUT ${schema}`, message, { jsonSchema: broken });
    await rejects(`PUT ${schema}`, /^jsonSchema/, {});
    assert.deepEqual(await admin(`GET ${schema}`), saved);
    await app.refused(await app.member("create"), `PUT ${schema}`, 403, /role admin/, {
      body: { jsonSchema },
    });
  });

  test("each site has its own key for visitor tokens, which can be regenerated", async () => {
    const { app } = suite;
    const [path, second] = [`${await create()}/publishing/auth`, `${await create()}/publishing/auth`];
    const { privateKey, ...auth } = await admin(`GET ${path}`);
    assert.deepEqual(auth, { object: "publishing-auth", backend: "custom" });
    assert.ok(Buffer.from(privateKey, "base64url").length >= 32);
    assert.notEqual((await admin(`GET ${second}`)).privateKey, privateKey);
    const fallbackURL = "https://example.com/login?from=docs";
    const changed = await admin(`PATCH ${path}`, { fallbackURL, backend: "integration" });
    assert.deepEqual(changed, { ...auth, backend: "integration", privateKey, fallbackURL });
    assert.deepEqual(await admin(`PATCH ${path}`, {}), changed);
    const { privateKey: next, ...rest } = await admin(`POST ${path}/regenerate`);
    assert.notEqual(next, privateKey);
    assert.deepEqual(rest, { ...auth, backend: "integration", fallbackURL });
    assert.equal("fallbackURL" in (await admin(`PATCH ${path}`, { fallbackURL: null })), false);
    const invalid = ["login", "javascript:alert(1)", "http://", "http://a:99999/", "https://#"];
    for (const fallbackURL of [...invalid, "http://x.test:abc", "javascript:1"])
      await rejects(`PATCH ${path}`, /^fallbackURL: /, { fallbackURL });
    await rejects(`PATCH ${path}`, /^backend/, { backend: "none" });
    const creator = await app.member("create");
    for (const operation of [`GET ${path}`, `PATCH ${path}`, `POST ${path}/regenerate`])
      await app.refused(creator, operation, 403, /role admin/, operation[0] === "G" ? {} : { body: {} });
  });
});
