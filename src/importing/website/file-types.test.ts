import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { imageKindOf } from "../source/file-kinds.ts";
import { describeFile, isHtml } from "./file-types.ts";

const png = "\x89PNG\r\n\x1a\n....";
const describeDownload = (url: string, head: string, { contentType = "", isEmbedded = false } = {}) =>
  describeFile(url, { head: Buffer.from(head, "latin1"), contentType, isEmbedded });
const image = (url: string, head: string, contentType = "") =>
  describeDownload(url, head, { contentType, isEmbedded: true });

test("images are recognized by their signatures", () => {
  const kindOf = (head: string) => imageKindOf(Buffer.from(head, "latin1"))?.contentType;
  assert.equal(kindOf(png), "image/png");
  assert.equal(kindOf("\xff\xd8\xff\xe0"), "image/jpeg");
  assert.equal(kindOf("GIF89a"), "image/gif");
  assert.equal(kindOf("RIFF\n\0\0\0WEBPVP8 "), "image/webp");
  assert.equal(kindOf("\0\0\0 ftypavif"), "image/avif");
  assert.equal(kindOf("\0\0\x01\0\x01\0"), "image/x-icon");
  for (const svg of [
    "<svg xmlns='x'>",
    "\xef\xbb\xbf\n<?xml version='1.0'?><!-- a > b --><svg>",
    "<!DOCTYPE svg PUBLIC 'a' 'b' [ <!ENTITY x 'y'> ]>\n<svg>",
  ])
    assert.equal(kindOf(svg), "image/svg+xml", svg);
  for (const other of ["", "<html><svg>", "<!-- x --><html><svg>", "<p>", "<svgx>", "text <svg>", "%PDF-1.4"])
    assert.equal(kindOf(other), undefined, other);
});

describe("a downloaded file", () => {
  test("has the media type of its content, and a matching extension", () => {
    const type = { contentType: "image/png" };
    assert.deepEqual(image("https://docs.test/a/b.png?x=1", png, "text/html"), { name: "b.png", ...type });
    assert.deepEqual(image("https://docs.test/a/show", png), { name: "show.png", ...type });
    assert.deepEqual(image("https://docs.test/a/b.jpg", png), { name: "b.jpg.png", ...type });
    assert.deepEqual(image("https://docs.test/", png), { name: "file.png", ...type });
    assert.deepEqual(describeDownload("https://docs.test/a.pdf", "%PDF-1.7"), {
      name: "a.pdf",
      contentType: "application/pdf",
    });
    assert.deepEqual(
      describeDownload("https://docs.test/a.csv", "a,b", { contentType: "Text/CSV; header=present" }),
      {
        name: "a.csv",
        contentType: "text/csv",
      },
    );
    assert.equal(describeDownload("https://docs.test/a.bin", "x")?.contentType, "application/octet-stream");
  });

  test("is rejected if its content does not match its type", () => {
    assert.equal(image("https://docs.test/a.png", "<!doctype html><html>", "image/png"), undefined);
    assert.equal(image("https://docs.test/a.png", "%PDF-1.7", "image/png"), undefined);
    assert.equal(image("https://docs.test/a.png", ""), undefined);
    assert.equal(describeDownload("https://docs.test/a.png", "text"), undefined);
    assert.equal(
      describeDownload("https://docs.test/a.pdf", " <!DOCTYPE HTML>\n", { contentType: "application/pdf" }),
      undefined,
    );
    assert.equal(describeDownload("https://docs.test/a.zip", "not found"), undefined);
    assert.equal(describeDownload("https://docs.test/a.bin", "x", { contentType: "text/html" }), undefined);
  });

  test("has a safe name", () => {
    const nameOf = (segment: string) => describeDownload(`https://docs.test/x/${segment}`, "x")?.name;
    assert.equal(nameOf("gr%C3%BCn%20und%20blau.txt"), "grün und blau.txt");
    assert.equal(nameOf("..%2F..%2Fetc%2Fpasswd"), "etc-passwd");
    assert.equal(nameOf("a%00b%0d%0ac%e2%80%ae.txt"), "a-b-c-.txt");
    assert.equal(nameOf("%2e%2e%2e"), "file");
    assert.equal(nameOf("%ff.txt"), "%ff.txt");
    const long = nameOf(`${"%F0%9F%98%80".repeat(200)}.txt`) ?? "";
    assert.ok(long.length <= 120 && long.endsWith(".txt") && long.isWellFormed(), long);
  });
});

test("an HTML page is recognized by its media type and first bytes", () => {
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
  for (const content of ["\x89PNG\r\n\x1a\n\0\0", "%PDF-1.7", "PK\x03\x04\x14\0"])
    assert.equal(isHtml(Buffer.from(content, "latin1"), "text/html"), false);
});
