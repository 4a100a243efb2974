import assert from "node:assert/strict";
import { test } from "node:test";
import { bootApp, describeOnEachDatabase, uniqueName } from "../../../test/support/app.ts";
import { createTestDatabase } from "../../../test/support/databases.ts";

describeOnEachDatabase("site URLs", (suite) => {
  async function publish(fields: object = {}) {
    const { app } = suite;
    const { id: space } = await app.space({ title: "One" });
    const sites = `/orgs/${app.organizationId}/sites`;
    const { id } = await app.ok(app.admin, `POST ${sites}`, { body: { spaces: [space] } });
    const path = `${sites}/${id}`;
    await app.ok(app.admin, `POST ${path}/publish`);
    await app.ok(app.admin, `PATCH ${path}`, { body: fields });
    return { id: id as string, path, space };
  }
  const patch = (path: string, body: object) => suite.app.ok(suite.app.admin, `PATCH ${path}`, { body });
  const resolve = (url: string) => suite.app.call(suite.app.admin, "POST /urls/published", { body: { url } });
  const host = () => `${uniqueName()}.example.com`;

  test("a host name or proxy path that overlaps with that of another site is refused", async () => {
    const { app } = suite;
    const [own, proxied] = [host(), host()];
    await publish({ hostname: own });
    await publish({ proxy: `${proxied}/docs` });
    const { path } = await publish();
    const assertTaken = (body: object, message: RegExp) =>
      app.refused(app.admin, `PATCH ${path}`, 409, message, { body });
    await assertTaken({ hostname: own }, /^hostname: .* belongs to another site/);
    await assertTaken({ proxy: `${own}/docs` }, /^proxy: /);
    await assertTaken({ hostname: proxied }, /^hostname: /);
    for (const below of ["docs", "docs/deep", "docs/deep/er"])
      await assertTaken({ proxy: `${proxied}/${below}` }, /^proxy: /);
    await patch(path, { proxy: `${proxied}/other/docs` });
    const above = await publish();
    await app.refused(app.admin, `PATCH ${above.path}`, 409, /^proxy: /, {
      body: { proxy: `${proxied}/other` },
    });
    await patch(above.path, { proxy: `${proxied}/oth` });
    await patch(above.path, { proxy: `${proxied}/Other` });
    await patch(path, { proxy: `${proxied}/other/docs`, hostname: host() });
  });

  test("the host name of the server is refused", async () => {
    const { app } = suite;
    const { path } = await publish();
    const context = {
      ...app.context,
      config: { ...app.context.config, baseUrl: "https://docs.server.test" },
    };
    const { updateSite } = await import("./update-site.ts");
    const site = { id: path.split("/").at(-1), organization_id: app.organizationId } as Parameters<
      typeof updateSite
    >[2];
    for (const body of [{ hostname: "docs.server.test" }, { proxy: "docs.server.test/x" }])
      await assert.rejects(
        context.database.write((trx) => updateSite(context, trx, site, body)),
        /of this server/,
      );
  });

  test("LECTERN_SITES_URL is the URL of all sites, and gives host names of sites their protocol and port", async () => {
    const database = await createTestDatabase(suite.kind);
    const settings = {
      ...{
        LECTERN_BASE_URL: "http://www.api.test:4400",
        LECTERN_SITES_URL: "https://www.sites.test:8443/docs",
      },
    };
    const app = await bootApp({ ...database.environment, ...settings });
    try {
      const { organizationId: organization } = app;
      const sites = `/orgs/${organization}/sites`;
      const { id, urls } = await app.ok(app.admin, `POST ${sites}`, { body: { spaces: "sample" } });
      assert.equal(urls.location, `http://www.api.test:4400/v1${sites}/${id}`);
      const { urls: published } = await app.ok(app.admin, `POST ${sites}/${id}/publish`);
      const root = `https://www.sites.test:8443/docs/${organization}/${id}`;
      assert.equal(published.published, root);
      const resolveUrl = (url: string) => app.call(app.admin, "POST /urls/published", { body: { url } });
      const { body: found } = await resolveUrl(root);
      assert.deepEqual([found.site, found.siteBasePath], [id, `/docs/${organization}/${id}/`]);
      const body = { defaultContent: { type: "site", site: id } };
      await app.ok(app.admin, `PATCH /orgs/${organization}`, { body });
      const { body: byDefault } = await resolveUrl(`https://www.sites.test:8443/docs/${organization}`);
      assert.equal(byDefault.redirect, root);
      for (const url of [
        `http://www.api.test:4400/${organization}/${id}`,
        `https://www.sites.test:8443/${organization}/${id}`,
      ])
        assert.equal((await resolveUrl(url)).status, 404, url);
      const path = `PATCH ${sites}/${id}`;
      for (const hostname of ["www.api.test", "www.sites.test"])
        await app.refused(app.admin, path, 400, /^hostname: .* of this server/, { body: { hostname } });
      const { urls: own } = await app.ok(app.admin, path, { body: { hostname: "docs.own.test" } });
      assert.equal(own.published, "https://docs.own.test:8443/");
    } finally {
      await app.close();
      await database.remove();
    }
  });

  test("a basename that is another site's id is refused", async () => {
    const { app } = suite;
    const [one, two] = [await publish(), await publish()];
    await app.refused(app.admin, `PATCH ${one.path}`, 409, /^basename: /, { body: { basename: two.id } });
    await patch(one.path, { basename: one.id });
  });

  test("URLs are percent-encoded and resolve to the site", async () => {
    const { path, id } = await publish();
    const { urls } = await patch(path, { basename: `é${uniqueName()}` });
    assert.match(urls.published, /\/%C3%A9/);
    assert.equal((await resolve(urls.published)).body.site, id);
  });

  test("a proxy path with many segments resolves to the site", async () => {
    const { path, id } = await publish();
    const { urls } = await patch(path, { proxy: `${host()}${"/a".repeat(60)}` });
    const { body } = await resolve(`${urls.published}/x`);
    assert.deepEqual([body.site, body.pathname], [id, "x"]);
  });

  test("the URL of a share link resolves even if the site is public", async () => {
    const { app } = suite;
    const { path, id } = await publish();
    const link = await app.ok(app.admin, `POST ${path}/share-links`, { body: { name: "Friends" } });
    const { body } = await resolve(`${link.urls.published}/x`);
    assert.deepEqual([body.site, body.pathname, body.shareKey], [id, "x", undefined]);
  });

  test("a site with one space does not redirect paths that start with its name", async () => {
    const { path } = await publish();
    const { urls } = await suite.app.ok(suite.app.admin, `GET ${path}`);
    const root = await resolve(urls.published);
    assert.equal(root.body.complete, true);
    const below = await resolve(`${urls.published}/one/x`);
    assert.deepEqual([below.body.pathname, below.body.redirect], ["one/x", undefined]);
  });

  test("the root of a site is incomplete if its default variant is hidden", async () => {
    const { app } = suite;
    const { path } = await publish();
    const { id: spaceId } = await app.space({ title: "Two" });
    await app.ok(app.admin, `POST ${path}/site-spaces`, { body: { spaceId } });
    const [first, second] = (await app.ok(app.admin, `GET ${path}/site-spaces`)).items;
    await patch(`${path}/site-spaces/${first.id}`, { condition: "visitor.claims.gold" });
    const { urls } = await app.ok(app.admin, `GET ${path}`);
    const root = (await resolve(urls.published)).body;
    assert.deepEqual([root.siteSpace, root.complete], [second.id, false]);
    assert.equal(root.canonicalUrl, second.urls.published);
    const { structure } = await app.ok(app.admin, `GET ${path}/published`);
    assert.deepEqual(
      structure.structure.map((part: { id: string; default: boolean }) => [part.id, part.default]),
      [[second.id, true]],
    );
  });

  test("the path of the default section is incomplete if a reserved variant path can follow", async () => {
    const { app } = suite;
    const { path, space } = await publish();
    const { id: spaceId } = await app.space({ title: "Beta" });
    await app.ok(app.admin, `POST ${path}/site-spaces`, { body: { spaceId } });
    const other = await app.ok(app.admin, `POST ${path}/sections`, { body: { spaceId: space } });
    await patch(`${path}/sections/${other.id}`, { path: "beta", condition: "visitor.claims.gold" });
    const [{ id: first }] = (await app.ok(app.admin, `GET ${path}/sections`)).items;
    await patch(`${path}/sections/${first}`, { path: "docs" });
    const { urls } = await app.ok(app.admin, `GET ${path}`);
    const [, beta] = (await app.ok(app.admin, `GET ${path}/site-spaces`)).items;
    assert.equal(beta.urls.published, `${urls.published}/docs/beta`);
    assert.equal((await resolve(`${urls.published}/docs`)).body.complete, false);
    assert.equal((await resolve(beta.urls.published)).body.siteSpace, beta.id);
  });
});
