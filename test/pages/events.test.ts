import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { becomes } from "../support/becomes.ts";
import { skip } from "../support/chromium.ts";
import { findViolations, useBrowser } from "../support/suite-browser.ts";
import { useServer } from "../support/suite-server.ts";

/** Without the words by which automated browsers are left out. */
const userAgent =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

describe("the events of readers in a browser", { skip }, () => {
  const server = useServer("sqlite");
  let site = "";
  let sitePath = "";
  let insights = "";
  before(async () => {
    const [{ id: organization }] = (await server.call("GET /orgs")).items;
    const space = await server.call(`POST /orgs/${organization}/spaces`, { title: "Docs" });
    const markdown = "See [the shop](http://shop.invalid/item) and [the guide](guide.md).";
    const insert = (title: string) => ({ operation: "insert_page", title, document: { markdown } });
    await server.call(`POST /spaces/${space.id}/content`, { changes: [insert("Home"), insert("Guide")] });
    const sites = `/orgs/${organization}/sites`;
    const { id } = await server.call(`POST ${sites}`, { title: "Docs", spaces: [space.id] });
    await server.call(`PUT ${sites}/${id}/customization`, { feedback: { enabled: true } });
    site = (await server.call(`POST ${sites}/${id}/publish`)).urls.published;
    sitePath = `${sites}/${id}`;
    insights = `${sitePath}/insights`;
  });

  const { open, newPage } = useBrowser({ expectedErrors: /404|ERR_/ });

  async function countTypes(): Promise<Record<string, number>> {
    const groupBy = [{ column: "eventType" }];
    const { columns } = await server.call(`POST ${insights}/events/aggregate`, {
      range: "last7Days",
      groupBy,
    });
    const [types, counts] = columns;
    return Object.fromEntries(types.values.map((type: string, i: number) => [type, counts.values[i]]));
  }

  /** Events are written once a second. */
  async function waitForTypes(expected: Record<string, number>): Promise<void> {
    await becomes(countTypes, expected);
  }

  test("are views, 404s, searches, clicks on links to other hosts, and feedback by keyboard", async (t) => {
    const page = await open(t, `${site}/guide`, { userAgent });
    await page.route("http://shop.invalid/**", (route) => route.abort());
    await page.evaluate(() =>
      document.dispatchEvent(new CustomEvent("lectern:search", { detail: { query: "tokens", results: 0 } })),
    );
    await page.getByRole("link", { name: "the shop" }).click();
    await waitForTypes({ link_click: 1, page_view: 1, search_type_query: 1 });
    await page.goto(`${site}/nothing`);
    await waitForTypes({ link_click: 1, page_view: 2, search_type_query: 1 });
    await page.goto(`${site}/guide`);
    const comment = page.getByRole("textbox", { name: "What can we improve? (optional)" });
    assert.ok(await comment.isHidden());
    await page.getByRole("radio", { name: "Not helpful", exact: true }).focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowRight");
    assert.ok(await page.getByRole("radio", { name: "Partly helpful" }).isChecked());
    assert.deepEqual(await findViolations(page), []);
    await page.keyboard.press("Tab");
    await page.keyboard.type("More examples.");
    await page.getByRole("button", { name: "Send" }).press("Enter");
    await page.getByText("Thank you for your feedback.").waitFor();
    await waitForTypes({
      link_click: 1,
      page_post_feedback: 1,
      page_post_feedback_comment: 1,
      page_view: 3,
      search_type_query: 1,
    });
  });

  test("tell that the search was opened and which query led to a result, in the dialog and on its page", async (t) => {
    const before = await countTypes();
    const page = await open(t, `${site}/guide`, { userAgent });
    await page.keyboard.press("/");
    await page.getByRole("combobox").fill("guide");
    await page.getByRole("option", { name: /Guide/ }).first().click();
    await page.waitForURL(/\/guide/);
    await page.goto(`${site}/~lectern/search?q=home`);
    await page.getByRole("main").getByRole("link", { name: /Home/ }).first().click();
    await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
    const { search_open = 0, search_open_result = 0, search_type_query = 0 } = before;
    await becomes(async () => (await countTypes()).search_open_result, search_open_result + 2);
    const after = await countTypes();
    assert.equal(after.search_open, search_open + 1);
    assert.equal(after.search_open_result, search_open_result + 2);
    assert.equal(after.search_type_query, search_type_query + 2);
    const { columns } = await server.call(`POST ${insights}/events/aggregate`, {
      range: "last7Days",
      groupBy: [{ column: "eventSearchQuery" }],
      where: [{ column: "eventType", values: ["search_open_result"] }],
    });
    assert.deepEqual(columns[0].values.toSorted(), ["guide", "home"]);
  });

  test("are not sent for readers who refuse it, and feedback works without scripts", async (t) => {
    // The last events of the test before may still be under way.
    let before = await countTypes();
    for (let isSettled = false; !isSettled; ) {
      await sleep(500);
      const now = await countTypes();
      isSettled = JSON.stringify(now) === JSON.stringify(before);
      before = now;
    }
    const refusing = await newPage(t, { userAgent, extraHTTPHeaders: { DNT: "1" } });
    await refusing.addInitScript(() => Object.defineProperty(navigator, "doNotTrack", { value: "1" }));
    const sent: string[] = [];
    refusing.on("request", (request) => sent.push(request.url()));
    await refusing.goto(`${site}/guide`);
    const plain = await open(t, `${site}/guide`, { userAgent, javaScriptEnabled: false });
    await plain.getByRole("radio", { name: "Helpful", exact: true }).check({ force: true });
    await plain.getByRole("button", { name: "Send" }).click();
    await plain.getByText("Thank you for your feedback.").waitFor();
    await waitForTypes({ ...before, page_post_feedback: (before.page_post_feedback ?? 0) + 1 });
    assert.deepEqual(
      sent.filter((url) => url.endsWith("/~lectern/events")),
      [],
    );
  });

  /** Opened by a host that browsers do not treat as secure: they do not say with requests which site sends them. */
  for (const [name, host] of [
    ["another name of the server", "wiki.test"],
    ["the host of the site", "docs.acme.test"],
  ] as const)
    test(`are taken over plain http at ${name}, and feedback with and without scripts`, async (t) => {
      const { pathname, port } = new URL(site);
      if (host === "docs.acme.test") await server.call(`PATCH ${sitePath}`, { hostname: host });
      const url = `http://${host}:${port}${host === "docs.acme.test" ? "" : pathname}/guide`;
      const before = await countTypes();
      // Chromium says on each page that it ignores this header without https.
      const expectedErrors = /Cross-Origin-Opener-Policy/;
      const page = await open(t, url, { userAgent, expectedErrors });
      await page.getByRole("radio", { name: "Helpful", exact: true }).check({ force: true });
      await page.getByRole("button", { name: "Send" }).click();
      await page.getByText("Thank you for your feedback.").waitFor();
      const plain = await open(t, url, { userAgent, expectedErrors, javaScriptEnabled: false });
      await plain.getByRole("radio", { name: "Helpful", exact: true }).check({ force: true });
      await plain.getByRole("button", { name: "Send" }).click();
      await plain.getByText("Thank you for your feedback.").waitFor();
      await waitForTypes({
        ...before,
        page_view: (before.page_view ?? 0) + 1,
        page_post_feedback: (before.page_post_feedback ?? 0) + 2,
      });
    });
});
