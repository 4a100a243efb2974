import assert from "node:assert/strict";
import { test } from "node:test";
import type { CompiledQuery } from "kysely";
import { describeOnEachDatabase } from "../../test/support/app.ts";
import type { Reader } from "../storage/database/index.ts";
import type { Structure } from "./structure.ts";
import { changeStructure, readSharedStructure, readStructure } from "./structure-store.ts";

describeOnEachDatabase("the structure of a site", (suite) => {
  test("is not kept as that of another version if the parts are read from a replica that is behind", async () => {
    const { app } = suite;
    const { read } = app.context.database;
    const space = await app.space();
    const path = `/orgs/${app.organizationId}/sites`;
    const { id } = await app.ok(app.admin, `POST ${path}`, { body: { spaces: [space.id] } });
    const site = { id, organization_id: app.organizationId };
    /** Answers the statement that reads the parts as the database did at first. */
    let before: ReturnType<Reader["executeQuery"]> | undefined;
    const executeQuery = (query: CompiledQuery) => {
      const result = read.executeQuery(query);
      if (!query.sql.includes("union all")) return result;
      before ??= result;
      return before;
    };
    const behind = {
      executeQuery: executeQuery as Reader["executeQuery"],
      getExecutor: () => read.getExecutor(),
      selectFrom: read.selectFrom.bind(read),
    } as Reader;
    const conditionsOf = ({ siteSpaces }: Structure) => siteSpaces.map(({ condition }) => condition);
    assert.deepEqual(conditionsOf(await readStructure(behind, site)), [null]);
    // As another process does.
    await app.context.database.write(async (trx) => {
      await trx.updateTable("site_spaces").set({ condition: "false" }).where("site_id", "=", id).execute();
      await trx.updateTable("sites").set({ structure_version: "next" }).where("id", "=", id).execute();
    });
    assert.deepEqual(conditionsOf(await readSharedStructure(behind, site)), [null]);
    assert.deepEqual(conditionsOf(await readSharedStructure(read, site)), ["false"]);
  });

  test("is known after a change as it would be read, and as it was if the change is rolled back", async () => {
    const { app } = suite;
    const { database } = app.context;
    const create = (kind: string, body: object) =>
      app.ok(app.admin, `POST /orgs/${app.organizationId}/${kind}`, { body });
    const spaces = [];
    for (const title of ["One", "Two", "Three", "Four", "Five"])
      spaces.push(await create("spaces", { title }));
    const [first, second, third, variant, substitute] = spaces.map(({ id }) => id);
    const { id } = await create("sites", { spaces: [first] });
    const site = { id, organization_id: app.organizationId };
    const checkKnown = async () => {
      const known = await readSharedStructure(database.read, site);
      assert.deepEqual(known, await readStructure(database.read, site));
      return known;
    };
    const add = async (list: string, body: object) => {
      const added = await create(`sites/${id}/${list}`, body);
      await checkKnown();
      return added.id;
    };
    const section = await add("sections", { spaceId: second, title: "Second" });
    const other = await add("sections", { spaceId: third, title: "Third" });
    const siteSpace = await add("site-spaces", { spaceId: variant, sectionId: section });
    const group = await add("section-groups", { title: "Group", sections: [other, section] });
    const inner = await add("section-groups", { title: "Inner", parent: group });
    await add(`section-groups/${inner}/sections`, { sectionId: section });
    const path = `/orgs/${app.organizationId}/sites/${id}`;
    await app.ok(app.admin, `DELETE /spaces/${variant}`);
    for (const [operation, body] of [
      [`PATCH ${path}/site-spaces/${siteSpace}`, { spaceId: substitute }],
      [`PATCH ${path}/sections/${section}`, { title: "Changed", path: "changed", draft: true }],
      [`PATCH ${path}/section-groups/${group}`, { title: "Changed", icon: "book" }],
      [`POST ${path}/sections/${other}/move`, {}],
      [`DELETE ${path}/section-groups/${group}`],
      [`DELETE ${path}/sections/${section}`],
    ] as const) {
      await app.ok(app.admin, operation, { body });
      await checkKnown();
    }
    const before = await checkKnown();
    const failing = database.write(async (trx) => {
      await changeStructure(trx, site, ({ items }) => {
        for (const item of items) item.title = "Never";
      });
      throw new Error("rolled back");
    });
    await assert.rejects(failing, /rolled back/);
    assert.deepEqual(await checkKnown(), before);
  });
});
