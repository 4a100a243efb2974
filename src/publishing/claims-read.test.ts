import assert from "node:assert/strict";
import { test } from "node:test";
import { memoizeByClaims } from "./claims-read.ts";
import { type Claims, isMet } from "./conditions.ts";

/** A memoized list of the conditions that a visitor meets, and how often it was computed. */
function metConditions() {
  let computed = 0;
  const find = memoizeByClaims((conditions: readonly string[], claims: Claims) => {
    computed++;
    return conditions.filter((condition) => isMet(condition, claims));
  });
  return { find, computed: () => computed };
}

test("claims that no condition reads do not cause another computation", () => {
  const { find, computed } = metConditions();
  const conditions = ["visitor.claims.unsigned.beta", `"admin" in visitor.claims.roles`];
  for (let i = 0; i < 50; i++)
    assert.deepEqual(find(conditions, { id: i, unsigned: { [`x${i}`]: i, beta: true } }), [conditions[0]]);
  assert.equal(computed(), 1);
});

test("claims that conditions read decide, whatever was computed before", () => {
  const { find } = metConditions();
  const conditions = [
    "visitor.claims.unsigned.beta",
    `visitor.claims.plan == "pro" && visitor.claims.region.name == "eu"`,
    `"admin" in visitor.claims.roles`,
    `"plan" in visitor.claims`,
    "visitor.claims.region",
    "visitor.claims.missing == null",
  ];
  const values = {
    unsigned: [undefined, {}, { beta: true }, { beta: false, other: 1 }],
    plan: [undefined, "pro", "free"],
    region: [undefined, { name: "eu" }, { name: "us" }, "eu"],
    roles: [undefined, ["admin"], ["other", "admin"], []],
    missing: [undefined, null, "x"],
  };
  const all = Object.entries(values).reduce<Record<string, unknown>[]>(
    (claims, [name, options]) =>
      claims.flatMap((some) =>
        options.map((value) => (value === undefined ? some : { ...some, [name]: value })),
      ),
    [{}],
  );
  for (const claims of [...all, ...all.toReversed()])
    assert.deepEqual(
      find(conditions, claims),
      conditions.filter((condition) => isMet(condition, claims)),
      JSON.stringify(claims),
    );
});
