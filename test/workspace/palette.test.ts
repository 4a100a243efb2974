import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { becomes } from "../support/becomes.ts";
import { skip } from "../support/chromium.ts";
import { adminEmail, checkScreen, useWorkspace } from "../support/workspace.ts";

describe("the command palette", { skip }, () => {
  const workspace = useWorkspace("sqlite");
  let organization: string;
  let root: string;
  before(async () => {
    const { server } = workspace;
    organization = (await server.call("GET /orgs")).items[0].id;
    root = `/orgs/${organization}`;
    const { id: collection } = await server.call(`POST ${root}/collections`, { title: "Vessels" });
    const { id } = await server.call(`POST ${root}/spaces`, { title: "Harbour guide", parent: collection });
    const page = {
      operation: "insert_page",
      title: "Anchorage",
      document: { markdown: "Where ships wait." },
    };
    await server.call(`POST /spaces/${id}/content`, { changes: [page] });
    await server.call(`POST ${root}/spaces`, { title: "Harmony" });
    await server.call(`POST ${root}/sites`, { title: "Harbour site" });
    await workspace.invite(organization, "harold@example.com", "read");
    const isFound = async () => (await server.call(`GET ${root}/search?query=anchorage`)).items.length > 0;
    await becomes(isFound, true);
  });

  const field = (page: Page) => page.getByRole("combobox", { name: "Search or jump to" });
  const options = (page: Page, group: string) =>
    page.getByRole("group", { name: group, exact: true }).getByRole("option");
  const active = (page: Page) =>
    page.evaluate(() => {
      const id = document.activeElement?.getAttribute("aria-activedescendant");
      return document.querySelector(`[id="${id}"] .picker-label`)?.textContent;
    });

  test("offers what the open screen can do, and only that", async (t) => {
    const page = await workspace.open(t, adminEmail, `${root}/teams`);
    const actionsFor = async (text: string) => {
      await page.keyboard.press("Control+k");
      await field(page).fill(text);
      return options(page, "Actions");
    };
    await page.getByRole("button", { name: "New team" }).first().waitFor();
    await (await actionsFor("new team")).filter({ hasText: "New team" }).click();
    await page.getByRole("dialog", { name: "New team" }).waitFor();
    await page.keyboard.press("Escape");
    await page.goto(workspace.url(`${root}/members`));
    await page.getByRole("link", { name: "Invite people" }).waitFor();
    await (await actionsFor("invite people")).filter({ hasText: "Invite people" }).click();
    await page.getByRole("heading", { name: "Invite by e-mail address" }).waitFor();

    const { items } = await workspace.server.call(`GET ${root}/spaces`);
    const space = items.find(({ title }: { title: string }) => title === "Harbour guide");
    await page.goto(workspace.url(`/spaces/${space.id}`));
    await page.getByRole("heading", { name: "Anchorage" }).first().waitFor();
    await (await actionsFor("open the history")).filter({ hasText: "Open the history of the page" }).click();
    await page.waitForURL(/panel=history$/);
    const rename = (await actionsFor("rename harbour")).filter({ hasText: "Rename" });
    await checkScreen(page, "actions of a space in the palette");
    await rename.first().click();
    await page.getByRole("dialog", { name: /^Rename/ }).waitFor();
    await page.keyboard.press("Escape");
    assert.equal(await (await actionsFor("new team")).filter({ hasText: "New team" }).count(), 0);
  });

  test("finds spaces, collections, pages, sites, people and actions with keys only", async (t) => {
    const page = await workspace.open(t, adminEmail, root);
    await page.getByRole("tree").waitFor();
    await page.keyboard.press("Control+k");
    await field(page).waitFor();
    await becomes(() => field(page).evaluate((input) => input === document.activeElement), true);
    await options(page, "Actions").filter({ hasText: "New space" }).waitFor();
    await checkScreen(page, "the palette");
    await page.keyboard.type("har");
    await options(page, "Pages").or(options(page, "People")).first().waitFor();
    await options(page, "Spaces and collections")
      .filter({ hasText: "Harbour guide" })
      .getByText("Vessels")
      .waitFor();
    await options(page, "Spaces and collections").filter({ hasText: "Harmony" }).waitFor();
    await options(page, "Sites").filter({ hasText: "Harbour site" }).waitFor();
    await options(page, "People").filter({ hasText: "harold@example.com" }).waitFor();
    await checkScreen(page, "results of the palette");
    const first = await active(page);
    await page.keyboard.press("ArrowDown");
    assert.notEqual(await active(page), first);
    await page.keyboard.press("ArrowUp");
    assert.equal(await active(page), first);

    await field(page).fill("anchorage");
    await options(page, "Pages").filter({ hasText: "Anchorage" }).getByText("Harbour guide").waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/app\/spaces\/\w+\//);
    await field(page).waitFor({ state: "detached" });

    await page.keyboard.press("Control+k");
    await field(page).fill("new coll");
    assert.equal(await active(page), "New collection");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "New collection" });
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });

    await page.keyboard.press("Control+k");
    await field(page).fill("single sign");
    assert.equal(await active(page), "Settings: Single sign-on");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/settings\/sso$/);
    await page.getByRole("button", { name: "Add provider" }).waitFor();

    await page.getByRole("button", { name: "Search" }).click();
    await field(page).fill("no such thing anywhere");
    await page.getByText("Nothing was found. Try other words.").waitFor();
    await page.keyboard.press("Escape");
    await field(page).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Search" }).and(page.locator(":focus")).waitFor();
  });

  test("keeps results while the next ones are loaded, and lists what was opened first", async (t) => {
    const page = await workspace.open(t, adminEmail, root);
    await page.getByRole("treeitem", { name: "Harmony" }).getByRole("link").click();
    await page.waitForURL(/\/spaces\//);
    await page.keyboard.press("Control+k");
    await options(page, "Opened lately").first().getByText("Harmony").waitFor();
    await field(page).fill("anchor");
    await options(page, "Pages").filter({ hasText: "Anchorage" }).waitFor();
    let answer: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/search\?/, async (route) => {
      await held;
      await route.continue();
    });
    await field(page).fill("anchora");
    const request = page.waitForRequest(/\/search\?/);
    await request;
    assert.equal(await options(page, "Pages").count(), 1, "the results flicker");
    answer();
    await page.waitForResponse(/\/search\?/);
    await options(page, "Pages").filter({ hasText: "Anchorage" }).waitFor();
    await page.keyboard.press("Escape");
  });

  test("has shortcuts that work outside of fields, with a list of them", async (t) => {
    const page = await workspace.open(t, adminEmail, root);
    await page.getByRole("tree").waitFor();
    await page.keyboard.press("?");
    const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await list.getByText("Move out of its collection").waitFor();
    await checkScreen(page, "the shortcuts");
    await page.keyboard.press("Escape");
    await page.keyboard.press("g");
    await page.keyboard.press("s");
    await page.getByRole("heading", { name: "Sites", level: 1 }).waitFor();
    await page.getByRole("list", { name: "Sites" }).getByText("Not published").waitFor();
    await checkScreen(page, "the sites");
    await page.getByRole("link", { name: "Harbour site" }).click();
    await page.getByRole("heading", { name: "Harbour site", level: 1 }).waitFor();
    await page.getByText("The site shows no space yet.").waitFor();
    await checkScreen(page, "a site");
    await page.setViewportSize({ width: 900, height: 720 });
    const value = await page.getByRole("definition").filter({ hasText: "Public" }).boundingBox();
    assert.ok((value?.width ?? 0) > 300, `a value has ${value?.width} px`);
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.keyboard.press("g");
    await page.keyboard.press("t");
    await page.getByRole("heading", { name: "Trash", level: 1 }).waitFor();
    await page.keyboard.press("n");
    await page.keyboard.press("s");
    const title = page.getByRole("dialog", { name: "New space" }).getByLabel("Title");
    await title.fill("   ");
    await page.keyboard.press("Enter");
    assert.equal(await title.evaluate((input: HTMLInputElement) => input.validity.customError), true);
    await title.fill("");
    await page.keyboard.type("g s");
    assert.equal(await title.inputValue(), "g s");
    assert.match(page.url(), /trash$/);
  });

  test("says that somebody is here once when an organization is opened", async (t) => {
    const other = await workspace.open(t, adminEmail, root);
    const page = await other.context().newPage();
    const pings: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/ping")) pings.push(request.url());
    });
    await page.goto(workspace.url(root));
    await page.getByRole("tree").waitFor();
    await page.getByRole("link", { name: "Sites" }).click();
    await page.getByRole("heading", { name: "Sites", level: 1 }).waitFor();
    assert.deepEqual(pings, [`${workspace.server.url}/v1${root}/ping`]);
    const { items } = await workspace.server.call(`GET ${root}/members?search=admin`);
    assert.ok(Date.now() - Date.parse(items[0].lastSeenAt) < 60_000);
  });
});
