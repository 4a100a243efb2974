import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnce } from "../../../test/support/app.ts";
import { operationGroups } from "../../workspace/operation-groups.ts";
import { successOf } from "./register.ts";

interface DescribedOperation {
  operationId: string;
  summary: string;
  "x-access": string;
  parameters?: { name: string; in: string; required: boolean; description?: string }[];
  requestBody?: { required: boolean };
  responses: Record<string, { description: string; content?: object }>;
}

describeOnce("the documentation", (suite) => {
  test("/openapi.json describes the parameters, body, replies, errors and access of every operation", async () => {
    const reply = await suite.app.app.inject({ url: "/openapi.json" });
    assert.equal(reply.statusCode, 200);
    const document = reply.json();
    assert.equal(document.openapi, "3.1.0");
    assert.equal(document.servers[0].url, "http://127.0.0.1:4400");
    for (const operation of operationGroups.flatMap(({ operations }) => operations)) {
      const path = `/v1${operation.path.replace(/[:*](\w+)/g, "{$1}")}`;
      const described: DescribedOperation = document.paths[path][operation.method.toLowerCase()];
      assert.equal(described.operationId, operation.id);
      assert.equal(described["x-access"], operation.access.rule);
      const pathParameters = (described.parameters ?? [])
        .filter((parameter) => parameter.in === "path")
        .map(({ name }) => name);
      assert.deepEqual(
        pathParameters,
        [...operation.path.matchAll(/[:*](\w+)/g)].map(([, name]) => name),
      );
      const queryParameters = (described.parameters ?? []).filter((parameter) => parameter.in === "query");
      assert.deepEqual(
        queryParameters.map(({ name }) => name),
        Object.keys(operation.query?.properties ?? {}),
      );
      const required: string[] = operation.query?.required ?? [];
      for (const { name, ...parameter } of queryParameters) {
        const isOptional =
          !required.includes(name) || operation.query?.properties[name]?.default !== undefined;
        assert.equal(parameter.required !== true, isOptional, `${operation.id} ${name}`);
      }
      assert.equal(described.requestBody !== undefined, operation.body !== undefined, operation.id);
      if (described.requestBody)
        assert.equal(described.requestBody.required, operation.bodyOptional !== true, operation.id);
      const [status, schema] = successOf(operation);
      assert.equal(described.responses[status]?.content !== undefined, schema !== null, operation.id);
      for (const code of [400, 401, 403, 429])
        assert.ok(described.responses[code], `${operation.id} ${code}`);
    }
    const published = document.paths["/v1/integrations/{integrationName}"].post.requestBody;
    const { required } = published.content["application/json"].schema;
    assert.ok(
      required.includes("title") && !required.includes("runtime"),
      "a field with a default is required",
    );
    assert.ok(document.components.schemas.Organization.properties.permissions);
    assert.doesNotMatch(reply.body, /"\$id"|undefined/);
    for (const [, name] of reply.body.matchAll(/#\/components\/schemas\/(\w+)/g)) {
      assert.ok(document.components.schemas[name ?? ""], `${name} is missing`);
    }
  });

  test("/reference is served without URLs of other servers", async () => {
    const page = await suite.app.app.inject({ url: "/reference" });
    assert.equal(page.statusCode, 200);
    assert.match(String(page.headers["content-type"]), /^text\/html/);
    assert.doesNotMatch(page.body, /https?:\/\//);
    assert.match(String(page.headers["content-security-policy"]), /connect-src 'self'/);
    const script = await suite.app.app.inject({ url: "/reference/js/scalar.js" });
    assert.equal(script.statusCode, 200);
    assert.ok(script.body.length > 100_000);
  });
});
