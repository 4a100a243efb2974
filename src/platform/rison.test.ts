import assert from "node:assert/strict";
import { test } from "node:test";
import { parseRison } from "./rison.ts";

test("Rison is parsed as the JSON value that it stands for", () => {
  for (const [text, value] of [
    ["(beta:!t,old:!f,none:!n)", { beta: true, old: false, none: null }],
    ["(a:'it!'s !!',b:plain-1,'c d':-1.5e-2)", { a: "it's !", b: "plain-1", "c d": -0.015 }],
    ["!(1,0,!(),(x:(y:''))))".slice(0, -1), [1, 0, [], { x: { y: "" } }]],
    ["()", {}],
    ["(unsigned:(plan:pro),größe:ü)", { unsigned: { plan: "pro" }, größe: "ü" }],
  ] as const)
    assert.deepEqual(parseRison(text), value, text);
  const parsed = Object(parseRison("(__proto__:(admin:!t))"));
  assert.equal(parsed.admin, undefined);
});

test("Rison that is not well-formed is refused with the position", () => {
  for (const [text, position] of [
    ["", 0],
    ["(a:1", 4],
    ["(a:1,)", 5],
    ["(a)", 2],
    ["!x", 1],
    ["'a", 2],
    ["'a!b'", 3],
    ["(a:1)b", 5],
    ["01", 1],
    ["(1:2)", 1],
  ] as const)
    assert.throws(() => parseRison(text), new RegExp(`at position ${position}$`), text);
  assert.throws(() => parseRison("!(".repeat(100_000)), /nested more than 16/);
});
