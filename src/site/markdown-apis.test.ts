import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, uniqueName } from "../../test/support/app.ts";
import { specsOf } from "../../test/support/openapi.ts";
import { openPage, publishSite } from "../../test/support/published-site.ts";

const pet = {
  type: "object",
  required: ["name"],
  properties: {
    name: { type: "string", description: "What it is *called*.", example: "Rex" },
    kind: { type: "string", enum: ["cat", "dog"], default: "cat" },
    parents: { type: "array", items: { $ref: "#/components/schemas/Pet" } },
    home: { type: "object", properties: { city: { type: "string" } } },
  },
};

const petSpec = (summary: string) => ({
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  servers: [{ url: "https://api.example/v1" }],
  paths: {
    "/pets/{id}": {
      put: {
        summary,
        deprecated: true,
        description: "Changes it.\n\n# At once\n\n{% if visitor.claims.x %}\n`a|b`",
        security: [{ key: [] }],
        parameters: [
          { in: "path", name: "id", required: true, schema: { type: "integer", minimum: 1 } },
          { in: "query", name: "dry_run", schema: { type: "boolean" } },
        ],
        requestBody: {
          required: true,
          content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } },
        },
        responses: {
          200: { description: "Saved", content: { "application/json": { example: { id: 7 } } } },
          404: { description: "No such pet" },
        },
      },
    },
  },
  webhooks: { newPet: { post: { summary: "A new pet", responses: { 204: { description: "Taken" } } } } },
  components: { schemas: { Pet: pet }, securitySchemes: { key: { type: "http", scheme: "bearer" } } },
});

describeOnEachDatabase("APIs in pages as Markdown", (suite) => {
  const open = (url: string, headers?: Readonly<Record<string, string>>) => openPage(suite.app, url, headers);

  async function publish(write: (slug: string) => string) {
    const specs = specsOf(suite);
    const slug = uniqueName();
    const put = async (spec: object) => {
      await specs.put(slug, { text: JSON.stringify(spec) });
      await specs.process();
    };
    await put(petSpec("Change a pet"));
    const site = await publishSite(suite.app, {
      pages: [["API", { document: { markdown: write(slug) } }]],
    });
    return { site, put };
  }

  test("are described where the page shows them", async () => {
    const { site } = await publish(
      (slug) =>
        `Before.\n\n{% tabs %}\n{% tab title="A" %}\n{% openapi-operation spec="${slug}" path="/pets/{id}" method="put" %}\n{% endtab %}\n{% endtabs %}\n\n{% openapi-webhook spec="${slug}" name="newPet" method="post" %}\n\n{% openapi-schemas spec="${slug}" schemas="Pet" %}\n\n{% openapi-operation spec="${slug}" path="/gone" method="get" %}\n\nAfter.\n`,
    );
    const { text } = await open(`${site.url}/api.md`);
    for (const part of [
      "# API\n\nBefore.\n",
      "## Change a pet\n\n`PUT https://api.example/v1/pets/{id}` (Deprecated)\n\nChanges it.\n\n**At once**\n",
      "### Authorization\n\n- ",
      "### Parameters\n\n- `id` (integer, at least 1, path, required)\n- `dry_run` (boolean, query)\n",
      "### Request body (required)\n\n`application/json`: `Pet`\n",
      "- `name` (string, required)\n\n  What it is _called_.\n\n  Example: `Rex`\n",
      "Default: `cat` · One of: `cat`, `dog`\n",
      "- `home` (object)\n  - `city` (string)\n",
      '### Response 200\n\nSaved\n\n`application/json`\n\n```json\n{\n  "id": 7\n}\n```\n',
      "### Response 404\n\nNo such pet\n",
      "## A new pet\n\n`POST newPet`\n",
      "### Pet\n\n`object`\n",
      "`GET /gone`\n\nAfter.\n",
    ])
      assert.ok(text.includes(part), `${part}\n---\n${text}`);
    assert.doesNotMatch(text, /openapi-/);
  });

  test("follow their spec, also in the text of the whole site", async () => {
    const { site, put } = await publish(
      (slug) => `{% openapi-operation spec="${slug}" path="/pets/{id}" method="put" %}\n`,
    );
    const urls = [`${site.url}/api.md`, `${site.url}/llms-full.txt`];
    const before = await Promise.all(urls.map((url) => open(url)));
    for (const { text } of before) assert.match(text, /^## Change a pet$/m);
    await put(petSpec("Rename a pet"));
    for (const [i, url] of urls.entries()) {
      const after = await open(url, { "if-none-match": String(before[i]?.headers.etag) });
      assert.match(after.text, /^## Rename a pet$/m, url);
    }
  });

  test("are only named once a page has too many of them", async () => {
    const names = Array.from({ length: 150 }, (_, i) => `/large/${i}`);
    const properties = Object.fromEntries(
      Array.from({ length: 150 }, (_, i) => [`field${i}`, { type: "string", description: "**Bold** text" }]),
    );
    const content = { "application/json": { schema: { type: "object", properties } } };
    const operation = { requestBody: { content }, responses: {} };
    const { site, put } = await publish((slug) =>
      names.map((path) => `{% openapi-operation spec="${slug}" path="${path}" method="post" %}\n`).join("\n"),
    );
    await put({
      ...petSpec("A"),
      paths: Object.fromEntries(names.map((path) => [path, { post: operation }])),
    });
    const { text } = await open(`${site.url}/api.md`);
    assert.match(text, /## POST \/large\/0\n\n`POST https:\/\/api.example\/v1\/large\/0`/);
    assert.match(text, /\n\n`POST \/large\/149`\n$/);
    assert.ok(text.length < 2_000_000, String(text.length));
  });
});
