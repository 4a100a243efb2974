import assert from "node:assert/strict";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import type { Locator, Page } from "playwright-core";
import { skip } from "../support/chromium.ts";
import { useBrowser } from "../support/suite-browser.ts";
import { useServer } from "../support/suite-server.ts";

const hostile = `"><img src=x onerror="document.title='owned';parent.document.title='owned'"><script>document.title='owned'</script>`;

/** A spec with hostile text wherever an author can write text. */
function specFor(server: string): object {
  const operation = (summary: string, fields: object = {}) => ({
    summary,
    description: hostile,
    parameters: [
      {
        in: "path",
        name: "id",
        required: true,
        description: hostile,
        schema: { type: "string" },
        example: "42",
      },
    ],
    requestBody: {
      content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } },
    },
    responses: { 200: { description: hostile } },
    ...fields,
  });
  return {
    openapi: "3.1.0",
    info: { title: `Pets ${hostile}`, version: "1", description: hostile },
    servers: [{ url: server, description: hostile }],
    security: [{ key: [] }],
    "x-post-response": "document.title = 'owned'",
    paths: {
      "/pets/{id}": {
        post: operation("Change a pet"),
        put: operation("Replace a pet", { "x-enable-proxy": true }),
      },
    },
    components: {
      schemas: { Pet: { title: hostile, properties: { name: { type: "string", example: "Rex" } } } },
      securitySchemes: { key: { type: "http", scheme: "bearer", description: hostile } },
    },
  };
}

describe("requests to an API in a browser", { skip }, () => {
  const server = useServer("sqlite", { LECTERN_ALLOW_PRIVATE_NETWORK: "true" });
  // Images in the text of the author are not loaded.
  const browser = useBrowser({ expectedErrors: /^Loading the image/ });
  const asked: {
    method: string | undefined;
    url: string | undefined;
    headers: IncomingHttpHeaders;
    body: string;
  }[] = [];
  const api = createServer(async (request, response) => {
    const { method, url, headers } = request;
    const body = Buffer.concat(await request.toArray()).toString();
    // Only direct requests of the browser ask before.
    const allow = { "access-control-allow-origin": "*", "access-control-allow-headers": "*, authorization" };
    if (method === "OPTIONS") return response.writeHead(204, allow).end();
    asked.push({ method, url, headers, body });
    response.writeHead(200, { ...allow, "content-type": "application/json" }).end('{"isPet":true}');
  });
  let url = "";
  let apiUrl = "";
  before(async () => {
    await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
    apiUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
    const [organization] = (await server.call("GET /orgs")).items;
    const home = `/orgs/${organization.id}`;
    const text = JSON.stringify(specFor(`${apiUrl}/v1`));
    await server.call(`PUT ${home}/openapi/pets`, { source: { text } });
    while ((await server.call(`GET ${home}/openapi/pets`)).processingState !== "complete") await wait(50);
    const space = await server.call(`POST ${home}/spaces`, { title: "Pets" });
    const block = (method: string) =>
      `{% openapi-operation spec="pets" path="/pets/{id}" method="${method}" %}`;
    const document = { markdown: `${block("post")}\n\n${block("put")}\n` };
    await server.call(`POST /spaces/${space.id}/content`, {
      changes: [{ operation: "insert_page", title: "Pets", document }],
    });
    const site = await server.call(`POST ${home}/sites`, { title: "Acme", spaces: [space.id] });
    url = (await server.call(`POST ${home}/sites/${site.id}/publish`)).urls.published;
  });
  after(() => api.close());

  /** Opens the page, and the client of an operation. Returns the frame with the client. */
  async function openClient(page: Page, title: string) {
    await page.getByRole("link", { name: `Try it: ${title}` }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: `Try it: ${title}` });
    await dialog.waitFor();
    const frame = dialog.locator("iframe").contentFrame();
    const client = frame.getByRole("dialog");
    await client.getByRole("button", { name: /^Send/ }).first().waitFor({ timeout: 60_000 });
    return { dialog, frame, client };
  }

  /** The key removes the frame that gets it, so that the browser may never confirm it. */
  async function closeClient(page: Page, dialog: Locator): Promise<void> {
    await Promise.race([page.keyboard.press("Escape"), dialog.waitFor({ state: "detached" })]);
    await dialog.waitFor({ state: "detached" });
  }

  test("are sent by Scalar's client, which is loaded by a click, from the browser to the API", async (t) => {
    const page = await browser.newPage(t, { otherHosts: /^http:\/\/127\.0\.0\.1:\d+\/v1\// });
    await page.context().route(`${apiUrl}/**`, (route) => route.continue());
    const requested: string[] = [];
    page.on("request", (request) => requested.push(request.url()));
    await page.goto(url);
    assert.deepEqual(
      requested.filter((each) => /scalar|~lectern\/try/.test(each)),
      [],
    );
    await page.evaluate(() => {
      const counted: object[] = [];
      document.addEventListener("lectern:event", (event) =>
        counted.push((event as CustomEvent<object>).detail),
      );
      Object.assign(window, { counted });
    });
    const { dialog, client } = await openClient(page, "Change a pet");
    const scripts = requested.filter((each) => /scalar/.test(each));
    assert.match(scripts.join(), /^http:[^,]*\/~lectern\/assets\/scalar\.[0-9a-f]{8}\.js$/);
    for (const text of ["42", `${apiUrl}/v1`]) await client.getByText(text).first().waitFor();
    await client.getByRole("button", { name: /^Send/ }).first().click();
    await client.getByText('"isPet"').first().waitFor();
    const [sent] = asked.splice(0);
    assert.deepEqual([sent?.method, sent?.url, sent?.headers.origin], ["POST", "/v1/pets/42", "null"]);
    assert.deepEqual([sent?.headers.cookie, JSON.parse(sent?.body ?? "")], [undefined, { name: "Rex" }]);
    const counted = ["api_client_open", "api_client_request"].map((type) => ({
      ...{ type, path: "/pets/{id}", method: "post" },
    }));
    assert.deepEqual(await page.evaluate(() => Reflect.get(window, "counted")), counted);
    // The text of the author has run neither in the page nor in the frame, which cannot reach the page.
    assert.equal(await page.title(), "Pets | Acme");
    const inner = page.frames().find((each) => each.url().includes("~lectern/try"));
    assert.deepEqual(
      await inner?.evaluate(() => [
        document.title === "owned",
        origin,
        document.querySelector("img[onerror]"),
      ]),
      [false, "null", null],
    );
    await closeClient(page, dialog);
    assert.equal(
      await page.evaluate(() => document.activeElement?.getAttribute("aria-label")),
      "Try it: Change a pet",
    );
  });

  test("are sent through the proxy if the operation says so, in the mode of the page", async (t) => {
    const page = await browser.open(t, url, { colorScheme: "dark", viewport: { width: 900, height: 800 } });
    const { dialog, frame, client } = await openClient(page, "Replace a pet");
    assert.equal(await frame.locator("body.dark-mode").count(), 1);
    await client.getByRole("button", { name: /^Send/ }).first().click();
    await client.getByText('"isPet"').first().waitFor();
    const [sent] = asked.splice(0);
    assert.deepEqual([sent?.method, sent?.url, sent?.headers.origin], ["PUT", "/v1/pets/42", undefined]);
    assert.equal(sent?.headers["user-agent"]?.includes("Chrome"), true);
    await client.getByRole("button", { name: "Close Client" }).click();
    await dialog.waitFor({ state: "detached" });
  });

  test("can be prepared on a page of their own, and the spec can be downloaded", async (t) => {
    const page = await browser.open(t, url, { viewport: { width: 360, height: 800 } });
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download the OpenAPI document" }).click();
    assert.equal((await downloading).suggestedFilename(), "pets.json");
    const href = await page.getByRole("link", { name: "Try it: Change a pet" }).getAttribute("href");
    await page.goto(new URL(href ?? "", url).href);
    await page.getByRole("button", { name: /^Send/ }).first().waitFor({ timeout: 60_000 });
  });
});
