import assert from "node:assert/strict";
import { before, describe, type TestContext, test } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { skip } from "../support/chromium.ts";
import { colorRules, findViolations, useBrowser } from "../support/suite-browser.ts";
import { useServer } from "../support/suite-server.ts";
import { chapterCount, publishChapters } from "./chapters.ts";

describe("the page tree of a large site in a browser", { skip }, () => {
  const server = useServer("sqlite");
  let site = "";
  before(async () => {
    site = await publishChapters(server, chapterCount);
  });

  // Some tests abort requests.
  const { open: openUrl } = useBrowser({ expectedErrors: /ERR_FAILED/ });
  const open = (t: TestContext, path: string, options: BrowserContextOptions = {}) =>
    openUrl(t, site + path, options);

  const treeOf = (page: Page) => page.getByRole("navigation", { name: "Pages" });
  const linkIn = (page: Page, name: string) => treeOf(page).getByRole("link", { name, exact: true });
  const toggleOf = (page: Page, name: string) =>
    treeOf(page).getByRole("button", { name: `Subpages of ${name}`, exact: true });
  const focused = (page: Page) =>
    page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent);
  const isExpanded = async (page: Page, name: string) =>
    (await toggleOf(page, name).getAttribute("aria-expanded")) === "true";

  /** Requests for parts of the tree that the page sends from now on. */
  function countRequests(page: Page): { count: number } {
    const requests = { count: 0 };
    page.on("request", (request) => {
      if (request.url().includes("/~lectern/tree/")) requests.count++;
    });
    return requests;
  }

  test("opens and closes branches by mouse, and reads each only once", async (t) => {
    const page = await open(t, "/chapter-0");
    const requests = countRequests(page);
    await toggleOf(page, "Chapter 1").click();
    await linkIn(page, "Page 1.1").waitFor();
    assert.deepEqual(
      [await isExpanded(page, "Chapter 1"), await focused(page)],
      [true, "Subpages of Chapter 1"],
    );
    await toggleOf(page, "Page 1.1").click();
    await linkIn(page, "Deep 1").waitFor();
    await toggleOf(page, "Chapter 1").click();
    await linkIn(page, "Page 1.1").waitFor({ state: "hidden" });
    assert.deepEqual(
      [await isExpanded(page, "Chapter 1"), await focused(page)],
      [false, "Subpages of Chapter 1"],
    );
    await toggleOf(page, "Chapter 1").click();
    // The branch inside it is as the reader left it.
    await linkIn(page, "Deep 1").waitFor();
    assert.equal(requests.count, 2);
    await linkIn(page, "Deep 1").click();
    await page.getByRole("heading", { level: 1, name: "Deep 1" }).waitFor();
    assert.equal(await linkIn(page, "Deep 1").getAttribute("aria-current"), "page");
  });

  test("is walked by arrow keys, which open and close branches, and Enter opens pages", async (t) => {
    const page = await open(t, "/chapter-0");
    await linkIn(page, "Chapter 1").focus();
    const press = async (key: string, expected: string) => {
      await page.keyboard.press(key);
      await page.waitForFunction(
        (name) => (document.activeElement?.ariaLabel ?? document.activeElement?.textContent) === name,
        expected,
      );
    };
    await press("ArrowRight", "Chapter 1");
    await linkIn(page, "Page 1.1").waitFor();
    await press("ArrowRight", "Page 1.1");
    await press("ArrowDown", "Page 1.2");
    await press("ArrowUp", "Page 1.1");
    await press("ArrowLeft", "Chapter 1");
    await press("ArrowLeft", "Chapter 1");
    await linkIn(page, "Page 1.1").waitFor({ state: "hidden" });
    await press("ArrowDown", "Chapter 2");
    // The button beside the link works with Enter and Space, too.
    await press("Tab", "Subpages of Chapter 2");
    await press("Enter", "Subpages of Chapter 2");
    await linkIn(page, "Page 2.1").waitFor();
    await press("Space", "Subpages of Chapter 2");
    await linkIn(page, "Page 2.1").waitFor({ state: "hidden" });
    await press("Shift+Tab", "Chapter 2");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Chapter 2" }).waitFor();
  });

  test("shows further pages where the link to them was, before and after the listed ones", async (t) => {
    const page = await open(t, "/chapter-50");
    const [before, after] = [
      treeOf(page).getByRole("link", { name: "More pages" }).first(),
      treeOf(page).getByRole("link", { name: "More pages" }).last(),
    ];
    const names = () =>
      treeOf(page)
        .getByRole("link", { name: /^Chapter/ })
        .allTextContents();
    assert.equal((await names()).length, 40);
    await after.focus();
    const offset = () =>
      linkIn(page, "Chapter 50").evaluate((link) => Math.round(link.getBoundingClientRect().top));
    await page.keyboard.press("Enter");
    await linkIn(page, `Chapter ${chapterCount - 1}`).waitFor();
    assert.equal(await focused(page), "Chapter 80");
    await before.scrollIntoViewIfNeeded();
    const position = await offset();
    await before.click();
    await linkIn(page, "Chapter 0").waitFor();
    assert.equal(await focused(page), "Chapter 39");
    assert.equal(await offset(), position, "the listed pages stay where they are");
    assert.deepEqual(
      await names(),
      Array.from({ length: chapterCount }, (_, i) => `Chapter ${i}`),
    );
    assert.equal(await treeOf(page).getByRole("link", { name: "More pages" }).count(), 0);
  });

  test("says that a branch is being read, and offers to try again if that fails", async (t) => {
    const page = await open(t, "/chapter-0");
    let answer = Promise.withResolvers<"fail" | "reply">();
    await page.route("**/~lectern/tree/**", async (route) =>
      (await answer.promise) === "fail" ? route.abort() : route.continue(),
    );
    const requests = countRequests(page);
    const toggle = toggleOf(page, "Chapter 1");
    await toggle.click();
    await treeOf(page).locator("[aria-busy=true]").waitFor();
    // A second click while the request is on its way does nothing.
    await toggle.click();
    answer.resolve("fail");
    const alert = treeOf(page).getByRole("alert");
    await alert.waitFor();
    assert.deepEqual([await isExpanded(page, "Chapter 1"), requests.count], [false, 1]);
    assert.equal(await toggle.getAttribute("aria-busy"), null);
    assert.match((await alert.textContent()) ?? "", /^Loading failed\./);
    answer = Promise.withResolvers();
    await alert.getByRole("button", { name: "Try again" }).click();
    assert.equal(await focused(page), "Subpages of Chapter 1");
    answer.resolve("reply");
    await linkIn(page, "Page 1.1").waitFor();
    assert.equal(await alert.count(), 0);
    assert.equal(await isExpanded(page, "Chapter 1"), true);
  });

  test("is complete without scripts: pages list their subpages, and further pages have an address", async (t) => {
    const page = await open(t, "/chapter-50", { javaScriptEnabled: false });
    assert.equal(await toggleOf(page, "Chapter 50").isVisible(), false);
    assert.equal(await linkIn(page, "Page 50.1").isVisible(), true);
    await treeOf(page).getByRole("link", { name: "More pages" }).last().click();
    const last = page.getByRole("main").getByRole("link", { name: `Chapter ${chapterCount - 1}` });
    await last.click();
    await page.getByRole("heading", { level: 1, name: `Chapter ${chapterCount - 1}` }).waitFor();
  });

  test("marks the current page and has it in view", async (t) => {
    for (const viewport of [
      { width: 1440, height: 500 },
      { width: 360, height: 640 },
    ]) {
      const page = await open(t, "/chapter-70/page-70.8", { viewport });
      if (viewport.width < 1000) await page.getByRole("button", { name: "Menu", exact: true }).click();
      const current = treeOf(page).locator("[aria-current=page]");
      assert.equal(await current.textContent(), "Page 70.8");
      const { top, bottom } = await current.evaluate((link) => link.getBoundingClientRect().toJSON());
      assert.ok(top > 0 && bottom < viewport.height, `${top} to ${bottom} of ${viewport.height} pixels`);
    }
  });

  test("has no accessibility problem that axe finds, in light and dark", async (t) => {
    for (const width of [1440, 360]) {
      const page = await open(t, "/chapter-70", { viewport: { width, height: 800 } });
      if (width < 1000) await page.getByRole("button", { name: "Menu", exact: true }).click();
      await toggleOf(page, "Chapter 71").click();
      await linkIn(page, "Page 71.1").waitFor();
      await page.route("**/~lectern/tree/**", (route) => route.abort());
      await toggleOf(page, "Chapter 72").click();
      await treeOf(page).getByRole("alert").waitFor();
      // The page behind an open drawer is inert, so only the drawer is looked at.
      const within = width < 1000 ? ".page-tree" : "html";
      assert.deepEqual(await findViolations(page, { within }), [], `${width} pixels`);
      await page.emulateMedia({ colorScheme: "dark" });
      const inDark = await findViolations(page, { within, rules: colorRules });
      assert.deepEqual(inDark, [], `${width} pixels, dark`);
    }
  });
});
