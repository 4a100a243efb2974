import assert from "node:assert/strict";
import { test } from "node:test";
import { claimOfField, findWrongName, newClaim, readSchema, writeSchema } from "./edit-schema.ts";

const schema = {
  $schema: "http://json-schema.org/draft-07/schema#",
  $id: "visitors",
  type: "object",
  description: "All",
  additionalProperties: false,
  properties: {
    plan: { type: "string", description: "The plan", enum: ["free", "pro"] },
    seats: { type: "number" },
    teams: { type: "array", items: { type: "string", description: "A team", enum: ["red"] } },
    flags: { type: "array", items: { type: "boolean" } },
    unsigned: {
      type: "object",
      additionalProperties: false,
      properties: {
        beta: { type: "boolean" },
        deep: { type: "object", additionalProperties: false, properties: {} },
      },
    },
  },
};

test("a schema that is read and written is the same, with all that the form does not show", () => {
  assert.deepEqual(writeSchema(readSchema(schema)), schema);
  const odd = {
    type: "object",
    properties: { x: { type: "number", title: "kept" } },
    additionalProperties: false,
  };
  assert.deepEqual(writeSchema(readSchema(odd)), odd);
  assert.deepEqual(writeSchema(readSchema(undefined)), {
    type: "object",
    properties: {},
    additionalProperties: false,
  });
});

test("a changed type leaves out what belongs to the former one", () => {
  const { claims, rest } = readSchema(schema);
  const changed = claims.map((claim) =>
    claim.name === "plan" ? { ...claim, type: "boolean" as const } : claim,
  );
  const { properties } = writeSchema({ claims: changed, rest }) as typeof schema;
  assert.deepEqual(properties.plan, { type: "boolean", description: "The plan" });
});

test("claims need names that differ, also in groups", () => {
  const named = (name: string, children: ReturnType<typeof newClaim>[] = []) =>
    newClaim({ name, children, type: children.length > 0 ? "object" : "string" });
  assert.equal(findWrongName([named("a"), named("b", [named("a")])]), undefined);
  assert.equal(findWrongName([named("a"), named(" a ")]), "a");
  assert.equal(findWrongName([named("b", [named("c"), named("c")])]), "c");
  assert.equal(findWrongName([named("")]), "");
});

test("a field that the server names belongs to a claim", () => {
  assert.deepEqual(claimOfField("jsonSchema.properties.plan.enum"), { claim: "plan", part: "enum" });
  assert.deepEqual(claimOfField("jsonSchema.properties.unsigned.properties.x.type"), {
    claim: "unsigned.x",
    part: "type",
  });
  assert.equal(claimOfField("jsonSchema.type"), undefined);
});
