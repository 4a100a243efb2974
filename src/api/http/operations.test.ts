import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Ajv } from "ajv";
import { describeOnEachDatabase } from "../../../test/support/app.ts";
import { operationGroups } from "../../workspace/operation-groups.ts";
import { successOf } from "./register.ts";

const operations = operationGroups.flatMap((group) => group.operations);

/** Replaces the parameters of a path with values. */
function fillPath(path: string, values: Record<string, string> = {}): string {
  return path.replace(/[:*](\w+)/g, (_, name: string) => values[name] ?? "unknown");
}

describe("every operation", () => {
  /** Clients expect 201 without a body. */
  const createdWithoutBody = ["applyTemplateToSpace"];

  test("has a unique id, an access rule, a summary and a reply", () => {
    const ids = new Set(operations.map(({ id }) => id));
    assert.equal(ids.size, operations.length);
    const routes = new Set(operations.map(({ method, path }) => `${method} ${path}`));
    assert.equal(routes.size, operations.length);
    for (const operation of operations) {
      assert.match(operation.id, /^[a-z][A-Za-z]+$/);
      assert.ok(operation.summary.length > 5, operation.id);
      assert.ok(operation.access.rule.length > 5, `${operation.id} has no access rule`);
      assert.equal(typeof operation.access.resolve, "function");
      const [status, schema] = successOf(operation);
      assert.equal(Object.keys(operation.reply).length, 1, `${operation.id} declares several replies`);
      assert.equal(
        schema === null,
        [204, 205].includes(status) || createdWithoutBody.includes(operation.id),
        `${operation.id} has a status that does not fit its body`,
      );
    }
  });

  test("declares valid schemas", () => {
    const ajv = new Ajv();
    for (const { id, query, body, reply } of operations)
      for (const schema of [query, body, ...Object.values(reply)])
        if (schema) assert.ok(ajv.validateSchema(schema), `${id}: ${ajv.errorsText()}`);
  });

  /** Clients cannot ask for a page of this list, which has at most 100 items. */
  const unpaged = ["listSiteVisitorSegments"];
  /** Clients send no body with this PATCH, which checks the DNS again. */
  const withoutBody = ["dnsRevalidateCustomHostname"];

  test("declares the schema of its body, and its paging if it lists", () => {
    for (const operation of operations) {
      if (["PATCH", "PUT"].includes(operation.method) && !withoutBody.includes(operation.id))
        assert.ok(operation.body, operation.id);
      if (operation.method === "GET" || operation.method === "DELETE")
        assert.equal(operation.body, undefined, operation.id);
      const [, schema] = successOf(operation);
      const properties = (schema as { properties?: Record<string, unknown> } | null)?.properties ?? {};
      if ("items" in properties && "count" in properties && !unpaged.includes(operation.id)) {
        assert.ok(operation.query?.properties.limit, `${operation.id} is a list without limit`);
        assert.ok(operation.query?.properties.page, `${operation.id} is a list without page`);
      }
    }
  });
});

describeOnEachDatabase("every operation", (suite) => {
  test("rejects a missing, malformed, unknown or expired token with 401", async () => {
    const { app } = suite;
    const expired = await app.stranger();
    await app.context.database.write((trx) =>
      trx
        .updateTable("tokens")
        .set({ expires_at: "2020-01-01T00:00:00.000Z" })
        .where("user_id", "=", expired.id)
        .execute(),
    );
    const headers: Record<string, string>[] = [
      {},
      { authorization: "lct_without-a-scheme" },
      { authorization: "Basic dXNlcjpwYXNz" },
      { authorization: "Bearer " },
      { authorization: "Bearer lct_unknown" },
      { authorization: `Bearer ${expired.token}` },
    ];
    for (const { method, path } of operations) {
      for (const authorization of headers) {
        const reply = await app.refused(
          undefined,
          `${method} ${fillPath(path)}`,
          401,
          /token|Authorization/i,
          { headers: authorization },
        );
        assert.equal(reply.headers["www-authenticate"], "Bearer");
      }
    }
  });

  test("that lists rejects an invalid limit and a forged cursor", async () => {
    const { app } = suite;
    const values = {
      organizationId: app.organizationId,
      userId: app.admin.id,
      teamId: (await app.team()).id,
      spaceId: (await app.space()).id,
      collectionId: (await app.collection()).id,
      changeRequestId: "1",
      siteId: (await app.ok(app.admin, `POST /orgs/${app.organizationId}/sites`)).id,
      specSlug: "some-spec",
      integrationName: "some-integration",
      variable: "some-variable",
    };
    const integration = `/integrations/${values.integrationName}`;
    const organization = app.organizationId;
    await app.ok(app.admin, `POST ${integration}`, {
      body: { title: "Some", description: "", script: "", organization },
    });
    const { id: installationId } = await app.ok(app.admin, `POST ${integration}/installations`, {
      body: { organization },
    });
    await app.ok(app.admin, `PUT /orgs/${app.organizationId}/openapi/${values.specSlug}`, {
      body: { source: { text: "openapi: 3.1.0" } },
    });
    const space = { path: `/spaces/${values.spaceId}` };
    const pageId = await app.page(space.path, "Page");
    const files = [{ name: "a.txt", contentType: "text/plain", base64: "YQ==" }];
    const { insertedFiles } = await app.change(space.path, { operation: "insert_files", files });
    const fileId = insertedFiles[0].id;
    const snippet = { operation: "insert_reusable_content", title: "Snippet" };
    const [reusableContentId] = (await app.change(space.path, snippet)).insertedReusableContents;
    const comments = {
      space: (await app.comment(space.path)).id,
      changeRequest: (await app.comment((await app.changeRequest(space)).path)).id,
    };
    const { revision: revisionId } = await app.ok(app.admin, `GET /spaces/${values.spaceId}`);
    const lists = operations.filter(({ query }) => query?.properties.page && query.properties.limit);
    assert.ok(lists.length >= 6);
    for (const { method, path, ...declared } of lists) {
      const payload = declared.body && { body: { query: "word", mode: "all" } };
      const commentId = path.includes("change-requests") ? comments.changeRequest : comments.space;
      const ids = { installationId, revisionId, commentId, pageId, fileId, reusableContentId };
      const operation = `${method} ${fillPath(path, { ...values, ...ids })}`;
      const search = declared.query?.properties.query && { query: "word" };
      for (const limit of [
        "0",
        "-1",
        "1001",
        "1.5",
        "many",
        "",
        "Infinity",
        "1e400",
        "1e2",
        "0x10",
        "5.0",
        " 5",
      ]) {
        await app.refused(app.admin, operation, 400, /^limit: must be/, {
          query: { ...search, limit },
          ...payload,
        });
      }
      for (const page of ["forged", "", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"]) {
        await app.refused(app.admin, operation, 400, /^page: is not a cursor/, {
          query: { ...search, page },
          ...payload,
        });
      }
      const query = { ...search, limit: 1000, unknown: "ignored" };
      const { items } = await app.ok(app.admin, operation, { query, ...payload });
      assert.ok(Array.isArray(items));
    }
  });
});
