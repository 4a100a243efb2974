import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type Person, uniqueName } from "../../../test/support/app.ts";
import { runNextJob } from "../../server/jobs/work.ts";

describeOnEachDatabase("OpenAPI specs for the visitors of a site", (suite) => {
  test("a visitor reads the specs that a visible page refers to, and no others", async () => {
    const { app } = suite;
    const [shown, hidden, unused] = [uniqueName(), uniqueName(), uniqueName()];
    const home = `/orgs/${app.organizationId}`;
    for (const slug of [shown, hidden, unused])
      await app.ok(app.admin, `PUT ${home}/openapi/${slug}`, {
        body: { source: { text: "openapi: 3.1.0\npaths: {}" } },
      });
    while (await runNextJob(app.context));
    const space = await app.space();
    const block = (slug: string) => ({
      document: { markdown: `{% openapi-operation spec="${slug}" path="/a" method="get" %}\n` },
    });
    const page = await app.page(space.path, "Reference", block(shown));
    await app.page(space.path, "Beta", { ...block(hidden), condition: "visitor.claims.beta" });
    const site = await app.ok(app.admin, `POST ${home}/sites`, {
      body: { spaces: [space.id], visibility: "public" },
    });
    const { urls } = await app.ok(app.admin, `POST ${home}/sites/${site.id}/publish`);
    const { apiToken } = await app.ok(app.admin, "POST /urls/published", { body: { url: urls.published } });
    const visitor: Person = { id: "", email: "", token: apiToken };
    const spec = await app.ok(visitor, `GET ${home}/openapi/${shown}`);
    assert.deepEqual(spec.permissions, { view: true, edit: false });
    const internals = { source_url: "https://inside.example.com/api", last_error: "It is at 10.0.0.1" };
    await app.context.database.write((trx) =>
      trx.updateTable("openapi_specs").set(internals).where("slug", "=", shown).execute(),
    );
    assert.deepEqual(await app.ok(visitor, `GET ${home}/openapi/${shown}`), spec);
    await app.ok(visitor, `GET ${home}/openapi/${shown}/versions/latest/content`);
    const assertHidden = (slug: string) =>
      app.refused(
        visitor,
        `GET ${home}/openapi/${slug}/versions/latest/content`,
        404,
        /^OpenAPI spec not found$/,
      );
    await assertHidden(hidden);
    await assertHidden(unused);
    await app.refused(visitor, `GET ${home}/openapi`, 403, /visitor/);
    const other = await app.organization();
    await app.refused(visitor, `GET /orgs/${other.id}/openapi/${shown}`, 404, /^OpenAPI spec not found$/);
    await app.change(space.path, { operation: "delete_page", page });
    await assertHidden(shown);
  });

  test("a spec that no page shows is looked for in the spaces that have changed, not in all", async () => {
    const { app } = suite;
    const [shown, unused] = [uniqueName(), uniqueName()];
    const home = `/orgs/${app.organizationId}`;
    for (const slug of [shown, unused])
      await app.ok(app.admin, `PUT ${home}/openapi/${slug}`, {
        body: { source: { text: "openapi: 3.1.0\npaths: {}" } },
      });
    while (await runNextJob(app.context));
    const count = 30;
    const spaces = await Promise.all(Array.from({ length: count }, () => app.space()));
    const site = await app.ok(app.admin, `POST ${home}/sites`, {
      body: { spaces: spaces.map(({ id }) => id), visibility: "public" },
    });
    const { urls } = await app.ok(app.admin, `POST ${home}/sites/${site.id}/publish`);
    const { apiToken } = await app.ok(app.admin, "POST /urls/published", { body: { url: urls.published } });
    const visitor: Person = { id: "", email: "", token: apiToken };
    const assertHidden = async (slug: string) => {
      const { nodeCache } = app.context;
      const before = nodeCache.hits + nodeCache.misses;
      await app.refused(visitor, `GET ${home}/openapi/${slug}`, 404, /^OpenAPI spec not found$/);
      return nodeCache.hits + nodeCache.misses - before;
    };
    await assertHidden(unused);
    assert.ok((await assertHidden(unused)) < count);
    await app.page(spaces[count - 1]?.path ?? "", "Reference", {
      document: { markdown: `{% openapi-operation spec="${shown}" path="/a" method="get" %}\n` },
    });
    await app.ok(visitor, `GET ${home}/openapi/${shown}`);
    await assertHidden(unused);
    assert.ok((await assertHidden(unused)) < count);
  });
});
