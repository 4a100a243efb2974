import assert from "node:assert/strict";
import { test } from "node:test";
import { parseHeaders, writeHeaders } from "./headers.ts";

test("headers are lines with a name and a value", () => {
  const headers = { authorization: "Bearer a:b", "x-team": "docs" };
  assert.deepEqual(parseHeaders(`${writeHeaders(headers)}\n\n`), { headers });
  assert.deepEqual(parseHeaders("  x-a :  1 ").headers, { "x-a": "1" });
  for (const wrong of ["no colon", ": value", "name:"]) assert.equal(parseHeaders(wrong).wrong, wrong);
});
