import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { becomes } from "../support/becomes.ts";
import { skip } from "../support/chromium.ts";
import { screenDatabases } from "../support/databases.ts";
import { adminEmail, checkScreen, useWorkspace } from "../support/workspace.ts";

const treeOf = (page: Page) => page.getByRole("tree", { name: "Pages" });
const rowIn = (page: Page, name: string) => treeOf(page).getByRole("treeitem", { name, exact: true });
const heading = (page: Page, name: string) =>
  page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
const toast = (page: Page, text: string | RegExp) =>
  page.getByLabel("Notifications").getByText(text).waitFor();

/** The names of the rows, with a dash for each level. */
function outline(page: Page): Promise<string[]> {
  return treeOf(page)
    .getByRole("treeitem")
    .evaluateAll((rows) =>
      rows.map((item) => "-".repeat(Number(item.ariaLevel) - 1) + (item.ariaLabel ?? "")),
    );
}

async function waitForOutline(page: Page, expected: readonly string[]): Promise<void> {
  await becomes(() => outline(page), [...expected]);
}

async function choose(page: Page, name: string, action: string): Promise<void> {
  await rowIn(page, name).click({ button: "right" });
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

for (const kind of screenDatabases.second)
  describe(`the pages of a space in the workspace (${kind})`, { skip }, () => {
    const workspace = useWorkspace(kind);
    let organization: string;

    before(async () => {
      organization = (await workspace.server.call("GET /orgs")).items[0].id;
    });

    /** A space with pages in the order given; a dash is a level. Capitals are groups. */
    async function createSpace(title: string, lines: readonly string[], fields: object = {}) {
      const { id } = await workspace.server.call(`POST /orgs/${organization}/spaces`, { title, ...fields });
      const path: string[] = [];
      const changes = lines.map((line, i) => {
        const name = line.replace(/^-+/, "");
        const depth = line.length - name.length;
        path[depth] = `r${i}`;
        return {
          ...{ operation: "insert_page", title: name, ref: `r${i}` },
          ...(/^[A-Z]+$/.test(name) && { type: "group" }),
          ...(depth > 0 && { into: path[depth - 1] }),
        };
      });
      const inserted = await workspace.server.call(`POST /spaces/${id}/content`, { changes });
      return {
        id: id as string,
        pages: inserted.changes.map(({ page }: { page: { id: string } }) => page.id),
      };
    }

    /** Waits until the server has these pages. */
    async function waitForPages(path: string, expected: readonly string[]) {
      const read = async () => {
        const { items } = await workspace.server.call(`GET ${path}/page-titles?limit=100`);
        return items.map(({ title, depth }: { title: string; depth: number }) => "-".repeat(depth) + title);
      };
      await becomes(read, [...expected]);
    }

    test("are created, renamed, moved and deleted by keys, menus and the mouse", async (t) => {
      const { id, pages } = await createSpace("Tree", ["Alpha", "Beta", "-Inner", "GUIDES", "Omega"]);
      const content = `/spaces/${id}/content`;
      const page = await workspace.open(t, adminEmail, `/spaces/${id}`, { expectedErrors: /status of 4/ });
      await waitForOutline(page, ["Alpha", "Beta", "GUIDES", "Omega"]);
      await heading(page, "Alpha");
      await checkScreen(page, "a page that can be edited");

      // New pages: beside the open one, in another one, a group and a link.
      await press(page, "n", "p");
      await page.getByRole("textbox", { name: "Title of the new page" }).fill("Second");
      await waitForOutline(page, ["Alpha", "Untitled", "Beta", "GUIDES", "Omega"]);
      await press(page, "Enter");
      await heading(page, "Second");
      await choose(page, "GUIDES", "New page inside");
      await page.getByRole("textbox", { name: "Title of the new page" }).fill("Install");
      await press(page, "Enter");
      await heading(page, "Install");
      await waitForOutline(page, ["Alpha", "Second", "Beta", "GUIDES", "-Install", "Omega"]);
      await choose(page, "Omega", "New page below");
      await page.getByRole("textbox", { name: "Title of the new page" }).press("Escape");
      await page.getByRole("button", { name: "Add a page" }).click();
      await page.getByRole("menuitem", { name: "New group" }).click();
      await page.getByRole("textbox", { name: "Title of the new group" }).fill("REFERENCE");
      await press(page, "Enter");
      await page.getByRole("button", { name: "Add a page" }).click();
      await page.getByRole("menuitem", { name: "New link…" }).click();
      const dialog = page.getByRole("dialog", { name: "New link" });
      await dialog.getByLabel("Title").fill("Website");
      await dialog.getByLabel("Address").fill("https://example.com/");
      await checkScreen(page, "the dialog of a link");
      await dialog.getByRole("button", { name: "Create link" }).click();
      const all = [
        "Alpha",
        "Second",
        "Beta",
        "-Inner",
        "GUIDES",
        "-Install",
        "Omega",
        "REFERENCE",
        "Website",
      ];
      await waitForPages(content, all);
      assert.match(await (await fetchPage(content, pages[0])).slug, /^alpha$/);

      // Renaming in place, by F2 and undone.
      await rowIn(page, "Omega").click();
      await heading(page, "Omega");
      await treeOf(page).focus();
      await press(page, "F2");
      await page.getByRole("textbox", { name: "New title of Omega" }).fill("Last");
      await press(page, "Enter");
      await heading(page, "Last");
      await page.getByLabel("Notifications").getByRole("button", { name: "Undo" }).click();
      await heading(page, "Omega");
      await treeOf(page).focus();
      await press(page, "F2");
      await page.getByRole("textbox", { name: "New title of Omega" }).fill("Never");
      await press(page, "Escape");
      await rowIn(page, "Omega").waitFor();

      // Moving by keys and by the mouse.
      await press(page, "Alt+ArrowUp");
      await waitForOutline(page, [
        ...["Alpha", "Second", "Beta", "Omega", "GUIDES", "-Install", "REFERENCE", "Website"],
      ]);
      await press(page, "Alt+ArrowRight");
      await waitForOutline(page, [
        ...["Alpha", "Second", "Beta", "-Inner", "-Omega", "GUIDES", "-Install", "REFERENCE", "Website"],
      ]);
      await press(page, "Alt+ArrowLeft");
      await waitForOutline(page, [
        ...["Alpha", "Second", "Beta", "-Inner", "Omega", "GUIDES", "-Install", "REFERENCE", "Website"],
      ]);
      await press(page, "Alt+ArrowDown");
      await waitForPages(content, [
        ...["Alpha", "Second", "Beta", "-Inner", "GUIDES", "-Install", "Omega", "REFERENCE", "Website"],
      ]);
      await rowIn(page, "Alpha").dragTo(rowIn(page, "Install"));
      await waitForOutline(page, [
        ...["Second", "Beta", "-Inner", "GUIDES", "-Install", "--Alpha", "Omega", "REFERENCE", "Website"],
      ]);
      await rowIn(page, "Website").dragTo(rowIn(page, "Second"), { targetPosition: { x: 80, y: 3 } });
      await rowIn(page, "Omega").dragTo(rowIn(page, "Website"), { targetPosition: { x: 80, y: 28 } });
      const moved = [
        "Website",
        "Omega",
        "Second",
        "Beta",
        "-Inner",
        "GUIDES",
        "-Install",
        "--Alpha",
        "REFERENCE",
      ];
      await waitForPages(content, moved);
      await waitForOutline(page, moved);
      await choose(page, "Alpha", "Move to…");
      const move = page.getByRole("dialog", { name: "Move Alpha" });
      await move.getByRole("combobox").fill("refer");
      await becomes(() => move.getByRole("option").count(), 1);
      await press(page, "Enter");
      await waitForPages(content, moved.toSpliced(7, 1).concat("-Alpha"));
      // A group stays at the top.
      await choose(page, "GUIDES", "Move to…");
      await page.getByRole("dialog").getByRole("option", { name: "Top level of the space" }).waitFor();
      assert.equal(await page.getByRole("option").count(), 1);
      await press(page, "Escape");

      // Deleting leaves the page, and is undone with everything below.
      await rowIn(page, "Inner").click();
      await heading(page, "Inner");
      await choose(page, "Beta", "Delete");
      await toast(page, "Beta was deleted with 1 page below it.");
      await heading(page, "Install");
      await waitForPages(content, [
        "Website",
        "Omega",
        "Second",
        "GUIDES",
        "-Install",
        "REFERENCE",
        "-Alpha",
      ]);
      await page.getByLabel("Notifications").getByRole("button", { name: "Undo" }).last().click();
      await waitForPages(content, moved.toSpliced(7, 1).concat("-Alpha"));
      await waitForOutline(page, moved.toSpliced(7, 1).concat("-Alpha"));

      // A copy has everything below, and is undone.
      await choose(page, "Beta", "Duplicate");
      await toast(page, "Beta was duplicated.");
      await waitForPages(content, [
        ...["Website", "Omega", "Second", "Beta", "-Inner", "Beta (copy)", "-Inner"],
        ...["GUIDES", "-Install", "REFERENCE", "-Alpha"],
      ]);
      await page.getByLabel("Notifications").getByRole("button", { name: "Undo" }).last().click();
      await waitForPages(content, moved.toSpliced(7, 1).concat("-Alpha"));

      // What the server refuses leaves the tree as it was.
      await page.route(`**/v1${content}`, (route) =>
        route.fulfill({ status: 409, json: { error: { code: 409, message: "Somebody was faster" } } }),
      );
      await choose(page, "Second", "Delete");
      await toast(page, "Somebody was faster");
      await waitForOutline(page, moved.toSpliced(7, 1).concat("-Alpha"));
      await checkScreen(page, "the tree");
    });

    async function fetchPage(content: string, id: string) {
      return workspace.server.call(`GET ${content}/page/${id}`);
    }

    async function waitForField(content: string, id: string, field: string, expected: string) {
      await becomes(async () => (await fetchPage(content, id))[field], expected);
    }

    test("have a title, a description and an icon that are changed in place", async (t) => {
      const { id, pages } = await createSpace("Heads", ["First", "Other"]);
      const content = `/spaces/${id}/content`;
      const page = await workspace.open(t, adminEmail, `/spaces/${id}/pages/${pages[0]}`, {
        expectedErrors: /ERR_INTERNET_DISCONNECTED/,
      });
      const title = page.getByRole("textbox", { name: "Title", exact: true });
      await title.fill("A better title");
      await rowIn(page, "A better title").waitFor();
      await waitForField(content, pages[0], "title", "A better title");
      await page.getByRole("textbox", { name: "Description" }).fill("What it is about");
      // Leaving saves at once, also before a second has passed.
      await rowIn(page, "Other").click();
      await heading(page, "Other");
      await page.waitForFunction(() => document.title.startsWith("Other"));
      await page.goBack();
      await heading(page, "A better title");
      await waitForField(content, pages[0], "description", "What it is about");

      // A page keeps its title when the field is left empty.
      await title.fill("");
      await title.blur();
      await heading(page, "A better title");
      await page.getByRole("button", { name: "Add icon" }).click();
      const picker = page.getByRole("dialog", { name: "Choose an icon" });
      await picker.getByRole("combobox").fill("rocket");
      await picker.getByRole("option", { name: "rocket", exact: true }).waitFor();
      await checkScreen(page, "the icon picker");
      await press(page, "Enter");
      await rowIn(page, "A better title").getByText("🚀").waitFor();
      await page.getByRole("button", { name: "Change icon" }).click();
      await picker.getByRole("button", { name: "Icons" }).click();
      await picker.getByRole("combobox").fill("gear");
      await picker.getByRole("option", { name: "gear", exact: true }).click();
      await rowIn(page, "A better title").getByText("🚀").waitFor({ state: "detached" });
      await waitForField(content, pages[0], "icon", "gear");
      const { emoji, icon } = await fetchPage(content, pages[0]);
      assert.deepEqual([emoji, icon], [undefined, "gear"]);
      const reply = await page.request.get(workspace.url("/icons/gear"));
      assert.match(await reply.text(), /^<svg xmlns/);
      assert.equal((await page.request.get(workspace.url("/icons/nothing-like-this"))).status(), 404);

      // Without a connection, what is typed stays and is sent later.
      await page.context().setOffline(true);
      await title.fill("Typed in a tunnel");
      await page.getByText("Offline, kept in this browser").waitFor();
      await page.context().setOffline(false);
      await waitForField(content, pages[0], "title", "Typed in a tunnel");
    });

    test("of a locked space are changed in change requests", async (t) => {
      const { id, pages } = await createSpace("Locked", ["Rules"]);
      await workspace.server.call(`PATCH /spaces/${id}`, { editMode: "locked" });
      const page = await workspace.open(t, adminEmail, `/spaces/${id}/pages/${pages[0]}`);
      await heading(page, "Rules");
      assert.equal(await page.getByRole("textbox", { name: "Title", exact: true }).count(), 0);
      assert.equal(await page.getByRole("button", { name: "Add a page" }).count(), 0);
      await rowIn(page, "Rules").click({ button: "right" });
      await becomes(
        () => page.getByRole("menuitem").allTextContents(),
        ["Copy link", "View as Markdown", "Who wrote this", "Export", "Edit in a change request"],
      );
      await press(page, "Escape");
      await page.locator("main").focus();
      await press(page, "T");
      await toast(page, "This space is locked: pages are changed in change requests.");
      await checkScreen(page, "a page of a locked space");
      await page.getByRole("button", { name: "Edit in a change request" }).click();
      const banner = page.getByRole("region", { name: "Change request" });
      const subject = banner.getByRole("textbox", { name: "Title of the change request" });
      assert.match(await subject.inputValue(), /^Edits of .+ by /);
      const [, changeRequest] = /\/change-requests\/(\w+)\/pages\/\w+$/.exec(page.url()) ?? [];
      assert.ok(changeRequest, page.url());
      await subject.fill("Softer rules");
      await press(page, "Enter");
      await page.getByRole("textbox", { name: "Title", exact: true }).fill("Softer");
      await rowIn(page, "Softer").waitFor();
      await waitForField(
        `/spaces/${id}/change-requests/${changeRequest}/content`,
        pages[0],
        "title",
        "Softer",
      );
      await checkScreen(page, "a change request");

      // The next edit offers to go on there.
      await banner.getByRole("link", { name: "Open the current content" }).click();
      await heading(page, "Rules");
      await press(page, "e");
      const dialog = page.getByRole("dialog", { name: "Edit in a change request" });
      await dialog.getByRole("option", { name: "#1 Softer rules Draft" }).waitFor();
      await dialog.getByRole("option", { name: "New change request" }).waitFor();
      await checkScreen(page, "the choice of a change request");
      await press(page, "Enter");
      await heading(page, "Softer");
      await banner.getByRole("link", { name: "Overview and merging" }).click();
      await heading(page, "Softer rules #1");
      await page.getByLabel("Breadcrumbs").getByRole("link", { name: "Change requests" }).click();
      await heading(page, "Change requests");
      await page.getByRole("link", { name: "Softer rules" }).waitFor();
      await checkScreen(page, "the change requests of a space");
      await page.getByLabel("Show").selectOption("Merged");
      await page.getByRole("heading", { name: "No change request is like this" }).waitFor();

      // Nothing can be changed in an archived one.
      const path = `/spaces/${id}/change-requests/${changeRequest}`;
      await workspace.server.call(`PATCH ${path}`, { status: "archived" });
      await page.goto(workspace.url(`${path}/pages/${pages[0]}`));
      await banner.getByText("Archived").waitFor();
      await heading(page, "Softer");
      assert.equal(await page.getByRole("textbox", { name: "Title", exact: true }).count(), 0);
    });
  });
