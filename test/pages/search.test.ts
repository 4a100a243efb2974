import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { before, describe, type TestContext, test } from "node:test";
import type { Page } from "playwright-core";
import { skip } from "../support/chromium.ts";
import { serve } from "../support/local-site.ts";
import { findViolations, useBrowser, widthOf } from "../support/suite-browser.ts";
import { useServer } from "../support/suite-server.ts";

const pages = [
  [
    "Welcome",
    `Start here. <button class="button primary" data-action="search" data-query="zebra">Find</button>`,
  ],
  [
    "Installation",
    "How to install it.\n\n## On Linux\n\nInstall the package.\n\n## On a Mac\n\nInstall the app.",
  ],
  ["Zebras", "## Feeding\n\nA zebra eats grass.\n\n## Sleep\n\nA zebra sleeps standing."],
] as const;

/** Serves files as static hosts do. */
async function serveFolder(t: TestContext, folder: string): Promise<string> {
  const types: Readonly<Record<string, string>> = {
    ...{ ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".json": "application/json" },
  };
  const { url } = await serve(t, (request, reply) => {
    const path = decodeURIComponent(new URL(request.url ?? "", "http://host").pathname);
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    readFile(file).then(
      (bytes) => reply.setHeader("content-type", types[extname(file)] ?? "").end(bytes),
      () => reply.writeHead(404).end(),
    );
  });
  return url;
}

describe("the search of a site in a browser", { skip }, () => {
  const server = useServer("sqlite");
  const { open } = useBrowser();
  let site = "";
  let organization = "";
  before(async () => {
    const { items } = await server.call("GET /orgs");
    organization = `/orgs/${items[0].id}`;
    const space = async (title: string, ...changes: readonly (readonly [string, string])[]) => {
      const { id } = await server.call(`POST ${organization}/spaces`, { title, language: "en" });
      await server.call(`POST /spaces/${id}/content`, {
        changes: changes.map(([name, markdown]) => ({
          operation: "insert_page",
          title: name,
          document: { markdown },
        })),
      });
      return id;
    };
    const guide = await space("Guide", ...pages);
    const { id } = await server.call(`POST ${organization}/sites`, { title: "Acme", spaces: [guide] });
    const path = `${organization}/sites/${id}`;
    const reference = await space("Reference", ["Zebra API", "GET /zebra"]);
    await server.call(`POST ${path}/sections`, { spaceId: reference, title: "Reference" });
    const { urls } = await server.call(`POST ${path}/publish`);
    site = urls.published;
  });

  const field = (page: Page) => page.getByRole("combobox", { name: "Search this site" });
  const options = (page: Page) => page.getByRole("listbox", { name: "Results" }).getByRole("option");
  /** The option that Enter opens. */
  const selected = (page: Page) => page.getByRole("option", { selected: true });

  async function search(page: Page, query: string): Promise<void> {
    await page.keyboard.press("/");
    await field(page).waitFor();
    await page.keyboard.type(query);
  }

  test("finds while the reader types, and opens a section by keyboard alone", async (t) => {
    const page = await open(t, site);
    await search(page, "feed");
    await selected(page).waitFor();
    assert.deepEqual(await options(page).allTextContents(), ["GuideZebras", "FeedingA zebra eats grass."]);
    await page.getByRole("status").getByText("Results: 1").waitFor();
    assert.equal(await field(page).getAttribute("aria-expanded"), "true");
    const first = await selected(page).textContent();
    await page.keyboard.press("ArrowDown");
    const activeId = await field(page).getAttribute("aria-activedescendant");
    assert.equal(await selected(page).getAttribute("id"), activeId);
    assert.notEqual(await selected(page).textContent(), first);
    await page.keyboard.press("Home");
    assert.equal(await selected(page).textContent(), first);
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Zebras" }).waitFor();
    assert.equal(new URL(page.url()).hash, "#feeding");
    assert.equal(await page.getByRole("dialog").isVisible(), false);
  });

  test("opens by Ctrl K, closes by Escape, and returns the focus", async (t) => {
    const page = await open(t, site);
    const button = page.getByRole("button", { name: "Search" });
    await button.focus();
    await page.keyboard.press("Control+k");
    await field(page).waitFor();
    assert.equal(await field(page).evaluate((element) => element === document.activeElement), true);
    for (let i = 0; i < 12; i++) {
      await page.keyboard.press("Tab");
      assert.equal(
        await page.evaluate(() => document.activeElement?.closest("main, header") === null),
        true,
        "the focus left the dialog",
      );
    }
    await page.keyboard.press("Escape");
    await field(page).waitFor({ state: "hidden" });
    assert.equal(await button.evaluate((element) => element === document.activeElement), true);
    await page.keyboard.press(" ");
    await field(page).waitFor();
  });

  test("looks in all sections, or only here", async (t) => {
    const page = await open(t, site);
    await search(page, "zebra");
    await page.getByRole("group", { name: "Zebra API" }).waitFor();
    await page.getByRole("radio", { name: "Only here" }).check();
    await page.getByRole("group", { name: "Zebra API" }).waitFor({ state: "detached" });
    await page.getByRole("group", { name: "Zebras" }).waitFor();
  });

  test("remembers the last searches of this browser until they are cleared", async (t) => {
    const page = await open(t, site);
    await search(page, "install");
    await selected(page).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Installation" }).waitFor();
    await page.keyboard.press("/");
    const recent = page.getByRole("group", { name: "Recent searches" });
    await recent.getByRole("option", { name: "install" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("group", { name: "Installation" }).waitFor();
    await field(page).fill("");
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByText("Type to search").waitFor();
    await page.reload();
    await page.keyboard.press("/");
    await page.getByText("Type to search").waitFor();
  });

  test("never shows the answer to an earlier query, and says that it is working", async (t) => {
    const page = await open(t, site, { expectedErrors: /Failed to load resource/ });
    const first = Promise.withResolvers<void>();
    await page.route("**/~lectern/search?q=install*", async (route) => {
      await first.promise;
      await route.continue().catch(() => undefined);
    });
    await search(page, "install");
    await page.getByRole("dialog").getByText("Searching…").first().waitFor();
    await field(page).fill("zebra");
    await page.getByRole("group", { name: "Zebras" }).waitFor();
    first.resolve();
    await page.waitForTimeout(200);
    assert.equal(await page.getByRole("group", { name: "Installation" }).count(), 0);
    await page.route("**/~lectern/search?q=sleep*", (route) => route.abort());
    await field(page).fill("sleep");
    await page.getByRole("alert").getByRole("button", { name: "Try again" }).waitFor();
    await page.unroute("**/~lectern/search?q=sleep*");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("group", { name: "Zebras" }).waitFor();
  });

  test("links to all results while there are any, and not while nothing is found", async (t) => {
    const page = await open(t, site);
    const link = page.getByRole("link", { name: "All results" });
    await search(page, "zebra");
    await link.waitFor();
    await field(page).fill("quagga");
    await page.getByText("Nothing found", { exact: true }).waitFor();
    assert.equal(await link.isVisible(), false);
    for (const letters of ["quaggas", "quaggax"]) {
      await field(page).fill(letters);
      assert.equal(await link.isVisible(), false, letters);
    }
    await field(page).fill("zebras");
    await link.waitFor();
    assert.match((await link.getAttribute("href")) ?? "", /q=zebras/);
  });

  test("tells other scripts what was searched and how many results there were", async (t) => {
    const page = await open(t, site);
    await page.evaluate(() => {
      const events: unknown[] = [];
      Object.assign(globalThis, { events });
      document.addEventListener("lectern:search", (event) => events.push((event as CustomEvent).detail));
    });
    await search(page, "quagga");
    await page.getByText("Nothing found", { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    const events = await page.waitForFunction(() => {
      const { events } = globalThis as unknown as { events: unknown[] };
      return events.length > 0 && events;
    });
    assert.deepEqual(await events.jsonValue(), [{ query: "quagga", results: 0 }]);
  });

  test("opens by a button in a page, with its query", async (t) => {
    const page = await open(t, site);
    await page.getByRole("link", { name: "Find" }).click();
    await page.getByRole("group", { name: "Zebras" }).waitFor();
    assert.equal(await field(page).inputValue(), "zebra");
  });

  test("works without scripts, and on the page for a missing page", async (t) => {
    const page = await open(t, site, { javaScriptEnabled: false });
    const input = page.getByRole("searchbox", { name: "Search this site" });
    await input.fill("install");
    await input.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Search" }).waitFor();
    await page
      .getByRole("main")
      .getByRole("link", { name: /^Guide Installation/ })
      .click();
    await page.getByRole("heading", { level: 1, name: "Installation" }).waitFor();
    await page.goto(`${site}/old/zebra-feeding.html`);
    const missing = page.getByRole("main").getByRole("searchbox");
    assert.equal(await missing.inputValue(), "zebra feeding");
    await missing.press("Enter");
    await page.getByRole("main").getByText("eats grass").waitFor();
  });

  test("works in a static copy under any path, and so does the rest of it", async (t) => {
    const folder = await mkdtemp(join(tmpdir(), "lectern-copy-"));
    t.after(() => rm(folder, { recursive: true }));
    const { id } = (await server.call(`GET ${organization}/sites`)).items.find(
      ({ title }: { title: string }) => title === "Acme",
    );
    await server.lectern("export", "--site", id, join(folder, "copy"));
    const host = await serveFolder(t, folder);
    const page = await open(t, `${host}/copy/zebras/`);
    await search(page, "instal");
    await page.getByRole("option", { name: /^Guide Installation/ }).waitFor();
    await field(page).fill("feding");
    await page.getByRole("option", { name: /^Feeding/ }).click();
    await page.waitForURL(`${host}/copy/zebras/#feeding`);
    await search(page, "zebra");
    await page.getByRole("option", { name: /^Reference Zebra API/ }).click();
    await page.getByRole("heading", { level: 1, name: "Zebra API" }).waitFor();
    assert.equal(page.url(), `${host}/copy/reference/`);
    await search(page, "quaggas");
    await page.getByText("Nothing found", { exact: true }).waitFor();
  });

  for (const colorScheme of ["light", "dark"] as const)
    test(`fits every screen and has no accessibility problem that axe finds, in ${colorScheme} mode`, async (t) => {
      for (const width of [1440, 360]) {
        const page = await open(t, site, { colorScheme, viewport: { width, height: 700 } });
        await search(page, "zebra");
        await selected(page).waitFor();
        await page.waitForTimeout(250);
        assert.deepEqual(await findViolations(page), []);
        assert.ok((await widthOf(page)) <= width);
        await field(page).fill("quagga");
        await page.getByText("Nothing found", { exact: true }).waitFor();
        assert.deepEqual(await findViolations(page), []);
        await page.goto(`${site}/~lectern/search?q=zebra`);
        assert.deepEqual(await findViolations(page), []);
        assert.ok((await widthOf(page)) <= width);
      }
    });
});
