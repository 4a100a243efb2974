import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../test/support/app.ts";
import { runLectern } from "../../test/support/server.ts";
import { readSitemap } from "../../test/support/sitemap.ts";

const png = Buffer.from("\x89PNG\r\n\x1a\n and more", "latin1").toString("base64");

describeOnEachDatabase("the static copy of a site", (suite) => {
  const admin = (operation: string, body?: object) =>
    suite.app.ok(suite.app.admin, operation, body && { body });

  async function createSite() {
    const { app } = suite;
    const [guide, api] = [await app.space({ title: "Guide" }), await app.space({ title: "API" })];
    const insert = (title: string, markdown?: string, options: object = {}) => ({
      operation: "insert_page",
      title,
      ...(markdown !== undefined && { document: { markdown } }),
      ...options,
    });
    const file = { name: "a pic.png", contentType: "image/png", base64: png };
    await app.change(guide.path, { operation: "insert_files", files: [file] });
    const { items } = await admin(`GET ${guide.path}/content/files`);
    await app.change(
      guide.path,
      insert("Welcome", `![](/files/${items[0].id}) [Deep](basics/deep/bottom.md#end)`),
      insert("Basics", undefined, { type: "group", ref: "basics" }),
      insert("Deep", "Deep text", { into: "basics", ref: "deep" }),
      insert("Bottom", "## End\n\nThe bottom", { into: "deep" }),
      insert("Größe", "Größe", { slug: "größe" }),
      insert("Secret", "Secret text", { condition: "visitor.claims.unsigned.beta" }),
      insert("Closed", undefined, { type: "group", ref: "closed" }),
      insert("Secret", "Secret text", { into: "closed", condition: "visitor.claims.unsigned.beta" }),
    );
    const entries = Array.from({ length: 100 }, (_, i) => insert(`Entry ${i}`, `Entry ${i}`));
    await app.change(guide.path, ...entries.slice(0, 50));
    await app.change(guide.path, ...entries.slice(50));
    await app.change(api.path, insert("Overview", "Overview"), insert("Keys", "Keys"));
    const sites = `/orgs/${app.organizationId}/sites`;
    const { id } = await admin(`POST ${sites}`, { title: "Acme & Co", spaces: [guide.id] });
    const section = await admin(`POST ${sites}/${id}/sections`, { spaceId: api.id, title: "API" });
    for (const path of ["reference", "api"])
      await admin(`PATCH ${sites}/${id}/sections/${section.id}`, { path });
    await movePages(guide.path, api.path);
    await admin(`POST ${sites}/${id}/publish`);
    const { items: siteSpaces } = await admin(`GET ${sites}/${id}/site-spaces`);
    const sources = [
      "/old/place",
      "/x/..%2F..%2F..%2Foutside",
      "/gr%C3%B6%C3%9Fe.md",
      "/sitemap.xml",
      "/entry-1.md/more",
      "/index.html",
      "/entry-1/index.html",
    ];
    for (const source of sources)
      await admin(`POST ${sites}/${id}/redirects`, {
        source,
        destination: { kind: "site-space", siteSpaceId: siteSpaces[0].id },
      });
    return id as string;
  }

  /** Moves pages of both spaces, so that they have former paths. */
  async function movePages(guide: string, api: string): Promise<void> {
    const { app } = suite;
    const update = (path: string, page: unknown, fields: object) =>
      app.change(path, { operation: "update_page", page, ...fields });
    const { pages } = await admin(`GET ${guide}/content/pages`);
    const idOf = (title: string) =>
      [...pages, ...(pages.find((page: { title: string }) => page.title === "Basics")?.pages ?? [])].find(
        (page: { title: string }) => page.title === title,
      )?.id;
    await update(guide, idOf("Basics"), { slug: "fundamentals" });
    await update(guide, idOf("Deep"), { into: null });
    await update(guide, idOf("Deep"), { into: idOf("Basics") });
    await update(guide, idOf("Basics"), { slug: "basics" });
    await update(guide, idOf("Secret"), { slug: "for-some" });
    const renamed = await app.page(guide, "Renamed", { slug: "before" });
    await app.page(guide, "Below", { into: renamed });
    await update(guide, renamed, { slug: "now" });
    await app.page(guide, "Another", { slug: "before" });
    const parent = await app.page(guide, "Parent");
    const kept = await app.page(guide, "Kept", { into: parent });
    await update(guide, kept, { into: null });
    await app.change(guide, { operation: "delete_page", page: parent });
    const [keys] = (await admin(`GET ${api}/content/pages`)).pages.slice(1);
    await update(api, keys.id, { slug: "tokens" });
    await update(api, keys.id, { slug: "keys" });
  }

  let copy: Promise<Map<string, string>> | undefined;
  const readCopy = () => {
    copy ??= exportSite("--url", "https://docs.example.com/handbook/");
    return copy;
  };

  /** The files of a copy by their paths. */
  async function exportSite(...options: string[]): Promise<Map<string, string>> {
    const id = await createSite();
    const temporary = await mkdtemp(join(tmpdir(), "lectern-site-"));
    try {
      const folder = join(temporary, "copy");
      const result = await runLectern(suite.environment, "export", "--site", id, ...options, folder);
      assert.deepEqual([result.code, result.stdout], [0, `${folder}\n`], result.stderr);
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile());
      const texts = files.map(async ({ parentPath, name }): Promise<[string, string]> => {
        const path = join(parentPath, name);
        return [path.slice(folder.length + 1), await readFile(path, "utf8")];
      });
      return new Map(await Promise.all(texts));
    } finally {
      await rm(temporary, { recursive: true, force: true });
    }
  }

  /** The files that a page refers to by relative URLs. */
  function* targetsOf(path: string, text: string): Generator<string> {
    for (const [, url = ""] of text.matchAll(/ (?:href|src)="([^"#?]*)/g)) {
      if (/^(?:https?|mailto|data):/.test(url) || url === "") continue;
      assert.ok(!url.startsWith("/"), `${path} refers to ${url}`);
      const target = decodeURIComponent(new URL(url, `http://copy/${path}`).pathname).slice(1);
      yield /(?:^|\/)$/.test(target) ? `${target}index.html` : target;
    }
  }

  test("has every page as the index of a folder, with links that lead to files of the copy", async () => {
    const files = await readCopy();
    const expected = ["index.html", "basics/deep/index.html", "basics/deep/bottom/index.html"];
    for (const path of [...expected, "größe/index.html", "api/index.html", "api/keys/index.html"])
      assert.match(files.get(path) ?? "", /^<!doctype html><html lang=/, path);
    assert.equal([...files.keys()].filter((path) => /^entry-\d+\/index\.html$/.test(path)).length, 100);
    const broken: string[] = [];
    for (const [path, text] of files)
      if (path.endsWith("/index.html") || path === "index.html")
        for (const target of targetsOf(path, text))
          if (!files.has(target) && !files.has(`${target}/index.html`)) broken.push(`${path}: ${target}`);
    assert.deepEqual(broken, []);
    assert.match(files.get("index.html") ?? "", /href="basics\/deep\/bottom\/#end"/);
    assert.match(
      files.get("index.html") ?? "",
      /<meta http-equiv="content-security-policy" content="default-src &#39;none&#39;[^"]*"/,
    );
    // Without a server, there is no image.
    assert.match(files.get("index.html") ?? "", /<meta name="twitter:card" content="summary">/);
    const notFound = files.get("404.html") ?? "";
    assert.match(notFound, /href="\/handbook\/~lectern\/assets\/site\.\w+\.css"/);
    assert.match(notFound, /<h1>Page not found<\/h1>.*<a [^>]*href="\/handbook\/"/);
    assert.match(
      files.get("index.html") ?? "",
      /rel="canonical" href="https:\/\/docs\.example\.com\/handbook\/?"/,
    );
  });

  test("has pages for redirects, groups and the path of the home page, and the whole page tree", async () => {
    const files = await readCopy();
    const refreshOf = (path: string) => /refresh" content="0; url=([^"]+)"/.exec(files.get(path) ?? "")?.[1];
    assert.equal(refreshOf("basics/index.html"), "deep/");
    assert.equal(refreshOf("welcome/index.html"), "../");
    assert.match(refreshOf("old/place/index.html") ?? "", /^\.\.\/\.\.\//);
    const listed = new Set<string>();
    for (const [path, text] of files)
      if (path.includes("~lectern/tree/")) for (const target of targetsOf(path, text)) listed.add(target);
    for (let i = 0; i < 100; i++) assert.ok(listed.has(`entry-${i}/index.html`), `entry-${i}`);
  });

  test("leads from former paths of pages, sections and their pages to the current ones, as the server does", async () => {
    const files = await readCopy();
    const targetOf = (path: string) => {
      const [, url] = /refresh" content="0; url=([^"]+)"/.exec(files.get(`${path}/index.html`) ?? "") ?? [];
      return url && new URL(url, `http://copy/${path}/`).pathname;
    };
    for (const [path, target] of [
      ["fundamentals", "/basics/deep/"],
      ["fundamentals/deep", "/basics/deep/"],
      ["fundamentals/deep/bottom", "/basics/deep/bottom/"],
      ["deep", "/basics/deep/"],
      ["deep/bottom", "/basics/deep/bottom/"],
      ["before/below", "/now/below/"],
      ["parent/kept", "/kept/"],
      ["api/tokens", "/api/keys/"],
      ["reference", "/api/"],
      ["reference/keys", "/api/keys/"],
      ["reference/tokens", "/api/keys/"],
    ] as const)
      assert.equal(targetOf(path), target, path);
    // A page at a former path.
    assert.match(files.get("before/index.html") ?? "", /<title>Another/);
    for (const path of ["parent", "for-some", "secret", "closed"])
      assert.equal(files.has(`${path}/index.html`), false, path);
    // The paths of other files.
    assert.match(files.get("größe.md") ?? "", /^# Größe/);
    assert.match(files.get("sitemap.xml") ?? "", /^<\?xml/);
  });

  test("has a sitemap with the URLs of the copy, and every page as Markdown", async () => {
    const files = await readCopy();
    const root = "https://docs.example.com/handbook";
    const sitemaps = readSitemap(`${root}/sitemap.xml`, files.get("sitemap.xml") ?? "");
    assert.deepEqual([...sitemaps.keys()], [`${root}/sitemap-pages.xml`, `${root}/api/sitemap-pages.xml`]);
    for (const sitemap of sitemaps.keys())
      for (const url of readSitemap(sitemap, files.get(sitemap.slice(root.length + 1)) ?? "").keys()) {
        const path = decodeURIComponent(url.slice(root.length + 1));
        assert.ok(files.has(path === "" ? "index.html" : `${path}/index.html`), url);
      }
    assert.match(files.get("basics/deep/bottom.md") ?? "", /^# Bottom\n\n## End/);
    const [, image = ""] =
      /!\[\]\(https:\/\/docs\.example\.com\/handbook\/([^)]+)\)/.exec(files.get("welcome.md") ?? "") ?? [];
    assert.ok(files.has(decodeURIComponent(image)), image);
  });

  test("has only what visitors without a token see", async () => {
    const files = await readCopy();
    for (const [path, text] of files) assert.doesNotMatch(path + text, /Secret|secret/, path);
  });
});
