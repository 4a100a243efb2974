import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { creationTimeOf, newId, newSecretId } from "./ids.ts";

describe("ids", () => {
  test("have 22 URL-safe characters, are unique, sort by creation and are never numbers", () => {
    const ids = Array.from({ length: 20_000 }, newId);
    for (const id of ids) assert.match(id, /^[0-9A-Za-z]{21}[A-Za-z]$/);
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual(
      ids.toSorted((a, b) => (a < b ? -1 : 1)),
      ids,
    );
  });

  test("contain the time of their creation", () => {
    const before = Date.now();
    const time = creationTimeOf(newId()).getTime();
    // Ids of one process sort by creation, even if its clock goes back.
    assert.ok(time >= before && time <= Date.now() + 1000, String(time - before));
  });

  test("secret ids have no common prefix", () => {
    const ids = Array.from({ length: 1000 }, newSecretId);
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(new Set(ids.map((id) => id.slice(0, 6))).size, ids.length);
  });
});
