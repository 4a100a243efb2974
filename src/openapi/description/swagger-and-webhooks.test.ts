import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fieldLines, ref } from "../../../test/support/openapi-fields.ts";
import { describeOperation, describeSchemas, describeWebhook } from "./describe.ts";

describe("Swagger 2.0", () => {
  const document = {
    swagger: "2.0",
    host: "api.test",
    basePath: "/v2",
    schemes: ["https", "http"],
    consumes: ["application/json"],
    produces: ["application/json"],
    securityDefinitions: { basic: { type: "basic" } },
    security: [{ basic: [] }],
    parameters: { Limit: { name: "limit", in: "query", type: "integer", maximum: 9, description: "Most" } },
    definitions: { Pet: { type: "object", required: ["id"], properties: { id: { type: "integer" } } } },
    paths: {
      "/pets": {
        post: {
          parameters: [
            { $ref: "#/parameters/Limit" },
            { name: "ids", in: "query", type: "array", items: { type: "string", enum: ["a"] } },
            { name: "pet", in: "body", required: true, schema: { $ref: "#/definitions/Pet" } },
          ],
          responses: {
            200: {
              description: "All",
              schema: { type: "array", items: { $ref: "#/definitions/Pet" } },
              examples: { "application/json": [{ id: 1 }] },
            },
          },
        },
        put: {
          consumes: ["multipart/form-data"],
          parameters: [
            { name: "photo", in: "formData", type: "file", required: true },
            { name: "note", in: "formData", type: "string" },
          ],
        },
      },
    },
  };

  test("is shown like OpenAPI 3", () => {
    const description = describeOperation(document, "/pets", "POST");
    assert.deepEqual(description?.servers, ["https://api.test/v2", "http://api.test/v2"]);
    assert.deepEqual(description?.security, ["Basic authentication"]);
    assert.deepEqual(fieldLines(description?.parameters), [
      "limit: integer, at most 9",
      "ids: array of string",
    ]);
    assert.deepEqual(description?.parameters[1]?.enum, ["a"]);
    assert.partialDeepStrictEqual(description?.body, {
      contentTypes: ["application/json"],
      isRequired: true,
    });
    assert.deepEqual(fieldLines(description?.body?.fields), ["*id: integer"]);
    const [response] = description?.responses ?? [];
    assert.partialDeepStrictEqual(response, { contentType: "application/json", type: "array of Pet" });
    assert.deepEqual(fieldLines(response?.fields), ["*id: integer"]);
    assert.equal(response?.example?.replace(/\s/g, ""), '[{"id":1}]');
    assert.deepEqual(fieldLines(describeSchemas(document, ["Pet"])[0]?.fields), ["*id: integer"]);
  });

  test("has form parameters as bodies", () => {
    const body = describeOperation(document, "/pets", "put")?.body;
    assert.deepEqual(body?.contentTypes, ["multipart/form-data"]);
    assert.deepEqual(fieldLines(body?.fields), ["*photo: file", "note: string"]);
  });
});

describe("a webhook", () => {
  const item = {
    post: {
      summary: "A pet was born",
      requestBody: { content: { "application/json": { schema: ref("Pet") } } },
      responses: { 204: { description: "Heard" } },
    },
  };
  const document = {
    openapi: "3.1.0",
    servers: [{ url: "https://api.test" }],
    security: [{ key: [] }],
    webhooks: { born: { $ref: "#/components/pathItems/Born" } },
    components: {
      pathItems: { Born: item },
      schemas: { Pet: { type: "object", properties: { name: { type: ["string", "null"] } } } },
    },
  };

  test("is found by name, and has no servers", () => {
    const description = describeWebhook(document, "born", "POST");
    assert.partialDeepStrictEqual(description, { method: "POST", path: "born", title: "A pet was born" });
    assert.deepEqual([description?.servers, description?.security], [[], []]);
    assert.deepEqual(fieldLines(description?.body?.fields), ["name: string or null"]);
    assert.equal(description?.responses[0]?.status, "204");
  });

  test("may be an extension, and is undefined if it does not exist", () => {
    assert.equal(describeWebhook({ "x-webhooks": { born: item } }, "born", "post")?.title, "A pet was born");
    assert.equal(describeWebhook(document, "died", "post"), undefined);
    assert.equal(describeWebhook(document, "toString", "post"), undefined);
  });
});
