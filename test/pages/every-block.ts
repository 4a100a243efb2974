import { readFileSync } from "node:fs";
import type { useServer } from "../support/suite-server.ts";

type Server = ReturnType<typeof useServer>;

const svg = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360" viewBox="0 0 640 360"><rect width="640" height="360" fill="${color}"/><circle cx="320" cy="180" r="90" fill="#888"/></svg>`;

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object, example?: object) => ({
  "application/json": { schema, ...(example && { example }) },
});

/** A spec with every kind of schema. */
const pets = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  servers: [
    { url: "https://api.example.com/v1", description: "Production" },
    { url: "https://sandbox.example.com/v1" },
  ],
  security: [{ token: [] }],
  tags: [{ name: "pets" }],
  paths: {
    "/pets": {
      get: {
        tags: ["pets"],
        summary: "List the pets",
        deprecated: true,
        parameters: [
          { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 100, default: 20 } },
        ],
        responses: {
          200: { description: "All of them", content: json({ type: "array", items: ref("Pet") }) },
        },
      },
    },
    "/pets/{petId}": {
      post: {
        tags: ["pets"],
        summary: "Change a pet",
        description: "Changes **one** pet, with `code` in its words.",
        parameters: [
          { name: "petId", in: "path", required: true, schema: { type: "string", format: "uuid" } },
          {
            name: "notify",
            in: "query",
            required: true,
            description: "Who is told.",
            schema: { type: "string", enum: ["owner", "nobody"], default: "owner" },
          },
          { name: "X-Request-Id", in: "header", example: "abc", required: true, schema: { type: "string" } },
          { name: "session", in: "cookie", schema: { type: "string" } },
        ],
        requestBody: {
          required: true,
          content: {
            ...json(ref("Pet"), { name: "Tom's cat", tags: ["a"], owner: null, isTame: true }),
            "application/xml": { schema: ref("Pet") },
          },
        },
        responses: {
          200: { description: "The pet", content: json(ref("Pet")) },
          404: {
            description: "No such pet",
            content: json(
              { type: "object", properties: { error: { type: "string" } } },
              { error: "Not found" },
            ),
          },
          default: { description: "Anything else" },
        },
      },
    },
  },
  webhooks: {
    petAdded: {
      post: {
        summary: "A pet was added",
        requestBody: { content: json(ref("Pet")) },
        responses: { 204: { description: "Received" } },
      },
    },
  },
  components: {
    securitySchemes: { token: { type: "http", scheme: "bearer" } },
    schemas: {
      Pet: {
        type: "object",
        required: ["name"],
        properties: {
          id: { type: "string", readOnly: true },
          name: { type: "string", minLength: 1, maxLength: 50, description: "What it answers to." },
          kind: { type: "string", enum: ["cat", "dog"], default: "cat" },
          nickname: { type: "string", deprecated: true },
          parent: ref("Pet"),
          shape: ref("Shape"),
          owner: { allOf: [ref("Person"), { description: "Whose it is." }] },
        },
      },
      Person: {
        type: "object",
        properties: { name: { type: "string" }, pets: { type: "array", items: ref("Pet") } },
      },
      Shape: {
        oneOf: [
          { title: "Circle", type: "object", properties: { radius: { type: "number" } } },
          { title: "Square", type: "object", properties: { side: { type: "number" } } },
        ],
      },
    },
  },
};

const health = {
  openapi: "3.0.3",
  info: { title: "Health", version: "1" },
  paths: {
    "/health": { get: { summary: "Read the health", responses: { 200: { description: "Healthy" } } } },
  },
};

/** A table that is long enough for a search. */
function longTable(options: string): string {
  const rows = Array.from({ length: 30 }, (_, i) => `<tr><td>Item ${i + 1}</td><td>Shelf ${i % 3}</td></tr>`);
  return `<table${options}><thead><tr><th>Item</th><th>Shelf</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

const terms = (count: number) => Array.from({ length: count }, (_, i) => `a_{${i}} x^{${i}}`).join(" + ");
const wideMatrix = `\\begin{pmatrix} ${Array.from({ length: 16 }, (_, i) => `a_{${i}} + b_{${i}}`).join(" & ")} \\end{pmatrix}`;

/** Blocks that real pages have, but rarely. */
const odd = `# Odd

[](#nothing) A text with an empty link, [ ](#nothing), [![](/files/PICTURE)](https://example.com/image) and [<i class="fa-github">:github:</i>](https://example.com/icon).

{% columns %}
{% column width="25%" %}
A narrow column.
{% endcolumn %}
{% column %}
A wide column.
{% endcolumn %}
{% endcolumns %}

{% columns %}
{% column %}
Short.
{% endcolumn %}
{% column %}
A longer one, with ${"a word ".repeat(30)}.

$$
${terms(20)}
$$
{% endcolumn %}
{% column %}
\`\`\`js
const line = "${"code ".repeat(40)}";
\`\`\`
{% endcolumn %}
{% endcolumns %}

<details>

<summary>Why is \`max\` <strong>not</strong> enough?</summary>

Because.

</details>

| ${Array.from({ length: 14 }, (_, i) => `Column ${i + 1}`).join(" | ")} |
|${" --- |".repeat(14)}
|${" A value in a cell |".repeat(14)}

{% tabs %}
{% tab title="Only code" %}
\`\`\`sh
npm start
\`\`\`
{% endtab %}
{% endtabs %}

### Below

${Array.from({ length: 12 }, (_, i) => `${"  ".repeat(i)}- Level ${i + 1}`).join("\n")}

$$
\\frac{1}{\\text{handling} + \\text{gap}} + \\int_0^\\infty e^{-x^2} dx
$$

$$
${wideMatrix}
$$

| $$x^2$$ | <i class="fa-gear">:gear:</i> | ![](/files/PICTURE) | $$y$$ words |
| --- | --- | --- | --- |
| One | Two | Three | Four |

A long formula $$f(x) = ${terms(30)}$$ in a line.

<div align="right"><figure><img src="/files/PICTURE" alt="small" width="80"><figcaption><p>A caption that is longer than its image is wide</p></figcaption></figure></div>

<figure><img src="/files/PICTURE" alt="small" width="80"><figcaption><p>A caption that is longer than its image is wide</p></figcaption></figure>
`;

/** Publishes a site whose first page has every block. Returns its URL. */
export async function publishEveryBlock(server: Server): Promise<string> {
  const { items } = await server.call("GET /orgs");
  const organization = `/orgs/${items[0].id}`;
  const { id: admin } = await server.call("GET /user");
  await server.call(`PUT ${organization}/openapi/pets`, { source: { text: JSON.stringify(pets) } });
  const space = await server.call(`POST ${organization}/spaces`, { title: "Handbook" });
  const change = (...changes: object[]) => server.call(`POST /spaces/${space.id}/content`, { changes });
  const file = (name: string, contentType: string, text: string) => ({
    ...{ name, contentType, base64: Buffer.from(text).toString("base64") },
  });
  await change(
    { operation: "set_variables", variables: { version: "2.4.1" } },
    {
      operation: "insert_files",
      files: [
        file("picture.svg", "image/svg+xml", svg("#cde")),
        file("dark.svg", "image/svg+xml", svg("#345")),
        file("notes.txt", "text/plain", "Notes. ".repeat(300)),
        file("health.json", "application/json", JSON.stringify(health)),
      ],
    },
    {
      operation: "insert_reusable_content",
      title: "Snippet",
      document: { markdown: "Included content." },
    },
  );
  const { files, reusableContents } = await server.call(`GET /spaces/${space.id}/content`);
  const idOf = (name: string): string => files.find((known: { name: string }) => known.name === name).id;
  const markdown = readFileSync(new URL("./every-block.md", import.meta.url), "utf8")
    .replaceAll("PICTURE", idOf("picture.svg"))
    .replaceAll("DARK", idOf("dark.svg"))
    .replaceAll("NOTES", idOf("notes.txt"))
    .replaceAll("SWAGGER", idOf("health.json"))
    .replaceAll("SNIPPET", reusableContents[0].id)
    .replaceAll("ADMIN", admin);
  await change(
    { operation: "insert_page", title: "First", document: { markdown } },
    {
      operation: "insert_page",
      title: "Second",
      description: "What follows",
      document: { markdown: `## Part\n\nText\n\n${longTable("")}\n\n${longTable(' data-view="cards"')}` },
    },
    {
      operation: "insert_page",
      title: "Odd",
      document: { markdown: odd.replaceAll("PICTURE", idOf("picture.svg")) },
    },
    {
      operation: "insert_page",
      title: "كلمات",
      slug: "arabic",
      document: { markdown: "هذه فقرة بالعربية، ثم `key_test_` بعدها." },
    },
    { operation: "insert_page", type: "group", title: "Guides" },
  );
  const { pages } = await server.call(`GET /spaces/${space.id}/content`);
  const into = pages.find(({ title }: { title: string }) => title === "Guides").id;
  await change({ operation: "insert_page", title: "Install", into, document: { markdown: "Text" } });
  const { id } = await server.call(`POST ${organization}/sites`, { title: "Acme", spaces: [space.id] });
  const { urls } = await server.call(`POST ${organization}/sites/${id}/publish`);
  return urls.published;
}
