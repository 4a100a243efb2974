import assert from "node:assert/strict";
import { test } from "node:test";
import { isHtml } from "./file-types.ts";

test("a page is told by its type and by how it begins", () => {
  const html = Buffer.from("\n<!DOCTYPE html>\n<html>");
  for (const type of [
    "text/html",
    "Text/HTML; charset=utf-8",
    "application/xhtml+xml",
    "",
    "application/octet-stream",
  ])
    assert.equal(isHtml(html, type), true, type);
  for (const type of ["text/plain", "application/json", "image/png"])
    assert.equal(isHtml(html, type), false, type);
  assert.equal(isHtml(Buffer.from("just text"), "text/html"), true);
  assert.equal(isHtml(Buffer.from("just text"), ""), false);
  assert.equal(isHtml(Buffer.from("\ufeff<html>", "utf16le"), "text/html"), true);
  for (const lie of ["\x89PNG\r\n\x1a\n\0\0", "%PDF-1.7", "PK\x03\x04\x14\0"])
    assert.equal(isHtml(Buffer.from(lie, "latin1"), "text/html"), false);
});
