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
    await app.context.database.write((trx) =>
      changeStructure(trx, site, ({ siteSpaces }) => {
        for (const siteSpace of siteSpaces) siteSpace.condition = "false";
      }),
    );
    assert.deepEqual(conditionsOf(await readSharedStructure(behind, site)), [null]);
    assert.deepEqual(conditionsOf(await readSharedStructure(read, site)), ["false"]);
  });
});
