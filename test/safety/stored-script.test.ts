import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, BrowserContext } from "playwright-core";
import { launchChromium, skip } from "../support/chromium.ts";
import { createTestDatabase, type TestDatabase } from "../support/databases.ts";
import { serve } from "../support/fetched-site.ts";
import { manifest, pixel } from "../support/integrations.ts";
import { keys } from "../support/saml/certificates.ts";
import { runLectern, type ServerProcess, startServer } from "../support/server.ts";

/** Whatever of it runs, or is only taken for HTML, asks for this. */
const sign = "pwned";
const script = `'"></title></style></script><script>fetch("/${sign}")</script><img src=/${sign} onerror=fetch("/${sign}")>`;
/** For fields with little room. */
const short = `<img src=/${sign}>`;
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="fetch('/${sign}')"><script>fetch("/${sign}")</script><image href="/${sign}"/></svg>`;
const xhtml = `<html xmlns="http://www.w3.org/1999/xhtml"><body>${svg}</body></html>`;
const markdown = [
  script,
  `[a](javascript:fetch('/${sign}'))`,
  `[b](<java\tscript:fetch('/${sign}')>)`,
  `<a href="&#106;avascript:fetch('/${sign}')">c</a>`,
  `<style>@import "/${sign}"; body { background: url(/${sign}) }</style>`,
  "{{constructor.constructor('fetch(\"/pwned\")')()}}",
  svg,
].join("\n\n");

const files: readonly [name: string, contentType: string, content: string][] = [
  ["a.html", "text/html", script],
  ["a.svg", "image/svg+xml", svg],
  ["a.xhtml", "application/xhtml+xml", xhtml],
  ["a.xml", "text/xml", xhtml],
  ["a.xsl", "application/xslt+xml", xhtml],
  ["a.pdf", "application/pdf", `%PDF-1.4\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj`],
  ["a.js", "text/javascript", `fetch("/${sign}")`],
  ["a.css", "text/css", `@import "/${sign}"`],
  ["a.mhtml", "multipart/related", script],
  ["a.txt", "text/plain", script],
  ["image.png", "image/png", script],
  ["image.gif", "image/gif", `GIF89a=1;fetch("/${sign}")`],
  ["film.mp4", "video/mp4", script],
  ["unknown", "application/octet-stream", script],
  ["odd", "text/html; charset=utf-7", "+ADw-script+AD4-fetch('/pwned')+ADw-/script+AD4-"],
];

describe("what somebody wrote never runs in a browser", { skip }, () => {
  let database: TestDatabase;
  let server: ServerProcess;
  let browser: Browser | undefined;
  let context: BrowserContext;
  /** What each page asked for that it should not have. */
  const asked: string[] = [];
  /** Addresses that a browser could be led to. */
  const addresses: string[] = [];
  const email = "ada@example.com";
  const password = "a long password";

  before(async () => {
    database = await createTestDatabase("sqlite");
    server = await startServer({
      ...database.environment,
      LECTERN_ADMIN_TOKEN: "admin-token",
      LECTERN_ADMIN_EMAIL: email,
      LECTERN_RATE_LIMIT: "0",
    });
    await write();
    browser = await launchChromium();
    // Policies are the second door: here the first one has to hold by itself.
    context = await browser.newContext({ bypassCSP: true });
    context.on("request", (request) => {
      if (new URL(request.url()).pathname === `/${sign}`)
        asked.push(`${request.url()} by ${request.frame().url()}`);
    });
    context.on("dialog", (dialog) => {
      asked.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
  });
  after(async () => {
    await browser?.close();
    await server.stop();
    await database.remove();
  });

  async function call(operation: string, body?: object) {
    const [method = "", path = ""] = operation.split(" ");
    const reply = await fetch(`${server.url}/v1${path}`, {
      method,
      headers: { authorization: "Bearer admin-token", "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    assert.ok(reply.ok, `${operation}: ${text}`);
    if (method === "GET") addresses.push(`/v1${path}`);
    return text === "" ? undefined : JSON.parse(text);
  }

  /** Puts it into every field that takes a text. */
  async function write(): Promise<void> {
    const [{ id: organization }] = (await call("GET /orgs")).items;
    const user = await call("GET /user");
    await call(`PATCH /users/${user.id}`, { displayName: `<img src=/${sign} onerror=fetch("/${sign}")>` });
    const org = `/orgs/${organization}`;
    await call(`PATCH ${org}`, { title: short });
    await call(`PUT ${org}/teams`, { title: short });
    const { id: collection } = await call(`POST ${org}/collections`, { title: short });
    await call(`PATCH /collections/${collection}`, { description: script });
    const { id: space } = await call(`POST ${org}/spaces`, { title: short });
    const uploads = files.map(([name, contentType, content]) => ({
      ...{ name, contentType, base64: Buffer.from(content).toString("base64") },
    }));
    await call(`POST /spaces/${space}/content`, {
      changes: [
        { operation: "insert_page", title: script, description: script, document: { markdown } },
        { operation: "insert_files", files: uploads },
      ],
    });
    await call(`POST /spaces/${space}/comments`, { body: { markdown } });
    const { id: request } = await call(`POST /spaces/${space}/change-requests`, { subject: script });
    await call(`POST /spaces/${space}/change-requests/${request}/comments`, { body: { markdown } });
    await call(`POST ${org}/sites`, { title: short, spaces: [space] });
    const text = `openapi: 3.1.0\ninfo: { title: ${JSON.stringify(script)}, version: '1' }\npaths: {}\n# ${svg}\n`;
    await call(`PUT ${org}/openapi/hostile`, { source: { text } });
    await call(`PATCH ${org}/openapi/hostile`, { visibility: "public" });
    await call("POST /integrations/hostile", {
      ...manifest(organization, { title: short, description: script, summary: markdown, icon: pixel }),
    });
    await call(`POST ${org}/saml`, {
      ...{ label: short, entityID: script.slice(0, 100), ssoURL: "https://idp.example/sso" },
      certificate: keys.provider.certificate,
    });
    await find(organization, space, request);
    const set = await runLectern(database.environment, "user", "password-link", "--email", email);
    const link = new URL(set.stdout.trim()).searchParams.get("link") ?? "";
    await fetch(`${server.url}/auth/password`, {
      method: "POST",
      body: new URLSearchParams({ link, password }),
    });
  }

  /** Reads everything, and remembers where it is. */
  async function find(organization: string, space: string, request: string): Promise<void> {
    const org = `/orgs/${organization}`;
    for (const path of [
      "",
      "/teams",
      "/members",
      "/collections",
      "/spaces",
      "/sites",
      "/saml",
      "/change-requests",
    ])
      await call(`GET ${org}${path}`);
    await call(`GET ${org}/search?query=pwned`);
    for (const path of [
      "",
      "/content",
      "/content/pages",
      "/comments",
      "/change-requests",
      "/search?query=pwned",
    ])
      await call(`GET /spaces/${space}${path}`);
    await call(`GET /spaces/${space}/change-requests/${request}`);
    const integration = await call("GET /integrations/hostile");
    const kept = await call(`GET /spaces/${space}/content/files`);
    let spec = await call(`GET ${org}/openapi/hostile`);
    for (let tries = 0; spec.processingState !== "complete" && tries < 200; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      spec = await call(`GET ${org}/openapi/hostile`);
    }
    const { url } = await call(`GET /spaces/${space}/pdf`);
    const served = [
      ...kept.items.map((file: { downloadURL: string }) => file.downloadURL),
      url,
      spec.urls.published,
    ];
    assert.equal(kept.items.length, files.length);
    for (const address of [...served, integration.urls.icon, integration.urls.assets])
      addresses.push(address.replace(/^https?:\/\/[^/]+/, ""));
    addresses.push(
      `/auth/sign-in?organization=${organization}`,
      `/auth/password?link=${encodeURIComponent(script)}`,
      `/auth/saml/${encodeURIComponent(script)}/start`,
      `/auth/sign-in?organization=${encodeURIComponent(script)}`,
      `/${encodeURIComponent(script)}`,
      `/v1/${encodeURIComponent(script)}?${script}`,
      `/v1/orgs?page=${encodeURIComponent(script)}`,
      "/openapi.json",
      "/healthz",
      "/metrics",
    );
  }

  /** Opens each address as if it had been typed. */
  async function visit(all: readonly string[]): Promise<void> {
    const page = await context.newPage();
    for (const address of new Set(all)) {
      // What is to be saved is no page.
      const isSaved = /Download is starting|ERR_ABORTED/;
      await page
        .goto(new URL(address, server.url).href)
        .catch((error: Error) => assert.match(error.message, isSaved));
    }
    // What a page asks for comes before what the next one does.
    await page.goto(`${server.url}/healthz`);
    await page.close();
    assert.deepEqual(asked, []);
  }

  test("on any page of the server, signed in or not", async () => {
    const page = await context.newPage();
    await page.goto(`${server.url}/auth/sign-in`);
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("You are signed in as").waitFor();
    assert.match(await page.locator("body").innerText(), /<img src=\/pwned/, "it is shown as it was written");
    await page.close();
    assert.ok(addresses.length > 40);
    await visit([...addresses, "/auth/sign-in"]);
    await context.clearCookies();
    await visit(addresses.filter((address) => address.startsWith("/auth/")));
    // The button says what the provider is called.
    const signIn = await context.newPage();
    await signIn.goto(server.url + (addresses.find((one) => one.startsWith("/auth/sign-in?")) ?? ""));
    await signIn.getByText(`Sign in with ${short}`).waitFor();
    assert.deepEqual(asked, []);
  });

  test("nor where another page shows it, nor as a script or a style unless it says itself to be one", async (t) => {
    const written = addresses
      .filter((address) => address.startsWith("/files/"))
      .map((address) => (server.url + address).replaceAll("&", "&amp;"));
    const others = written.filter((url) => !/a\.(?:js|css)\?/.test(url));
    assert.ok(others.length > 10);
    const parts = [
      ...others.flatMap((url) => [`<script src="${url}"></script>`, `<link rel="stylesheet" href="${url}">`]),
      ...written.flatMap((url) => [`<iframe src="${url}"></iframe>`, `<object data="${url}"></object>`]),
      ...written.map((url) => `<img src="${url}">`),
    ];
    const elsewhere = await serve(t, (_request, response) =>
      response.setHeader("content-type", "text/html").end(`<!doctype html>${parts.join("\n")}`),
    );
    await visit([`${elsewhere.url}/`]);
  });

  test("and the browser would run it", async (t) => {
    const elsewhere = await serve(t, (_request, response) =>
      response.setHeader("content-type", "text/html").end(script),
    );
    await assert.rejects(visit([`${elsewhere.url}/`]));
    assert.ok(asked.length > 1, "an image and a script");
  });

  test("since every answer says what it is, and that nobody should guess", async () => {
    for (const address of new Set(addresses)) {
      const headers = { authorization: "Bearer admin-token", accept: "text/html,*/*" };
      const { headers: answered } = await fetch(server.url + address, { headers, redirect: "manual" });
      assert.equal(answered.get("x-content-type-options"), "nosniff", address);
      const policy = answered.get("content-security-policy") ?? "";
      assert.match(policy, /default-src 'none'/, address);
      assert.doesNotMatch(policy, /script-src/, address);
      const isPage = answered.get("content-type")?.startsWith("text/html") ?? false;
      const isSaved = answered.get("content-disposition")?.startsWith("attachment") ?? false;
      assert.ok(!isPage || isSaved || address.startsWith("/auth/"), address);
    }
  });
});
