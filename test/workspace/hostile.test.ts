import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { skip } from "../support/chromium.ts";
import { findActiveContent, hostileNodes, payloads } from "../support/hostile-page.ts";
import { useBrowser } from "../support/suite-browser.ts";
import { useServer } from "../support/suite-server.ts";

const everyBlock = readFileSync(new URL("../pages/every-block.md", import.meta.url), "utf8");

describe("hostile text on pages for writers", { skip }, () => {
  const server = useServer("sqlite");
  const chromium = useBrowser();

  test("never runs and loads nothing of other hosts, also without the policy", async () => {
    const context = await chromium.browser.newContext({ bypassCSP: true, acceptDownloads: false });
    const executed: string[] = [];
    context.on("request", (request) => {
      const { origin, pathname } = new URL(request.url());
      if (pathname === "/pwned" || origin !== new URL(server.url).origin) executed.push(request.url());
    });
    context.on("dialog", (dialog) => {
      executed.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    const { items } = await server.call("GET /orgs");
    const { id: space } = await server.call(`POST /orgs/${items[0].id}/spaces`, { title: "Blocks" });
    const change = (...changes: object[]) => server.call(`POST /spaces/${space}/content`, { changes });
    const all = await change({ operation: "insert_page", title: "All", document: { markdown: everyBlock } });
    const { document } = await server.call(
      `GET /spaces/${space}/content/page/${all.changes[0].page.id}?format=document`,
    );
    const page = await context.newPage();
    const { stdout } = await server.lectern("user", "sign-in-link", "--email", "admin@localhost");
    const link = new URL(stdout.trim()).searchParams.get("link");
    await page.request.post(`${server.url}/auth/sign-in-link`, { data: { link } });
    for (const [title, payload] of Object.entries(payloads)) {
      const nodes = hostileNodes(document.nodes, title, payload);
      const hostile = {
        description: payload,
        document: { document: { object: "document", data: {}, nodes } },
      };
      const { changes } = await change({
        operation: "insert_page",
        title: payload.replace(/\s+/g, " "),
        ...hostile,
      });
      const { id } = changes[0].page;
      const written = await server.call(`GET /spaces/${space}/content/page/${id}/html`);

      await page.goto(`${server.url}/healthz`);
      await page.evaluate(
        ([html, styles]) => {
          document.documentElement.innerHTML = `<body>${html}</body>`;
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(styles);
          document.adoptedStyleSheets = [sheet];
          for (const details of document.querySelectorAll("details")) details.open = true;
        },
        [written.document.html, written.document.styles] as const,
      );
      await page.waitForTimeout(200);
      assert.deepEqual(await findActiveContent(page, null), [], title);
      await page.goto(`${server.url}/app/spaces/${space}/pages/${id}`);
      await page.locator(".document-host:not([data-loading])").waitFor();
      assert.equal(await page.evaluate(() => "pwned" in window), false, title);
      assert.deepEqual(executed, [], title);
    }
    await context.close();
  });
});
