import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../../test/support/app.ts";
import { publishSite } from "../../../test/support/published-site.ts";
import { statementsOf } from "../../../test/support/statements.ts";

describeOnEachDatabase("the structure of a site", (suite) => {
  const isRead = (statement: string) =>
    statement.includes("union all") && statement.includes("site_sections");

  async function createSite() {
    const { app } = suite;
    const site = await publishSite(app, { pages: [["Home"]] });
    const other = await app.space({ title: "Other" });
    const { id: section } = await app.ok(app.admin, `POST ${site.path}/sections`, {
      body: { spaceId: other.id, title: "Other section" },
    });
    const resolve = (path: string) =>
      app.call(app.admin, "GET /urls/published", {
        query: { url: `${site.url.replace(/\/$/, "")}/${path}` },
      });
    return { ...site, other, section, resolve };
  }

  test("is not read again for an address while no part of it changes", async () => {
    const { app } = suite;
    const { resolve, space } = await createSite();
    assert.equal((await resolve("")).status, 200);
    await app.page(space.path, "A change of the content");
    const statements = await statementsOf(app, () => resolve(""));
    assert.ok(statements.length > 0);
    assert.deepEqual(statements.filter(isRead), []);
  });

  test("is not read again when a part of it changes", async () => {
    const { app } = suite;
    const { path, section, resolve } = await createSite();
    assert.equal((await resolve("other-section")).status, 200);
    const statements = await statementsOf(app, async () => {
      await app.ok(app.admin, `PATCH ${path}/sections/${section}`, { body: { path: "renamed" } });
      assert.equal((await resolve("renamed")).status, 200);
    });
    assert.ok(statements.some((statement) => statement.startsWith('update "site_sections"')));
    assert.deepEqual(statements.filter(isRead), []);
  });

  test("is as changed after a part of it was changed, and after a space in it was deleted and restored", async () => {
    const { app } = suite;
    const { path, section, other, resolve } = await createSite();
    const spaceAt = async (address: string) => (await resolve(address)).body.space;
    assert.equal(await spaceAt("other-section"), other.id);
    await app.ok(app.admin, `PATCH ${path}/sections/${section}`, { body: { path: "moved" } });
    assert.equal(await spaceAt("moved"), other.id);
    await app.ok(app.admin, `DELETE ${other.path}`);
    assert.notEqual(await spaceAt("moved"), other.id);
    await app.ok(app.admin, `POST ${other.path}/restore`);
    assert.equal(await spaceAt("moved"), other.id);
  });
});
