import assert from "node:assert/strict";
import { test } from "node:test";
import { parseSitemap, readSitemaps } from "./sitemaps.ts";

const urlset = (...addresses: string[]) =>
  `<?xml version="1.0"?><urlset>${addresses.map((each) => `<url><loc>${each}</loc></url>`).join("\n")}</urlset>`;
const index = (...addresses: string[]) =>
  `<sitemapindex xmlns="x">${addresses.map((each) => `<sitemap><loc>${each}</loc></sitemap>`).join("")}</sitemapindex>`;

async function readAll(files: Readonly<Record<string, string>>, ...given: string[]) {
  const asked: string[] = [];
  const found = await readSitemaps(given, "https://docs.test", async (address) => {
    asked.push(address);
    return files[new URL(address).pathname];
  });
  return { found: found.map(({ href }) => href), asked };
}

test("a sitemap is parsed with escaped URLs", () => {
  const xml = `<urlset><url><loc>
    https://docs.test/a?b=1&amp;c=2 </loc><image:image><image:loc>https://docs.test/i.png</image:loc></image:image></url>
    <url><loc><![CDATA[https://docs.test/d]]></loc></url></urlset>`;
  assert.deepEqual(parseSitemap(xml), {
    isIndex: false,
    urls: ["https://docs.test/a?b=1&c=2", "https://docs.test/d"],
  });
  assert.deepEqual(parseSitemap("<!doctype html><p>not found</p>").urls, []);
});

test("a sitemap index refers to sitemaps of the same origin, each read once", async () => {
  const { found, asked } = await readAll(
    {
      "/sitemap.xml": index(
        "https://docs.test/1.xml",
        "/2.xml",
        "https://other.test/3.xml",
        "/sitemap.xml",
        "/4.xml",
      ),
      "/1.xml": urlset("https://docs.test/a"),
      "/2.xml": index("/1.xml", "/sitemap.xml", "/5.xml"),
      "/5.xml": urlset("/b"),
    },
    "/sitemap.xml",
    "https://docs.test/sitemap.xml",
    "https://other.test/sitemap.xml",
  );
  assert.deepEqual(found, ["https://docs.test/a", "https://docs.test/b"]);
  assert.deepEqual(
    asked.map((address) => new URL(address).pathname),
    ["/sitemap.xml", "/1.xml", "/2.xml", "/4.xml", "/5.xml"],
  );
});

test("the number of sitemaps and URLs is limited", async () => {
  const many = urlset(...Array.from({ length: 30_000 }, (_, i) => `/page-${i}`));
  const { found } = await readAll({ "/a.xml": many, "/b.xml": many }, "/a.xml", "/b.xml");
  assert.equal(found.length, 10_000);
  let asked = 0;
  await readSitemaps(["/0.xml"], "https://docs.test", async () => index(`/${++asked}.xml`));
  assert.equal(asked, 20);
  for (const part of ["<loc>", "<loc> ", "<loc><![CDATA[", "<", " "]) parseSitemap(part.repeat(1_000_000));
  parseSitemap(`<loc>${" ".repeat(5_000_000)}`);
});
