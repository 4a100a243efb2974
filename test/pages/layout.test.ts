import assert from "node:assert/strict";
import { before, describe, type TestContext, test } from "node:test";
import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { skip } from "../support/chromium.ts";
import { useBrowser } from "../support/suite-browser.ts";
import { useServer } from "../support/suite-server.ts";
import { contrast, pixelOf, rgbOf } from "./colors.ts";
import { type layouts, publishLayouts } from "./layout-pages.ts";

type Title = keyof typeof layouts;

describe("the layout of a page in a browser", { skip }, () => {
  const server = useServer("sqlite");
  let site = "";
  before(async () => {
    site = await publishLayouts(server);
  });

  const addressOf = (title: Title) => `${site}/${title.toLowerCase().replace(" ", "-")}`;

  // Colors are read by scripts that the policy forbids.
  const browser = useBrowser({ viewport: { width: 1600, height: 800 }, bypassCSP: true });
  const open = (t: TestContext, title: Title, options: BrowserContextOptions = {}) =>
    browser.open(t, addressOf(title), options);

  const parts: Record<string, (page: Page) => Locator> = {
    title: (page) => page.locator("h1:not(.hidden-text)"),
    description: (page) => page.getByText(/^What the page .* is about$/),
    tags: (page) => page.getByText("beta", { exact: true }),
    tableOfContents: (page) => page.getByRole("navigation", { name: "Pages" }),
    outline: (page) => page.getByRole("navigation", { name: "On this page" }),
    pagination: (page) => page.getByRole("navigation", { name: "Previous / Next" }),
    metadata: (page) => page.getByText(/^Last changed/),
    anchors: (page) => page.getByRole("link", { name: "Link to heading: First part" }),
  };

  test("shows every part, or omits it", async (t) => {
    const [whole, bare] = [await open(t, "Hero"), await open(t, "Bare")];
    for (const [name, locate] of Object.entries(parts)) {
      assert.equal(await locate(whole).filter({ visible: true }).count(), 1, name);
      assert.equal(await locate(bare).count(), 0, name);
    }
    // The page keeps its name for screen readers, browsers and search engines.
    assert.equal(await bare.getByRole("heading", { level: 1, name: "Bare" }).count(), 1);
    assert.equal(await bare.title(), "Bare | Layouts");
    assert.match(await bare.content(), /<meta name="description" content="What the page Bare is about">/);
  });

  test("omits the cover of a page without an image, and one that is turned off", async () => {
    for (const [title, count] of [
      ["Plain", 0],
      ["No cover", 0],
      ["Bare", 0],
      ["Hero", 1],
      ["Full", 1],
    ] as const) {
      const text = await (await fetch(addressOf(title))).text();
      assert.equal(text.split('class="cover ').length - 1, count, title);
    }
  });

  test("places covers in windows of all widths", async (t) => {
    const pages = {
      hero: await open(t, "Hero"),
      full: await open(t, "Full"),
      background: await open(t, "Background"),
    };
    for (const width of [360, 900, 1440, 1920]) {
      const boxes = async (page: Page) => {
        await page.setViewportSize({ width, height: 800 });
        const result = await page.evaluate(() => {
          const boxOf = (selector: string) => {
            const elements = [...document.querySelectorAll(selector)];
            const visible = elements.find((element) => element.getBoundingClientRect().width > 0);
            return (visible ?? document.body).getBoundingClientRect().toJSON() as DOMRect;
          };
          const [cover, title, main] = [boxOf(".cover img"), boxOf("h1"), boxOf("main")];
          const tree = document.querySelector(".page-tree")?.getBoundingClientRect().top ?? 0;
          return { cover, title, main, tree, window: document.documentElement.scrollWidth };
        });
        assert.ok(result.window <= width, `${result.window} pixels at ${width}`);
        return result;
      };
      const hero = await boxes(pages.hero);
      assert.ok(hero.cover.bottom < hero.title.top && hero.cover.left > hero.main.left, `at ${width}`);
      assert.ok(hero.cover.width < hero.main.width && hero.cover.width >= hero.title.width, `at ${width}`);
      const full = await boxes(pages.full);
      assert.deepEqual([full.cover.left, full.cover.width], [0, full.window]);
      assert.ok(full.cover.bottom < full.title.top, `at ${width}`);
      // The page tree is a closed drawer in narrow windows.
      assert.ok(width <= 1000 || full.tree >= full.cover.bottom, `${full.tree} ${full.cover.bottom}`);
      const { cover, title, window } = await boxes(pages.background);
      assert.deepEqual([cover.left, cover.width], [0, window]);
      assert.ok(cover.top <= title.top && title.bottom < cover.bottom, `at ${width}`);
    }
  });

  test("shows the dark variant of a cover, also if the reader chooses the mode", async (t) => {
    const page = await browser.newPage(t);
    const loaded: string[] = [];
    page.on("request", (request) => loaded.push(...(/(?:light|dark)\.svg/.exec(request.url()) ?? [])));
    await page.goto(addressOf("Hero"));
    const shown = () => page.locator(".cover img:visible").getAttribute("class");
    assert.equal(await shown(), "light-only");
    await page.waitForLoadState("networkidle");
    assert.deepEqual(loaded, ["light.svg"], "only the image that is shown is loaded");
    const shifts = await page.evaluate(
      () =>
        new Promise((resolve) => {
          new PerformanceObserver((list) => resolve(list.getEntries().length)).observe({
            type: "layout-shift",
            buffered: true,
          });
          setTimeout(() => resolve(0), 200);
        }),
    );
    assert.equal(shifts, 0);
    await page.emulateMedia({ colorScheme: "dark" });
    assert.equal(await shown(), "dark-only");
    await page.getByRole("button", { name: "Light" }).click();
    assert.equal(await shown(), "light-only");
    await page.waitForLoadState("networkidle");
    assert.deepEqual(loaded, ["light.svg", "dark.svg"]);
  });

  test("moves the image of a cover, but not beyond its edge", async (t) => {
    const page = await open(t, "Hero");
    const cover = page.locator(".cover img:visible");
    // The band at the top of the picture.
    const gray = "136,136,136";
    const band = async () => String(await pixelOf(page, cover, 30)) === gray;
    assert.equal(await band(), true);
    await page.addStyleTag({ content: ".cover img{object-position:50% 50%!important}" });
    assert.equal(await band(), false);
    const narrow = await open(t, "Hero", { viewport: { width: 360, height: 700 } });
    assert.equal(String(await pixelOf(narrow, narrow.locator(".cover img:visible"), 2)), gray);
  });

  test("fades a masked cover at all of its edges", async (t) => {
    const page = await open(t, "Masked");
    const cover = page.locator(".cover img:visible");
    for (const y of [1, 238]) assert.deepEqual(await pixelOf(page, cover, y), [255, 255, 255]);
  });

  test("uses the whole width for a wide page", async (t) => {
    const widthOf = async (title: Title) =>
      (await open(t, title))
        .locator(".document > p")
        .first()
        .evaluate((element) => element.clientWidth);
    const [wide, plain] = [await widthOf("Wide"), await widthOf("Plain")];
    assert.ok(plain < 760 && wide > plain + 100, `${plain} ${wide}`);
  });

  test("keeps text over a background readable, in light and dark", async (t) => {
    const page = await open(t, "Background");
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      // The link to the current page has a background of its own.
      const texts = "h1, .page-description, .tree-link:not([aria-current]), .outline a, .document p";
      const colors = await page
        .locator(texts)
        .evaluateAll((elements) => [...new Set(elements.map((element) => getComputedStyle(element).color))]);
      // Black and white are the least readable pictures.
      for (const picture of ["#000", "#fff"]) {
        const content = `.cover{background:${picture}!important}.cover img{visibility:hidden}`;
        await page.addStyleTag({ content });
        const behind = await pixelOf(page, page.locator(".cover"), 1);
        for (const color of await rgbOf(page, colors))
          assert.ok(contrast(color, behind) >= 4.5, `${color} on ${behind}`);
      }
    }
  });
});
