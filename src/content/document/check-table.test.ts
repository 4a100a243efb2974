import assert from "node:assert/strict";
import { test } from "node:test";
import { finish } from "../../platform/steps.ts";
import { checkTable } from "./check-table.ts";

test("a cell of references must not contain a list", () => {
  const table = (type: string, value: unknown) => ({
    data: {
      view: { type: "grid", columns: ["a"] },
      definition: { a: { type, title: "A" } },
      records: { r: { orderIndex: "1", values: { a: value } } },
    },
  });
  const check = (type: string, value: unknown) =>
    finish(checkTable(table(type, value), "table", () => assert.fail("a block was checked")));
  for (const type of ["content-ref", "image"]) {
    check(type, { kind: "url", url: "https://example.com" });
    assert.throws(() => check(type, ["x"]), {
      status: 400,
      message: /values\.a: must be a single reference/,
    });
  }
  check("files", ["x", "y"]);
});
