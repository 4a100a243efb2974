import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../../test/support/app.ts";
import { metaOf, readStructuredData } from "../../../test/support/metadata.ts";
import { openPage, publishSite } from "../../../test/support/published-site.ts";

describeOnEachDatabase("the metadata of pages", (suite) => {
  const admin = (operation: string, body?: object) =>
    suite.app.ok(suite.app.admin, operation, body && { body });
  const open = async (url: string) => (await openPage(suite.app, url)).text;
  const text = { document: { markdown: "Some *text* to read." } };

  test("describes them to other sites, and to search engines as an article with its position", async () => {
    const { app } = suite;
    const hostile = 'A </script><script>alert("1")</script> & more';
    const site = await publishSite(app, {
      pages: [["Home", { ...text, description: "All of it" }]],
      customization: { socialPreview: { url: "https://example.com/image.png" } },
    });
    const group = await app.page(site.space.path, "Parts", { type: "group" });
    const guides = await app.page(site.space.path, "Guides", { ...text, into: group });
    const id = await app.page(site.space.path, hostile, { ...text, slug: "hostile", into: guides });
    const page = await admin(`GET ${site.space.path}/content/page/${id}`);
    const url = `${site.url}/parts/guides/hostile`;
    const html = await open(url);
    const meta = metaOf(html);
    const expected = {
      description: "Some text to read.",
      "og:type": "article",
      "og:title": hostile,
      "og:description": "Some text to read.",
      "og:url": url,
      "og:site_name": "Acme",
      "og:locale": "en_US",
      "og:image": "https://example.com/image.png",
      "article:modified_time": page.updatedAt,
      "twitter:card": "summary_large_image",
    };
    for (const [name, value] of Object.entries(expected)) assert.equal(meta.get(name), value, name);
    assert.equal(meta.get("robots"), undefined);
    const [article, breadcrumbs] = readStructuredData(html);
    assert.deepEqual(
      [article?.["@type"], article?.headline, article?.url, article?.dateModified, article?.inLanguage],
      ["TechArticle", hostile, url, page.updatedAt, "en"],
    );
    assert.deepEqual(
      breadcrumbs?.itemListElement.map(({ name, item }: Record<string, string>) => [name, item]),
      [
        ["Acme", site.url],
        ["Guides", `${site.url}/parts/guides`],
        [hostile, url],
      ],
    );
    const home = await open(site.url);
    assert.deepEqual([metaOf(home).get("og:type"), metaOf(home).get("og:url")], ["website", site.url]);
    const [, website] = readStructuredData(home);
    assert.equal(
      website?.potentialAction.target.urlTemplate,
      `${site.url}/~lectern/search?q={search_term_string}`,
    );
  });

  test("says that a page is not indexed if it, a page above it, or the site must not be", async () => {
    const { app } = suite;
    const site = await publishSite(app, {
      pages: [
        ["Home", text],
        ["No robots", { ...text, noRobotsIndex: true }],
        ["No index", { ...text, noIndex: true }],
        ["Hidden", { ...text, hidden: true }],
      ],
    });
    for (const title of ["No robots", "Hidden"])
      await app.page(site.space.path, "Below", { ...text, into: site.ids.get(title) });
    const space = await app.space({ title: "Hidden space" });
    await app.page(space.path, "Draft", text);
    const variant = await admin(`POST ${site.path}/site-spaces`, { spaceId: space.id });
    await admin(`PATCH ${site.path}/site-spaces/${variant.id}`, { hidden: true, path: "draft" });
    for (const path of [
      ...["/no-robots", "/no-index", "/no-robots/below", "/hidden", "/hidden/below"],
      "/draft",
    ]) {
      const html = await open(site.url + path);
      assert.equal(metaOf(html).get("robots"), "noindex", path);
      assert.deepEqual(readStructuredData(html), []);
    }
    const unlisted = await publishSite(app, { visibility: "unlisted", pages: [["Home", text]] });
    const html = await open(unlisted.url);
    assert.equal(metaOf(html).get("robots"), "noindex");
    assert.equal(metaOf(html).get("og:title"), "Home");
    assert.deepEqual(readStructuredData(html), []);
    const claims = await openPage(app, `${site.url}?visitor.beta=true`);
    assert.equal(claims.headers["x-robots-tag"], "noindex");
  });

  test("links the same page in other languages, as far as everyone sees it there", async () => {
    const { app } = suite;
    const site = await publishSite(app, {
      pages: [
        ["Home", text],
        ["Guide", text],
        ["Only here", text],
        ["Secret", text],
        ["Not indexed", text],
      ],
    });
    await admin(`PATCH ${site.space.path}`, { language: "en" });
    const variants: Record<string, { path: string; url: string }> = {};
    for (const language of ["fr", "pt-br", "de"]) {
      const space = await app.space({ title: language, language });
      await app.page(space.path, `Accueil ${language}`, text);
      if (language !== "de") await app.page(space.path, "Guide", text);
      await app.page(space.path, "Secret", { ...text, condition: "visitor.claims.unsigned.beta" });
      await app.page(space.path, "Not indexed", { ...text, noRobotsIndex: true });
      const added = await admin(`POST ${site.path}/site-spaces`, { spaceId: space.id });
      variants[language] = { path: space.path, url: added.urls.published };
    }
    const alternates = async (path: string) =>
      [...(await open(path)).matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)">/g)].map(
        ([, language, href]) => [language, href],
      );
    const [fr, pt, de] = ["fr", "pt-br", "de"].map((language) => variants[language]?.url ?? "");
    const ofGuide = [
      ["en", `${site.url}/guide`],
      ["fr", `${fr}/guide`],
      ["pt-br", `${pt}/guide`],
      ["x-default", `${site.url}/guide`],
    ];
    assert.deepEqual(await alternates(`${site.url}/guide`), ofGuide);
    // The links of each page are those of the others.
    assert.deepEqual((await alternates(`${fr}/guide`)).toSorted(), ofGuide.toSorted());
    assert.deepEqual(
      (await alternates(site.url)).map(([, href]) => href),
      [site.url, fr, pt, de, site.url],
    );
    for (const path of ["only-here", "secret", "not-indexed"])
      assert.deepEqual(await alternates(`${site.url}/${path}`), [], path);
    // A cached page follows changes of other variants, and of their languages.
    const id = await app.page(variants.de?.path ?? "", "Guide", text);
    assert.ok((await alternates(`${site.url}/guide`)).some(([language]) => language === "de"));
    await admin(`PATCH ${variants.fr?.path}`, { language: "it" });
    assert.ok((await alternates(`${site.url}/guide`)).some(([language]) => language === "it"));
    await app.change(variants.de?.path ?? "", { operation: "delete_page", page: id });
    assert.ok(!(await alternates(`${site.url}/guide`)).some(([language]) => language === "de"));
  });
});
