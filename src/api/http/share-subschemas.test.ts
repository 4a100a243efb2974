import assert from "node:assert/strict";
import { test } from "node:test";
import { Type } from "@sinclair/typebox";
import { Ajv } from "ajv";
import { DiscriminatedUnion } from "./schemas.ts";
import { shareSubschemas } from "./share-subschemas.ts";

const Place = Type.Object({
  url: Type.String({ minLength: 2 }),
  page: Type.Optional(Type.Number({ default: 1 })),
});
const Event = DiscriminatedUnion("type", [
  Type.Object({ type: Type.Literal("view"), place: Place }),
  Type.Object({ type: Type.Literal("click"), place: Place, target: Place }),
]);
/** An object with properties that are named like keywords. */
const Field = Type.Object({ type: Place, properties: Place, oneOf: Place });

test("schemas that occur several times are shared, and accept, refuse and complete the same values", () => {
  const schema = Type.Object({ first: Event, others: Type.Array(Event), fields: Type.Array(Field) });
  const shared = shareSubschemas(schema);
  assert.equal(JSON.stringify(shared).split("minLength").length - 1, 1);
  const options = { discriminator: true, useDefaults: true, inlineRefs: false };
  const validators = [schema, shared].map((each) => new Ajv(options).compile(each));
  const place = { url: "/a" };
  const view = { type: "view", place };
  const values = [
    { first: view, others: [{ type: "click", place, target: place }], fields: [] },
    { first: view, others: [], fields: [{ type: place, properties: place, oneOf: { url: "" } }] },
    { first: { type: "click", place }, others: [], fields: [] },
    { first: { type: "other" }, others: [], fields: [] },
    { first: view, others: [{ type: "view", place: { url: 1 } }], fields: [] },
  ];
  for (const [i, value] of values.entries()) {
    const [plain, checked] = validators.map((validate) => {
      const completed = structuredClone(value);
      const isValid = validate(completed);
      const errors = validate.errors?.map(({ keyword, instancePath, params }) => ({
        keyword,
        instancePath,
        params,
      }));
      return { isValid, completed, errors };
    });
    assert.deepEqual(checked, plain);
    assert.equal(plain?.isValid, i === 0);
  }
});

test("a schema without such parts stays as it is", () => {
  const schema = Type.Object({ place: Place });
  assert.equal(shareSubschemas(schema), schema);
});
