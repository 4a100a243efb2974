import assert from "node:assert/strict";
import { test } from "node:test";
import { brotliDecompressSync, gzipSync } from "node:zlib";
import { describeOnEachDatabase } from "../../test/support/app.ts";

describeOnEachDatabase("page trees of sites", (suite) => {
  const admin = (operation: string, body?: object) =>
    suite.app.ok(suite.app.admin, operation, body && { body });

  async function publish(changes: readonly object[]) {
    const { app } = suite;
    const space = await app.space({ title: "Handbook" });
    for (let i = 0; i < changes.length; i += 50) await app.change(space.path, ...changes.slice(i, i + 50));
    const sites = `/orgs/${app.organizationId}/sites`;
    const { id } = await admin(`POST ${sites}`, { title: "Acme", spaces: [space.id] });
    await admin(`POST ${sites}/${id}/publish`);
    const { urls } = await admin(`PATCH ${sites}/${id}`, { visibility: "public" });
    return { space, url: urls.published as string, path: new URL(urls.published).pathname };
  }

  async function open(url: string, headers: Readonly<Record<string, string>> = {}) {
    const { pathname, search, host } = new URL(url, suite.app.context.config.sites.url);
    const reply = await suite.app.app.inject({ url: pathname + search, headers: { host, ...headers } });
    return {
      status: reply.statusCode,
      headers: reply.headers,
      bytes: reply.rawPayload,
      text: reply.headers["content-encoding"] === undefined ? reply.body : "",
    };
  }

  const insert = (title: string, options: object = {}) => ({
    operation: "insert_page",
    title,
    document: { markdown: "Some text." },
    ...options,
  });
  const linksIn = (text: string) =>
    [...text.matchAll(/<a class="tree-link" href="([^"]+)"/g)].map(([, href = ""]) => href);
  const moreIn = (text: string) =>
    [...text.matchAll(/<li class="tree-more"><a class="tree-link" rel="nofollow" href="([^"]+)"/g)].map(
      ([, href = ""]) => href,
    );
  const treeIn = (text: string) => /<nav class="page-tree".*?<\/nav>/s.exec(text)?.[0] ?? "";
  const pageList = (text: string) => /<div class="tree-page">.*?<\/div>/s.exec(text)?.[0] ?? "";

  test("have neither groups of which the visitor sees no page, nor links to pages that they do not see", async () => {
    const beta = "visitor.claims.unsigned.beta";
    const { app } = suite;
    const site = await publish([insert("Home"), insert("Last")]);
    const page = (title: string, options: object = {}) => app.page(site.space.path, title, options);
    const outer = await page("Outer", { type: "group" });
    const secret = await page("Secret", { into: outer, condition: beta });
    const target = { kind: "page", page: secret };
    await page("Way", { type: "link", into: outer, target });
    await page("Road", { type: "link", target });
    const links = await page("Links", { type: "group" });
    await page("Path", { type: "link", into: links, target });
    for (const path of ["/last", "/~lectern/tree/top"]) {
      const { text } = await open(site.url + path);
      assert.doesNotMatch(text, /Outer|Secret|Way|Road|Links|Path</, path);
      const cookie = `lectern_visitor_claims=${encodeURIComponent(JSON.stringify({ beta: true }))}`;
      const seen = treeIn((await open(site.url + path, { cookie })).text);
      for (const title of ["Outer", "Secret", "Way", "Road", "Links", "Path"])
        assert.match(seen, new RegExp(`<span>${title}</span>`), `${path} ${title}`);
    }
  });

  test("list the neighbours in a long level, and the other pages behind links", async () => {
    const names = Array.from({ length: 450 }, (_, i) => `page-${i}`);
    const site = await publish(names.map((name) => insert(name)));
    const tree = treeIn((await open(`${site.url}/page-100`)).text);
    const listed = linksIn(tree);
    assert.deepEqual([listed.length, listed[10]], [40, `${site.path}/page-100`]);
    assert.match(tree, /page-100" aria-current="page"/);
    const found = new Set(listed);
    for (const [side, start] of moreIn(tree).entries())
      for (let more: string | undefined = start; more !== undefined; ) {
        const part = await open(`${more}?fragment`);
        assert.equal(part.status, 200);
        assert.match(part.text, /^<ul><li.*<\/li><\/ul>$/s);
        for (const href of linksIn(part.text)) found.add(href);
        const onward = side === 0 ? /^<ul><li class="tree-more">/ : /<li class="tree-more">(?:(?!<li).)*$/s;
        more = onward.test(part.text) ? moreIn(part.text).at(side === 0 ? 0 : -1) : undefined;
        // The same address is a page for browsers without scripts.
        const page = await open(more ?? start);
        assert.match(page.text, /^<!doctype html>.*<meta name="robots" content="noindex">/s);
        assert.ok(linksIn(pageList(page.text)).length > 0);
      }
    assert.deepEqual(
      [...found].sort(),
      names.map((name, i) => (i === 0 ? site.path : `${site.path}/${name}`)).sort(),
    );
  });

  test("give the subpages of a closed branch on demand, as the visitor may see them", async () => {
    const beta = "visitor.claims.unsigned.beta";
    const site = await publish([
      insert("Home"),
      insert("Branch", { ref: "branch" }),
      insert("Inner", { into: "branch", ref: "inner" }),
      insert("Deep", { into: "inner" }),
      insert("Secret", { into: "branch", condition: beta }),
      insert("Vault", { condition: beta, ref: "vault" }),
      insert("Gold", { into: "vault" }),
    ]);
    const home = treeIn((await open(site.url)).text);
    assert.match(
      home,
      /href="[^"]*\/branch"><span>Branch<\/span><\/a><button type="button" class="tree-toggle script-only" value="([^"]+)" aria-expanded="false" aria-label="Subpages of Branch"><\/button><\/li>/,
    );
    assert.doesNotMatch(home, /Inner|Vault/);
    const [, base = ""] = /data-tree="([^"]+)"/.exec(home) ?? [];
    const [, branch = ""] = /value="([^"]+)"/.exec(home) ?? [];
    const part = await open(`${base}/${branch}?fragment`);
    assert.deepEqual(linksIn(part.text), [`${site.path}/branch/inner`]);
    assert.match(part.text, /aria-label="Subpages of Inner"/);
    assert.doesNotMatch(part.text, /Deep|Secret/);
    assert.match(String(part.headers["cache-control"]), /^public/);
    const etag = String(part.headers.etag);
    assert.equal((await open(`${base}/${branch}?fragment`, { "if-none-match": etag })).status, 304);
    const cookie = `lectern_visitor_claims=${encodeURIComponent(JSON.stringify({ beta: true }))}`;
    const asMember = await open(`${base}/${branch}?fragment`, { cookie });
    assert.match(asMember.text, /Secret/);
    assert.match(String(asMember.headers["cache-control"]), /^private/);
    const [, vault = ""] =
      /value="([^"]+)"[^>]*Vault/.exec(treeIn((await open(site.url, { cookie })).text)) ?? [];
    assert.equal((await open(`${base}/${vault}?fragment`, { cookie })).status, 200);
    for (const path of [vault, "unknown", "top/9-1", "top/0-1/2", ".."]) {
      const refused = await open(`${base}/${path}?fragment`);
      assert.equal(refused.status, 404, path);
      assert.doesNotMatch(refused.text, /Gold/);
      assert.match(refused.text, /<h1>Page not found<\/h1>/);
    }
    assert.match(
      (await open(`${site.url}/branch/inner`)).text,
      /value="[^"]+" aria-expanded="true" aria-label="Subpages of Branch"/,
    );
  });

  test("do not make the pages of a large site heavier", async () => {
    const chapters = (count: number) =>
      Array.from({ length: count }, (_, i) => [
        insert(`Chapter ${i}`, { ref: `chapter-${i}` }),
        ...Array.from({ length: 9 }, (_, j) => insert(`Page ${i} ${j}`, { into: `chapter-${i}` })),
      ]).flat();
    const weigh = async (count: number) => {
      const site = await publish(chapters(count));
      const { text } = await open(`${site.url}/chapter-5/page-5-5`);
      return gzipSync(text).length;
    };
    const [few, many] = [await weigh(10), await weigh(150)];
    assert.ok(many < few + 1_200, `${many} bytes instead of ${few}`);
    assert.ok(few < 7_000, `${few} bytes`);
  });

  test("send the same page with every encoding", async () => {
    const site = await publish([insert("Home")]);
    const plain = await open(site.url);
    const small = await open(site.url, { "accept-encoding": "gzip, br" });
    assert.equal(small.headers["content-encoding"], "br");
    assert.equal(brotliDecompressSync(small.bytes).toString(), plain.text);
    assert.equal(small.headers.etag, plain.headers.etag);
    assert.match(String(small.headers.vary), /accept-encoding/);
  });
});
