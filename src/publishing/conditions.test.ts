import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { LecternError } from "../platform/errors.ts";
import {
  type AdaptiveSchema,
  type Claim,
  checkAdaptiveSchema,
  checkCondition,
  templateConditions,
} from "./adaptive-schema.ts";
import { type Claims, isMet } from "./conditions.ts";

const object = (properties: Record<string, Claim>): AdaptiveSchema => ({
  type: "object",
  properties,
  additionalProperties: false,
});
const schema = object({
  beta: { type: "boolean" },
  plan: { type: "string", enum: ["free", "pro"] },
  seats: { type: "number" },
  groups: { type: "array", items: { type: "string", enum: ["a", "b"] } },
  company: object({ name: { type: "string" }, "legal form": { type: "string" } }),
  unsigned: object({ dark: { type: "boolean" } }),
});
const claims = {
  beta: true,
  plan: "pro",
  seats: 5,
  groups: ["a"],
  company: { name: "Acme", "legal form": "GmbH" },
  unsigned: { dark: true },
};

const valid = [
  "visitor.claims.beta",
  "visitor.claims.beta == true && visitor.claims.seats >= 5",
  'visitor.claims.plan in ["pro", "free"]',
  '"a" in visitor.claims.groups',
  '"beta" in visitor.claims',
  'visitor.claims.company["legal form"] == "GmbH"',
  'visitor["claims"].company.name != null',
  "!(visitor.claims.seats < 5) || !visitor.claims.unsigned.dark",
  'visitor.claims.groups[0] === "a"',
  "visitor.claims.unsigned.dark",
  "true",
];

function assertRefused(work: () => void, message: RegExp): void {
  assert.throws(work, (error: unknown) => {
    assert.ok(error instanceof LecternError, String(error));
    assert.equal(error.status, 400);
    assert.match(error.message, message);
    return true;
  });
}

const assertConditionRefused = (condition: string, message: RegExp, against?: AdaptiveSchema) =>
  assertRefused(() => checkCondition("condition", condition, against), message);

describe("conditions", () => {
  test("that are valid are accepted and evaluated against the claims", () => {
    for (const condition of valid) {
      checkCondition("condition", condition, undefined);
      checkCondition("condition", condition, schema);
      assert.equal(isMet(condition, claims), true, condition);
      assert.equal(isMet(`!(${condition})`, claims), false, condition);
    }
    for (const unmet of ["visitor.claims.x", "visitor.claims.seats > 5", "visitor.claims.plan.a.b"])
      assert.equal(isMet(unmet, claims), false, unmet);
  });

  test("that are absent are always met, and invalid ones never", () => {
    for (const absent of [null, undefined]) assert.equal(isMet(absent, {}), true);
    for (const broken of ["", "(", "visitor.claims.beta ==", "1 +", "true;", '"']) {
      assert.equal(isMet(broken, claims), false, broken);
      assertConditionRefused(broken, /^condition: is not a valid condition: .* at position \d+$/);
    }
  });

  test("are refused with the position of the error", () => {
    for (const [condition, message] of [
      ["visitor.claims.beta ==", /expected a value at position 23$/],
      ["visitor.claims.beta = true", /unexpected character at position 21$/],
      ["(visitor.claims.beta", /expected \) at position 21$/],
      ["visitor.claims.", /expected a property name at position 16$/],
      ["true   false", /unexpected token false at position 8$/],
      ["true &&  window", /window is unknown: .* at position 10$/],
      ["visitor.claims.beta && visitor . email", /visitor\.email is unknown: .* at position 34$/],
      ["fetch(1)", /unexpected token \( at position 6$/],
      ["(".repeat(200), /nested too deeply at position \d+$/],
      [`true${"&&true".repeat(600)}`, /too many tokens at position \d+$/],
    ] as const)
      assertConditionRefused(condition, message);
  });

  test("can only use visitor.claims", () => {
    for (const name of ["window", "process", "globalThis", "constructor", "claims", "space", "Visitor"])
      for (const condition of [
        name,
        `${name}.claims`,
        `!${name}`,
        `[true, ${name}]`,
        `true || ${name}`,
        `"a" in ${name}`,
        `visitor.claims[${name}]`,
        `visitor.claims[${name}].x`,
        `visitor.claims[${name}].x[0]["y"] == 1`,
        `visitor.claims[visitor.claims[${name}]]`,
        `[1, 2][${name}].x`,
      ]) {
        assertConditionRefused(
          condition,
          new RegExp(`${name} is unknown: conditions can only use visitor.claims`),
        );
        assertConditionRefused(condition, /is unknown/, schema);
      }
    for (const member of ["constructor", "__proto__", "email", "toString"])
      for (const condition of [`visitor.${member}`, `visitor["${member}"].x`, `visitor.${member}.claims`])
        assertConditionRefused(condition, /only visitor\.claims exists/);
  });

  test("can only use claims of the schema", () => {
    for (const [condition, name] of [
      ["visitor.claims.betta", "betta"],
      ["visitor.claims.dark", "dark"],
      ["visitor.claims.unsigned.beta", "beta"],
      ['visitor.claims["legal form"]', "legal form"],
      ["visitor.claims.company.address.street", "address"],
      ["false || [visitor.claims.x][0]", "x"],
      ["visitor.claims[visitor.claims.y]", "y"],
      ["visitor.claims.company[visitor.claims.z].a.b", "z"],
      ["visitor.claims.constructor", "constructor"],
      ["visitor.claims.__proto__", "__proto__"],
      ["visitor.claims.unsigned.hasOwnProperty", "hasOwnProperty"],
    ] as const) {
      assertConditionRefused(
        condition,
        new RegExp(`the claim ${name} is not in the site's adaptive schema`),
        schema,
      );
      checkCondition("condition", condition, undefined);
      assert.equal(isMet(condition, { ...claims, company: {} }), false, condition);
    }
  });

  test("cannot access inherited properties", () => {
    assert.equal(isMet("visitor.claims.secret", Object.create({ secret: true })), false);
    assert.equal(isMet("visitor.claims.a in visitor.claims", { a: { toString: 1 } }), false);
    for (const name of [...Object.getOwnPropertyNames(Object.prototype), "at", "prototype"])
      for (const condition of [
        name,
        `visitor.${name}`,
        `visitor.claims.${name}`,
        `visitor.claims["${name}"]`,
        `visitor.claims.groups.${name}`,
        `visitor.claims.plan.${name}`,
        `[].${name}`,
        `"".${name}`,
        `"${name}" in visitor.claims`,
        `"${name}" in visitor.claims.groups`,
        `"${name}" in visitor`,
        `visitor.claims.${name}.constructor`,
      ])
        assert.equal(isMet(condition, claims), false, condition);
  });

  const names = ["a", "b", "toString", "valueOf", "__proto__", "constructor", "length", "toJSON"];
  const name = fc.constantFrom(...names);
  const json = fc
    .object({ key: name, maxDepth: 3, maxKeys: 4, values: [fc.constantFrom(1, "a", true, null, [], {})] })
    .map((value) => JSON.parse(JSON.stringify(value)) as Claims);
  const { condition } = fc.letrec<{ condition: string }>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 5, depthSize: "medium" },
      fc.constantFrom("visitor.claims", "visitor", "1", "-1.5", '"a"', "null", "true", "[]", "process"),
      fc.tuple(tie("condition"), name).map(([of, member]) => `${of}.${member}`),
      fc.tuple(tie("condition"), tie("condition")).map(([of, member]) => `(${of})[${member}]`),
      tie("condition").map((of) => `!${of}`),
      fc.array(tie("condition"), { maxLength: 3 }).map((items) => `[${items}]`),
      fc
        .tuple(tie("condition"), fc.constantFrom("==", "!=", "<", ">=", "&&", "||", "in"), tie("condition"))
        .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
    ),
  }));
  const piece = fc.constantFrom(...'visitor claims . [ ] ( ) ! == in && || "x" 1 < , \' \\ - = ;'.split(" "));
  const noise = fc
    .array(fc.oneof(piece, fc.string({ unit: "binary", maxLength: 2 })), { maxLength: 15 })
    .map((pieces) => pieces.join(" "));

  test("of any form are refused, or evaluated with a number of lookups linear in their length", () => {
    fc.assert(
      fc.property(fc.oneof(condition, noise), json, (source, visitorClaims) => {
        const before = structuredClone(visitorClaims);
        for (const against of [undefined, schema]) {
          try {
            checkCondition("condition", source, against);
          } catch (error) {
            assert.ok(error instanceof LecternError, `${source}: ${error}`);
          }
        }
        let lookups = 0;
        const getOwnPropertyDescriptor = (of: object, key: PropertyKey) => {
          lookups++;
          return Reflect.getOwnPropertyDescriptor(of, key);
        };
        isMet(source, new Proxy<Claims>(visitorClaims, { getOwnPropertyDescriptor }));
        assert.ok(lookups <= 2 * source.split(/\b/).length, `${lookups} lookups for ${source}`);
        assert.deepEqual(visitorClaims, before, "evaluation changed the claims");
      }),
      { numRuns: 5000 },
    );
  });
});

const invalidSchemas: [unknown, RegExp][] = [
  [null, /^jsonSchema: must be an object/],
  [{}, /^jsonSchema\.type: /],
  [{ ...object({}), $schema: "https://json-schema.org/draft/2020-12/schema" }, /^jsonSchema\.\$schema: /],
  [{ ...object({}), additionalProperties: true }, /^jsonSchema\.additionalProperties: must be false/],
  [{ ...object({}), required: [] }, /^jsonSchema\.required: is not one of/],
  [withClaim({ type: "null" }), /^jsonSchema\.properties\.a\.type: /],
  [withClaim({ type: "boolean", enum: ["a"] }), /^jsonSchema\.properties\.a\.enum: /],
  [withClaim({ type: "string", enum: [1] }), /^jsonSchema\.properties\.a\.enum: must be a list of strings/],
  [withClaim({ type: "array" }), /^jsonSchema\.properties\.a\.items: must be an object/],
  [withClaim({ type: "array", items: { type: "object" } }), /^jsonSchema\.properties\.a\.items\.type: /],
  [withClaim({ type: "object", properties: {} }), /^jsonSchema\.properties\.a\.additionalProperties: /],
  [withClaim({ type: "boolean" }, "unsigned"), /^jsonSchema\.properties\.unsigned\.type: /],
];

function withClaim(claim: unknown, name = "a"): unknown {
  return { ...object({}), properties: { [name]: claim } };
}

/** Values of a claim: each generated condition is met by at least one of them. */
function samplesOf(claim: Claim): unknown[] {
  if ("items" in claim) return samplesOf(claim.items).map((item) => [item]);
  if (!("properties" in claim)) {
    const texts = claim.enum?.length ? [...claim.enum] : ["any"];
    return { boolean: [true, false], number: [1, 0], string: texts }[claim.type];
  }
  const samples = Object.entries(claim.properties).map(([key, inner]) => [key, samplesOf(inner)] as const);
  const count = Math.max(1, ...samples.map(([, values]) => values.length));
  return Array.from({ length: count }, (_, i) =>
    Object.fromEntries(samples.map(([key, values]) => [key, values[i % values.length]])),
  );
}

const text = fc.oneof(
  fc.constantFrom("in", "a-b", "__proto__", "", '"', "\\", "\n"),
  fc.string({ unit: "binary" }),
);
const primitive: fc.Arbitrary<Claim> = fc.oneof(
  fc.record({ type: fc.constantFrom("boolean" as const, "number" as const, "string" as const) }),
  fc.record({
    type: fc.constant("string" as const),
    enum: fc.array(text, { maxLength: 3 }),
  }),
);
const claimsOf = (inner: fc.Arbitrary<Claim>) =>
  fc.dictionary(text, inner, { maxKeys: 4, noNullPrototype: true });
const { claim: anyClaim } = fc.letrec<{ claim: Claim }>((tie) => ({
  claim: fc.oneof(
    { maxDepth: 3 },
    primitive,
    primitive.map((items): Claim => ({ type: "array", items })),
    claimsOf(tie("claim")).map(object),
  ),
}));

describe("the adaptive schema", () => {
  test("is refused with the field of the error if it is invalid", () => {
    checkAdaptiveSchema("jsonSchema", { $schema: "http://json-schema.org/draft-07/schema#", ...schema });
    for (const [schema, message] of invalidSchemas)
      assertRefused(() => checkAdaptiveSchema("jsonSchema", schema), message);
    let deep: Claim = { type: "boolean" };
    for (let i = 0; i < 100; i++) deep = object({ a: deep });
    assert.throws(() => checkAdaptiveSchema("jsonSchema", deep), /nested too deeply/);
    const many = Array.from({ length: 501 }, (_, i) => [`c${i}`, { type: "boolean" }]);
    assert.throws(() => checkAdaptiveSchema("jsonSchema", object(Object.fromEntries(many))), /more than 500/);
  });

  test("generates conditions that are valid, and met by some visitors but not by all", () => {
    fc.assert(
      fc.property(claimsOf(anyClaim), claimsOf(primitive), ({ unsigned: _, ...properties }, unsigned) => {
        const generated = object({ ...properties, unsigned: object(unsigned) });
        checkAdaptiveSchema("jsonSchema", generated);
        const visitors = [{}, ...samplesOf(generated)] as Claims[];
        for (const { condition, description } of templateConditions(generated)) {
          assert.ok(condition.length <= 1024 && description !== "");
          checkCondition("condition", condition, generated);
          const met = visitors.filter((visitor) => isMet(condition, visitor));
          assert.ok(met.length > 0 && met.length < visitors.length, condition);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("generates no conditions above the maximum length", () => {
    const value = "x".repeat(1100);
    const long = object({ a: { type: "string", enum: [value, "b"] }, [value]: { type: "boolean" } });
    const conditions = templateConditions(long).map(({ condition }) => condition);
    assert.deepEqual(conditions, ['visitor.claims.a == "b"']);
  });
});
