import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import { becomes } from "../support/becomes.ts";
import { skip } from "../support/chromium.ts";
import { screenDatabases } from "../support/databases.ts";
import { adminEmail, checkScreen, useWorkspace } from "../support/workspace.ts";

const tree = (page: Page) => page.getByRole("tree", { name: "Library" });
const row = (page: Page, name: string) => tree(page).getByRole("treeitem", { name, exact: true });
const toast = (page: Page, text: string) =>
  page.getByLabel("Notifications").getByText(text, { exact: true }).waitFor();

/** The names of the rows, with a dash for each level. */
function outline(page: Page): Promise<string[]> {
  return tree(page)
    .getByRole("treeitem")
    .evaluateAll((rows) =>
      rows.map((item) => "-".repeat(Number(item.ariaLevel) - 1) + (item.ariaLabel ?? "")),
    );
}

async function waitForOutline(page: Page, expected: readonly string[]): Promise<void> {
  await becomes(() => outline(page), [...expected]);
}

async function choose(page: Page, name: string, action: string): Promise<void> {
  await row(page, name).hover();
  await row(page, name)
    .getByRole("button", { name: `Actions for ${name}` })
    .click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}

for (const kind of screenDatabases.first)
  describe(`the library in the workspace (${kind})`, { skip }, () => {
    const workspace = useWorkspace(kind);
    /** An organization of its own for each test. */
    const createOrganization = async (title: string) => {
      const { id } = await workspace.server.call("POST /orgs", { title });
      const root = `/orgs/${id}`;
      const create = (what: string, body: object) =>
        workspace.server.call(`POST ${root}/${what}`, body) as Promise<{ id: string }>;
      return { id: id as string, root, create };
    };

    /** Waits until the server has this order of titles at the top level. */
    const waitForTop = async (root: string, expected: readonly string[]) => {
      const read = async () => {
        const lists = await Promise.all(
          ["spaces", "collections"].map((what) => workspace.server.call(`GET ${root}/${what}?limit=100`)),
        );
        return lists
          .flatMap(({ items }) => items)
          .filter(({ parent }) => parent === undefined)
          .sort((a, b) => (a.position < b.position ? -1 : 1))
          .map(({ title }) => title);
      };
      await becomes(read, [...expected]);
    };

    test("is filled, changed and emptied by menus and dialogs", async (t) => {
      const { root } = await createOrganization("Menus");
      const page = await workspace.open(t, adminEmail, root);
      await page.getByText("No spaces yet.").waitFor();
      await page.getByRole("button", { name: "Add to the library" }).click();
      await page.getByRole("menuitem", { name: "New collection" }).click();
      let dialog = page.getByRole("dialog", { name: "New collection" });
      await dialog.getByLabel("Title").fill("Guides");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Guides", level: 1 }).waitFor();
      await page.getByRole("heading", { name: "This collection is empty" }).waitFor();
      await checkScreen(page, "an empty collection");

      await page.getByRole("main").getByRole("button", { name: "New space" }).click();
      dialog = page.getByRole("dialog", { name: "New space" });
      await dialog.getByText("In Guides").waitFor();
      await dialog.getByLabel("Title").fill("Handbook");
      await dialog.getByRole("button", { name: "🚀" }).click();
      await checkScreen(page, "the dialog of a new space");
      await dialog.getByRole("button", { name: "Create space" }).click();
      await row(page, "Handbook").waitFor();
      await page.waitForURL(/\/app\/spaces\/\w+$/);
      await waitForOutline(page, ["Guides", "-Handbook"]);
      await row(page, "Handbook").getByText("🚀").waitFor();
      await becomes(() => row(page, "Handbook").getAttribute("aria-current"), "page");

      await choose(page, "Handbook", "Rename…");
      dialog = page.getByRole("dialog", { name: "Rename space" });
      assert.equal(await dialog.getByLabel("Emoji", { exact: true }).inputValue(), "🚀");
      await dialog.getByLabel("Title").fill("Manual");
      await dialog.getByLabel("Emoji", { exact: true }).fill("🧪");
      await dialog.getByRole("button", { name: "Save" }).click();
      await row(page, "Manual").getByText("🧪").waitFor();
      await toast(page, "Manual was changed.");
      await page.getByRole("button", { name: "Undo" }).click();
      await row(page, "Handbook").getByText("🚀").waitFor();
      await choose(page, "Handbook", "Rename…");
      await dialog.getByLabel("Title").fill("Manual");
      await dialog.getByRole("button", { name: "Save" }).click();
      await row(page, "Manual").waitFor();
      await choose(page, "Manual", "Duplicate");
      await waitForOutline(page, ["Guides", "-Manual", "-Manual (copy)"]);

      await choose(page, "Manual (copy)", "Move to…");
      dialog = page.getByRole("dialog", { name: "Move Manual (copy)" });
      const search = dialog.getByRole("combobox", { name: "Search for a collection" });
      await search.fill("nothing like this");
      await dialog.getByText("No collection has this name.").waitFor();
      await search.fill("");
      await dialog.getByRole("option", { name: "Top level of the library" }).waitFor();
      await page.keyboard.press("Enter");
      await toast(page, "Manual (copy) was moved.");
      await waitForOutline(page, ["Guides", "-Manual", "Manual (copy)"]);
      await page.getByRole("button", { name: "Undo" }).last().click();
      await waitForOutline(page, ["Guides", "-Manual", "-Manual (copy)"]);

      await choose(page, "Manual", "Move to the trash");
      await toast(page, "Manual is in the trash.");
      await page.waitForURL(workspace.url(root));
      await waitForOutline(page, ["Guides", "-Manual (copy)"]);
      await page.getByRole("button", { name: "Undo" }).last().click();
      await waitForOutline(page, ["Guides", "-Manual", "-Manual (copy)"]);

      await choose(page, "Manual (copy)", "Move to the trash");
      await page.getByRole("link", { name: "Trash" }).click();
      await page.getByRole("list", { name: "Trash" }).getByText("Manual (copy)").waitFor();
      await checkScreen(page, "the trash");
      await page.getByRole("button", { name: "Restore Manual (copy)" }).click();
      await page.getByRole("heading", { name: "The trash is empty" }).waitFor();
      await waitForOutline(page, ["Guides", "-Manual", "-Manual (copy)"]);

      await choose(page, "Guides", "Delete collection…");
      await page.getByRole("dialog", { name: "Delete Guides?" }).getByText("They are not deleted.").waitFor();
      await page.getByRole("button", { name: "Delete collection" }).click();
      await waitForOutline(page, ["Manual", "Manual (copy)"]);
      for (const name of ["Manual", "Manual (copy)"]) await choose(page, name, "Move to the trash");
      await page.getByText("No spaces yet.").waitFor();
    });

    test("is walked and rearranged with keys, and with the mouse", async (t) => {
      const { root, create } = await createOrganization("Keys");
      const { id: outer } = await create("collections", { title: "Outer" });
      const { id: inner } = await create("collections", { title: "Inner", parent: outer });
      await create("spaces", { title: "Deep", parent: inner });
      await create("spaces", { title: "Alpha" });
      await create("spaces", { title: "Beta" });
      const page = await workspace.open(t, adminEmail, root);
      await waitForOutline(page, ["Outer", "Alpha", "Beta"]);
      await tree(page).focus();
      const active = () =>
        page.evaluate(() => {
          const id = document.activeElement?.getAttribute("aria-activedescendant");
          return document.getElementById(id ?? "")?.ariaLabel;
        });
      const press = async (...keys: string[]) => {
        for (const key of keys) await page.keyboard.press(key);
      };
      await press("ArrowRight", "ArrowRight");
      assert.equal(await active(), "Inner");
      await press("*");
      await waitForOutline(page, ["Outer", "-Inner", "--Deep", "Alpha", "Beta"]);
      await press("End");
      assert.equal(await active(), "Beta");
      await press("a");
      assert.equal(await active(), "Alpha");
      await press("ArrowUp", "ArrowLeft", "ArrowLeft");
      assert.equal(await active(), "Inner");
      await waitForOutline(page, ["Outer", "-Inner", "Alpha", "Beta"]);
      await page.reload();
      await waitForOutline(page, ["Outer", "-Inner", "Alpha", "Beta"]);

      await tree(page).focus();
      await press("End", "Alt+ArrowUp");
      await waitForOutline(page, ["Outer", "-Inner", "Beta", "Alpha"]);
      assert.equal(await active(), "Beta");
      await press("Alt+ArrowRight");
      await waitForOutline(page, ["Outer", "-Inner", "-Beta", "Alpha"]);
      await press("Alt+ArrowLeft");
      await waitForOutline(page, ["Outer", "-Inner", "Beta", "Alpha"]);
      await press("Enter");
      await page.waitForURL(/\/app\/spaces\/\w+$/);

      await row(page, "Alpha").dragTo(row(page, "Inner"));
      await waitForOutline(page, ["Outer", "-Inner", "--Alpha", "Beta"].toSpliced(2, 0, "--Deep"));
      await row(page, "Alpha").dragTo(row(page, "Outer"), { targetPosition: { x: 60, y: 3 } });
      await waitForOutline(page, ["Alpha", "Outer", "-Inner", "--Deep", "Beta"]);
      await waitForTop(root, ["Alpha", "Outer", "Beta"]);
      await page.getByRole("link", { name: "Home" }).click();
      await page.getByRole("heading", { name: "Home", level: 1 }).waitFor();
      await checkScreen(page, "the tree");

      await tree(page).focus();
      await press("End", "ArrowUp", "Delete");
      await waitForOutline(page, ["Alpha", "Outer", "-Inner", "Beta"]);
      assert.equal(await active(), "Beta");
      await press("Delete");
      await waitForOutline(page, ["Alpha", "Outer", "-Inner"]);
      assert.equal(await active(), "Inner");
      await press("n", "s");
      await page.getByRole("dialog", { name: "New space" }).waitFor();
    });

    test("gives a space to another organization", async (t) => {
      const { id: organization, root, create } = await createOrganization("First company");
      const page = await workspace.open(t, adminEmail, root);
      await page.getByRole("button", { name: "Switch organization" }).click();
      await page.getByRole("menuitem", { name: "New organization" }).click();
      const dialog = page.getByRole("dialog", { name: "New organization" });
      await dialog.getByLabel("Name").fill("Other company");
      await dialog.getByRole("button", { name: "Create organization" }).click();
      await page.getByRole("button", { name: "Switch organization" }).getByText("Other company").waitFor();
      const other = /orgs\/(\w+)$/.exec(page.url())?.[1] ?? "";
      assert.notEqual(other, organization);
      await create("spaces", { title: "Traveller" });

      await page.getByRole("button", { name: "Switch organization" }).click();
      await page.getByRole("menuitemradio", { name: "First company" }).click();
      await choose(page, "Traveller", "Transfer to another organization…");
      const transfer = page.getByRole("dialog", { name: "Transfer Traveller" });
      await transfer.getByLabel("Organization").selectOption("Other company");
      await transfer.getByRole("button", { name: "Transfer" }).click();
      await toast(page, "Traveller now belongs to Other company.");
      await page.getByText("No spaces yet.").waitFor();
      await page.goto(workspace.url(`/orgs/${other}`));
      await row(page, "Traveller").waitFor();
    });

    test("offers readers only what they may do", async (t) => {
      const { id: organization, create } = await createOrganization("Rules");
      const { id: collection } = await create("collections", { title: "Rules" });
      await create("spaces", { title: "Law", parent: collection });
      await workspace.invite(organization, "reader@example.com", "read");
      const page = await workspace.open(t, "reader@example.com", `/collections/${collection}`);
      await page
        .getByRole("list", { name: "In this collection" })
        .getByRole("link", { name: "Law" })
        .waitFor();
      assert.equal(await page.getByRole("button", { name: /New (space|collection)/ }).count(), 0);
      assert.equal(await page.getByRole("button", { name: "Add to the library" }).count(), 0);
      await row(page, "Law").hover();
      await row(page, "Law").getByRole("button", { name: "Actions for Law" }).click();
      await becomes(() => page.getByRole("menuitem").allTextContents(), ["Copy link", "Export"]);
      await page.keyboard.press("Escape");
      await row(page, "Law")
        .focus()
        .catch(() => {});
      await checkScreen(page, "a collection");
    });
  });

describe("a library of more spaces than a page of the list has", { skip }, () => {
  const workspace = useWorkspace("sqlite");
  const spaceCount = 1_200;
  test("draws only the rows that are seen", async (t) => {
    const { items } = await workspace.server.call("GET /orgs");
    const root = `/orgs/${items[0].id}`;
    const { id: parent } = await workspace.server.call(`POST ${root}/collections`, { title: "Many" });
    const titles = Array.from({ length: spaceCount }, (_, i) => `Space ${String(i + 1).padStart(4, "0")}`);
    for (let i = 0; i < titles.length; i += 100)
      await Promise.all(
        titles
          .slice(i, i + 100)
          .map((title) => workspace.server.call(`POST ${root}/spaces`, { title, parent })),
      );
    const last = (await workspace.server.call(`GET ${root}/spaces?limit=1000`)).count;
    assert.equal(last, spaceCount);

    const page = await workspace.open(t, adminEmail, root);
    await row(page, "Many").waitFor();
    await tree(page).focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(
      (count) => document.querySelector('[role="treeitem"][aria-level="2"]')?.ariaSetSize === String(count),
      spaceCount,
    );
    const drawn = async () => tree(page).getByRole("treeitem").count();
    assert.ok((await drawn()) < 60, `${await drawn()} rows are drawn`);
    await page.keyboard.press("End");
    const end = tree(page).locator(`[aria-posinset="${spaceCount}"]`);
    await end.waitFor();
    assert.ok((await drawn()) < 60, `${await drawn()} rows are drawn`);
    const name = (await end.getAttribute("aria-label")) ?? "";
    await page.keyboard.press("Alt+ArrowUp");
    await tree(page)
      .locator(`[aria-posinset="${spaceCount - 1}"][aria-label="${name}"]`)
      .waitFor();
    assert.ok(await row(page, name).isVisible());
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/spaces\//);
  });
});
