import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, describe, test } from "node:test";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { launchChromium, skip } from "../support/chromium.ts";
import { useServer } from "../support/suite-server.ts";
import { publishEveryBlock } from "./every-block.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

describe("a published site in a browser", { skip }, () => {
  const server = useServer("sqlite");
  let browser: Browser;
  let site = "";
  before(async () => {
    browser = await launchChromium();
    site = await publishEveryBlock(server);
  });
  after(() => browser.close());

  /** Opens a page, and fails the test at its end if a script failed or another host was asked. */
  async function open(
    t: { after(end: () => Promise<void>): void },
    path = "",
    options: BrowserContextOptions = {},
  ): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
    // The image of the author is the only request to another host.
    await context.route("https://images.example.com/**", (route) => route.fulfill({ status: 204 }));
    const page = await context.newPage();
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    page.on("request", (request) => {
      const { origin, protocol } = new URL(request.url());
      if (![server.url, "https://images.example.com"].includes(origin) && protocol !== "data:")
        problems.push(request.url());
    });
    t.after(async () => {
      await context.close();
      assert.deepEqual(problems, []);
    });
    await page.goto(site + path);
    return page;
  }

  test("is read from page to page, by links and by keyboard", async (t) => {
    const page = await open(t);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement?.id), "content");
    await page.getByRole("link", { name: "Next Second" }).click();
    await page.getByRole("heading", { level: 1, name: "Second" }).waitFor();
    const tree = page.getByRole("navigation", { name: "Pages" });
    assert.equal(await tree.getByRole("link", { name: "Second" }).getAttribute("aria-current"), "page");
    await tree.getByRole("link", { name: "Install" }).click();
    await page.getByRole("heading", { level: 1, name: "Install" }).waitFor();
    await page.getByRole("link", { name: "Acme" }).click();
    await page.getByRole("heading", { level: 1, name: "First" }).waitFor();
  });

  test("has tabs for mouse and arrow keys, with the same choice everywhere, which is remembered", async (t) => {
    const page = await open(t);
    await page.getByRole("tab", { name: "yarn" }).first().click();
    for (const text of ["Install with yarn.", "Start with yarn."]) await page.getByText(text).waitFor();
    assert.equal(await page.getByText("start-with-npm").isVisible(), false);
    await page.keyboard.press("ArrowLeft");
    await page.getByText("start-with-npm").waitFor();
    await page.keyboard.press("End");
    await page.reload();
    await page.getByText("Start with yarn.").waitFor();
  });

  test("opens an expandable for an anchor inside it, and shows notes", async (t) => {
    const page = await open(t, "#inside");
    await page.getByText("An answer.").waitFor();
    const note = page.getByText("The text of the note.");
    assert.equal(await note.isVisible(), false);
    await page.getByRole("button", { name: "1", exact: true }).click();
    await note.waitFor();
    await page.keyboard.press("Escape");
    await note.waitFor({ state: "hidden" });
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

  test("has its page tree in a drawer on a small screen, and nothing wider than the screen", async (t) => {
    const page = await open(t, "", { viewport: { width: 360, height: 700 } });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 360, `${width} pixels`);
    const link = page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Second" });
    assert.equal(await link.isVisible(), false);
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await link.waitFor();
    await page.keyboard.press("Escape");
    await link.waitFor({ state: "hidden" });
  });

  test("is complete without scripts", async (t) => {
    const page = await open(t, "", { javaScriptEnabled: false });
    for (const text of ["Install with npm.", "Install with yarn.", "Something that readers should know."])
      assert.equal(await page.getByText(text).isVisible(), true, text);
    assert.equal(await page.getByRole("button", { name: "Light" }).isVisible(), false);
    await page.getByRole("link", { name: "Next Second" }).click();
    await page.getByRole("heading", { level: 1, name: "Second" }).waitFor();
  });

  for (const colorScheme of ["light", "dark"] as const)
    test(`has no accessibility problem that axe finds, in ${colorScheme} mode`, async (t) => {
      for (const path of ["", "/nothing"]) {
        const context = await browser.newContext({ colorScheme });
        t.after(() => context.close());
        const page = await context.newPage();
        await page.goto(site + path);
        // The policy of the page forbids scripts, but not those of the debugger.
        await page.evaluate(axe);
        const violations = await page.evaluate(async () => {
          const runner = (globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } })
            .axe;
          interface Violation {
            id: string;
            nodes: { html: string; failureSummary?: string }[];
          }
          return (await runner.run()).violations.map(({ id, nodes }) => [
            id,
            nodes.map(({ html }) => html.slice(0, 150)),
          ]);
        });
        assert.deepEqual(violations, [], path);
      }
    });
});
