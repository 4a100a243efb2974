import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before } from "node:test";
import type { Browser, BrowserContextOptions, ConsoleMessage, Page } from "playwright-core";
import { launchChromium } from "./chromium.ts";

/** The context of a test, which closes what the test has opened. */
interface TestContext {
  after(end: () => Promise<void>): void;
}

interface PageOptions extends BrowserContextOptions {
  /** URLs of other hosts that the page may request. They are not asked: the reply is a short text. */
  readonly otherHosts?: RegExp;
  /** Errors in the console that the test expects. */
  readonly expectedErrors?: RegExp;
}

/** Starting Chromium takes a second, so that the suites of a process share it. */
let shared: Promise<Browser> | undefined;
after(async () => (await shared)?.close());

/**
 * Opens pages for the tests of a suite, each with its own cookies. A test fails at its end if a script of its pages failed, their
 * policy was violated, something could not be loaded, or another host was asked. The status of the page itself is for the test.
 */
export function useBrowser(defaults: PageOptions = {}) {
  let browser: Browser;
  before(async () => {
    shared ??= launchChromium();
    browser = await shared;
  });

  /** An empty page, for tests that listen before they open something. */
  async function newPage(t: TestContext, options: PageOptions = {}): Promise<Page> {
    const { otherHosts, expectedErrors, ...contextOptions } = { ...defaults, ...options };
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...contextOptions });
    if (otherHosts)
      await context.route(otherHosts, (route) =>
        route.fulfill({ contentType: "text/html", body: "Another host" }),
      );
    const page = await context.newPage();
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("console", (message) => {
      if (isProblem(message, page) && !expectedErrors?.test(message.text()))
        problems.push(`${message.text()} ${message.location().url}`);
    });
    page.on("request", (request) => {
      const { origin, protocol } = new URL(request.url());
      const isNavigation = request.isNavigationRequest() && request.frame() === page.mainFrame();
      const isOwn = isNavigation || origin === new URL(page.url()).origin;
      if (!isOwn && protocol !== "data:" && !otherHosts?.test(request.url())) problems.push(request.url());
    });
    t.after(async () => {
      await context.close();
      assert.deepEqual(problems, []);
    });
    return page;
  }

  return {
    /** For suites that watch their pages in another way. */
    get browser() {
      return browser;
    },
    newPage,
    async open(t: TestContext, url: string, options?: PageOptions): Promise<Page> {
      const page = await newPage(t, options);
      await page.goto(url);
      return page;
    },
  };
}

/** Chromium also reports the status of a page itself, such as 404, as an error. */
function isProblem(message: ConsoleMessage, page: Page): boolean {
  const isStatus = message.text().startsWith("Failed to load resource: the server responded");
  return message.type() === "error" && !(isStatus && message.location().url === page.url());
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Axe {
  run(
    part: string,
    options: object,
  ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>;
}

/** The rules of axe that colors can break, for the same page in the dark. */
export const colorRules: readonly string[] = ["color-contrast", "link-in-text-block"];

/** The accessibility problems that axe finds: on the whole page or in a part of it, by all rules or some. */
export async function findViolations(
  page: Page,
  { within = "html", rules }: { within?: string; rules?: readonly string[] } = {},
): Promise<unknown[]> {
  // The policy of a page forbids other scripts, but not those of the debugger.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe);
  return page.evaluate(
    async ([part, runOnly]) => {
      const { axe: runner } = globalThis as unknown as { axe: Axe };
      const options = { resultTypes: ["violations"], preload: false, iframes: false };
      const { violations } = await runner.run(part, { ...options, ...(runOnly && { runOnly }) });
      return violations.map(({ id, nodes }) => [
        id,
        nodes.map(({ html, failureSummary }) => `${html.slice(0, 150)} ${failureSummary}`),
      ]);
    },
    [within, rules] as const,
  );
}

/** The width of a page in pixels. It should not exceed that of the window. */
export function widthOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth);
}
