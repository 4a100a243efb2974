import assert from "node:assert/strict";
import { parseXml, textsOf } from "./xml.ts";

const namespace = "http://www.sitemaps.org/schemas/sitemap/0.9";
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** Checks a sitemap or an index against the rules of sitemaps.org, and returns its URLs with their last changes. */
export function readSitemap(address: string, source: string): Map<string, string> {
  const root = parseXml(source);
  const item = { urlset: "url", sitemapindex: "sitemap" }[root.name];
  assert.equal(root.attributes.xmlns, namespace);
  assert.ok(Buffer.byteLength(source) <= 50 * 1024 * 1024);
  assert.ok(root.children.length >= 1 && root.children.length <= 50_000);
  const found = new Map<string, string>();
  for (const entry of root.children) {
    assert.equal(entry.name, item);
    assert.deepEqual(
      entry.children.map(({ name }) => name),
      ["loc", "lastmod"],
    );
    const [[loc = ""], [lastmod = ""]] = [textsOf(entry, "loc"), textsOf(entry, "lastmod")];
    assert.equal(new URL(loc).href.replace(/\/$/, ""), loc.replace(/\/$/, ""));
    assert.ok(loc.length < 2_048);
    // A sitemap describes the pages below its folder.
    const folder = address.slice(0, address.lastIndexOf("/"));
    assert.ok(loc === folder || loc.startsWith(`${folder}/`), `${loc} is not below ${folder}`);
    assert.match(lastmod, dateTime);
    assert.ok(!found.has(loc), `${loc} is listed twice`);
    found.set(loc, lastmod);
  }
  return found;
}
