import assert from "node:assert/strict";
import { test } from "node:test";
import { toCsv } from "./csv.ts";

test("CSV quotes fields, keeps numbers, and does not let spreadsheets compute texts", () => {
  const rows = [
    ["Page", "Views"],
    ['A "quoted", long\ntitle', 12],
    ["=HYPERLINK(1)", -3],
    ["+1", 0.5],
    [" -2", 1],
    ["@sum", 1],
    ["\tx", 1],
    ["a=b", 1],
    ["", 0],
  ];
  assert.equal(
    toCsv(rows),
    [
      "Page,Views",
      '"A ""quoted"", long\ntitle",12',
      "'=HYPERLINK(1),-3",
      "'+1,0.5",
      "' -2,1",
      "'@sum,1",
      "'\tx,1",
      "a=b,1",
      ",0",
      "",
    ].join("\r\n"),
  );
});
