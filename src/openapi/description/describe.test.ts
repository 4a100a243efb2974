import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fieldLines, ref, textOf } from "../../../test/support/openapi-fields.ts";
import { describeOperation } from "./describe.ts";

const petstore = {
  openapi: "3.0.3",
  servers: [
    { url: "https://{region}.petstore.test/v1", variables: { region: { default: "eu" } } },
    { url: "https://sandbox.petstore.test" },
  ],
  security: [{ key: [] }, { oauth: ["read:pets", "write:pets"] }],
  paths: {
    "/pets/{petId}": {
      parameters: [
        { $ref: "#/components/parameters/PetId" },
        { name: "verbose", in: "query", description: "Of the path", schema: { type: "boolean" } },
      ],
      put: {
        summary: "Change a pet",
        description: "Changes *one* pet.\n\n## Notes\n\n- a\n- b",
        deprecated: true,
        parameters: [
          {
            name: "verbose",
            in: "query",
            deprecated: true,
            description: "Of the operation",
            schema: { type: "boolean", default: false },
          },
          {
            name: "limit",
            in: "query",
            example: 20,
            schema: { type: "integer", minimum: 1, maximum: 100 },
          },
          {
            name: "filter",
            in: "query",
            schema: { type: "object", properties: { tag: { type: "string", enum: ["a", "b"] } } },
          },
        ],
        requestBody: {
          required: true,
          content: {
            "application/xml": { schema: { type: "string" } },
            "application/json": {
              schema: ref("Pet"),
              examples: { cat: { $ref: "#/components/examples/Cat" } },
            },
          },
        },
        responses: {
          200: { description: "The **pet**", content: { "application/json": { schema: ref("Pet") } } },
          404: { $ref: "#/components/responses/NotFound" },
          default: { description: "Anything else" },
        },
      },
    },
  },
  components: {
    parameters: {
      PetId: { name: "petId", in: "path", required: true, schema: { type: "string", format: "uuid" } },
    },
    examples: { Cat: { value: { name: "Tom", tags: ["x"] } } },
    responses: {
      NotFound: {
        description: "There is none",
        content: { "application/problem+json": { schema: ref("Problem"), example: { title: "No" } } },
      },
    },
    securitySchemes: {
      key: { type: "apiKey", in: "header", name: "X-Key" },
      oauth: { type: "oauth2", flows: {} },
    },
    schemas: {
      Pet: {
        type: "object",
        required: ["name"],
        properties: {
          id: { type: "integer", format: "int64", readOnly: true },
          name: { type: "string", description: "What it *answers* to", maxLength: 20 },
          secret: { type: "string", writeOnly: true },
          born: { type: "string", format: "date", nullable: true },
          owner: ref("Person"),
          tags: { type: "array", items: { type: "string" } },
          friends: { type: "array", items: ref("Pet") },
        },
      },
      Person: { type: "object", properties: { pets: { type: "array", items: ref("Pet") }, name: {} } },
      Problem: { type: "object", properties: { title: { type: "string" } } },
    },
  },
};

describe("an operation", () => {
  const description = describeOperation(petstore, "/pets/{petId}", "put");

  test("has its title, path, servers and security", () => {
    assert.partialDeepStrictEqual(description, {
      method: "PUT",
      path: "/pets/{petId}",
      title: "Change a pet",
      isDeprecated: true,
      servers: ["https://eu.petstore.test/v1", "https://sandbox.petstore.test"],
      security: ["API key in header X-Key", "OAuth 2.0: read:pets, write:pets"],
    });
    assert.deepEqual(
      description?.description?.map(({ type }) => type),
      ["paragraph", "paragraph", "list-unordered"],
    );
  });

  test("has the parameters of its path item and its own, which take precedence", () => {
    assert.deepEqual(fieldLines(description?.parameters), [
      "*petId: string (uuid)",
      "verbose: boolean",
      "limit: integer, 1 to 100",
      "filter: object",
      "  tag: string",
    ]);
    const [id, verbose, limit, , tag] = description?.parameters ?? [];
    assert.equal(id?.in, "path");
    assert.equal(textOf(verbose?.description), "Of the operation");
    assert.partialDeepStrictEqual(verbose, { in: "query", isDeprecated: true, default: "false" });
    assert.equal(limit?.example, "20");
    assert.deepEqual(tag?.enum, ["a", "b"]);
  });

  test("has a body without read-only fields, and recursive schemas by name only", () => {
    assert.partialDeepStrictEqual(description?.body, {
      contentTypes: ["application/xml", "application/json"],
      isRequired: true,
      type: "Pet",
      example: '{\n  "name": "Tom",\n  "tags": [\n    "x"\n  ]\n}',
    });
    assert.deepEqual(fieldLines(description?.body?.fields), [
      "*name: string, at most 20 characters",
      "secret: string",
      "born: string (date) or null",
      "owner: Person",
      "  pets: array of Pet",
      "  name: any",
      "tags: array of string",
      "friends: array of Pet",
    ]);
    assert.equal(textOf(description?.body?.fields[0]?.description), "What it answers to");
    assert.equal(description?.body?.fields[1]?.access, "write-only");
  });

  test("has its responses, including referenced ones", () => {
    const [ok, missing, other] = description?.responses ?? [];
    assert.partialDeepStrictEqual(ok, { status: "200", contentType: "application/json", type: "Pet" });
    assert.equal(textOf(ok?.description), "The pet");
    assert.equal(fieldLines(ok?.fields)[0], "id: integer (int64)");
    assert.ok(!fieldLines(ok?.fields).includes("secret: string"));
    assert.partialDeepStrictEqual(missing, { status: "404", contentType: "application/problem+json" });
    assert.deepEqual(fieldLines(missing?.fields), ["title: string"]);
    assert.equal(missing?.example, '{\n  "title": "No"\n}');
    assert.deepEqual(
      { ...other, description: textOf(other?.description) },
      {
        status: "default",
        description: "Anything else",
        fields: [],
      },
    );
  });

  test("is found with or without a trailing slash, and in any case of the method", () => {
    for (const [path, method] of [
      ["/pets/{petId}/", "PUT"],
      ["pets/{petId}", "Put"],
    ] as const)
      assert.deepEqual(describeOperation(petstore, path, method), description);
    const slashed = { paths: { "/a": { get: {} }, "/a/": { post: {} } } };
    assert.equal(describeOperation(slashed, "/a", "post")?.path, "/a/");
    for (const [path, method] of [
      ["/pets", "get"],
      ["/pets/{petId}", "get"],
      ["/pets/{petId}", "parameters"],
      ["constructor", "get"],
      ["__proto__", "get"],
      ["/pets/{petId}", "constructor"],
    ] as const)
      assert.equal(describeOperation(petstore, path, method), undefined);
  });

  test("has every kind of security scheme", () => {
    const schemes = {
      bearer: { type: "http", scheme: "Bearer", bearerFormat: "JWT" },
      basic: { type: "http", scheme: "basic" },
      digest: { type: "http", scheme: "digest" },
      cookie: { type: "apiKey", in: "cookie", name: "sid" },
      oidc: { type: "openIdConnect" },
      tls: { type: "mutualTLS" },
    };
    const security = [
      { bearer: [] },
      { basic: [], cookie: [] },
      { digest: [] },
      { oidc: ["a"] },
      { tls: [] },
      { unknown: [] },
      {},
    ];
    const document = {
      security: [{ basic: [] }],
      components: { securitySchemes: schemes },
      paths: { "/a": { get: { security }, put: { security: [] }, post: {} } },
    };
    assert.deepEqual(describeOperation(document, "/a", "get")?.security, [
      "Bearer token (JWT)",
      "Basic authentication and API key in cookie sid",
      "HTTP digest",
      "OpenID Connect: a",
      "Mutual TLS",
      "unknown",
      "No authorization",
    ]);
    assert.deepEqual(describeOperation(document, "/a", "put")?.security, []);
    assert.deepEqual(describeOperation(document, "/a", "post")?.security, ["Basic authentication"]);
  });

  test("has a description without embedded content", () => {
    const operation = '{% openapi-operation spec="s" path="/a" method="get" %}\n{% endopenapi-operation %}';
    const markdown = `a[^1]\n\n${operation}\n\n{% hint style="info" %}\nb\n\n${operation}\n{% endhint %}\n\n[^1]: c\n\n    ${operation.replace("\n", "\n    ")}`;
    const description = describeOperation(
      { paths: { "/a": { get: { description: markdown } } } },
      "/a",
      "get",
    );
    assert.deepEqual(
      description?.description?.map(({ type }) => type),
      ["paragraph", "hint"],
    );
    assert.doesNotMatch(JSON.stringify(description), /"openapi-operation"/);
  });
});
