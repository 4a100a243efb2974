import assert from "node:assert/strict";
import { before, describe, type TestContext, test } from "node:test";
import { SignJWT } from "jose";
import type { Page } from "playwright-core";
import { skip } from "../support/chromium.ts";
import { colorRules, findViolations, useBrowser, widthOf } from "../support/suite-browser.ts";
import { useServer } from "../support/suite-server.ts";

describe("the sample site in a browser", { skip }, () => {
  const server = useServer("sqlite", { LECTERN_SAMPLE_SITE: "true" });
  let site = "";
  before(async () => {
    site = /Sample site +(\S+)\n/.exec(server.output())?.[1] ?? "";
  });

  const { open: openUrl } = useBrowser();
  const open = (t: TestContext, path = "", options?: Parameters<typeof openUrl>[2]) =>
    openUrl(t, site + path, options);

  /** A title without its emoji. */
  const titleIn = (text: string) => text.replace(/^\P{L}+/u, "").trim();
  const heading = async (page: Page) => titleIn(await page.getByRole("heading", { level: 1 }).innerText());
  const tree = (page: Page) => page.getByRole("navigation", { name: "Pages" });

  /** The paths of all pages of the site: through sections, variants, trees and the next page. */
  async function findPages(): Promise<string[]> {
    const base = new URL(site).pathname;
    const found = new Set([base]);
    const pages: string[] = [];
    for (const path of found) {
      const reply = await fetch(server.url + path);
      const text = await reply.text();
      // Pages as Markdown, specs and files are found too.
      if (!reply.headers.get("content-type")?.startsWith("text/html")) continue;
      pages.push(path.slice(base.length));
      for (const [, href = ""] of text.matchAll(/<a[^>]* href="([^"#?]+)/g))
        if (href === base || href.startsWith(`${base}/`)) found.add(href);
    }
    return pages;
  }

  test("has no page with a problem that axe finds, an error, or anything wider than a small screen", async (t) => {
    const paths = await findPages();
    assert.ok(paths.length > 28, `${paths.length} pages`);
    const page = await open(t);
    const problems: unknown[] = [];
    const sections = new Set<string | undefined>();
    for (const path of [...paths, "/nothing"]) {
      // The pages of a section have the same frame.
      const section = path.split("/")[1];
      const within = sections.has(section) ? "main" : "html";
      sections.add(section);
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.emulateMedia({ colorScheme: "light" });
      await page.goto(site + path);
      // The pages of this section have every block and every color. Only colors differ in the dark.
      const hasBlocks = path.startsWith("/blocks");
      if (hasBlocks || within === "html")
        for (const violation of await findViolations(page, { within })) problems.push([path, violation]);
      if (hasBlocks) {
        await page.emulateMedia({ colorScheme: "dark" });
        for (const violation of await findViolations(page, { within, rules: colorRules }))
          problems.push([`${path} in the dark`, violation]);
      }
      await page.setViewportSize({ width: 360, height: 700 });
      const width = await widthOf(page);
      if (width > 360) problems.push([path, `${width} pixels wide`]);
    }
    assert.deepEqual(problems, []);
  });

  for (const javaScriptEnabled of [true, false])
    test(`is read from the first page to the last ${javaScriptEnabled ? "with" : "without"} scripts`, async (t) => {
      const page = await open(t, "", { javaScriptEnabled });
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      assert.match(page.url(), /#~content$/);
      const titles = [await heading(page)];
      for (;;) {
        const next = page.getByRole("link", { name: /^Next / });
        if ((await next.count()) === 0) break;
        await next.focus();
        await page.keyboard.press("Enter");
        await page.waitForURL((url) => url.hash === "");
        titles.push(await heading(page));
        const current = await tree(page).locator('[aria-current="page"]').innerText();
        assert.equal(titleIn(current), titles.at(-1));
      }
      assert.deepEqual(titles, [
        ...["Welcome to Fernwell", "Quick start", "Install the hub", "Mount the sensors", "Join a network"],
        ...[
          "How it works",
          "Climate rules",
          "Ventilation",
          "Irrigation",
          "Alerts",
          "Troubleshooting",
          "Limits",
        ],
      ]);
      await page.getByRole("link", { name: /^Previous / }).click();
      assert.equal(await heading(page), "Troubleshooting");
    });

  test("has sections as tabs and menus, and variants that stay on the same page", async (t) => {
    const page = await open(t, "/get-started/quick-start");
    const variants = page.getByRole("navigation", { name: "Variants" });
    await variants.getByText("English").first().click();
    await variants.getByRole("link", { name: "العربية" }).click();
    assert.equal(await heading(page), "البدء السريع");
    assert.deepEqual(
      await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]),
      ["ar", "rtl"],
    );
    await page.goto(`${site}/get-started/quick-start`);
    const sections = page.getByRole("navigation", { name: /Sections|الأقسام/ });
    await sections.getByRole("link", { name: /^API/ }).click();
    assert.equal(await heading(page), "Overview");
    await sections.locator("summary", { hasText: "More" }).focus();
    await page.keyboard.press("Enter");
    const item = sections.getByRole("link", { name: /Every block/ });
    // A mask or a filter could hide the list, which the browser would still call visible.
    const clip = await item.boundingBox();
    assert.ok(clip);
    const opened = await page.screenshot({ clip });
    await page.keyboard.press("Escape");
    await item.waitFor({ state: "hidden" });
    assert.ok(!opened.equals(await page.screenshot({ clip })), "the list is not drawn");
    await page.keyboard.press("Enter");
    await item.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Every block" }).waitFor();
    await page.getByRole("link", { name: "Fernwell" }).first().click();
    assert.equal(await heading(page), "Welcome to Fernwell");
  });

  test("has a page tree that opens, and breadcrumbs", async (t) => {
    const page = await open(t, "/get-started/install");
    await tree(page).getByRole("link", { name: "Mount the sensors" }).click();
    await page.getByRole("heading", { level: 1, name: "Mount the sensors" }).waitFor();
    const trail = page.getByRole("navigation", { name: "Breadcrumbs" });
    await trail.getByRole("link", { name: "Install the hub" }).click();
    await page.getByRole("heading", { level: 1, name: "Install the hub" }).waitFor();
  });

  test("has tabs for mouse and arrow keys, with the same choice everywhere, which is remembered", async (t) => {
    const page = await open(t, "/blocks/layout");
    await page.getByRole("tab", { name: "pip" }).first().click();
    for (const text of ["pip install fernwell", "from fernwell import Hub"])
      await page.getByText(text).waitFor();
    assert.equal(await page.getByText("npm install fernwell").isVisible(), false);
    await page.keyboard.press("ArrowLeft");
    await page.getByText("npm install fernwell").waitFor();
    await page.keyboard.press("End");
    await page.reload();
    await page.getByText("from fernwell import Hub").waitFor();
  });

  test("opens an expandable for an anchor inside it, marks the outline, and shows notes", async (t) => {
    const page = await open(t, "/blocks/layout#a-heading-inside");
    await page.getByText("A link to the heading opens it, too.").waitFor();
    await page.goto(`${site}/blocks/text#hints`);
    const outline = page.getByRole("navigation", { name: "On this page" });
    await outline.locator('a[aria-current="true"]', { hasText: "Hints" }).waitFor();
    const note = page.getByText("It closes with Escape");
    assert.equal(await note.isVisible(), false);
    await page.getByRole("button", { name: "1" }).first().focus();
    await page.keyboard.press("Enter");
    await note.waitFor();
    await page.keyboard.press("Escape");
    await note.waitFor({ state: "hidden" });
    await page.getByRole("link", { name: "Link to heading: Quotes" }).click();
    assert.match(page.url(), /#quotes$/);
  });

  test("shows an image larger on click, and closes it by keyboard", async (t) => {
    const page = await open(t, "/blocks/media");
    const image = page.getByRole("img", { name: "A leaf, drawn" });
    await image.click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("img", { name: "A leaf, drawn" }).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });

  test("copies code", async (t) => {
    const page = await open(t, "/blocks/layout", { permissions: ["clipboard-read", "clipboard-write"] });
    await page.getByRole("button", { name: "Copy code" }).first().click();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "npm install fernwell");
  });

  test("follows the mode of the system until the reader chooses one", async (t) => {
    const page = await open(t, "", { colorScheme: "dark" });
    const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    assert.equal(await scheme(), "dark");
    await page.getByRole("button", { name: "Light" }).click();
    assert.equal(await scheme(), "light");
    await page.reload();
    assert.equal(await scheme(), "light");
    await page.getByRole("button", { name: "System" }).click();
    assert.equal(await scheme(), "dark");
  });

  for (const javaScriptEnabled of [true, false])
    test(`has its page tree in a drawer on a small screen ${javaScriptEnabled ? "with" : "without"} scripts`, async (t) => {
      const page = await open(t, "", { viewport: { width: 360, height: 700 }, javaScriptEnabled });
      const link = tree(page).getByRole("link", { name: "Quick start" });
      assert.equal(await link.isVisible(), false);
      await page.getByRole("button", { name: "Menu", exact: true }).click();
      await link.waitFor();
      await page.keyboard.press("Escape");
      await link.waitFor({ state: "hidden" });
      await page.getByRole("button", { name: "Menu", exact: true }).click();
      await link.click();
      await page.getByRole("heading", { level: 1, name: "Quick start" }).waitFor();
    });

  test("is complete without scripts", async (t) => {
    const page = await open(t, "/blocks/layout", { javaScriptEnabled: false });
    for (const text of ["npm install fernwell", "pip install fernwell", "With a list:"])
      assert.equal(await page.getByText(text).isVisible(), true, text);
    assert.equal(await page.getByRole("button", { name: "Light" }).isVisible(), false);
  });

  test("shows conditional blocks and pages to visitors with a claim, and keeps the address short", async (t) => {
    const page = await open(t, "/grow/alerts?visitor.beta=true");
    await page.getByText("alerts can call a webhook").waitFor();
    assert.equal(page.url(), `${site}/grow/alerts`);
    await tree(page).getByRole("link", { name: "Leaf camera" }).click();
    await page.getByRole("heading", { level: 1, name: "Leaf camera" }).waitFor();
  });

  test("offers similar pages for a wrong address, and follows redirects of the site", async (t) => {
    const { items } = await server.call("GET /orgs");
    const organization = `/orgs/${items[0].id}`;
    const sites = await server.call(`GET ${organization}/sites`);
    const sections = await server.call(`GET ${organization}/sites/${sites.items[0].id}/sections`);
    const api = sections.items.find(({ path }: { path: string }) => path === "api");
    await server.call(`POST ${organization}/sites/${sites.items[0].id}/redirects`, {
      source: "/reference",
      destination: { kind: "site-section", siteSectionId: api.id },
    });
    const page = await open(t, "/grow/irigation");
    assert.equal(await heading(page), "Page not found");
    await page.getByRole("main").getByRole("link", { name: "Irrigation" }).click();
    assert.equal(await heading(page), "Irrigation");
    await page.goto(`${site}/reference`);
    assert.equal(page.url(), `${site}/api`);
    await page.goto(`${site}/grow`);
    assert.equal(await heading(page), "Climate rules");
  });

  test("is shown to those whom its visibility admits", async (t) => {
    const { items } = await server.call("GET /orgs");
    const organization = `/orgs/${items[0].id}`;
    const [{ id }] = (await server.call(`GET ${organization}/sites`)).items;
    const path = `${organization}/sites/${id}`;
    // The page that is left may still tell what was read when it may not be read any more.
    const page = await open(t, "", { expectedErrors: /status of 404/ });
    // Routing disables the browser's cache, which keeps public pages for a minute.
    await page.route("**/*", (route) => route.continue());
    const robots = page.locator('meta[name="robots"]');
    assert.equal(await robots.count(), 0);
    await server.call(`PATCH ${path}`, { visibility: "unlisted" });
    await page.goto(site);
    assert.equal(await robots.getAttribute("content"), "noindex");

    await server.call(`POST ${path}/share-links`, { name: "Readers" });
    const { urls } = await server.call(`PATCH ${path}`, { visibility: "share-link" });
    assert.equal((await page.goto(site))?.status(), 404);
    await page.goto(urls.published);
    assert.equal(page.url(), site);
    assert.equal(await heading(page), "Welcome to Fernwell");
    await page.getByRole("link", { name: /^Next / }).click();
    await page.getByRole("heading", { level: 1, name: "Quick start" }).waitFor();

    await server.call(`PATCH ${path}`, { visibility: "visitor-auth" });
    await page.context().clearCookies();
    const refused = await page.goto(site);
    assert.ok([401, 403, 404].includes(refused?.status() ?? 0), `status ${refused?.status()}`);
    const { privateKey } = await server.call(`GET ${path}/publishing/auth`);
    const token = await new SignJWT({ exp: Math.floor(Date.now() / 1000) + 600 })
      .setProtectedHeader({ alg: "HS256" })
      .sign(new TextEncoder().encode(privateKey));
    await page.goto(`${site}/grow/rules?jwt_token=${token}`);
    assert.equal(page.url(), `${site}/grow/rules`);
    assert.equal(await heading(page), "Climate rules");

    await server.call(`PATCH ${path}`, { visibility: "public" });
    await server.call(`POST ${path}/unpublish`);
    await page.context().clearCookies();
    assert.equal((await page.goto(site))?.status(), 404);
  });
});
