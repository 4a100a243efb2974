import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { becomes } from "../support/becomes.ts";
import { skip } from "../support/chromium.ts";
import { screenDatabases } from "../support/databases.ts";
import { adminEmail, checkScreen, useWorkspace } from "../support/workspace.ts";

const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const treeOf = (page: Page) => page.getByRole("tree", { name: "Pages" });
const rowIn = (page: Page, name: string) => treeOf(page).getByRole("treeitem", { name, exact: true });
const heading = (page: Page, name: string) =>
  page.getByRole("heading", { level: 1, name, exact: true }).waitFor();

for (const kind of screenDatabases.first)
  describe(`reading in the workspace (${kind})`, { skip }, () => {
    const workspace = useWorkspace(kind);
    let organization: string;
    let space: string;
    const ids: Record<string, string> = {};

    async function change(spaceId: string, ...changes: object[]) {
      return workspace.server.call(`POST /spaces/${spaceId}/content`, { changes });
    }
    async function insertPage(title: string, fields: object = {}) {
      const { changes } = await change(space, { operation: "insert_page", title, ...fields });
      ids[title] = changes[0].page.id;
      return changes[0].page.id;
    }
    const newSpace = async (title: string) =>
      (await workspace.server.call(`POST /orgs/${organization}/spaces`, { title })).id;

    before(async () => {
      organization = (await workspace.server.call("GET /orgs")).items[0].id;
      space = await newSpace("Handbook");
      const files = [
        { name: "drawing.png", contentType: "image/png", base64: pixel },
        { name: "notes.txt", contentType: "text/plain", base64: "YQ==" },
      ];
      const { insertedFiles } = await change(space, { operation: "insert_files", files });
      const snippet = { title: "Support", document: { markdown: "Ask in **chat**." } };
      const inserted = await change(
        space,
        { operation: "set_variables", variables: { version: "4.5", product: "Lectern" } },
        { operation: "insert_reusable_content", ...snippet },
      );
      ids.snippet = inserted.insertedReusableContents[0];
      await insertPage("Start", { emoji: "1f680", description: "Where to begin" });
      const guides = await insertPage("Guides", { type: "group" });
      const text = [
        '## First\n\nVersion <code class="expression">space.vars.version</code>, see [start](../start.md) and [gone](gone.md).',
        "{% if visitor.claims.unsigned.beta %}\nFor testers only\n{% endif %}",
        `{% include "/reusable-contents/${ids.snippet}" %}`,
        `![Drawing](/files/${insertedFiles[0].id})\n\n![Far away](https://images.example/far.png)`,
        '{% tabs %}\n{% tab title="One" %}\nText of one\n{% endtab %}\n{% tab title="Two" %}\nText of two\n{% endtab %}\n{% endtabs %}',
        `## Second\n\n${"A long paragraph. ".repeat(400)}\n\n## Third\n\nThe end`,
      ].join("\n\n");
      const install = await insertPage("Install", { into: guides, document: { markdown: text } });
      await insertPage("Secret", {
        into: install,
        hidden: true,
        document: { markdown: "[up](../install.md)" },
      });
      await change(space, { operation: "update_page", page: install, title: "Install it" });
      // Pages of a space that is not locked are shown to be written.
      await workspace.server.call(`PATCH /spaces/${space}`, { editMode: "locked" });
    });

    test("finds pages in the tree by keyboard and by typing, and shows them as writers see them", async (t) => {
      const page = await workspace.open(t, adminEmail, `/spaces/${space}`);
      await heading(page, "Start");
      await page.getByText("Where to begin").waitFor();
      await page.getByRole("heading", { name: "This page is empty" }).waitFor();
      await becomes(() => rowIn(page, "Start").getAttribute("aria-selected"), "true");
      await treeOf(page).focus();
      await page.keyboard.press("ArrowDown");
      await becomes(() => rowIn(page, "Guides").getAttribute("aria-expanded"), "false");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await heading(page, "Install it");
      assert.ok(page.url().endsWith(`/pages/${ids.Install}`), page.url());

      await page.getByText("Version 4.5").waitFor();
      await page.getByRole("group", { name: "Shown if: visitor.claims.unsigned.beta" }).waitFor();
      await page.getByText("Ask in chat.").waitFor();
      await page.getByRole("link", { name: "Far away images.example" }).waitFor();
      const drawing = page.getByRole("img", { name: "Drawing" });
      await drawing.waitFor();
      assert.ok(await drawing.evaluate((image: HTMLImageElement) => image.decode().then(() => true)));
      await page.getByRole("tab", { name: "Two" }).click();
      await page.getByText("Text of two").waitFor();
      assert.equal(await page.getByText("Text of one").isVisible(), false);
      await checkScreen(page, "a page");

      await page
        .getByRole("complementary", { name: "About this page" })
        .getByRole("link", { name: "Third" })
        .click();
      await page.waitForURL(/#third$/);
      await page.waitForFunction(() => scrollY > 500);
      // The same entry again scrolls again, and adds no step for Back.
      const steps = await page.evaluate(() => history.length);
      await page.evaluate(() => scrollTo(0, 0));
      await page
        .getByRole("complementary", { name: "About this page" })
        .getByRole("link", { name: "Third" })
        .click();
      await page.waitForFunction(() => scrollY > 500);
      assert.equal(await page.evaluate(() => history.length), steps);
      await page.getByRole("searchbox", { name: "Filter pages" }).fill("secr");
      await rowIn(page, "Secret Hidden").click();
      await heading(page, "Secret");
      await becomes(() => page.evaluate(() => scrollY), 0);
      await page.getByRole("searchbox", { name: "Filter pages" }).fill("nowhere");
      await page.getByText("No page has this in its title.").waitFor();
      await page.getByRole("link", { name: /^Previous/ }).click();
      await heading(page, "Install it");
      await page.getByRole("link", { name: "start", exact: true }).click();
      await heading(page, "Start");
    });

    test("tells the history of a page, and opens an earlier state of it", async (t) => {
      const page = await workspace.open(t, adminEmail, `/spaces/${space}/pages/${ids.Install}?panel=history`);
      const panel = page.getByRole("complementary", { name: "About this page" });
      await panel.getByRole("link", { name: /^A? ?Changed title/ }).waitFor();
      await panel.getByRole("region", { name: "Who wrote it" }).getByText("2 changes").waitFor();
      await checkScreen(page, "the history");
      await panel.getByRole("link", { name: /Created/ }).click();
      await heading(page, "Install");
      await page
        .getByRole("region", { name: "Earlier state" })
        .getByText(/by Admin/i)
        .waitFor();
      // Links stay in the revision.
      assert.match(
        (await page.getByRole("link", { name: "start", exact: true }).getAttribute("href")) ?? "",
        /\/revisions\/\w+\/pages\//,
      );
      await page.getByRole("link", { name: "Back to now" }).click();
      await heading(page, "Install it");
      await panel.getByRole("link", { name: "Links" }).click();
      await panel.getByRole("region", { name: "Broken links on this page" }).getByText("gone.md").waitFor();
      await panel
        .getByRole("region", { name: "Links to this page" })
        .getByRole("link", { name: "Secret" })
        .waitFor();
      await checkScreen(page, "the links");
    });

    test("begins an empty space with its first page, and a change request with an empty page", async (t) => {
      const empty = await newSpace("Nothing yet");
      const page = await workspace.open(t, adminEmail, `/spaces/${empty}`);
      await heading(page, "Nothing yet");
      await checkScreen(page, "an empty space");
      await page.getByRole("button", { name: "New page" }).click();
      await page.getByRole("textbox", { name: "Title of the new page" }).fill("Hello");
      await page.keyboard.press("Enter");
      await heading(page, "Hello");
      await rowIn(page, "Hello").waitFor();
      await workspace.server.call(`PATCH /spaces/${empty}`, { editMode: "locked" });
      await page.reload();
      await page.getByRole("button", { name: "Open a change request" }).click();
      const banner = page.getByRole("region", { name: "Change request" });
      await banner.getByText("#1").waitFor();
      const subject = banner.getByRole("textbox", { name: "Title of the change request" });
      await becomes(() => subject.inputValue(), "Write “Hello”");
      await banner.getByText("Draft").waitFor();
      await heading(page, "Hello");
      assert.match(page.url(), /\/change-requests\/\w+\/pages\/\w+$/);
      await checkScreen(page, "a change request");
    });

    test("lists files, variables and reusable contents with where they are used", async (t) => {
      const page = await workspace.open(t, adminEmail, `/spaces/${space}`);
      await page.getByRole("link", { name: "Files" }).click();
      await heading(page, "Files");
      await page.getByRole("listitem").filter({ hasText: "drawing.png" }).waitFor();
      await checkScreen(page, "files");
      await page.getByRole("searchbox", { name: "Search files" }).fill("draw");
      await page.getByRole("listitem").filter({ hasText: "notes.txt" }).waitFor({ state: "detached" });
      await page.waitForURL(/search=draw$/);
      await page.getByRole("button", { name: "Used by: drawing.png" }).click();
      await page.getByRole("dialog").getByRole("link", { name: "Install it" }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });

      await page.goto(workspace.url(`/spaces/${space}/variables`));
      await page.getByRole("listitem").filter({ hasText: "space.vars.version" }).getByText("4.5").waitFor();
      await checkScreen(page, "variables");
      await page.getByRole("button", { name: "Used by: version" }).click();
      await page
        .getByRole("dialog", { name: "Where version is used" })
        .getByRole("link", { name: "Install it" })
        .waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });

      await page.goto(workspace.url(`/spaces/${space}/reusable-contents`));
      await heading(page, "Reusable contents");
      await checkScreen(page, "reusable contents");
      await page.getByRole("link", { name: "Support" }).click();
      await heading(page, "Support");
      await page.getByText("Ask in chat.").waitFor();
      await page
        .getByRole("region", { name: "Included by" })
        .getByRole("link", { name: "Install it" })
        .waitFor();
      await checkScreen(page, "a reusable content");

      // A change request has its own.
      const path = `/spaces/${space}/change-requests`;
      const { id } = await workspace.server.call(`POST ${path}`, { subject: "Notes" });
      const insert = {
        operation: "insert_reusable_content",
        title: "Note",
        document: { markdown: "Take **note**." },
      };
      await workspace.server.call(`POST ${path}/${id}/content`, { changes: [insert] });
      await page.goto(workspace.url(`${path}/${id}/content`));
      await page.getByRole("link", { name: "Reusable contents" }).click();
      await page.getByRole("link", { name: "Support" }).waitFor();
      await page.getByRole("link", { name: "Note", exact: true }).click();
      await page.getByText("Take note.").waitFor();
      await page.getByRole("link", { name: "Notes" }).click();
      await page.getByRole("heading", { level: 1, name: /^Notes #/ }).waitFor();
    });
  });

describe("a space of 10,000 pages in the workspace", { skip }, () => {
  const workspace = useWorkspace("sqlite");
  const count = 10_000;

  test("draws the rows that are seen, and moves to any of them", async (t) => {
    const { items } = await workspace.server.call("GET /orgs");
    const { id: space } = await workspace.server.call(`POST /orgs/${items[0].id}/spaces`, { title: "Large" });
    const { changes } = await workspace.server.call(`POST /spaces/${space}/content`, {
      changes: [{ operation: "insert_page", title: "Page 0" }],
    });
    const { id: first } = changes[0].page;
    const page = await workspace.open(t, adminEmail, "/");
    const requests: string[] = [];
    await page.route("**/page-titles*", (route) => {
      const { searchParams } = new URL(route.request().url());
      const start = Number(searchParams.get("page") ?? 0);
      const end = Math.min(count, start + Number(searchParams.get("limit")));
      requests.push(`${start}-${end}`);
      return route.fulfill({
        json: {
          count,
          items: Array.from({ length: end - start }, (_, i) => ({
            id: start + i === 0 ? first : `p${start + i}`,
            title: `Page ${start + i}`,
            type: "document",
            depth: 0,
          })),
          ...(end < count && { next: { page: String(end) } }),
        },
      });
    });
    await page.goto(workspace.url(`/spaces/${space}`));
    await heading(page, "Page 0");
    // A long list begins with a short part.
    assert.equal(requests[0], "0-100");
    await page.waitForFunction(
      (total) => (document.querySelector(".page-tree-list")?.clientHeight ?? 0) >= total,
      count * 32,
    );
    const rows = treeOf(page).getByRole("treeitem");
    assert.ok((await rows.count()) < 80, `${await rows.count()} rows`);
    await treeOf(page).focus();
    await page.keyboard.press("End");
    await rowIn(page, "Page 9999").waitFor();
    assert.ok((await rows.count()) < 80, `${await rows.count()} rows`);
    await page.getByRole("searchbox", { name: "Filter pages" }).fill("777");
    await rowIn(page, "Page 7770").waitFor();
    assert.ok((await rows.count()) < 80);
  });
});
