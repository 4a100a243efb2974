import assert from "node:assert/strict";
import { test } from "node:test";
import { toCsv } from "../../../data/csv.ts";
import { parseCsv, readRedirectLines } from "./csv.ts";

test("CSV is read with its line numbers, whatever separates cells and lines", () => {
  const rows = parseCsv('\uFEFFa,b\r\n"x, ""y""\nz", c \n\n,\nlast,"open');
  assert.deepEqual(rows, [
    { line: 1, cells: ["a", "b"] },
    { line: 2, cells: ['x, "y"\nz', "c"] },
    { line: 6, cells: ["last", "open"] },
  ]);
  assert.deepEqual(parseCsv("a;b\n1;2,3"), [
    { line: 1, cells: ["a", "b"] },
    { line: 2, cells: ["1", "2,3"] },
  ]);
  assert.deepEqual(parseCsv("a\tb").at(0)?.cells, ["a", "b"]);
  assert.deepEqual(parseCsv("a\rb").length, 2);
  assert.deepEqual(parseCsv(""), []);
});

test("what is written as CSV is read as the same", () => {
  const rows = [
    ["/a", "/b"],
    ['/with "quotes"', "/with, comma"],
    ["", "line\nbreak"],
  ];
  assert.deepEqual(
    parseCsv(toCsv(rows)).map(({ cells }) => cells),
    rows,
  );
});

test("a header is left out, and a line with one column keeps its number", () => {
  assert.deepEqual(readRedirectLines("Source,Destination\n/a,/b\nhttps://x.example/c\n"), [
    { line: 2, source: "/a", destination: "/b" },
    { line: 3, source: "https://x.example/c", destination: "" },
  ]);
  assert.deepEqual(readRedirectLines("/a,/b").length, 1);
});
