import assert from "node:assert/strict";
import { test } from "node:test";
import { parseSitemap, readSitemaps } from "./sitemaps.ts";

const urlset = (...urls: string[]) =>
  `<?xml version="1.0"?><urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join("\n")}</urlset>`;
const index = (...urls: string[]) =>
  `<sitemapindex xmlns="x">${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join("")}</sitemapindex>`;

async function readAll(files: Readonly<Record<string, string>>, ...sitemaps: string[]) {
  const requested: string[] = [];
  const pages = await readSitemaps(sitemaps, "https://docs.test", async (url) => {
    requested.push(url);
    return files[new URL(url).pathname];
  });
  return { pages: pages.map(({ href }) => href), requested };
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
  const { pages, requested } = await readAll(
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
  assert.deepEqual(pages, ["https://docs.test/a", "https://docs.test/b"]);
  assert.deepEqual(
    requested.map((address) => new URL(address).pathname),
    ["/sitemap.xml", "/1.xml", "/2.xml", "/4.xml", "/5.xml"],
  );
});

test("the number of sitemaps and URLs is limited", async () => {
  const many = urlset(...Array.from({ length: 30_000 }, (_, i) => `/page-${i}`));
  const { pages } = await readAll({ "/a.xml": many, "/b.xml": many }, "/a.xml", "/b.xml");
  assert.equal(pages.length, 10_000);
  let requested = 0;
  await readSitemaps(["/0.xml"], "https://docs.test", async () => index(`/${++requested}.xml`));
  assert.equal(requested, 20);
  for (const part of ["<loc>", "<loc> ", "<loc><![CDATA[", "<", " "]) parseSitemap(part.repeat(1_000_000));
  parseSitemap(`<loc>${" ".repeat(5_000_000)}`);
});
