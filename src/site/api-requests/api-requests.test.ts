import assert from "node:assert/strict";
import type { IncomingMessage } from "node:http";
import { type TestContext, test } from "node:test";
import { describeOnce, describeOnEachDatabase, type TestApp, uniqueName } from "../../../test/support/app.ts";
import { serve } from "../../../test/support/local-site.ts";
import { specsOf } from "../../../test/support/openapi.ts";
import { openPage, publishSite } from "../../../test/support/published-site.ts";

const hour = 60 * 60_000;
let now = Date.UTC(2030, 0, 1);
const clock = { now: () => new Date(now).toISOString(), time: () => now };

interface Operation {
  readonly fields?: object;
  readonly root?: object;
}

/** A spec with one operation. */
function petSpec(server: string, { fields = {}, root = {} }: Operation = {}): object {
  return {
    openapi: "3.1.0",
    info: { title: "Pets", version: "1" },
    servers: [{ url: server, variables: { stage: { default: "v1", enum: ["v1", "v2"] } } }],
    security: [{ key: [] }],
    paths: {
      "/pets/{id}": {
        parameters: [{ $ref: "#/components/parameters/Id" }],
        post: {
          summary: "Change a pet",
          requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } } },
          responses: { 200: { description: "OK" } },
          ...fields,
        },
      },
      "/unrelated": { get: { responses: {} } },
    },
    components: {
      parameters: { Id: { in: "path", name: "id", required: true, schema: { type: "string" } } },
      schemas: {
        Pet: { properties: { owner: { $ref: "#/components/schemas/Owner" } } },
        Owner: {},
        Other: {},
      },
      securitySchemes: { key: { type: "http", scheme: "bearer" } },
    },
    ...root,
  };
}

type Suite = { readonly app: TestApp };

/** Publishes a page that shows the operation of a spec. */
async function publish(suite: Suite, spec: object) {
  const { app } = suite;
  const specs = specsOf(suite);
  const slug = uniqueName();
  await specs.put(slug, { text: JSON.stringify(spec) });
  await specs.process();
  const markdown = `{% openapi-operation spec="${slug}" path="/pets/{id}" method="post" %}\n`;
  const site = await publishSite(app, { pages: [["Pets", { document: { markdown } }]] });
  const page = await openPage(app, site.url);
  const links = Array.from(
    page.text.matchAll(/href="([^"]*~lectern\/(?:try|spec)\?[^"]*)"/g),
    ([, href = ""]) => new URL(href.replaceAll("&amp;", "&"), site.url).href,
  );
  const find = (name: string) => links.find((link) => link.includes(`~lectern/${name}?`));
  return { site, slug, page, tryUrl: find("try"), specUrl: find("spec") };
}

/** What the page with the client gives to its script. */
async function openClient(app: TestApp, url = "") {
  const reply = await openPage(app, url);
  assert.equal(reply.status, 200, reply.text);
  const [, json = ""] = /id="request">(.*?)<\/script>/.exec(reply.text) ?? [];
  return { ...reply, policy: String(reply.headers["content-security-policy"]), data: JSON.parse(json) };
}

describeOnEachDatabase("the client for requests to an API", (suite) => {
  test("opens on a page of its own, with the operation and what it refers to", async () => {
    const { page, tryUrl, site } = await publish(suite, petSpec("https://{stage}.example.com/api"));
    assert.match(String(page.headers["content-security-policy"]), /frame-src 'self';/);
    assert.doesNotMatch(page.text, /scalar/i);
    const { policy, data, text, headers } = await openClient(suite.app, `${tryUrl}&theme=dark`);
    // Chromium warns that a sandboxed frame cannot have what this header of pages asks for.
    assert.equal(page.headers["origin-agent-cluster"], "?1");
    assert.equal(headers["origin-agent-cluster"], undefined);
    const { document, script, isDark, proxy } = data;
    assert.deepEqual([isDark, proxy], [true, undefined]);
    assert.deepEqual(Object.keys(document.paths), ["/pets/{id}"]);
    assert.deepEqual(Object.keys(document.components.schemas).sort(), ["Owner", "Pet"]);
    assert.deepEqual(Object.keys(document.components).sort(), ["parameters", "schemas", "securitySchemes"]);
    assert.match(
      policy,
      /^sandbox allow-scripts allow-forms allow-popups allow-downloads; default-src 'none'; /,
    );
    assert.match(policy, /connect-src https:\/\/v1\.example\.com https:\/\/v2\.example\.com; /);
    const [, nonce = ""] = /script-src 'nonce-([^']+)';/.exec(policy) ?? [];
    assert.ok(text.includes(`nonce="${nonce}"`));
    const asset = await openPage(suite.app, new URL(script, site.url).href, { "accept-encoding": "br" });
    assert.deepEqual(
      [asset.status, asset.headers["content-encoding"], asset.headers["cross-origin-resource-policy"]],
      [200, "br", "cross-origin"],
    );
    assert.match(String(asset.headers["cache-control"]), /immutable/);
  });

  test("has the words of the language of the page, beside a client in English", async () => {
    const { site, tryUrl = "" } = await publish(suite, petSpec("https://a.example.com"));
    const page = site.ids.get("Pets");
    await suite.app.change(site.space.path, { operation: "update_page", page, title: "مرحبا بكم في الدليل" });
    const { text } = await openPage(suite.app, site.url);
    const [, href = ""] = /class="button button-primary api-try" href="([^"]+)"/.exec(text) ?? [];
    const client = await openClient(suite.app, new URL(href.replaceAll("&amp;", "&"), site.url).href);
    assert.match(client.text, /^<!doctype html><html lang="ar" dir="rtl">.*<title>[^<a-z]+<\/title>/);
    assert.match(client.text, /<div id="app" lang="en" dir="ltr">/);
    const other = new URL(tryUrl);
    other.searchParams.set("locale", '"><script>');
    assert.match((await openClient(suite.app, other.href)).text, /^<!doctype html><html lang="en">/);
  });

  test("is not offered without a server, or if the spec or the operation hides it", async () => {
    const hidden = { "x-hideTryItPanel": true };
    for (const spec of [
      petSpec("/relative"),
      petSpec("ftp://example.com"),
      petSpec("https://user:secret@example.com"),
      petSpec("https://a.example.com", { fields: hidden }),
      petSpec("https://a.example.com", { root: hidden }),
    ]) {
      const { tryUrl, specUrl, site, slug, page } = await publish(suite, spec);
      assert.deepEqual([tryUrl, typeof specUrl], [undefined, "string"]);
      assert.doesNotMatch(String(page.headers["content-security-policy"]), /frame-src/);
      const query = new URLSearchParams({ spec: slug, path: "/pets/{id}", method: "post" });
      assert.equal((await openPage(suite.app, `${site.url}/~lectern/try?${query}`)).status, 404);
    }
  });

  test("and the spec itself are for visitors who see a page that refers to the spec", async () => {
    const { app } = suite;
    const spec = petSpec("https://a.example.com");
    const { specUrl = "", tryUrl = "", site, slug } = await publish(suite, spec);
    const download = await openPage(app, specUrl);
    assert.deepEqual([download.status, JSON.parse(download.text)], [200, spec]);
    assert.match(String(download.headers["content-disposition"]), new RegExp(`filename="${slug}\\.json"`));
    const other = await publishSite(app, { pages: [["Other"]] });
    const elsewhere = (url: string) => url.replace(site.url, other.url);
    for (const url of [elsewhere(specUrl), elsewhere(tryUrl), specUrl.replace(slug, "unknown")])
      assert.equal((await openPage(app, url)).status, 404, url);
    await app.ok(app.admin, `PATCH ${site.path}`, { body: { visibility: "visitor-auth" } });
    for (const url of [specUrl, tryUrl]) assert.notEqual((await openPage(app, url)).status, 200, url);
  });
});

describeOnEachDatabase("operations and schemas of a spec", (suite) => {
  test("link to each other, on the same page and on pages beside it that the visitor sees", async () => {
    const { app } = suite;
    const specs = specsOf(suite);
    const slug = uniqueName();
    const pet = { $ref: "#/components/schemas/Pet" };
    const content = { "application/json": { schema: { type: "array", items: pet } } };
    const operation = { responses: { 200: { description: "OK", content } } };
    const schema = { properties: { owner: { $ref: "#/components/schemas/Owner" } } };
    const text = JSON.stringify({
      openapi: "3.1.0",
      info: { title: "Pets", version: "1" },
      paths: { "/pets": { get: operation, post: { ...operation, deprecated: true }, put: operation } },
      components: {
        schemas: { Pet: schema, Owner: { properties: { id: { type: "string", deprecated: true } } } },
      },
    });
    await specs.put(slug, { text });
    await specs.process();
    const block = (method: string) =>
      `{% openapi-operation spec="${slug}" path="/pets" method="${method}" %}\n`;
    const page = (markdown: string, more = {}) => ({ document: { markdown }, ...more });
    const models = `{% openapi-schemas spec="${slug}" schemas="Pet,Owner" grouped="true" %}\n`;
    const site = await publishSite(app, {
      pages: [
        ["Start", page("Hi")],
        ["List", page(block("get"))],
        ["Add", page(block("post"))],
        ["Hidden", page(block("put"), { condition: 'visitor.claims.plan == "pro"' })],
        ["Models", page(models)],
      ],
    });
    const { text: html } = await openPage(app, `${site.url}/list`);
    const { pathname } = new URL(site.url);
    assert.ok(html.includes(`array of <a href="${pathname}/models#schema-pet">Pet</a>`), html);
    assert.ok(html.includes(`<a href="${pathname}/models#schema-owner">Owner</a>`));
    assert.ok(html.includes(`href="${pathname}/add#post-pets" aria-label="POST /pets"`));
    assert.ok(!html.includes('aria-label="PUT /pets"'));
    const other = (await openPage(app, `${site.url}/models`)).text;
    assert.match(other, /<div id="schema-pet">/);
    assert.match(other, /<a href="#schema-owner">Owner<\/a>/);
    // Anchors of headings stay as they are.
    await app.page(site.space.path, "Twice", page(`## Put pets\n\n${block("put")}\n${block("put")}`));
    const twice = (await openPage(app, `${site.url}/twice`)).text;
    assert.deepEqual(twice.match(/(?<=<h2[^>]* id=")put-pets[^"]*/g), [
      "put-pets",
      "put-pets-1",
      "put-pets-2",
    ]);
    const outlineOf = (html: string) =>
      Array.from(
        (/<nav class="outline".*?<\/nav>/s.exec(html)?.[0] ?? "").matchAll(
          /class="outline-(\d)"><a href="([^"]*)">([^<]*)/g,
        ),
        (found) => found.slice(1).join(" "),
      );
    assert.deepEqual(outlineOf(twice), [
      "1 #put-pets Put pets",
      "2 #put-pets-1 /pets",
      "2 #put-pets-2 /pets",
    ]);
    const schemas = `{% openapi-schemas spec="${slug}" schemas="Pet,Owner" %}\n`;
    await app.page(site.space.path, "Schemas", page(`${schemas}\n${models}`));
    assert.deepEqual(outlineOf((await openPage(app, `${site.url}/schemas`)).text), [
      "1 #schema-pet Pet",
      "1 #schema-owner Owner",
      "1 #schemas-models Models",
    ]);
    const beside = (await openPage(app, `${site.url}/list`)).text;
    assert.ok(beside.includes(`href="${pathname}/twice#put-pets-1" aria-label="PUT /pets"`));
    const deprecated = (await openPage(app, `${site.url}/add`)).text;
    assert.equal(deprecated.match(/badge-warning">Deprecated/g)?.length, 2);
  });
});

describeOnEachDatabase(
  "the proxy for requests to an API",
  (suite) => {
    /** An API that answers what it was asked, and a client of it. */
    async function openProxy(t: TestContext, answer = {}, status = 201) {
      const asked: { method?: string; url?: string; headers: IncomingMessage["headers"]; body: string }[] =
        [];
      const api = await serve(t, async (request, response) => {
        const { method, url, headers } = request;
        asked.push({ method, url, headers, body: Buffer.concat(await request.toArray()).toString() });
        if (url?.endsWith("/redirect"))
          return response.writeHead(302, { location: "http://10.0.0.1/" }).end();
        response.writeHead(status, {
          "content-type": "text/html",
          "x-own": "a",
          "set-cookie": "a=b",
          ...answer,
        });
        response.end("<script>alert(1)</script>");
      });
      const spec = petSpec(`${api.url}/{stage}`, { fields: { "x-enable-proxy": true } });
      const { tryUrl, site } = await publish(suite, spec);
      const { data, policy } = await openClient(suite.app, tryUrl);
      const proxy = new URL(data.proxy, site.url).href;
      const send = (target: string, options: object = {}, url = proxy) => {
        const { pathname, search, host } = new URL(url);
        return suite.app.app.inject({
          method: "POST",
          url: `${pathname}${search}&${new URLSearchParams({ scalar_url: target })}`,
          ...options,
          headers: { host, origin: "null", cookie: "site=secret", ...Object(options).headers },
        });
      };
      return { api, asked, send, proxy, policy, site };
    }

    test("passes on what the reader has written, and nothing of the site", async (t) => {
      const { api, asked, send, policy, site } = await openProxy(t);
      assert.ok(policy.includes(`connect-src ${new URL(site.url).origin};`), policy);
      const headers = {
        "content-type": "application/json",
        authorization: "Bearer typed",
        "x-scalar-cookie": "theirs=1",
        "sec-fetch-dest": "empty",
        referer: "https://site.test/secret",
        "x-forwarded-for": "10.0.0.1",
      };
      const reply = await send(`${api.url}/v2/pets/1?q=a`, { payload: '{"a":1}', headers });
      assert.deepEqual(
        [reply.statusCode, reply.body, reply.headers["x-own"]],
        [201, "<script>alert(1)</script>", "a"],
      );
      assert.deepEqual(
        ["set-cookie", "access-control-allow-origin", "content-security-policy", "content-disposition"].map(
          (name) => reply.headers[name],
        ),
        [undefined, "*", "default-src 'none'; sandbox", "attachment"],
      );
      const [{ method, url, headers: sent, body } = assert.fail("nothing was asked")] = asked;
      assert.deepEqual([method, url, body], ["POST", "/v2/pets/1?q=a", '{"a":1}']);
      assert.deepEqual(
        [sent.authorization, sent.cookie, sent.origin, sent.referer, sent["x-forwarded-for"], sent.host],
        ["Bearer typed", "theirs=1", undefined, undefined, undefined, new URL(api.url).host],
      );
      for (const other of ["GET", "PUT", "PATCH", "DELETE"]) {
        assert.equal((await send(`${api.url}/v1/pets/2`, { method: other })).statusCode, 201, other);
        assert.equal(asked.at(-1)?.method, other);
      }
      const count = asked.length;
      const preflight = await send(`${api.url}/v1/pets/2`, {
        method: "OPTIONS",
        headers: { "access-control-request-headers": "authorization,x-own" },
      });
      assert.deepEqual(
        [preflight.statusCode, preflight.headers["access-control-allow-headers"], asked.length],
        [204, "authorization,x-own", count],
      );
    });

    test("reaches only the servers of the spec, and follows no redirect", async (t) => {
      const { api, asked, send } = await openProxy(t);
      const { port } = new URL(api.url);
      for (const target of [
        `${api.url}/v3/pets/1`,
        `${api.url}/v1/../v3/pets`,
        `${api.url}/v1/%2e%2e/v3/pets`,
        `${api.url}/v1/..%2fv3/pets`,
        `${api.url}/v1/%2e%2E%5Cv3/pets`,
        `${api.url}/v1/%252e%252e%252fv3/pets`,
        `${api.url}/v1/..;/v3/pets`,
        `${api.url}/v10`,
        `http://127.0.0.2:${port}/v1/pets`,
        `http://localhost:${port}/v1/pets`,
        `https://127.0.0.1:${port}/v1/pets`,
        `http://user@127.0.0.2:${port}/v1/pets`,
        "file:///etc/passwd",
        "",
      ]) {
        const reply = await send(target);
        assert.deepEqual([reply.statusCode, asked.length], [400, 0], `${target}: ${reply.body}`);
      }
      const redirect = await send(`${api.url}/v1/redirect`);
      assert.deepEqual([redirect.statusCode, redirect.headers.location], [502, undefined]);
      assert.match(redirect.body, /answered with a redirect \(302\), which is not followed/);
      assert.equal(asked.length, 1);
    });

    test("needs the signed URL of a page, for an hour, and is not for elements of pages", async (t) => {
      const { api, asked, send, proxy } = await openProxy(t);
      const target = `${api.url}/v1/pets/1`;
      const forged = new URL(proxy);
      const ticket = Buffer.from(JSON.stringify({ servers: [`${api.url}/`], expires: "9999" })).toString(
        "base64url",
      );
      forged.searchParams.set("ticket", ticket);
      assert.equal((await send(target, {}, forged.href)).statusCode, 403);
      for (const destination of ["document", "script", "style", "image", "iframe"])
        assert.equal((await send(target, { headers: { "sec-fetch-dest": destination } })).statusCode, 403);
      const large = Buffer.alloc(5_000_001, "x");
      assert.equal((await send(target, { payload: large })).statusCode, 413);
      assert.equal(asked.length, 0);
      now += hour + 1;
      assert.match((await send(target)).body, /has expired/);
      assert.equal(asked.length, 0);
    });

    test("refuses responses with a status that is not valid", async (t) => {
      for (const status of [101, 600]) {
        const { api, send } = await openProxy(t, {}, status);
        const reply = await send(`${api.url}/v1/pets/1`);
        assert.equal(reply.statusCode, 502, reply.body);
        assert.match(reply.body, new RegExp(`The API (?:answered with the|returned) status ${status}`));
      }
    });

    test("refuses responses that are too large", async (t) => {
      const { api, send } = await openProxy(t, { "content-length": "10000001" });
      const reply = await send(`${api.url}/v1/pets/1`);
      assert.deepEqual(
        [reply.statusCode, JSON.parse(reply.body).error.message],
        [502, "The API is larger than 10 MB"],
      );
    });
  },
  { clock, config: { allowPrivateNetwork: true } },
);

describeOnce("the proxy for requests to an API, in a private network", (suite) => {
  test("is refused", async (t) => {
    const api = await serve(t, () => assert.fail("a request to a private address"));
    for (const host of ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]"]) {
      const server = `http://${host}:${api.port}/`;
      const { tryUrl, site } = await publish(suite, petSpec(server, { root: { "x-enable-proxy": true } }));
      const { data } = await openClient(suite.app, tryUrl);
      const { pathname, search } = new URL(data.proxy, site.url);
      const url = `${pathname}${search}&${new URLSearchParams({ scalar_url: `${server}pets` })}`;
      const reply = await suite.app.app.inject({ method: "POST", url });
      assert.equal(reply.statusCode, 502);
      assert.match(reply.body, /a private network/);
    }
  });
});

describeOnce(
  "the proxy for requests to an API, forbidden by the operator",
  (suite) => {
    test("is not used", async () => {
      const spec = petSpec("https://a.example.com", { root: { "x-enable-proxy": true } });
      const { tryUrl } = await publish(suite, spec);
      const { data, policy } = await openClient(suite.app, tryUrl);
      assert.equal(data.proxy, undefined);
      assert.match(policy, /connect-src https:\/\/a\.example\.com;/);
    });
  },
  { config: { apiProxy: false } },
);
