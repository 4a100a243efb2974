import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../../test/support/app.ts";

describeOnEachDatabase("concurrent changes of sites", (suite) => {
  async function createSite() {
    const { app } = suite;
    const { id: space } = await app.space({ title: "Stays" });
    const sites = `/orgs/${app.organizationId}/sites`;
    const { id } = await app.ok(app.admin, `POST ${sites}`, { body: { spaces: [space] } });
    return `${sites}/${id}`;
  }

  test("a space that is transferred while it is added to a site does not stay in the site", async () => {
    const { app } = suite;
    const path = await createSite();
    const other = await app.organization();
    await app.ok(other.admin, `POST /orgs/${other.id}/invites`, {
      body: { emails: [app.admin.email], role: "admin" },
    });
    for (let i = 0; i < 12; i++) {
      const { id: spaceId } = await app.space({ title: `Leaves ${i}` });
      const target = ["site-spaces", "sections"][i % 2];
      const [added, transferred] = await Promise.all([
        app.call(app.admin, `POST ${path}/${target}`, { body: { spaceId } }),
        app.call(app.admin, `POST /spaces/${spaceId}/transfer`, { body: { organization: other.id } }),
      ]);
      assert.ok([201, 404, 409].includes(added.status), JSON.stringify(added.body));
      assert.equal(transferred.status, 200);
      const { items } = await app.ok(app.admin, `GET ${path}/site-spaces`);
      assert.ok(items.every((item: { space: { id: string } }) => item.space.id !== spaceId));
      await app.ok(app.admin, `GET ${path}/structure`);
    }
  });

  test("readers never see a partly changed structure", async () => {
    const { app } = suite;
    const path = await createSite();
    const { urls } = await app.ok(app.admin, `POST ${path}/publish`);
    const { id: spaceId } = await app.space({ title: "Comes and goes" });
    let isDone = false;
    const read = async () => {
      while (!isDone) {
        const { count } = await app.ok(app.admin, `GET ${path}/site-spaces`);
        assert.ok(count > 0, "the site is empty");
        await app.ok(app.admin, "POST /urls/published", { body: { url: urls.published } });
      }
    };
    const write = async () => {
      for (let i = 0; i < 15; i++) {
        const { id } = await app.ok(app.admin, `POST ${path}/sections`, { body: { spaceId } });
        const [first] = (await app.ok(app.admin, `GET ${path}/sections`)).items;
        for (const section of [id, first.id]) await app.ok(app.admin, `DELETE ${path}/sections/${section}`);
      }
      isDone = true;
    };
    await Promise.all([write(), read(), read()]);
  });

  test("removing the last section keeps its condition on its site spaces", async () => {
    const { app } = suite;
    const path = await createSite();
    const { id: spaceId } = await app.space({ title: "Hidden" });
    const hidden = await app.ok(app.admin, `POST ${path}/sections`, { body: { spaceId } });
    const [variant] = hidden.siteSpaces;
    const patch = (part: string, condition: string) =>
      app.ok(app.admin, `PATCH ${path}/${part}`, { body: { condition } });
    await patch(`sections/${hidden.id}`, "visitor.claims.gold");
    await patch(`site-spaces/${variant.id}`, "visitor.claims.early");
    const [visible] = (await app.ok(app.admin, `GET ${path}/sections`)).items;
    for (const { id } of [visible, hidden]) await app.ok(app.admin, `DELETE ${path}/sections/${id}`);
    const { structure } = await app.ok(app.admin, `GET ${path}/structure`);
    assert.deepEqual(
      structure.map((part: { id: string; condition?: string }) => [part.id, part.condition]),
      [[variant.id, "(visitor.claims.gold) && (visitor.claims.early)"]],
    );
  });
});
