import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, describe, type TestContext, test } from "node:test";
import type { BrowserContextOptions } from "playwright-core";
import { nodesIn } from "../../src/content/document/index.ts";
import { blockTypes, inlineTypes } from "../../src/content/document/model/model.ts";
import { skip } from "../support/chromium.ts";
import { colorRules, findViolations, useBrowser, widthOf } from "../support/suite-browser.ts";
import { useServer } from "../support/suite-server.ts";
import { contrast, rgbOf } from "./colors.ts";
import { publishEveryBlock } from "./every-block.ts";

const codeStyles = new URL("../../src/site/assets/code.css", import.meta.url);

describe("blocks of a page in a browser", { skip }, () => {
  const server = useServer("sqlite");
  let site = "";
  before(async () => {
    site = await publishEveryBlock(server);
  });

  const browser = useBrowser({ viewport: { width: 1200, height: 800 }, otherHosts: /^https:/ });
  /** Opens the page with every block. */
  const open = (t: TestContext, hash = "", options: BrowserContextOptions = {}) =>
    browser.open(t, site + hash, options);

  test("are of all types", async () => {
    const { items: organizations } = await server.call("GET /orgs");
    const { items: spaces } = await server.call(`GET /orgs/${organizations[0].id}/spaces`);
    const named = (name: string) => (item: { title: string }) => item.title === name;
    const content = `/spaces/${spaces.find(named("Handbook")).id}/content`;
    const { pages } = await server.call(`GET ${content}`);
    const { document } = await server.call(
      `GET ${content}/page/${pages.find(named("First")).id}?format=document&evaluated=false`,
    );
    const types = new Set<string>(Array.from(nodesIn(document.nodes), ({ type }) => type));
    const missing = [...blockTypes, ...inlineTypes].filter((type) => !types.has(type));
    assert.deepEqual(missing, [], "types that the page does not contain");
  });

  test("are printed without what only works on screens", async (t) => {
    const page = await open(t);
    for (const isPrinted of [false, true]) {
      if (isPrinted) await page.emulateMedia({ media: "print" });
      for (const name of [".prompt-links", ".table-search", ".api-actions"])
        assert.equal(await page.locator(name).first().isVisible(), !isPrinted, name);
    }
    await page.setViewportSize({ width: 680, height: 800 });
    await page.goto(`${site}/odd`);
    const table = page.getByRole("group", { name: "Table" }).first();
    const isCut = await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    assert.equal(isCut, false, "a wide table fits the sheet");
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    const formulas = await page
      .locator(".formula")
      .evaluateAll((all) => all.map(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth));
    assert.deepEqual(formulas, [true, true, true], "formulas fit the sheet");
  });

  test("load a player only when the reader asks for it, in the space of its card", async (t) => {
    const page = await browser.newPage(t);
    const hosts: string[] = [];
    page.on("request", (request) => hosts.push(new URL(request.url()).host));
    await page.goto(site);
    const button = page.getByRole("button", { name: "Show content: YouTube video" });
    await button.scrollIntoViewIfNeeded();
    assert.ok(!hosts.includes("www.youtube-nocookie.com"));
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    // An image that is loaded meanwhile may change the height by a part of a pixel.
    await page.evaluate(() =>
      Promise.all(
        [...document.images].map((image) => {
          image.loading = "eager";
          return image.decode().catch(() => {});
        }),
      ),
    );
    const before = await height();
    await button.click();
    await page.frameLocator('iframe[title="YouTube video"]').getByText("Another host").waitFor();
    assert.equal(await height(), before);
    assert.ok(hosts.includes("www.youtube-nocookie.com"));
    const frame = page.locator("iframe");
    assert.match((await frame.getAttribute("sandbox")) ?? "", /allow-scripts/);
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), "IFRAME");
  });

  test("show an image in a dialog, which Escape closes, and return the focus", async (t) => {
    const page = await open(t);
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
    const page = await open(t, "", { viewport: { width: 360, height: 640 }, hasTouch: true });
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

  test("show a title once that is also the first heading, and neither links nor titles of columns without a name", async (t) => {
    const page = await browser.open(t, `${site}/odd#odd`);
    const headings = page.getByRole("main").getByRole("heading");
    assert.deepEqual(await headings.evaluateAll((all) => all.map(({ tagName, id }) => [tagName, id])), [
      ["H1", "odd"],
      ["H2", "below"],
    ]);
    assert.equal(await page.getByRole("link", { name: "https://example.com/icon" }).count(), 1);
    for (const name of ["x^2", "gear", "picture.svg"])
      assert.equal(await page.getByRole("columnheader", { name, exact: true }).count(), 1, name);
    assert.deepEqual(await findViolations(page, { within: "main" }), []);
  });

  test("have the widths of columns, and text of expandables in one line", async (t) => {
    const page = await browser.open(t, `${site}/odd`);
    const widthIn = async (text: string) =>
      (await page.getByText(text).locator("..").boundingBox())?.width ?? 0;
    const share = (await widthIn("A narrow column.")) / (await widthIn("A wide column."));
    assert.ok(Math.abs(share - 1 / 3) < 0.01, `${share}`);
    const equal = await page
      .locator(".columns")
      .nth(1)
      .evaluate(({ children }) => Array.from(children, (column) => column.getBoundingClientRect().width));
    assert.ok(Math.max(...equal) - Math.min(...equal) < 0.1, `${equal}`);
    const summary = page.locator("summary", { hasText: "enough" });
    const gap = await summary.evaluate((element) => {
      const range = document.createRange();
      const bold = element.querySelector("strong");
      if (!bold?.nextSibling) return 0;
      range.selectNodeContents(bold.nextSibling);
      return range.getBoundingClientRect().left - bold.getBoundingClientRect().right;
    });
    assert.ok(gap < 1, `${gap} pixels before the word`);
  });

  test("show the whole height of a formula", async (t) => {
    const page = await browser.open(t, `${site}/odd`);
    const formulas = page.locator(".formula");
    assert.equal(await formulas.count(), 3);
    for (const formula of await formulas.all()) {
      const heights = await formula.evaluate(({ scrollHeight, clientHeight }) => [
        scrollHeight,
        clientHeight,
      ]);
      assert.equal(heights[0], heights[1]);
    }
  });

  test("align images with captions that are longer", async (t) => {
    const page = await browser.open(t, `${site}/odd`);
    const edges = await page.locator(".images").evaluateAll((all) =>
      all.map((images) => {
        const outer = images.getBoundingClientRect();
        const inner = (images.querySelector("img") ?? images).getBoundingClientRect();
        return [inner.left - outer.left, outer.right - inner.right].map(Math.round);
      }),
    );
    const [right = [], center = []] = edges;
    assert.equal(right[1], 0);
    assert.ok(center[0] === center[1] && Number(center[0]) > 0, center.join());
  });

  test("write code from left to right in text of any direction", async (t) => {
    const page = await browser.open(t, `${site}/arabic`);
    const edges = await page.getByText("key_test_", { exact: true }).evaluate(({ firstChild }) => {
      const range = document.createRange();
      const edgeOf = (index: number) => {
        if (firstChild === null) return 0;
        range.setStart(firstChild, index);
        range.setEnd(firstChild, index + 1);
        return range.getBoundingClientRect().left;
      };
      return [edgeOf(0), edgeOf(8)];
    });
    assert.ok(Number(edges[0]) < Number(edges[1]), edges.join());
  });

  test("open tabs and expandables that contain the target of a link, or that a button selects", async (t) => {
    const page = await open(t, "#inside-a-tab");
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
    const page = await open(t, "", { permissions: ["clipboard-read", "clipboard-write"] });
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

  test("are copied over plain http too, where browsers have no clipboard for scripts", async (t) => {
    const { pathname, port } = new URL(site);
    const expectedErrors = /Cross-Origin-Opener-Policy/;
    const page = await browser.open(t, `http://wiki.test:${port}${pathname}`, { expectedErrors });
    assert.equal(await page.evaluate(() => "clipboard" in navigator), false);
    const pasted = async () => {
      await page.evaluate(() => {
        const field = document.createElement("textarea");
        document.querySelector("main")?.append(field);
        field.focus();
      });
      await page.keyboard.press("Control+V");
      return page.locator("main > textarea").last().inputValue();
    };
    await page.locator("figure", { hasText: "long.py" }).getByRole("button", { name: "Copy code" }).click();
    await page.locator(".copy.is-copied").waitFor();
    assert.match(await pasted(), /^first = 1\n(?:.+\n)*fifth = 5$/);
    await page.locator(".page-actions summary").click();
    await page.getByRole("button", { name: "Copy as Markdown" }).click();
    await page.locator(".page-actions .is-copied").waitFor();
    assert.match(await pasted(), /^# First\n/);
  });

  test("show requests in all languages, and unfold schemas", async (t) => {
    const page = await open(t);
    const sheet = page.locator("section", { has: page.getByRole("heading", { name: "Change a pet" }) });
    for (const label of ["Path parameters", "Query parameters", "Headers", "Responses"])
      await sheet.getByText(label, { exact: true }).first().waitFor();
    await sheet.getByRole("tab", { name: "Python" }).click();
    await sheet.getByText("import requests").waitFor();
    await sheet.getByText("No such pet").waitFor({ state: "hidden" });
    await sheet.locator("summary", { hasText: "404" }).click();
    await sheet.getByText("No such pet").waitFor();
    await page.getByRole("heading", { name: "Read the health" }).waitFor();
    // Recursive schemas are unfolded as often as readers ask.
    const parents = sheet
      .locator(".api-recursion", { hasText: "Fields of parent" })
      .filter({ visible: true });
    const nicknames = sheet.getByText("nickname", { exact: true }).filter({ visible: true });
    // One in the body of the request, one in the response.
    assert.deepEqual([await parents.count(), await nicknames.count()], [2, 2]);
    for (const count of [3, 4, 5]) {
      await parents.first().click();
      assert.deepEqual([await parents.count(), await nicknames.count()], [2, count]);
    }
    await sheet.locator("summary", { hasText: "Fields of owner" }).first().click();
    await sheet.getByRole("link", { name: "Fields of pets" }).filter({ visible: true }).click();
    assert.equal(await nicknames.count(), 6);
    // The focus is on what was opened, so that the keyboard closes it again.
    await page.keyboard.press("Enter");
    assert.equal(await nicknames.count(), 5);
    const ids = await page.evaluate(() => Array.from(document.querySelectorAll("[id]"), ({ id }) => id));
    assert.equal(new Set(ids).size, ids.length);
  });

  test("filter the rows of a table, and announce how many match", async (t) => {
    const page = await open(t);
    const field = page.getByRole("searchbox", { name: "Search this table" });
    assert.equal(await field.count(), 1);
    const table = page.getByRole("table").filter({ hasText: "Ecuador" });
    const rows = () => table.getByRole("row").count();
    assert.equal(await rows(), 4);
    await field.fill("PERU lima");
    await page.getByRole("status").getByText("Matches: 1", { exact: true }).waitFor();
    assert.equal(await rows(), 2);
    await field.fill("nowhere");
    await page.getByText("Matches: 0", { exact: true }).waitFor();
    await field.fill("");
    assert.equal(await rows(), 4);
    assert.equal(await page.getByText(/^Matches/).count(), 0);
    // Long tables are searched without an option of the author, and cards like rows.
    await page.goto(`${site}/second`);
    const [inRows, inCards] = [field.first(), field.last()];
    assert.equal(await field.count(), 2);
    const items = page.getByRole("main").getByRole("listitem").filter({ hasText: "Shelf" });
    const shown = async () => [await page.getByRole("table").getByRole("row").count(), await items.count()];
    assert.deepEqual(await shown(), [31, 30]);
    await inRows.fill("SHELF 9");
    await page.getByText("Matches: 3", { exact: true }).waitFor();
    assert.deepEqual(await shown(), [4, 30]);
    await inCards.fill("item 30");
    await page.getByText("Matches: 1", { exact: true }).waitFor();
    assert.deepEqual(await shown(), [4, 1]);
  });

  test("show buttons that lead nowhere as text", async (t) => {
    const page = await open(t);
    // A button that leads nowhere is text.
    assert.equal(await page.getByRole("button", { name: "Ask" }).count(), 0);
    assert.equal(await page.getByText("Ask", { exact: false }).first().isVisible(), true);
  });

  test("have readable colors and no accessibility problem that axe finds, in light and dark", async (t) => {
    const page = await open(t);
    const classes = readFileSync(codeStyles, "utf8").match(/\.hljs-[\w-]+/g) ?? [];
    assert.ok(classes.length > 15);
    assert.deepEqual(await findViolations(page), []);
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await findViolations(page, { rules: colorRules }), [], colorScheme);
      const pairs = await page.locator(".code, .hint .code, .api .code").evaluateAll((blocks, names) => {
        const pairs = new Set<string>();
        for (const block of blocks) {
          const code = block.querySelector("code");
          const background = getComputedStyle(block).backgroundColor;
          const token = document.createElement("span");
          code?.append(token);
          for (const name of ["", ...names]) {
            token.className = name.slice(1);
            pairs.add(`${getComputedStyle(token).color}|${background}`);
          }
          token.remove();
        }
        return [...pairs].map((pair) => pair.split("|"));
      }, classes);
      for (const [text = "", background = ""] of pairs) {
        const [behind = []] = await rgbOf(page, [background]);
        const [color = []] = await rgbOf(page, [text], background);
        assert.ok(contrast(color, behind) >= 4.5, `${text} on ${background}, ${colorScheme}`);
      }
    }
  });

  test("are complete without scripts", async (t) => {
    const page = await open(t, "", { javaScriptEnabled: false });
    for (const text of ["The text of the note.", "Install with yarn.", "import requests", "{% unknown %}"])
      assert.equal(await page.getByText(text).first().isVisible(), true, text);
    const link = page.getByRole("link", { name: "YouTube video" });
    assert.equal(await link.getAttribute("href"), "https://www.youtube.com/watch?v=abc");
    assert.equal(await page.getByRole("button", { name: /Show content/ }).count(), 0);
    assert.ok((await widthOf(page)) <= 1200);
    assert.equal(await page.getByRole("searchbox", { name: "Search this table" }).isVisible(), false);
    const recursion = page.getByRole("link", { name: "Fields of parent" }).first();
    const id = (await recursion.getAttribute("href"))?.slice(1);
    assert.equal(await page.locator(`[id="${id}"]`, { has: recursion }).count(), 1);
    await page.goto(`${site}/odd`);
    const [title, code] = await Promise.all(
      [".tab-title", ".tabs .code"].map((part) => page.locator(part).boundingBox()),
    );
    assert.ok(title && code && title.y + title.height <= code.y, "the title of a tab is above its code");
  });

  test("are not wider than the window", async (t) => {
    const page = await open(t);
    for (const url of [site, `${site}/odd`]) {
      await page.goto(url);
      for (const width of [900, 360, 320]) {
        await page.setViewportSize({ width, height: 700 });
        assert.ok((await widthOf(page)) <= width, `${url}, ${width} pixels`);
      }
    }
  });
});
