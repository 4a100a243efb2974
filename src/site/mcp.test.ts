import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { SignJWT } from "jose";
import { describeOnEachDatabase } from "../../test/support/app.ts";
import { specsOf } from "../../test/support/openapi.ts";
import { openPage, publishSite } from "../../test/support/published-site.ts";

describeOnEachDatabase("the MCP server of a site", (suite) => {
  const text = (markdown: string) => ({ document: { markdown } });
  const beta = "visitor.claims.unsigned.beta";
  let port = 0;
  const clients: Client[] = [];

  before(async () => {
    await suite.app.app.listen({ port: 0, host: "127.0.0.1" });
    const address = suite.app.app.server.address();
    port = typeof address === "object" && address !== null ? address.port : 0;
  });
  after(async () => {
    for (const client of clients) await client.close();
  });

  /** Connects the client of the SDK to the test server. */
  async function connect(siteUrl: string, { query = "", headers = {} } = {}): Promise<Client> {
    const { pathname } = new URL(siteUrl);
    const url = new URL(`http://127.0.0.1:${port}${pathname}/~gitbook/mcp${query}`);
    const transport = new StreamableHTTPClientTransport(url, {
      requestInit: { headers },
    });
    const client = new Client({ name: "test", version: "1" });
    await client.connect(transport as Parameters<Client["connect"]>[0]);
    clients.push(client);
    return client;
  }

  async function call(client: Client, name: string, input: Record<string, unknown> = {}) {
    const { isError, content, structuredContent } = await client.callTool({ name, arguments: input });
    const [first] = content as { text: string }[];
    return { isError, text: first?.text ?? "", result: structuredContent as never };
  }

  const publish = () =>
    publishSite(suite.app, {
      pages: [
        ["Welcome", text("Hello wombat. See the [guide](guide.md).")],
        ["Guide", { ...text("## Usage\n\nFeed the wombat daily."), description: "How to" }],
        ["Beta", { ...text("Beta wombat words."), condition: beta }],
        ["Unlisted", { ...text("Unlisted wombat words."), hidden: true }],
        ["Unsearched", { ...text("Unsearched wombat words."), noIndex: true }],
        ["Parts", text(`Open.\n\n{% if ${beta} %}\nConditional wombat words.\n{% endif %}\n`)],
      ],
    });

  test("offers tools with schemas, to search, to list and to read pages", async () => {
    const site = await publish();
    const client = await connect(site.url);
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      ["search_documentation", "read_page", "list_pages", "read_api_operation"],
    );
    for (const { description, inputSchema, outputSchema } of tools)
      assert.ok(description && inputSchema.type === "object" && outputSchema?.type === "object");
    const found = await call(client, "search_documentation", { query: "daily" });
    assert.deepEqual(
      (found.result as { pages: { url: string }[] }).pages.map(({ url }) => url),
      [`${site.url}/guide`],
    );
    for (const url of [
      `${site.url}/guide`,
      "guide",
      "/guide",
      `${site.url}/guide.md`,
      `${site.url}/guide#usage`,
    ]) {
      const page = await call(client, "read_page", { url });
      assert.equal(page.text, "# Guide\n\n## Usage\n\nFeed the wombat daily.\n", url);
    }
    assert.match((await call(client, "read_page", { url: site.url })).text, /^# Welcome.*\/guide\)/s);
    const foreign = await call(client, "list_pages", { space: "https://elsewhere.example/" });
    assert.match(foreign.text, /^space: must be a URL of this site/);
    const list = (await call(client, "list_pages", { limit: 1, offset: 1 })).result;
    assert.deepEqual(list, {
      spaces: [{ title: "Handbook", url: site.url }],
      pages: [{ title: "Guide", url: `${site.url}/guide`, description: "How to", depth: 0 }],
      nextOffset: 2,
    });
  });

  test("finds nothing that this visitor does not see, in no tool", async () => {
    const site = await publish();
    const client = await connect(site.url);
    const everything = [
      await call(client, "search_documentation", { query: "wombat", limit: 30 }),
      await call(client, "list_pages"),
      await call(client, "read_page", { url: "parts" }),
    ];
    for (const { text: shown } of everything)
      assert.doesNotMatch(shown, /beta|unlisted|unsearched|conditional/i);
    assert.deepEqual((await call(client, "read_page", { url: "beta" })).isError, true);
    const member = await connect(site.url, { query: "?visitor.beta=true" });
    assert.match((await call(member, "search_documentation", { query: "beta" })).text, /Beta/);
    assert.match((await call(member, "read_page", { url: "beta" })).text, /Beta wombat/);
    assert.match((await call(member, "list_pages")).text, /Beta/);
  });

  test("finds nothing in a site whose spaces are all omitted from the navigation", async () => {
    const { app } = suite;
    const site = await publishSite(app, { pages: [["Guide", text("A wombat.")]] });
    const { items } = await app.ok(app.admin, `GET ${site.path}/site-spaces`);
    await app.ok(app.admin, `PATCH ${site.path}/site-spaces/${items[0].id}`, { body: { hidden: true } });
    const found = await call(await connect(site.url), "search_documentation", { query: "wombat" });
    assert.equal(found.text, "Nothing was found.");
  });

  test("describes operations of the specs that pages show", async () => {
    const { app } = suite;
    const specs = specsOf(suite);
    const operation =
      "{ operationId: listPets, summary: All pets, responses: { '200': { description: Pets } } }";
    const source = `openapi: 3.1.0\ninfo: { title: Pets, version: '1' }\npaths: { /pets: { get: ${operation} } }\n`;
    for (const name of ["shown", "other"]) await specs.put(`${name}-${suite.kind}`, { text: source });
    await specs.process();
    const slug = `shown-${suite.kind}`;
    const block = `{% openapi-operation spec="${slug}" path="/pets" method="get" %}\n[a](/openapi/${slug})\n{% endopenapi-operation %}`;
    const site = await publishSite(app, { pages: [["API", text(block)]] });
    const client = await connect(site.url);
    const listed = (await call(client, "read_api_operation")).result as {
      specs: string[];
      operations: { path: string; method: string }[];
    };
    assert.deepEqual(listed.specs, [slug]);
    assert.deepEqual(listed.operations, [{ path: "/pets", method: "get", title: "All pets" }]);
    for (const input of [{ operationId: "listPets" }, { spec: slug, path: "/pets", method: "GET" }])
      assert.match((await call(client, "read_api_operation", input)).text, /"title": "All pets"/);
    assert.equal((await call(client, "read_api_operation", { operationId: "none" })).isError, true);
    const hidden = await call(client, "read_api_operation", { spec: `other-${suite.kind}` });
    assert.deepEqual([hidden.isError, hidden.text], [true, "OpenAPI spec not found"]);
  });

  test("describes operations of specs that are files of the space", async () => {
    const { app } = suite;
    const site = await publishSite(app, { pages: [["Welcome", text("Hello.")]] });
    const json = (body: object) => ({
      contentType: "application/json",
      base64: Buffer.from(JSON.stringify(body)).toString("base64"),
    });
    const info = { title: "Pets", version: "1" };
    const pets = { openapi: "3.1.0", info, paths: { "/pets": { get: { summary: "All pets" } } } };
    const files = [
      { name: "pets.json", ...json(pets) },
      { name: "secret.json", ...json({ ...pets, paths: { "/secret": {} } }) },
      { name: "package.json", ...json({ name: "pets" }) },
    ];
    const { insertedFiles } = await app.change(site.space.path, { operation: "insert_files", files });
    const ids: string[] = insertedFiles.map(({ id }: { id: string }) => id);
    const block = (id = "") =>
      `{% openapi src="/files/${id}" path="/pets" method="get" %}\n{% endopenapi %}\n`;
    await app.page(site.space.path, "API", text(`${block(ids[0])}\n[Package](/files/${ids[2]})\n`));
    await app.page(site.space.path, "Secret", { ...text(block(ids[1])), condition: beta });
    const client = await connect(site.url);
    const { result } = await call(client, "read_api_operation");
    assert.deepEqual(result, {
      specs: ["pets.json"],
      operations: [{ path: "/pets", method: "get", title: "All pets" }],
    });
    const input = { spec: "pets.json", path: "/pets", method: "get" };
    assert.match((await call(client, "read_api_operation", input)).text, /"title": "All pets"/);
    for (const spec of ["secret.json", "package.json"])
      assert.equal((await call(client, "read_api_operation", { spec })).isError, true, spec);
    const member = await connect(site.url, { query: "?visitor.beta=true" });
    assert.equal((await call(member, "read_api_operation")).text, "pets.json\nsecret.json");
  });

  test("reads pages at their former paths, as the site redirects", async () => {
    const { app } = suite;
    const site = await publish();
    const page = site.ids.get("Guide");
    await app.change(site.space.path, { operation: "update_page", page, slug: "handbook" });
    const client = await connect(site.url);
    const { items } = await app.ok(app.admin, `GET ${site.path}/site-spaces`);
    const destination = { kind: "site-page", siteSpaceId: items[0].id, pageId: page };
    await app.ok(app.admin, `POST ${site.path}/redirects`, { body: { source: "/manual", destination } });
    for (const url of ["guide", "guide.md", `${site.url}/guide`, "Handbook", "manual"]) {
      const found = await call(client, "read_page", { url });
      assert.match(found.text, /^# Guide\n/, url);
      assert.equal((found.result as { url: string }).url, `${site.url}/handbook`);
    }
    assert.equal((await call(client, "read_page", { url: "nothing" })).isError, true);
  });

  test("returns errors of arguments as results, and refuses other origins, methods, bodies and visitors", async () => {
    const { app } = suite;
    const site = await publish();
    const client = await connect(site.url);
    for (const [tool, input] of [
      ["read_page", {}],
      ["read_page", { url: "https://other.example/guide" }],
      ["read_page", { url: "nothing" }],
      ["list_pages", { limit: 0 }],
      ["search_documentation", { query: "a".repeat(1000) }],
      ["unknown", {}],
    ] as const)
      assert.equal((await call(client, tool, input)).isError, true, tool);
    const url = `${site.url}/~gitbook/mcp`;
    const get = await openPage(app, url);
    assert.deepEqual([get.status, get.headers.allow], [405, "POST"]);
    const { host, pathname } = new URL(url);
    const post = async (headers: Record<string, string>, payload = "{}") =>
      (
        await app.app.inject({
          method: "POST",
          url: pathname,
          headers: {
            ...{ host, "content-type": "application/json", accept: "application/json, text/event-stream" },
            ...headers,
          },
          payload,
        })
      ).statusCode;
    assert.equal(await post({ origin: "https://evil.example" }), 403);
    assert.equal(await post({}, "{"), 400);
    assert.equal(await post({}, JSON.stringify("a".repeat(300_000))), 413);
    assert.equal(await post({}, JSON.stringify(Array.from({ length: 11 }, () => ({})))), 400);
    await app.ok(app.admin, `PATCH ${site.path}`, { body: { agentsContext: "excluded" } });
    assert.equal(await post({}), 404);
  });

  test("takes the JWT of a visitor as a bearer token", async () => {
    const { app } = suite;
    const site = await publish();
    await app.ok(app.admin, `PATCH ${site.path}`, { body: { visibility: "visitor-auth" } });
    await assert.rejects(connect(site.url));
    const { privateKey } = await app.ok(app.admin, `GET ${site.path}/publishing/auth`);
    const token = await new SignJWT({})
      .setProtectedHeader({ alg: "HS256" })
      .setExpirationTime("5m")
      .sign(new TextEncoder().encode(privateKey));
    const client = await connect(site.url, { headers: { authorization: `Bearer ${token}` } });
    assert.match((await call(client, "list_pages")).text, /Guide/);
  });
});
