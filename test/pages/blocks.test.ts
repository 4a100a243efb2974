import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { launchChromium, skip } from "../support/chromium.ts";
import { useServer } from "../support/suite-server.ts";
import { publishEveryBlock } from "./every-block.ts";

describe("blocks of a page in a browser", { skip }, () => {
  const server = useServer("sqlite");
  let browser: Browser;
  let site = "";
  before(async () => {
    browser = await launchChromium();
    site = await publishEveryBlock(server);
  });
  after(() => browser.close());

  type Test = { after(end: () => Promise<void>): void };

  /** Opens the page with every block. Requests to other hosts are answered, and counted by host. */
  async function open(t: Test, hash = "", options: BrowserContextOptions = {}) {
    const context = await browser.newContext({ viewport: { width: 1200, height: 800 }, ...options });
    const hosts: string[] = [];
    await context.route(/^https:/, (route) => {
      hosts.push(new URL(route.request().url()).host);
      return route.fulfill({ contentType: "text/html", body: "<p>A player</p>" });
    });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    t.after(async () => {
      await context.close();
      assert.deepEqual(problems, []);
    });
    await page.goto(site + hash);
    return { page, hosts };
  }

  test("load a player only when the reader asks for it, in the space of its card", async (t) => {
    const { page, hosts } = await open(t);
    const button = page.getByRole("button", { name: "Show content: YouTube video" });
    await button.scrollIntoViewIfNeeded();
    assert.ok(!hosts.includes("www.youtube-nocookie.com"));
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    const before = await height();
    await button.click();
    await page.frameLocator('iframe[title="YouTube video"]').getByText("A player").waitFor();
    assert.equal(await height(), before);
    assert.ok(hosts.includes("www.youtube-nocookie.com"));
    const frame = page.locator("iframe");
    assert.match((await frame.getAttribute("sandbox")) ?? "", /allow-scripts/);
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), "IFRAME");
  });

  test("show an image in a dialog, which Escape closes, and return the focus", async (t) => {
    const { page } = await open(t);
    const link = page.getByRole("link", { name: "Larger view: A screen", exact: true });
    await link.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "A screen" });
    await dialog.getByRole("img", { name: "A screen" }).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    assert.equal(await link.evaluate((element) => element === document.activeElement), true);
    await link.click();
    await dialog.getByRole("button", { name: "Close" }).click();
    await dialog.waitFor({ state: "detached" });
  });

  test("open a note on hover, focus and tap, inside a narrow window", async (t) => {
    const { page } = await open(t, "", { viewport: { width: 360, height: 640 }, hasTouch: true });
    const link = page.getByRole("button", { name: "Annotated words" });
    const note = page.getByText("An annotation with code and a link.");
    await link.tap();
    await note.waitFor();
    const box = await note.boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= 360, JSON.stringify(box));
    assert.equal(await link.getAttribute("aria-expanded"), "true");
    await page.keyboard.press("Escape");
    await note.waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "1", exact: true }).focus();
    await page.keyboard.press("Tab");
    await note.waitFor();
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), "link");
    await page.keyboard.press("Escape");
    await note.waitFor({ state: "hidden" });
    await link.hover();
    await note.waitFor();
  });

  test("open tabs and expandables that contain the target of a link, or that a button selects", async (t) => {
    const { page } = await open(t, "#inside-a-tab");
    await page.getByText("Found by its anchor.").waitFor();
    await page.evaluate(() => {
      location.hash = "#inside";
    });
    await page.getByText("An answer.").waitFor();
    await page.getByRole("tab", { name: "npm" }).first().click();
    await page.getByRole("button", { name: "Choose yarn" }).click();
    await page.getByText("Install with yarn.").waitFor();
  });

  test("expand code, and copy all of its lines and the address of a heading", async (t) => {
    const { page } = await open(t, "", { permissions: ["clipboard-read", "clipboard-write"] });
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    const code = page.locator("figure", { hasText: "long.py" });
    const isFolded = () =>
      code.locator("pre").evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight);
    assert.equal(await isFolded(), true);
    await code.getByRole("button", { name: "Copy code" }).click();
    assert.match(await copied(), /^first = 1\n(?:.+\n)*fifth = 5$/);
    await code.getByText("Show all lines").click();
    assert.equal(await isFolded(), false);
    await page.getByRole("link", { name: "Link to heading: Hints" }).click();
    assert.equal(await copied(), `${site}#hints`);
  });

  test("show requests in all languages, and unfold schemas", async (t) => {
    const { page } = await open(t);
    const sheet = page.locator("section", { has: page.getByRole("heading", { name: "Change a pet" }) });
    for (const label of ["Path parameters", "Query parameters", "Headers", "Responses"])
      await sheet.getByText(label, { exact: true }).first().waitFor();
    await sheet.getByRole("tab", { name: "Python" }).click();
    await sheet.getByText("import requests").waitFor();
    await sheet.getByText("No such pet").waitFor({ state: "hidden" });
    await sheet.locator("summary", { hasText: "404" }).click();
    await sheet.getByText("No such pet").waitFor();
    await page.getByText("Read the health").waitFor();
  });

  test("are complete without scripts", async (t) => {
    const { page } = await open(t, "", { javaScriptEnabled: false });
    for (const text of ["The text of the note.", "Install with yarn.", "import requests", "{% unknown %}"])
      assert.equal(await page.getByText(text).first().isVisible(), true, text);
    const link = page.getByRole("link", { name: "YouTube video" });
    assert.equal(await link.getAttribute("href"), "https://www.youtube.com/watch?v=abc");
    assert.equal(await page.getByRole("button", { name: /Show content/ }).count(), 0);
    assert.ok((await widthOf(page)) <= 1200);
  });

  for (const width of [320, 360, 900])
    test(`are not wider than a window of ${width} pixels`, async (t) => {
      const { page } = await open(t, "", { viewport: { width, height: 700 } });
      assert.ok((await widthOf(page)) <= width);
    });
});

function widthOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth);
}
