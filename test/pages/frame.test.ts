import assert from "node:assert/strict";
import { before, describe, type TestContext, test } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { skip } from "../support/chromium.ts";
import { colorRules, findViolations, useBrowser } from "../support/suite-browser.ts";
import { useServer } from "../support/suite-server.ts";

const text = `${"Words that fill a line of the page. ".repeat(20)}\n\n`;
const markdown = `${text}## One\n\n${text}${text}## Two\n\n${text}${text}## Three\n\n${text}\`\`\`js\nconst a = [${"1, ".repeat(60)}];\n\`\`\`\n`;
const to = { kind: "url", url: "https://example.com/" };
const link = (title: string, more: object = {}) => ({ title, to, links: [], ...more });
const links = [
  link("Products", { to: null, links: [link("Server"), link("A product with a rather long name")] }),
  ...["Pricing", "Customers", "Integrations", "Support", "Community", "Careers"].map((title) => link(title)),
  link("Sign in", { style: "button-secondary" }),
  link("Get started", { style: "button-primary" }),
];
const both = (color: string) => ({ light: color, dark: color });

describe("the frame of a site in a browser", { skip }, () => {
  const server = useServer("sqlite");
  let site: { path: string; url: string };
  before(async () => {
    site = await publish();
  });

  async function publish() {
    const { items } = await server.call("GET /orgs");
    const organization = `/orgs/${items[0].id}`;
    const space = async (title: string) => {
      const { id } = await server.call(`POST ${organization}/spaces`, { title });
      const changes = ["First page", "Second page"].map((name) => ({
        operation: "insert_page",
        title: name,
        icon: "rocket",
        document: { markdown },
      }));
      await server.call(`POST /spaces/${id}/content`, { changes });
      return id;
    };
    const spaces = [await space("Version 2"), await space("Version 1 with a long name")];
    const title = "A documentation with a rather long title";
    const { id } = await server.call(`POST ${organization}/sites`, { title, spaces });
    const path = `${organization}/sites/${id}`;
    const other = await space("Other");
    for (const name of ["Guides", "Reference", "Tutorials", "Changelog and release notes", "Community"])
      await server.call(`POST ${path}/sections`, { spaceId: other, title: name });
    const { urls } = await server.call(`POST ${path}/publish`);
    return { path, url: urls.published as string };
  }

  const browser = useBrowser();

  /** Opens the first page with a customization. */
  async function open(t: TestContext, customization: object = {}, options: BrowserContextOptions = {}) {
    await server.call(`PUT ${site.path}/customization`, { header: { links }, ...customization });
    return browser.open(t, site.url, options);
  }

  const focused = (page: Page) =>
    page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent);

  test("is no wider than the screen, whatever its width", async (t) => {
    const page = await open(t);
    for (const width of [1440, 1300, 1240, 1100, 1001, 900, 720, 360, 320]) {
      await page.setViewportSize({ width, height: 800 });
      const widest = await page.evaluate(() =>
        Math.max(
          document.documentElement.scrollWidth,
          ...Array.from(document.querySelectorAll(".header-bar > *"), (element) =>
            Math.ceil(element.getBoundingClientRect().right),
          ),
        ),
      );
      assert.ok(widest <= width, `${widest} pixels at ${width}`);
    }
  });

  test("has all links of the header at every width: in the header, in a menu, or in the drawer", async (t) => {
    const page = await open(t);
    for (const width of [1440, 1240, 1010, 900]) {
      await page.setViewportSize({ width, height: 800 });
      if (width < 1000) await page.getByRole("button", { name: "Menu", exact: true }).click();
      else await page.locator("summary", { hasText: "More" }).click();
      const more = ["Pricing", "Customers", "Community", "Careers", "Get started"];
      for (const name of more)
        assert.equal(
          (await page.getByRole("link", { name, exact: true }).locator("visible=true").count()) > 0,
          true,
          `${name} at ${width}`,
        );
      await page.keyboard.press("Escape");
    }
  });

  test("has menus for mouse and keyboard", async (t) => {
    const page = await open(t);
    const title = page.locator("summary", { hasText: "Products" });
    const item = page.getByRole("link", { name: "Server" });
    await title.focus();
    await page.keyboard.press("ArrowDown");
    await item.waitFor();
    assert.equal(await focused(page), "Server");
    await page.keyboard.press("ArrowUp");
    assert.equal(await focused(page), "A product with a rather long name");
    await page.keyboard.press("Escape");
    await item.waitFor({ state: "hidden" });
    assert.match(String(await focused(page)), /Products/);
    await title.click();
    await item.waitFor();
    await page.mouse.click(700, 600);
    await item.waitFor({ state: "hidden" });
  });

  test("has a drawer that keeps the focus, and gives it back", async (t) => {
    const page = await open(t, {}, { viewport: { width: 360, height: 740 } });
    const button = page.getByRole("button", { name: "Menu", exact: true });
    await button.click();
    const current = page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "First page" });
    await current.waitFor();
    await page.waitForFunction(() => document.activeElement?.ariaLabel === "Close menu");
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press("Tab");
      const isInside = await page.evaluate(
        () =>
          document.activeElement === document.body || document.activeElement?.closest(".page-tree") !== null,
      );
      assert.ok(isInside, `press ${i}`);
    }
    const drawer = page.getByRole("navigation", { name: "Pages" });
    assert.equal(await drawer.getByText("A documentation with a rather long title").isVisible(), true);
    assert.equal(await page.evaluate(() => document.querySelector("main")?.inert), true);
    const close = drawer.getByRole("button", { name: "Close menu" });
    await drawer.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    const box = await close.boundingBox();
    assert.ok(box && box.y >= 0, "the button that closes it is in view");
    assert.equal(await page.getByRole("button", { name: "Dark" }).isVisible(), true);
    await page.keyboard.press("Escape");
    await current.waitFor({ state: "hidden" });
    assert.equal(await focused(page), "Menu");
    assert.equal(await page.evaluate(() => document.querySelector("main")?.inert), false);
  });

  test("begins in the mode of the site, and announces and keeps the reader's choice", async (t) => {
    const page = await open(t, { themes: { default: "dark", toggeable: true } }, { colorScheme: "light" });
    const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    assert.equal(await scheme(), "dark");
    const choice = (name: string) => page.getByRole("button", { name, exact: true });
    assert.equal(await choice("Dark").getAttribute("aria-pressed"), "true");
    await choice("System").focus();
    await page.keyboard.press("Enter");
    assert.deepEqual(
      [await scheme(), await choice("System").getAttribute("aria-pressed")],
      ["light", "true"],
    );
    await page.reload();
    assert.equal(await scheme(), "light");
    const fixed = await open(t, { themes: { default: "dark", toggeable: false } }, { colorScheme: "light" });
    assert.equal(await fixed.getByRole("group", { name: "Theme" }).count(), 0);
    assert.equal(await fixed.evaluate(() => getComputedStyle(document.documentElement).colorScheme), "dark");
  });

  test("shows an announcement until the reader closes it", async (t) => {
    const announcement = { enabled: true, message: "Version 2 is here", style: "info" };
    const page = await open(t, { announcement });
    const region = page.getByText("Version 2 is here");
    await region.waitFor();
    await page.getByRole("button", { name: "Close announcement" }).click();
    await region.waitFor({ state: "detached" });
    await page.reload();
    assert.equal(await region.isVisible(), false);
  });

  test("follows the reader in the outline, and moves nothing when its fonts arrive", async (t) => {
    const page = await open(t, { styling: { font: "Merriweather", headingFont: "Poppins" } });
    const shift = await page.evaluate(async () => {
      await document.fonts.ready;
      const loaded = Array.from(document.fonts).filter(({ status }) => status === "loaded");
      const entries = await new Promise<PerformanceEntry[]>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries())).observe({
          type: "layout-shift",
          buffered: true,
        });
        setTimeout(() => resolve([]), 500);
      });
      const total = entries.reduce((sum, entry) => sum + Number(Reflect.get(entry, "value")), 0);
      return { total, loaded: loaded.length };
    });
    assert.ok(shift.loaded >= 2, `${shift.loaded} fonts`);
    assert.ok(shift.total < 0.02, `shifted by ${shift.total}`);
    const outline = page.getByRole("navigation", { name: "On this page" });
    const isMarked = (name: string) =>
      page.waitForFunction(
        (title) => document.querySelector(".outline [aria-current]")?.textContent === title,
        name,
      );
    await isMarked("One");
    await outline.getByRole("link", { name: "Two" }).click();
    await isMarked("Two");
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await isMarked("Three");
  });

  test("has room for its logo before that is loaded", async (t) => {
    const url = "https://images.example.com/logo.svg";
    await server.call(`PUT ${site.path}/customization`, {
      header: { links, logo: both(url) },
    });
    const page = await browser.newPage(t, { otherHosts: /^https:\/\/images\.example\.com\// });
    const drawn = Promise.withResolvers<void>();
    await page.route(url, async (route) => {
      await drawn.promise;
      const body = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="100"/>`;
      await route.fulfill({ contentType: "image/svg+xml", body });
    });
    await page.goto(site.url, { waitUntil: "domcontentloaded" });
    const logo = page.locator("header").getByRole("img");
    const before = await logo.boundingBox();
    drawn.resolve();
    await logo.evaluate((image: HTMLImageElement) => image.decode());
    assert.deepEqual(await logo.boundingBox(), before);
    assert.equal(before?.height, 32);
  });

  test("prints only the page", async (t) => {
    const page = await open(
      t,
      { pdf: { enabled: true }, feedback: { enabled: true } },
      { colorScheme: "dark" },
    );
    assert.equal(await page.getByRole("button", { name: "Print or save as PDF" }).isVisible(), true);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    for (const name of [
      "header",
      "footer",
      ".page-tree",
      ".outline",
      ".outline-menu",
      ".neighbours",
      ".page-end button",
      ".feedback",
    ])
      assert.equal(await page.locator(name).first().isVisible(), false, name);
    // Paper cannot be scrolled.
    await page.setViewportSize({ width: 300, height: 900 });
    const isCut = await page
      .locator("main pre")
      .evaluateAll((blocks) => blocks.some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth));
    assert.equal(isCut, false);
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.equal(background, "rgb(255, 255, 255)");
    const color = await page.evaluate(
      () => getComputedStyle(document.querySelector("main p") ?? document.body).color,
    );
    assert.match(color, /^rgb\((?:\d|[0-4]\d), /);
  });

  const looks = [
    { theme: "clean", primaryColor: both("#ffeb00"), corners: "circular", sidebar: { list: "pill" } },
    {
      theme: "muted",
      primaryColor: both("#000000"),
      links: "accent",
      sidebar: { list: "line", background: "filled" },
    },
    { theme: "bold", primaryColor: both("#ffffff"), corners: "straight", depth: "flat" },
    { theme: "gradient", primaryColor: both("#000080"), tint: { color: both("#00ff88") }, icons: "duotone" },
  ];
  test("has no accessibility problem that axe finds in any theme, in light and dark", async (t) => {
    const announcement = { enabled: true, message: "News", style: "warning" };
    for (const styling of looks) {
      const page = await open(t, { styling, announcement });
      assert.deepEqual(await findViolations(page), [], styling.theme);
      await page.emulateMedia({ colorScheme: "dark" });
      assert.deepEqual(await findViolations(page, { rules: colorRules }), [], `${styling.theme}, dark`);
    }
  });

  test("has the outline beside the page or in a menu, at every width", async (t) => {
    const page = await open(t);
    for (const width of [1440, 1241, 1240, 1239, 1001]) {
      await page.setViewportSize({ width, height: 800 });
      const [outline, main] = [
        await page.locator("nav.outline").boundingBox(),
        await page.getByRole("main").boundingBox(),
      ];
      assert.equal(await page.locator(".outline-menu").isVisible(), outline === null, `${width}`);
      if (outline !== null) assert.equal(outline.y, main?.y, `${width}`);
    }
  });

  test("shows an icon for the search on small screens, also for the subtle style", async (t) => {
    const viewport = { width: 360, height: 740 };
    for (const search of ["prominent", "subtle"]) {
      const page = await open(t, { styling: { search } }, { viewport });
      assert.equal(await page.locator(".search-button span").isVisible(), false, search);
      assert.ok(Number((await page.locator(".site-search").boundingBox())?.width) <= 40, search);
    }
  });

  test("has a readable header and search field on a gray between black and white", async (t) => {
    const header = { preset: "custom", links, backgroundColor: both("#777777"), linkColor: both("#888888") };
    const page = await open(t, { header }, { reducedMotion: "reduce" });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await findViolations(page, { within: ".site-header", rules: colorRules }), []);
      // axe omits the key, which is only seen.
      const key = page.locator(".search-button kbd");
      assert.equal(await key.evaluate((part) => getComputedStyle(part).backgroundColor), "rgba(0, 0, 0, 0)");
    }
  });

  test("the menu of a page works by keyboard and without scripts, and stays on small screens", async (t) => {
    const pageActions = { externalAI: true, markdown: true, mcp: true };
    const viewport = { width: 360, height: 740 };
    const page = await open(t, { pageActions }, { viewport });
    const startOf = async (part: string) => (await page.locator(part).first().boundingBox())?.x;
    for (const width of [1440, 900, 360]) {
      await page.setViewportSize({ ...viewport, width });
      assert.equal(
        await startOf("h1"),
        await startOf(".document > p"),
        `the title begins at the text, ${width}`,
      );
    }
    assert.equal(await startOf(".page-actions"), await startOf("h1"));
    const summary = page.locator(".page-actions > summary");
    await summary.focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
    assert.equal(await focused(page), "Copy as Markdown");
    const box = await page.locator(".page-actions > ul").boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= viewport.width, JSON.stringify(box));
    assert.deepEqual(await findViolations(page), []);
    await page.keyboard.press("Escape");
    assert.equal(await page.getByRole("link", { name: "View as Markdown" }).isVisible(), false);
    const plain = await open(t, { pageActions }, { javaScriptEnabled: false });
    await plain.locator(".page-actions > summary").click();
    assert.equal(await plain.getByText("Copy as Markdown").isVisible(), false);
    await plain.getByRole("link", { name: "View as Markdown" }).click();
    assert.match(await plain.content(), /# First page/);
  });
});
