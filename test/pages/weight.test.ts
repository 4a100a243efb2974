import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import type { Request } from "playwright-core";
import { skip } from "../support/chromium.ts";
import { useBrowser } from "../support/suite-browser.ts";
import { useServer } from "../support/suite-server.ts";
import { chapterCount, publishChapters } from "./chapters.ts";

/** In bytes, compressed. */
const budgets = { script: 15_000, styles: 15_000, html: 7_000, growth: 1_200 };

interface Load {
  readonly page: string;
  readonly requests: readonly Request[];
  /** The compressed bytes of scripts or style sheets, those in the page included. */
  bytesOf(kind: "script" | "stylesheet"): Promise<number>;
  readonly layoutShift: number;
  /** The font of the text. */
  readonly font: string;
}

describe("a page of text", { skip }, () => {
  const server = useServer("sqlite");
  const chromium = useBrowser();
  const sites = new Map<string, string>();
  before(async () => {
    sites.set("plain", await publishChapters(server, 1));
    for (const font of ["Inter", "Merriweather"])
      sites.set(font, await publishChapters(server, 1, { styling: { font } }));
    sites.set("large", await publishChapters(server, chapterCount));
  });

  /**
   * Opens the page as for the first time, and scrolls to its end when everything has arrived. Fonts arrive after the text
   * was drawn: a page that waits for them is never drawn.
   */
  async function load(site: string, viewport = { width: 1440, height: 900 }): Promise<Load> {
    const context = await chromium.browser.newContext({ viewport });
    try {
      const page = await context.newPage();
      const requests: Request[] = [];
      page.on("request", (request) => {
        // The page loads nothing by counting its view.
        if (request.resourceType() !== "ping") requests.push(request);
      });
      await page.addInitScript(() => {
        const observed = globalThis as unknown as { layoutShift: number };
        observed.layoutShift = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            observed.layoutShift += (entry as unknown as { value: number }).value;
        }).observe({ type: "layout-shift", buffered: true });
      });
      const drawn = Promise.withResolvers<void>();
      await page.route("**/*.woff2", async (route) => {
        await drawn.promise;
        await route.continue();
      });
      await page.goto(`${sites.get(site)}/chapter-0/page-0.5`, { waitUntil: "commit" });
      await page.waitForFunction(
        () => performance.getEntriesByName("first-contentful-paint").length > 0,
        undefined,
        { timeout: 10_000 },
      );
      drawn.resolve();
      await page.waitForLoadState("networkidle");
      const origins = requests
        .map((request) => new URL(request.url()))
        .flatMap(({ protocol, origin }) => (protocol === "data:" ? [] : origin));
      assert.deepEqual([...new Set(origins)], [server.url], "another host was asked");
      const html = await page.content();
      const inline = (element: string) =>
        [...html.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, "gs"))]
          .map(([, text]) => text)
          .join("");
      const bodies = await Promise.all(
        requests.map(async (request) => ({
          type: request.resourceType(),
          body: (await (await request.response())?.body()) ?? Buffer.alloc(0),
        })),
      );
      const observed = await page.evaluate(async () => {
        await document.fonts.ready;
        scrollTo(0, document.body.scrollHeight);
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)));
        return {
          layoutShift: (globalThis as unknown as { layoutShift: number }).layoutShift,
          font: getComputedStyle(document.querySelector("article p") ?? document.body).fontFamily,
        };
      });
      return {
        ...observed,
        page: html,
        requests,
        bytesOf: async (kind) =>
          [
            inline(kind === "script" ? "script" : "style"),
            ...bodies.filter(({ type }) => type === kind).map(({ body }) => body),
          ]
            .map((body) => (body.length === 0 ? 0 : gzipSync(body).length))
            .reduce((sum, length) => sum + length, 0),
      };
    } finally {
      await context.close();
    }
  }

  let plain: Promise<Load> | undefined;
  function loadPlain(): Promise<Load> {
    plain ??= load("plain");
    return plain;
  }

  const typesOf = ({ requests }: Load) =>
    requests
      .filter((request) => !request.url().startsWith("data:"))
      .map((request) => request.resourceType())
      .sort();

  test("loads one style sheet and one script, within the budgets, and nothing moves", async () => {
    const small = await loadPlain();
    assert.deepEqual(typesOf(small), ["document", "script", "stylesheet"]);
    const [script, styles] = [await small.bytesOf("script"), await small.bytesOf("stylesheet")];
    assert.ok(script > 0 && script <= budgets.script, `${script} bytes of scripts`);
    assert.ok(styles > 0 && styles <= budgets.styles, `${styles} bytes of style sheets`);
    const html = gzipSync(small.page).length;
    assert.ok(html <= budgets.html, `${html} bytes of HTML`);
    assert.equal(small.layoutShift, 0);
    assert.equal((await load("plain", { width: 360, height: 640 })).layoutShift, 0);
  });

  test("is not heavier in a site of many pages", async () => {
    const [small, large] = [await loadPlain(), await load("large")];
    assert.deepEqual(typesOf(large), typesOf(small));
    const growth = gzipSync(large.page).length - gzipSync(small.page).length;
    assert.ok(growth <= budgets.growth, `${growth} bytes more`);
    assert.equal(large.layoutShift, 0);
  });

  for (const font of ["Inter", "Merriweather"])
    test(`is drawn before its font ${font} arrives, with at most two style sheets`, async () => {
      const loaded = await load(font);
      assert.match(loaded.font, new RegExp(font));
      assert.deepEqual([...new Set(typesOf(loaded))], ["document", "font", "script", "stylesheet"]);
      assert.equal(typesOf(loaded).filter((type) => type === "stylesheet").length, 2);
      // Its fallback has the same metrics only on systems with a font like Arial.
      assert.ok(loaded.layoutShift < 0.004, `layout shift ${loaded.layoutShift}`);
      const styles = await loaded.bytesOf("stylesheet");
      assert.ok(styles <= budgets.styles, `${styles} bytes of style sheets`);
    });
});
