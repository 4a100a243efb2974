import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { BrowserContext } from "playwright-core";
import { skip } from "../support/chromium.ts";
import { manifest, pixel } from "../support/integrations.ts";
import { serve } from "../support/local-site.ts";
import { keys } from "../support/saml/certificates.ts";
import { adminToken } from "../support/server.ts";
import { useBrowser } from "../support/suite-browser.ts";
import { useServer } from "../support/suite-server.ts";

/** The path that injected code requests. */
const marker = "pwned";
const script = `'"></title></style></script><script>fetch("/${marker}")</script><img src=/${marker} onerror=fetch("/${marker}")>`;
const shortScript = `<img src=/${marker}>`;
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="fetch('/${marker}')"><script>fetch("/${marker}")</script><image href="/${marker}"/></svg>`;
const xhtml = `<html xmlns="http://www.w3.org/1999/xhtml"><body>${svg}</body></html>`;
const markdown = [
  script,
  `[a](javascript:fetch('/${marker}'))`,
  `[b](<java\tscript:fetch('/${marker}')>)`,
  `<a href="&#106;avascript:fetch('/${marker}')">c</a>`,
  `<style>@import "/${marker}"; body { background: url(/${marker}) }</style>`,
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
  ["a.js", "text/javascript", `fetch("/${marker}")`],
  ["a.css", "text/css", `@import "/${marker}"`],
  ["a.mhtml", "multipart/related", script],
  ["a.txt", "text/plain", script],
  ["image.png", "image/png", script],
  ["image.gif", "image/gif", `GIF89a=1;fetch("/${marker}")`],
  ["film.mp4", "video/mp4", script],
  ["unknown", "application/octet-stream", script],
  ["odd", "text/html; charset=utf-7", "+ADw-script+AD4-fetch('/pwned')+ADw-/script+AD4-"],
];

describe("stored content", { skip }, () => {
  const email = "ada@example.com";
  const password = "a long password";
  const server = useServer("sqlite", { LECTERN_ADMIN_EMAIL: email });
  const chromium = useBrowser();
  let context: BrowserContext;
  /** Requests and dialogs of injected code. */
  const executed: string[] = [];
  /** Paths that a browser can open. */
  const paths: string[] = [];

  before(async () => {
    await writeScripts();
    // Content security policies are a second defence; the first one must hold without them.
    context = await chromium.browser.newContext({ bypassCSP: true });
    context.on("request", (request) => {
      if (new URL(request.url()).pathname === `/${marker}`)
        executed.push(`${request.url()} by ${request.frame().url()}`);
    });
    context.on("dialog", (dialog) => {
      executed.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
  });
  after(() => context?.close());

  function call(operation: string, body?: object) {
    if (operation.startsWith("GET ")) paths.push(`/v1${operation.slice(4)}`);
    return server.call(operation, body);
  }

  /** Writes the script into every text field. */
  async function writeScripts(): Promise<void> {
    const [{ id: organization }] = (await call("GET /orgs")).items;
    const user = await call("GET /user");
    await call(`PATCH /users/${user.id}`, {
      displayName: `<img src=/${marker} onerror=fetch("/${marker}")>`,
    });
    const org = `/orgs/${organization}`;
    await call(`PATCH ${org}`, { title: shortScript });
    await call(`PUT ${org}/teams`, { title: shortScript });
    const { id: collection } = await call(`POST ${org}/collections`, { title: shortScript });
    await call(`PATCH /collections/${collection}`, { description: script });
    const { id: space } = await call(`POST ${org}/spaces`, { title: shortScript });
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
    await call(`POST ${org}/sites`, { title: shortScript, spaces: [space] });
    const text = `openapi: 3.1.0\ninfo: { title: ${JSON.stringify(script)}, version: '1' }\npaths: {}\n# ${svg}\n`;
    await call(`PUT ${org}/openapi/hostile`, { source: { text } });
    await call(`PATCH ${org}/openapi/hostile`, { visibility: "public" });
    await call("POST /integrations/hostile", {
      ...manifest(organization, { title: shortScript, description: script, summary: markdown, icon: pixel }),
    });
    await call(`POST ${org}/saml`, {
      ...{ label: shortScript, entityID: script.slice(0, 100), ssoURL: "https://idp.example/sso" },
      certificate: keys.provider.certificate,
    });
    await readAll(organization, space, request);
    const set = await server.lectern("user", "password-link", "--email", email);
    const link = new URL(set.stdout.trim()).searchParams.get("link") ?? "";
    await fetch(`${server.url}/auth/password`, {
      method: "POST",
      body: new URLSearchParams({ link, password }),
    });
  }

  /** Reads all resources, and records their paths. */
  async function readAll(organization: string, space: string, request: string): Promise<void> {
    const org = `/orgs/${organization}`;
    const lists = ["/teams", "/members", "/collections", "/spaces", "/sites", "/saml", "/change-requests"];
    for (const path of ["", ...lists, "/search?query=pwned"]) await call(`GET ${org}${path}`);
    const parts = ["/content", "/content/pages", "/comments", "/change-requests", "/search?query=pwned"];
    for (const path of ["", ...parts]) await call(`GET /spaces/${space}${path}`);
    await call(`GET /spaces/${space}/change-requests/${request}`);
    const integration = await call("GET /integrations/hostile");
    const uploaded = await call(`GET /spaces/${space}/content/files`);
    let spec = await call(`GET ${org}/openapi/hostile`);
    for (let tries = 0; spec.processingState !== "complete" && tries < 200; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      spec = await call(`GET ${org}/openapi/hostile`);
    }
    const { url } = await call(`GET /spaces/${space}/pdf`);
    const served = [
      ...uploaded.items.map((file: { downloadURL: string }) => file.downloadURL),
      url,
      spec.urls.published,
    ];
    assert.equal(uploaded.items.length, files.length);
    for (const url of [...served, integration.urls.icon, integration.urls.assets])
      paths.push(url.replace(/^https?:\/\/[^/]+/, ""));
    paths.push(
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

  async function visit(all: readonly string[]): Promise<void> {
    const page = await context.newPage();
    for (const target of new Set(all)) {
      // Downloads are not pages.
      const isDownload = /Download is starting|ERR_ABORTED/;
      await page
        .goto(new URL(target, server.url).href)
        .catch((error: Error) => assert.match(error.message, isDownload));
    }
    // All requests of the previous page are sent before the next page is loaded.
    await page.goto(`${server.url}/healthz`);
    await page.close();
    assert.deepEqual(executed, []);
  }

  test("never runs as a script on a page of the server, signed in or not", async () => {
    const page = await context.newPage();
    await page.goto(`${server.url}/auth/sign-in`);
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "Your account" }).getByText("<img src=/pwned").waitFor();
    await page.close();
    assert.ok(paths.length > 40);
    await visit([...paths, "/auth/sign-in"]);
    await context.clearCookies();
    await visit(paths.filter((path) => path.startsWith("/auth/")));
    // The label of the provider is shown as text.
    const signIn = await context.newPage();
    await signIn.goto(server.url + (paths.find((path) => path.startsWith("/auth/sign-in?")) ?? ""));
    await signIn.getByText(`Sign in with ${shortScript}`).waitFor();
    assert.deepEqual(executed, []);
  });

  test("never runs in a page of another site, nor as a script or style sheet with a wrong type", async (t) => {
    const embedded = paths
      .filter((path) => path.startsWith("/files/"))
      .map((path) => (server.url + path).replaceAll("&", "&amp;"));
    const others = embedded.filter((url) => !/a\.(?:js|css)\?/.test(url));
    assert.ok(others.length > 10);
    const parts = [
      ...others.flatMap((url) => [`<script src="${url}"></script>`, `<link rel="stylesheet" href="${url}">`]),
      ...embedded.flatMap((url) => [`<iframe src="${url}"></iframe>`, `<object data="${url}"></object>`]),
      ...embedded.map((url) => `<img src="${url}">`),
    ];
    const otherSite = await serve(t, (_request, response) =>
      response.setHeader("content-type", "text/html").end(`<!doctype html>${parts.join("\n")}`),
    );
    await visit([`${otherSite.url}/`]);
  });

  test("runs if another server sends it as HTML, so this test would detect it", async (t) => {
    const otherSite = await serve(t, (_request, response) =>
      response.setHeader("content-type", "text/html").end(script),
    );
    await assert.rejects(visit([`${otherSite.url}/`]));
    assert.ok(executed.length > 1, "the image or the script was not executed");
  });

  test("is sent with a strict policy that forbids scripts and sniffing", async () => {
    for (const path of new Set(paths)) {
      const headers = { authorization: `Bearer ${adminToken}`, accept: "text/html,*/*" };
      const { headers: received } = await fetch(server.url + path, { headers, redirect: "manual" });
      assert.equal(received.get("x-content-type-options"), "nosniff", path);
      const policy = received.get("content-security-policy") ?? "";
      assert.match(policy, /default-src 'none'/, path);
      // Paths outside the API lead to a page about a missing site, which has scripts of its own.
      const isOfSites = !/^\/(?:v1|files|auth)\//.test(path);
      const forbidden = isOfSites ? /script-src (?!'self'(?: 'sha256-[\w+/=]+')?;)/ : /script-src/;
      assert.doesNotMatch(policy, forbidden, path);
      const isPage = received.get("content-type")?.startsWith("text/html") ?? false;
      const isDownload = received.get("content-disposition")?.startsWith("attachment") ?? false;
      assert.ok(!isPage || isDownload || isOfSites || path.startsWith("/auth/"), path);
    }
  });
});
