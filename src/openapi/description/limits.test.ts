import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { ref } from "../../../test/support/openapi-fields.ts";
import { describeOperation, describeSchemas, describeWebhook } from "./describe.ts";
import type { Field, OperationDescription } from "./descriptions.ts";

/** The maximum number of rows, including the row that marks a truncated list. */
const maxRows = 201;

const record = (count: number, value: (i: number) => unknown, name = (i: number) => `p${i}`) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [name(i), value(i)]));

/** A document that uses a schema in every position where a schema is allowed. */
function documentOf(schemas: object, schema: unknown = ref("A")): unknown {
  const content = { "application/json": { schema } };
  const operation = {
    parameters: [{ name: "q", in: "query", schema }],
    requestBody: { content },
    responses: { 200: { content }, default: { content } },
  };
  return {
    components: { schemas },
    paths: { "/a": { get: operation } },
    webhooks: { a: { get: operation } },
  };
}

function fieldListsOf(description: OperationDescription | undefined): (readonly Field[])[] {
  if (description === undefined) return [];
  return [
    description.parameters,
    description.body?.fields ?? [],
    ...description.responses.map(({ fields }) => fields),
  ];
}

/** Describes everything in a document, and asserts that the limits are met. */
function describeAll(document: unknown): (readonly Field[])[] {
  const descriptions = [describeOperation(document, "/a", "get"), describeWebhook(document, "a", "get")];
  const schemas = describeSchemas(document, ["A", "B", "__proto__", "constructor"]);
  const lists = [...descriptions.flatMap(fieldListsOf), ...schemas.map(({ fields }) => fields)];
  for (const list of lists) {
    assert.ok(list.length <= maxRows, `${list.length} fields`);
    for (const { depth, type, name, enum: values = [] } of list) {
      assert.ok(depth < 4 && type.length <= 200 && name.length <= 100 && values.length <= 51);
      assert.ok(type.isWellFormed() && name.isWellFormed());
    }
  }
  return lists;
}

describe("a hostile document", () => {
  test("with ten thousand properties is truncated, and a row marks the truncation", () => {
    const wide = { type: "object", properties: record(10_000, () => ({ type: "string", description: "a" })) };
    for (const list of describeAll(documentOf({ A: wide })).filter(({ length }) => length > 1)) {
      assert.equal(list.length, maxRows);
      assert.partialDeepStrictEqual(list.at(-1), { kind: "more", name: "…" });
    }
    const hidden = { properties: record(10_000, () => ({ readOnly: true, writeOnly: true })) };
    describeAll(documentOf({ A: { properties: record(150, () => hidden) } }));
    const descriptions = describeSchemas({ definitions: { A: wide } }, Array(10_000).fill("A"));
    assert.equal(descriptions.length, 200);
    assert.equal(
      descriptions.flatMap(({ fields }) => fields.filter(({ kind }) => kind !== "more")).length,
      10_000,
    );
    assert.ok(descriptions.every(({ fields }) => fields.at(-1)?.kind === "more"));
  });

  test("that is deeply nested is shown down to the fourth level", () => {
    const nest = (wrap: (inner: object) => object) => {
      let schema: object = { type: "string" };
      for (let i = 0; i < 50_000; i++) schema = wrap(schema);
      return schema;
    };
    const [, body] = describeAll(
      documentOf(
        {},
        nest((inner) => ({ properties: { a: inner } })),
      ),
    );
    assert.deepEqual(
      body?.map(({ depth }) => depth),
      [0, 1, 2, 3],
    );
    describeAll(
      documentOf(
        {},
        nest((inner) => ({ type: "array", items: inner })),
      ),
    );
    describeAll(
      documentOf(
        {},
        nest((inner) => ({ allOf: [inner] })),
      ),
    );
    describeAll(
      documentOf(
        {},
        nest((inner) => ({ anyOf: [inner, { type: "null" }] })),
      ),
    );
    describeAll(
      documentOf(
        {},
        nest((inner) => ({ oneOf: [inner, inner] })),
      ),
    );
    describeAll(
      documentOf(
        {},
        nest((inner) => ({ additionalProperties: inner })),
      ),
    );
    describeAll(documentOf({}, { example: nest((inner) => [inner]), enum: [nest((a) => ({ a }))] }));
  });

  test("in which every schema refers to every other is described in bounded time", () => {
    const names = Array.from({ length: 60 }, (_, i) => `S${i}`);
    const all = names.map(ref);
    for (const schema of [
      { properties: record(60, (i) => ref(`S${i}`)) },
      { allOf: all },
      { oneOf: all },
      { anyOf: all, allOf: all, properties: record(60, (i) => ({ oneOf: all, title: `${i}` })) },
      { type: "array", items: { oneOf: all } },
    ])
      describeAll(
        documentOf({
          ...record(
            60,
            () => schema,
            (i) => `S${i}`,
          ),
          A: ref("S0"),
        }),
      );
  });

  test("that contains itself is described in bounded time", () => {
    const schema: Record<string, unknown> = { type: "object" };
    Object.assign(schema, { properties: { a: schema }, items: schema, oneOf: [schema, schema] });
    Object.assign(schema, { example: schema, default: schema, enum: [schema], allOf: [schema] });
    describeAll(documentOf({ A: schema }));
    describeAll({ paths: { "/a": { $ref: "#/paths/~1a" } }, webhooks: { a: { $ref: "#" } } });
  });

  test("with very long texts is truncated", () => {
    const long = "a😀".repeat(1_000_000);
    const description = "# a\n\n> ".repeat(200_000);
    const schema = { type: long, format: long, description, default: long, pattern: long, title: long };
    const wide = { properties: { [long]: schema, b: { enum: Array(100_000).fill(long) } } };
    const document = documentOf({ A: { ...wide, example: Array(100_000).fill(long), description } });
    describeAll(document);
    const operation = describeOperation(document, "/a", "get");
    assert.ok(JSON.stringify(operation).length < 1_000_000);
  });

  test("has no names from the prototype of objects", () => {
    const text =
      '{"components":{"schemas":{"A":{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"integer"}},"example":{"__proto__":1}}}}}';
    const [description] = describeSchemas(JSON.parse(text), ["A"]);
    assert.deepEqual(
      description?.fields.map(({ name, type }) => [name, type]),
      [
        ["__proto__", "string"],
        ["constructor", "integer"],
      ],
    );
    assert.equal(description?.example, '{\n  "__proto__": 1\n}');
    const inherited = documentOf({ A: { properties: { a: { $ref: "#/constructor/prototype" } } } });
    assert.equal(describeSchemas(inherited, ["A"])[0]?.fields[0]?.type, "any");
  });
});

/** Keywords of OpenAPI documents, which are used in any position. */
const keys = fc.constantFrom(
  ...["$ref", "type", "properties", "items", "allOf", "oneOf", "anyOf", "enum", "const", "required", "a"],
  ...["additionalProperties", "description", "example", "examples", "default", "format", "minimum", "in"],
  ...["maxLength", "nullable", "schema", "content", "application/json", "name", "parameters", "requestBody"],
  ...["responses", "200", "security", "servers", "url", "variables", "value", "get", "__proto__", "summary"],
);
const scalars = fc.oneof(
  fc.constantFrom(
    "#/components/schemas/A",
    "#/components/schemas/B",
    "#/paths/~1a/get",
    "#",
    "object",
    "array",
  ),
  fc.constantFrom("query", "body", "formData", "path", "null", "string", "integer", "q"),
  fc.constantFrom<unknown>(null, true, false, 0, 1, -1, Number.NaN, undefined, 5n, Symbol("s")),
  fc.string({ unit: "binary" }),
);
const { value: anything } = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 6, withCrossShrink: true }, scalars, tie("list"), tie("tree"), tie("tree")),
  list: fc.array(tie("value"), { maxLength: 4 }),
  tree: fc.dictionary(keys, tie("value"), { maxKeys: 6 }),
}));

describe("any document", () => {
  test("is described within the limits, or not at all", () => {
    const documents = fc.oneof(
      anything,
      fc.tuple(anything, anything, anything).map(([A, B, schema]) => documentOf({ A, B }, schema)),
      fc
        .record({
          get: anything,
          A: anything,
          B: anything,
          definitions: anything,
          securityDefinitions: anything,
        })
        .map(({ get, A, B, ...rest }) => ({
          ...rest,
          paths: { "/a": { get, parameters: get } },
          webhooks: { a: { get } },
          components: { schemas: { A, B }, securitySchemes: B },
        })),
    );
    fc.assert(
      fc.property(documents, (document) => {
        describeAll(document);
      }),
      { numRuns: 1000 },
    );
  });
});
