import assert from "node:assert/strict";
import { test } from "node:test";
import { readCookie } from "./cookies.ts";

test("a cookie is read by its whole name", () => {
  assert.equal(readCookie("ab=1; b=2;c=3", "b"), "2");
  assert.equal(readCookie("ab=1; b=2;c=3", "c"), "3");
  assert.equal(readCookie("ab=1", "b"), undefined);
  assert.equal(readCookie("b", "b"), undefined);
  assert.equal(readCookie(undefined, "b"), undefined);
});

test("a cookie may contain equals signs", () => {
  assert.equal(readCookie("token=a.b==; other=1", "token"), "a.b==");
});

test("of several cookies with the same name, the first one with a value is read", () => {
  assert.equal(readCookie("a=; a=1; a=2", "a"), "1");
});
