import assert from "node:assert/strict";
import { get, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { becomes } from "../support/becomes.ts";
import { skip } from "../support/chromium.ts";
import { readRss } from "../support/rss.ts";
import { readSitemap } from "../support/sitemap.ts";
import { useBrowser } from "../support/suite-browser.ts";
import { useServer } from "../support/suite-server.ts";

/** Without the words by which automated browsers are left out. */
const userAgent =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

describe("a site that several processes serve", { skip }, () => {
  const server = useServer("postgres", { LECTERN_WORKERS: "2" });
  let site = "";
  let path = "";
  let space = "";
  before(async () => {
    const [{ id: organization }] = (await server.call("GET /orgs")).items;
    const { id } = await server.call(`POST /orgs/${organization}/spaces`, { title: "Docs", language: "en" });
    space = `/spaces/${id}`;
    for (const title of ["Home", "Guide", "For some"]) await insert(title, "Some text.");
    const sites = `/orgs/${organization}/sites`;
    path = `${sites}/${(await server.call(`POST ${sites}`, { title: "Docs", spaces: [id] })).id}`;
    await server.call(`PUT ${path}/customization`, { feedback: { enabled: true } });
    await server.call(`POST ${path}/publish`);
    site = (await server.call(`PATCH ${path}`, { visibility: "public" })).urls.published;
  });

  const { open } = useBrowser({ userAgent, expectedErrors: /404/ });

  const change = (fields: object) => server.call(`POST ${space}/content`, { changes: [fields] });
  const insert = (title: string, markdown: string) =>
    change({ operation: "insert_page", title, document: { markdown } });
  async function update(title: string, fields: object): Promise<void> {
    const { pages } = await server.call(`GET ${space}/content/pages`);
    const { id } = pages.find((page: { title: string }) => page.title === title);
    await change({ operation: "update_page", page: id, ...fields });
  }

  /** Asks each of the processes, which take new connections alternately. What they reply is the same. */
  async function ask(name: string): Promise<{ status: number; location: string | undefined; body: string }> {
    const replies = new Map<string, { status: number; location: string | undefined; body: string }>();
    for (let tries = 0; replies.size < 2 && tries < 20; tries++) {
      const url = `${site}/${name}`;
      const reply = await new Promise<IncomingMessage>((resolve, reject) =>
        get(url, { agent: false, headers: { accept: "text/html" } }, resolve).on("error", reject),
      );
      const { "x-request-id": id, location } = reply.headers;
      replies.set(String(id).replace(/-\w+$/, ""), {
        status: reply.statusCode ?? 0,
        location,
        body: await text(reply),
      });
    }
    const [first, second] = [...replies.values()];
    assert.ok(first !== undefined && second !== undefined, "only one process replies");
    assert.deepEqual(first, second);
    return first;
  }

  const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

  test("has what was changed a moment ago in its search", async (t) => {
    const page = await open(t, site);
    await update("Guide", { document: { markdown: "Zebras graze at dawn." } });
    await page.keyboard.press("/");
    const field = page.getByRole("combobox", { name: "Search this site" });
    const find = async () => {
      const answered = page.waitForResponse(/search\?/);
      await field.fill("");
      await field.fill("zebr");
      await (await answered).finished();
      return page.getByRole("option").allTextContents();
    };
    await becomes(async () => (await find()).some((result) => result.includes("Guide")), true);
    await page.getByRole("option", { name: /Guide/ }).first().click();
    await heading(page, "Guide").waitFor();
  });

  test("shows to readers what their claims allow, from the moment on when that is decided", async (t) => {
    assert.equal((await ask("for-some")).status, 200);
    const beta = await open(t, `${site}/for-some?visitor.beta=true`);
    await heading(beta, "For some").waitFor();
    const other = await open(t, `${site}/for-some`);
    await heading(other, "For some").waitFor();
    await update("For some", { condition: "visitor.claims.unsigned.beta" });
    assert.equal((await ask("for-some")).status, 404);
    assert.equal((await other.reload())?.status(), 404);
    for (let i = 0; i < 4; i++) assert.equal((await beta.reload())?.status(), 200);
    await beta.goto(site);
    await beta.getByRole("link", { name: "For some" }).first().waitFor();
    await other.goto(site);
    assert.equal(await other.getByRole("link", { name: "For some" }).count(), 0);
  });

  test("follows a redirect as soon as it exists, and a former path", async (t) => {
    assert.equal((await ask("start/here")).status, 404);
    const { items } = await server.call(`GET ${path}/site-spaces`);
    const { pages } = await server.call(`GET ${space}/content/pages`);
    const page = pages.find(({ title }: { title: string }) => title === "Guide");
    const destination = { kind: "site-page", siteSpaceId: items[0].id, pageId: page.id };
    await server.call(`POST ${path}/redirects`, { source: "/start/here", destination });
    assert.equal((await ask("start/here")).location, new URL(`${site}/guide`).pathname);
    await update("Guide", { slug: "manual" });
    for (const source of ["start/here", "guide"])
      assert.equal((await ask(source)).location, new URL(`${site}/manual`).pathname, source);
    const reader = await open(t, `${site}/start/here`);
    await heading(reader, "Guide").waitFor();
    assert.equal(reader.url(), `${site}/manual`);
  });

  test("lists a page in the sitemap and the feed as soon as it is written", async () => {
    const read = async () => {
      const pages = readSitemap(`${site}/sitemap-pages.xml`, (await ask("sitemap-pages.xml")).body);
      const { items } = readRss(`${site}/rss.xml`, (await ask("rss.xml")).body);
      return [pages.has(`${site}/brand-new`), items.some(({ title }) => title === "Brand new")];
    };
    assert.deepEqual(await read(), [false, false]);
    await insert("Brand new", "Just written.");
    assert.deepEqual(await read(), [true, true]);
  });

  test("counts the feedback of all readers", async (t) => {
    const readers = 3;
    for (let i = 0; i < readers; i++) {
      const page = await open(t, site);
      await page.getByRole("radio", { name: "Helpful", exact: true }).check();
      await page.getByRole("button", { name: "Send" }).click();
      await page.getByText("Thank you for your feedback.").waitFor();
    }
    const groupBy = [{ column: "eventType" }];
    await becomes(async () => {
      const query = { range: "last7Days", groupBy };
      const { columns } = await server.call(`POST ${path}/insights/events/aggregate`, query);
      const [types, counts] = columns;
      return counts.values[types.values.indexOf("page_post_feedback")];
    }, readers);
  });
});
