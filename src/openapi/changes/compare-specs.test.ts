import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertLinear, cpuTimesOf } from "../../../test/support/linear.ts";
import { ref } from "../../../test/support/openapi-fields.ts";
import { finish } from "../../platform/index.ts";
import { compareSpecs } from "./compare-specs.ts";

const json = (schema: unknown) => ({ content: { "application/json": { schema } } });
const text = { type: "string" };

/** A document with an operation that has these fields. */
function spec(operation: object, more: object = {}, path = "/pets") {
  return { openapi: "3.1.0", paths: { [path]: { post: operation } }, ...more };
}

/** The changes of the only operation: a mark for breaking ones, and the message. */
function changesOf(before: unknown, after: unknown): string[] {
  const { operations } = finish(compareSpecs({ before, after }));
  return operations.flatMap(({ changes }) =>
    changes.map(({ isBreaking, message }) => `${isBreaking ? "! " : ""}${message}`),
  );
}

const inRequest = (before: unknown, after: unknown) =>
  changesOf(spec({ requestBody: json(before) }), spec({ requestBody: json(after) }));
const inResponse = (before: unknown, after: unknown) =>
  changesOf(spec({ responses: { 200: json(before) } }), spec({ responses: { 200: json(after) } }));
const object = (properties: object, required: string[] = [], more: object = {}) => ({
  type: "object",
  ...{ properties, required },
  ...more,
});

describe("two versions of a spec", () => {
  test("differ in operations, whatever the names of parameters in their paths", () => {
    const [get, webhook] = [{ summary: "Read" }, { post: { summary: "Told" } }];
    const before = {
      paths: { "/a/{id}": { get, delete: {} }, "/old": { get } },
      webhooks: { gone: webhook },
    };
    const after = {
      paths: { "/a/{key}": { get }, "/new": { get }, "/a": { get } },
      webhooks: { gone: webhook },
    };
    const { operations } = finish(compareSpecs({ before, after }));
    assert.deepEqual(
      operations.map(({ kind, method, path, isBreaking, title }) => [kind, method, path, isBreaking, title]),
      [
        ["removed", "delete", "/a/{id}", true, undefined],
        ["removed", "get", "/old", true, "Read"],
        ["added", "get", "/a", false, "Read"],
        ["added", "get", "/new", false, "Read"],
      ],
    );
    assert.deepEqual(operations[0]?.changes, [
      { code: "operation-removed", isBreaking: true, message: "The operation was removed." },
    ]);
    const removed = finish(compareSpecs({ before, after: { paths: before.paths } })).operations;
    assert.deepEqual(
      removed.map(({ path, isWebhook }) => [path, isWebhook]),
      [["gone", true]],
    );
    const servers = {
      before: { servers: [{ url: "https://a" }] },
      after: { servers: [{ url: "https://b" }] },
    };
    assert.deepEqual(
      finish(compareSpecs(servers)).general.map(({ code, isBreaking }) => [code, isBreaking]),
      [
        ["server-removed", true],
        ["server-added", false],
      ],
    );
  });

  test("differ in parameters and bodies", () => {
    const parameter = (name: string, more: object = {}, place = "query") => ({
      ...{ name, in: place, schema: text },
      ...more,
    });
    const before = [
      parameter("a"),
      parameter("b", { required: true }),
      parameter("gone"),
      parameter("X-H", {}, "header"),
    ];
    const after = [
      parameter("a", { required: true }),
      parameter("b", { schema: { type: "integer" } }),
      parameter("x-h", {}, "header"),
      parameter("must", { required: true }),
      parameter("may"),
    ];
    assert.deepEqual(changesOf(spec({ parameters: before }), spec({ parameters: after })), [
      "! The query parameter “a” is required now.",
      "! The query parameter “b” changed its type from string to integer.",
      "! The required query parameter “must” was added.",
      "The query parameter “b” is optional now.",
      "The query parameter “gone” was removed.",
      "The query parameter “may” was added.",
    ]);
    const path = (name: string) => spec({ parameters: [parameter(name, {}, "path")] }, {}, `/a/{${name}}`);
    assert.deepEqual(changesOf(path("id"), path("key")), []);
    const body = { ...json(text), required: true };
    assert.deepEqual(changesOf(spec({}), spec({ requestBody: body })), [
      "! A required request body was added.",
    ]);
    assert.deepEqual(changesOf(spec({ requestBody: body }), spec({})), ["! The request body was removed."]);
    assert.deepEqual(changesOf(spec({ requestBody: json(text) }), spec({ requestBody: body })), [
      "! The request body is required now.",
    ]);
    const xml = { content: { "application/xml": { schema: text } } };
    assert.deepEqual(changesOf(spec({ requestBody: json(text) }), spec({ requestBody: xml })), [
      "! The request body no longer has the media type “application/json”.",
      "The request body has the new media type “application/xml”.",
    ]);
    assert.deepEqual(
      changesOf(
        spec({ responses: { 200: json(text), 404: {}, 204: {} } }),
        spec({ responses: { 200: {}, 500: {} } }),
      ),
      [
        "! The body of the response “200” was removed.",
        "! The response “204” was removed.",
        "The response “404” was removed.",
        "The response “500” was added.",
      ],
    );
  });

  test("differ in what a request must and a response may contain", () => {
    const before = object(
      { name: text, age: { type: "number" }, kind: { enum: ["cat", "dog"] }, id: { readOnly: true } },
      ["name"],
    );
    const after = object(
      { name: text, age: { type: "integer" }, kind: { enum: ["cat", "cow"] }, size: text },
      ["size"],
    );
    assert.deepEqual(inRequest(before, after), [
      "! The property “age” in the request body changed its type from number to integer.",
      "! The property “kind” in the request body no longer has the values “dog”.",
      "! The property “size” in the request body was added and is required.",
      "The property “name” in the request body may be missing now.",
      "The property “kind” in the request body has the new values “cow”.",
    ]);
    assert.deepEqual(inResponse(before, after), [
      "! The property “name” in the response “200” may be missing now.",
      "! The property “kind” in the response “200” has the new values “cow”.",
      "! The property “id” in the response “200” was removed.",
      "The property “age” in the response “200” changed its type from number to integer.",
      "The property “kind” in the response “200” no longer has the values “dog”.",
      "The property “size” in the response “200” was added.",
    ]);
    // The other way round, each breaks the other side.
    assert.equal(inRequest(after, before).filter((line) => line.startsWith("! ")).length, 2);
    const nested = (inner: unknown) => object({ list: { type: "array", items: object({ deep: inner }) } });
    assert.deepEqual(
      inRequest(nested({ ...text, maxLength: 9 }), nested({ ...text, maxLength: 5, pattern: "^a" })),
      [
        "! The property “list[].deep” in the request body has the limit maxLength 5 now (it was 9).",
        "! The property “list[].deep” in the request body has the pattern “^a” now.",
      ],
    );
    assert.deepEqual(inResponse(nested({ ...text, maxLength: 9 }), nested({ type: ["string", "null"] })), [
      "! The property “list[].deep” in the response “200” may be null now.",
      "The property “list[].deep” in the response “200” no longer has the limit maxLength (it was 9).",
    ]);
    assert.deepEqual(inRequest(object({ a: text }), object({}, [], { additionalProperties: false })), [
      "! The request body allows no further properties now.",
      "! The property “a” in the request body was removed.",
    ]);
    assert.deepEqual(inRequest(text, object({ a: text })), [
      "! The request body changed its type from string to object.",
    ]);
  });

  test("differ in variants, security and texts", () => {
    const schemas = { Cat: object({ a: text }), Dog: object({ b: text }) };
    const union = (...names: string[]) => ({ oneOf: [...names, "Fish"].map(ref) });
    const components = { schemas: { ...schemas, Fish: object({}) } };
    const withBody = (schema: unknown) =>
      spec({ requestBody: json(schema), responses: { 200: json(schema) } }, { components });
    assert.deepEqual(changesOf(withBody(union("Cat")), withBody(union("Dog"))), [
      "! The request body no longer allows the variant “Cat”.",
      "! The response “200” has the new variant “Dog”.",
      "The request body has the new variant “Dog”.",
      "The response “200” no longer allows the variant “Cat”.",
    ]);
    const securitySchemes = {
      key: { type: "apiKey", in: "header", name: "X-Key" },
      other: { type: "apiKey", in: "header", name: "X-Key" },
      login: { type: "oauth2" },
    };
    const secured = (...security: object[]) => spec({ security }, { components: { securitySchemes } });
    assert.deepEqual(changesOf(secured({ key: [] }), secured({ other: [] })), []);
    assert.deepEqual(changesOf(secured({ key: [] }), secured({ key: [] }, { login: [] })), [
      "The security changed from api key in header x-key to api key in header x-key or oauth2.",
    ]);
    assert.deepEqual(changesOf(secured(), secured({ login: ["write"] })), [
      "! The security changed from none to oauth2 and oauth2 with write.",
    ]);
    assert.deepEqual(
      changesOf(
        spec({ summary: "A", operationId: "a", tags: ["x"] }),
        spec({ summary: "B", operationId: "b", deprecated: true }),
      ),
      [
        "It is deprecated now.",
        "The operation id is “b” now.",
        "Its tags changed.",
        "Its summary or description changed.",
      ],
    );
  });
});

describe("comparing hostile specs", () => {
  test("ends for schemas that contain themselves, and finds what differs in them", () => {
    const node = (more: object) => ({
      components: { schemas: { Node: object({ next: ref("Node"), ...more }) } },
    });
    const operation = {
      requestBody: json(ref("Node")),
      responses: { 200: json({ type: "array", items: ref("Node") }) },
    };
    assert.deepEqual(changesOf(spec(operation, node({ a: text })), spec(operation, node({}))), [
      "! The property “[].a” in the response “200” was removed.",
      "The property “a” in the request body was removed.",
    ]);
  });

  test("takes time in proportion to their size, in short steps", () => {
    /** Cycles whose lengths have no common divisor: each schema of one meets each of the other. */
    const cycle = (length: number) => {
      const schemas = Object.fromEntries(
        Array.from({ length }, (_, i) => [
          `S${i}`,
          object({ next: ref(`S${(i + 1) % length}`), [`p${i}`]: text }),
        ]),
      );
      return spec({ requestBody: json(ref("S0")) }, { components: { schemas } });
    };
    const compareCycles = (size: number) => compareSpecs({ before: cycle(size), after: cycle(size + 1) });
    assert.equal(finish(compareCycles(2000)).isTruncated, true);
    const many = (count: number, type: string) => ({
      paths: Object.fromEntries(
        Array.from({ length: count }, (_, i) => [
          `/p${i}`,
          { get: { responses: { 200: json(ref("Big")) } } },
        ]),
      ),
      components: {
        schemas: {
          Big: object(Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, { type }]))),
        },
      },
    });
    const compareMany = (count: number) =>
      finish(compareSpecs({ before: many(count, "string"), after: many(count, "integer") }));
    assertLinear(
      () => compareMany(500),
      () => compareMany(2000),
    );
    const { operations, isTruncated } = compareMany(2000);
    assert.equal(isTruncated, true);
    assert.ok(operations.reduce((sum, { changes }) => sum + changes.length, 0) <= 20_200);
    const times = cpuTimesOf(compareSpecs({ before: many(2000, "string"), after: many(2000, "integer") }));
    assert.ok(Math.max(...times) < 150, `${Math.max(...times)} ms`);
  });

  test("gives up on very many values in very many properties", () => {
    const values = Array.from({ length: 5000 }, (_, i) => `v${i}`);
    const schemas = { A: { enum: values }, B: object({}, values) };
    // With a neighbor, a reference is a schema of its own.
    const properties = Object.fromEntries(
      Array.from({ length: 1000 }, (_, i) => [`p${i}`, { ...ref(i % 2 ? "A" : "B"), title: `${i}` }]),
    );
    const body = { requestBody: json(object(properties)) };
    const large = () => spec(body, { components: { schemas } });
    assert.equal(finish(compareSpecs({ before: large(), after: large() })).isTruncated, true);
  });

  test("ignores what is not as it should be", () => {
    for (const broken of [
      null,
      1,
      [],
      { paths: [] },
      { paths: { "/a": { get: { parameters: 1, responses: [] } } } },
    ])
      assert.deepEqual(finish(compareSpecs({ before: broken, after: broken })).general, []);
    const chain = Object.fromEntries(
      Array.from({ length: 30_000 }, (_, i) => [`S${i}`, object({ p: ref(`S${i + 1}`) })]),
    );
    const deep = spec({ requestBody: json(ref("S0")) }, { components: { schemas: chain } });
    assert.equal(finish(compareSpecs({ before: deep, after: structuredClone(deep) })).isTruncated, true);
  });
});
