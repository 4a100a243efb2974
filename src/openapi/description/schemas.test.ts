import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fieldLines, ref, textOf } from "../../../test/support/openapi-fields.ts";
import { describeSchemas } from "./describe.ts";

const fieldsOfSchema = (schema: unknown, schemas: object = {}) => {
  const [description] = describeSchemas({ components: { schemas: { ...schemas, Asked: schema } } }, [
    "Asked",
  ]);
  return fieldLines(description?.fields);
};
const typeOf = (schema: unknown, schemas: object = {}) =>
  fieldsOfSchema({ properties: { a: schema } }, schemas)[0]?.replace("a: ", "");

describe("a schema", () => {
  const pets = {
    Pet: {
      type: "object",
      required: ["kind"],
      discriminator: { propertyName: "kind" },
      properties: { kind: { type: "string" } },
      oneOf: [ref("Cat"), ref("Dog")],
    },
    Cat: { allOf: [ref("Pet"), { properties: { kind: { const: "cat" }, lives: { type: "integer" } } }] },
    Dog: { allOf: [ref("Pet")], required: ["bark"], properties: { bark: { type: "string" } } },
    Node: { type: "object", properties: { next: ref("Node"), all: { type: "array", items: ref("Node") } } },
    Id: { type: "string", format: "uuid" },
    Pets: { type: "array", items: ref("Cat") },
  };

  test("is shown with its name, its type and its values", () => {
    const document = {
      components: {
        schemas: { Color: { type: "string", enum: ["red", 1, null], description: "One", example: "red" } },
      },
    };
    const [description, ...others] = describeSchemas(document, ["Color", "None", "__proto__", "constructor"]);
    assert.deepEqual(others, []);
    assert.deepEqual(
      { ...description, description: textOf(description?.description) },
      {
        name: "Color",
        type: "string",
        isDeprecated: false,
        description: "One",
        enum: ["red", "1", "null"],
        fields: [],
        example: "red",
      },
    );
  });

  test("has the enumerated values of all its variants, if each has some", () => {
    const Role = { type: "string", enum: ["admin", "reader"] };
    const Any = { oneOf: [ref("Role"), { type: "string", enum: ["guest"] }] };
    const Open = { anyOf: [ref("Role"), { type: "string" }] };
    const document = { components: { schemas: { Role, Any, Open } } };
    const [any, open] = describeSchemas(document, ["Any", "Open"]);
    assert.partialDeepStrictEqual(any, { type: "string", enum: ["admin", "reader", "guest"] });
    assert.equal(open?.enum, undefined);
  });

  test("has the fields of its parts, and each of its variants once", () => {
    const all = (name: string) =>
      fieldLines(describeSchemas({ components: { schemas: pets } }, [name])[0]?.fields);
    assert.deepEqual(all("Cat"), ["*kind: string", "lives: integer"]);
    assert.deepEqual(all("Dog"), ["*kind: string", "*bark: string"]);
    assert.deepEqual(all("Pet"), [
      "*kind: string",
      "| Cat: Cat",
      "  *kind: string",
      "  lives: integer",
      "| Dog: Dog",
      "  *kind: string",
      "  *bark: string",
    ]);
  });

  test("has the annotations of the schema that it wraps, but not those of its parts", () => {
    const Base = { properties: { a: {} }, description: "Base", example: { a: 1 }, deprecated: true };
    const Whole = { allOf: [ref("Base"), { properties: { b: {} } }] };
    const Alias = { allOf: [ref("Base"), { nullable: true }] };
    const document = { components: { schemas: { Base, Whole, Alias } } };
    const [whole, alias] = describeSchemas(document, ["Whole", "Alias"]);
    assert.deepEqual(
      [whole?.description, whole?.example, whole?.isDeprecated],
      [undefined, undefined, false],
    );
    assert.equal(textOf(alias?.description), "Base");
    assert.partialDeepStrictEqual(alias, { isDeprecated: true, type: "Base or null" });
  });

  test("that contains itself is only named there", () => {
    const document = { components: { schemas: { ...pets, Asked: { properties: { node: ref("Node") } } } } };
    const depths = (name: string) =>
      describeSchemas(document, [name])[0]?.fields.map(({ recursion }) => recursion);
    assert.deepEqual(depths("Asked"), [undefined, 1, 1]);
    assert.deepEqual(depths("Node"), [0, 0]);
    assert.deepEqual(fieldsOfSchema({ properties: { node: ref("Node") } }, pets), [
      "node: Node",
      "  next: Node",
      "  all: array of Node",
    ]);
    const circle = { A: { $ref: "#/components/schemas/B" }, B: { $ref: "#/components/schemas/A" } };
    assert.deepEqual(fieldsOfSchema({ properties: { a: ref("A") } }, circle), ["a: A"]);
    assert.deepEqual(fieldsOfSchema({ allOf: [ref("Asked")], properties: { a: {} } }), ["a: any"]);
    const list = { List: { type: "array", items: ref("List") } };
    assert.equal(typeOf(ref("List"), list), "array of array of array of List");
  });

  test("has a short type text", () => {
    for (const [schema, text] of [
      [{ type: "string", format: "date-time" }, "string (date-time)"],
      [{ type: "array", items: ref("Cat"), maxItems: 5 }, "array of Cat, at most 5 items"],
      [ref("Pets"), "array of Cat"],
      [ref("Id"), "string (uuid)"],
      [{ type: "number", exclusiveMinimum: 0, maximum: 1.5 }, "number, more than 0, at most 1.5"],
      [{ type: "number", minimum: 0, exclusiveMinimum: true }, "number, more than 0"],
      [{ type: "string", minLength: 1, maxLength: 1 }, "string, exactly 1 character"],
      [{ type: "string", minLength: 0, pattern: "^a$" }, "string, matching ^a$"],
      [{ type: ["string", "integer", "null"] }, "string or integer or null"],
      [{ anyOf: [{ type: "string" }, { type: "null" }] }, "string or null"],
      [{ anyOf: [ref("Cat"), { type: "null" }] }, "Cat or null"],
      [{ allOf: [ref("Cat")], nullable: true }, "Cat or null"],
      [{ allOf: [ref("Cat"), { description: "mine" }] }, "Cat"],
      [
        { oneOf: [ref("Cat"), ref("Dog"), { type: "array", items: ref("Dog") }] },
        "one of Cat, Dog, array of Dog",
      ],
      [{ anyOf: [{ type: "string" }, { type: "integer" }] }, "any of string, integer"],
      [{ anyOf: [ref("Id"), { type: "integer" }] }, "any of string (uuid), integer"],
      [{ type: "object", additionalProperties: { type: "integer" } }, "map of integer"],
      [{ type: "object", anyOf: [{ required: ["a"] }, { required: ["b"] }] }, "object"],
      [{ enum: ["a"] }, "string"],
      [{ properties: {} }, "object"],
      [{ $ref: "other.yaml#/components/schemas/Far" }, "Far"],
      [{ $ref: "models/far-away.json" }, "far-away"],
      [{ $ref: "#/nowhere" }, "any"],
      [true, "any"],
      [{}, "any"],
    ] as const)
      assert.equal(typeOf(schema, pets), text, JSON.stringify(schema));
  });

  test("has its variants and the values of a map as nested fields", () => {
    const schema = {
      properties: {
        choice: { oneOf: [ref("Dog"), { title: "Plain", type: "string" }, { type: "integer" }] },
        map: { type: "object", additionalProperties: { properties: { x: { type: "number" } } } },
        open: { properties: { y: {} }, additionalProperties: { type: "string" } },
      },
    };
    assert.deepEqual(fieldsOfSchema(schema, pets), [
      "choice: one of Dog, string, integer",
      "  | Dog: Dog",
      "    *kind: string",
      "    *bark: string",
      "  | Plain: string",
      "  | Option 3: integer",
      "map: map of object",
      "  x: number",
      "open: object",
      "  y: any",
      "  *: string",
    ]);
  });

  test("is shown with less depth if the list would be too long", () => {
    const part = (inner: object) => ({
      properties: Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`p${i}`, inner])),
    });
    const fields = fieldsOfSchema(part(part(part({ type: "string" }))));
    assert.equal(fields.length, 12 + 12 * 12);
    assert.ok(fields.includes("p11: object"));
  });
});
