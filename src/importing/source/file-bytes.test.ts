import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeHtml } from "./file-bytes.ts";

test("a page is decoded by its declared charset", () => {
  const utf8 = Buffer.from("<p>grün");
  const latin = Buffer.from("<meta charset=iso-8859-1><p>grün", "latin1");
  assert.equal(decodeHtml(utf8, "text/html"), "<p>grün");
  assert.equal(decodeHtml(utf8, "text/html; charset=nonsense"), "<p>grün");
  assert.match(decodeHtml(latin, "text/html"), /grün/);
  assert.equal(decodeHtml(Buffer.from("<p>grün", "latin1"), ""), "<p>grün");
  assert.match(decodeHtml(Buffer.from("grün", "latin1"), 'text/html; charset="ISO-8859-1"'), /grün/);
  assert.equal(decodeHtml(Buffer.from("\ufeffgrün", "utf16le"), "text/html; charset=utf-8"), "grün");
  assert.equal(decodeHtml(Buffer.from("\ufeffgrün"), "text/html; charset=iso-8859-1"), "grün");
});
