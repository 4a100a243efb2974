import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { skip } from "../support/chromium.ts";
import { screenDatabases } from "../support/databases.ts";
import { firefox, iphone, siteEvent } from "../support/site-events.ts";
import { adminEmail, checkScreen, useWorkspace } from "../support/workspace.ts";

/** The texts of the rows of a table. */
const rowsOf = (table: Locator) =>
  table
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent?.trim())));

async function saveCsv(page: Page, name: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: `Export “${name}” as CSV` }).click(),
  ]);
  return readFile(await download.path(), "utf8");
}

/** Checks the screen when all numbers are there: while they are loaded, the former ones are pale. */
async function checkLoaded(page: Page, screen: string): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll(".insight-body")].every((body) => getComputedStyle(body).opacity === "1"),
  );
  await checkScreen(page, screen);
}

for (const kind of screenDatabases.second)
  describe(`the insights of a site (${kind})`, { skip }, () => {
    const workspace = useWorkspace(kind);
    const { server } = workspace;

    async function createSite() {
      const organization = (await server.call("GET /orgs")).items[0].id;
      const { id: space } = await server.call(`POST /orgs/${organization}/spaces`, { title: "Handbook" });
      const titles = ["Welcome", ...Array.from({ length: 14 }, (_, i) => `Chapter ${i + 1}`)];
      const changes = titles.map((title) => ({
        operation: "insert_page",
        title,
        document: { markdown: "Text." },
      }));
      const reply = await server.call(`POST /spaces/${space}/content`, { changes });
      const pages: string[] = reply.changes.map((change: { page: { id: string } }) => change.page.id);
      const { id } = await server.call(`POST /orgs/${organization}/sites`, {
        title: "Docs",
        spaces: [space],
      });
      const path = `/orgs/${organization}/sites/${id}`;
      const { items } = await server.call(`GET ${path}/site-spaces`);
      return { path, space, pages, siteSpace: items[0].id as string };
    }

    test("are numbers that equal the events, as charts, tables and files, by any filter", async (t) => {
      const { path, space, pages, siteSpace } = await createSite();
      const page = await workspace.open(t, adminEmail, `${path}/insights`);
      await page.getByRole("heading", { name: "Nothing is counted before the site is published" }).waitFor();
      await page.getByRole("link", { name: "Go to the overview to publish" }).waitFor();
      await page.getByText("How this is counted").click();
      await page.getByText(/^Without cookies, visitors are told apart/).waitFor();
      await checkLoaded(page, "insights of an unpublished site");

      await server.call(`POST ${path}/publish`);
      const at = (index: number) => ({ siteSpace, space, page: pages[index] ?? null });
      const welcome = { location: at(0) };
      const phone = {
        session: { userAgent: iphone, visitorId: "phone", language: "en-US" },
        location: at(1),
      };
      const search = (query: string, results: number) =>
        siteEvent("search_type_query", { ...welcome, query, results });
      const link = { target: { kind: "url", url: "https://shop.example/cart" }, position: "content" };
      const feedback = { rating: "bad", comment: "Where is the key, please?" };
      const events = [
        ...pages.map((_, i) => siteEvent("page_view", { location: at(i) })),
        siteEvent("page_view", welcome),
        siteEvent("page_view", {
          ...welcome,
          session: { referrer: "https://news.example/item", userAgent: firefox },
        }),
        ...[1, 2, 3].map(() => siteEvent("page_view", phone)),
        siteEvent("page_view", {
          location: { ...at(0), space: "deleted", page: "deleted", url: "https://docs.example.com/removed" },
          session: { visitorAuthClaims: { plan: "pro" } },
        }),
        ...["/old", "/old", "/older"].map((missing) =>
          siteEvent("page_view", { location: { ...at(99), url: `https://docs.example.com${missing}` } }),
        ),
        ...[search("tokens", 3), search("=1+1", 0), search("=1+1", 0)],
        siteEvent("link_click", { ...welcome, link }),
        siteEvent("page_post_feedback", { ...welcome, feedback: { rating: "bad" } }),
        siteEvent("page_post_feedback_comment", { ...welcome, feedback }),
        siteEvent("page_post_feedback", { ...welcome, feedback: { rating: "good" } }),
      ];
      await server.call(`POST ${path}/insights/events`, { events });

      await page.reload();
      const tiles = page.getByRole("navigation", { name: "Reports" });
      for (const [name, count] of Object.entries({
        Views: 21,
        Searches: 3,
        "Searches without results": 2,
        Feedback: 2,
        "Links to elsewhere": 1,
        "Pages not found": 3,
        "Requests of programs": 0,
      }))
        await tiles.getByRole("link", { name: new RegExp(`^${name} ${count}\\b`) }).waitFor();
      await tiles.getByText("2 visitors").waitFor();

      // The chart has a table with the same numbers, and its points are reached by keys.
      const overTime = page.getByRole("region", { name: "Views · Over time" });
      const chart = overTime.getByRole("slider");
      await overTime.locator("canvas").waitFor();
      await chart.focus();
      await page.keyboard.press("End");
      await page.waitForFunction(() =>
        /\d{4}: Views: 21, Visitors: 2, Period before: 0$/.test(
          document.querySelector("[role=slider]")?.getAttribute("aria-valuetext") ?? "",
        ),
      );
      const table = overTime.getByRole("table");
      assert.equal(await table.locator("tbody tr").count(), 30);
      assert.deepEqual((await rowsOf(table)).at(-1)?.slice(1), ["21", "2", "0"]);
      await page.getByRole("heading", { name: "Visitor segments" }).waitFor();
      assert.deepEqual(await rowsOf(page.getByRole("table", { name: "Visitor segments" })), [
        ["Without claims", String(events.length - 1), "2", "1"],
        ["plan: pro", "1", "1", "1"],
      ]);

      // The most frequent pages first, deleted ones by their paths, the rest on demand.
      const byPage = page.getByRole("table", { name: "Views · Page" });
      await byPage.getByRole("link", { name: "Welcome" }).waitFor();
      assert.equal(await byPage.locator("tbody tr").count(), 10);
      assert.deepEqual((await rowsOf(byPage)).slice(0, 2), [
        ["Chapter 1", "4", "19%"],
        ["Welcome", "3", "14.3%"],
      ]);
      await page
        .getByRole("region", { name: "Views · Page" })
        .getByRole("button", { name: "Show more" })
        .click();
      await byPage.getByRole("link", { name: "/removed" }).waitFor();
      const parts = (await rowsOf(byPage)).map(([, count]) => Number(count));
      assert.deepEqual([parts.length, parts.reduce((sum, count) => sum + count)], [16, 21]);
      await page.getByRole("combobox", { name: "Views · Who" }).selectOption("Country of language");
      const byCountry = page.getByRole("table", { name: "Views · Country of language" });
      await byCountry.getByText("United States").waitFor();
      assert.deepEqual(
        (await rowsOf(byCountry)).map(([name, count]) => [name, count]),
        [
          ["Austria", "18"],
          ["United States", "3"],
        ],
      );
      await checkLoaded(page, "insights");
      assert.equal(
        await saveCsv(page, "Visitor segments"),
        `\ufeffClaims,Events,Visitors,Sessions\r\nWithout claims,${events.length - 1},2,1\r\nplan: pro,1,1,1\r\n`,
      );

      // A country filters by all of its languages, also after a reload.
      await byCountry.getByRole("link", { name: "United States" }).press("Enter");
      await tiles.getByRole("link", { name: /^Views 3\b/ }).waitFor();
      await page.reload();
      await tiles.getByRole("link", { name: /^Views 3\b/ }).waitFor();
      assert.match(page.url(), /country=US/);
      await page
        .getByRole("button", { name: "Remove the filter Country of language: United States" })
        .press("Enter");
      await tiles.getByRole("link", { name: /^Views 21\b/ }).waitFor();

      // A row filters everything; the address has it, so that a reload keeps it.
      await page.getByRole("combobox", { name: "Views · Who" }).selectOption("Device");
      await page.getByRole("link", { name: "Phone", exact: true }).press("Enter");
      await tiles.getByRole("link", { name: /^Views 3\b/ }).waitFor();
      await page.reload();
      await tiles.getByRole("link", { name: /^Searches 0\b/ }).waitFor();
      assert.match(page.url(), /device=mobile/);
      await page.getByRole("button", { name: "Remove the filter Device: Phone" }).press("Enter");
      await tiles.getByRole("link", { name: /^Views 21\b/ }).waitFor();
      await page.getByRole("button", { name: "Filter", exact: true }).press("Enter");
      await page.getByRole("menuitem", { name: "Referrer" }).press("Enter");
      await page.getByRole("option", { name: "news.example 1" }).waitFor();
      await page.getByRole("combobox", { name: "Filter by referrer" }).fill("news");
      await page.getByRole("option", { name: "news.example 1" }).waitFor();
      await page.keyboard.press("Enter");
      await tiles.getByRole("link", { name: /^Views 1\b/ }).waitFor();
      await page.getByRole("button", { name: "Remove the filter Referrer: news.example" }).press("Enter");
      await tiles.getByRole("link", { name: /^Views 21\b/ }).waitFor();

      // Periods.
      await page.getByRole("combobox", { name: "Period" }).selectOption("Last 7 days");
      await page.waitForFunction(
        () => document.querySelectorAll("caption + thead + tbody")[0]?.children.length === 7,
      );
      await page.getByRole("button", { name: "Table", exact: true }).press("Enter");
      await page.getByRole("group", { name: "Table" }).waitFor();
      await checkLoaded(page, "insights as a table");
      await page.getByRole("combobox", { name: "Period" }).selectOption("Own period");
      await page.getByLabel("From", { exact: true }).fill("2020-01-01");
      await page.getByLabel("To", { exact: true }).fill("2020-01-31");
      await tiles.getByRole("link", { name: /^Views 0\b/ }).waitFor();
      assert.match(page.url(), /from=2020-01-01&to=2020-01-31/);
      await page.getByRole("combobox", { name: "Period" }).selectOption("Last 30 days");

      // Searches, in a file that a spreadsheet does not compute.
      await tiles.getByRole("link", { name: /^Searches without results 2\b/ }).press("Enter");
      await page
        .getByRole("table", { name: "Searches without results · Search" })
        .getByText("=1+1")
        .waitFor();
      assert.equal(
        await saveCsv(page, "Searches without results · Search"),
        "\ufeffSearch,Searches without results,Share\r\n'=1+1,2,1\r\n",
      );
      const days = (await saveCsv(page, "Searches without results · Over time")).trim().split("\r\n");
      assert.equal(days.length, 31);
      assert.match(days.at(-1) ?? "", /^\d{4}-\d\d-\d\d,2,0$/);

      // Feedback with its sentences, links, and pages that were not found.
      await tiles.getByRole("link", { name: /^Feedback 2\b/ }).press("Enter");
      await page.getByText("Where is the key, please?").waitFor();
      await page.getByRole("listitem").filter({ hasText: "Where is the key" }).getByText("Bad").waitFor();
      await page.getByRole("link", { name: "Welcome" }).last().waitFor();
      assert.match(
        await saveCsv(page, "What readers wrote"),
        /,Bad,Welcome,"Where is the key, please\?",1\r\n$/,
      );
      await page.getByRole("button", { name: "Chart", exact: true }).press("Enter");
      await page.locator("canvas").waitFor();
      await checkLoaded(page, "feedback of readers");
      await tiles.getByRole("link", { name: /^Links to elsewhere 1\b/ }).press("Enter");
      await page.getByRole("link", { name: "shop.example" }).waitFor();
      await tiles.getByRole("link", { name: /^Pages not found 3\b/ }).press("Enter");
      const byPath = page.getByRole("table", { name: "Pages not found · Path" });
      await byPath.getByRole("link", { name: "/older" }).waitFor();
      assert.deepEqual(await rowsOf(byPath), [
        ["/old", "2", "66.7%"],
        ["/older", "1", "33.3%"],
      ]);
    });
  });
