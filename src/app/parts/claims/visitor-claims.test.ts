import assert from "node:assert/strict";
import { test } from "node:test";
import { getClaim, parseClaims, readEntries, setClaim } from "./visitor-claims.ts";

test("claims are set and removed by their path", () => {
  const claims = setClaim(setClaim({ a: 1 }, ["unsigned", "beta"], true), ["plan"], "pro");
  assert.deepEqual(claims, { a: 1, unsigned: { beta: true }, plan: "pro" });
  assert.equal(getClaim(claims, ["unsigned", "beta"]), true);
  assert.equal(getClaim(claims, ["other", "beta"]), undefined);
  assert.deepEqual(setClaim(claims, ["unsigned", "beta"], undefined), { a: 1, plan: "pro" });
});

test("other claims are an object in JSON", () => {
  assert.deepEqual(parseClaims(' {"sub": "ada"} '), { sub: "ada" });
  assert.deepEqual(parseClaims(""), {});
  for (const wrong of ["[]", "1", "{", "null"]) assert.equal(parseClaims(wrong), undefined);
});

test("entries of a list are lines of its type", () => {
  assert.deepEqual(readEntries("red\n\n blue ", { type: "string" }), ["red", "blue"]);
  assert.deepEqual(readEntries("1\n2.5\nx", { type: "number" }), [1, 2.5]);
  assert.deepEqual(readEntries("true\nno", { type: "boolean" }), [true, false]);
  assert.equal(readEntries(" \n", { type: "string" }), undefined);
});
