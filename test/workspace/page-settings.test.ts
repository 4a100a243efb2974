import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { becomes } from "../support/becomes.ts";
import { skip } from "../support/chromium.ts";
import { screenDatabases } from "../support/databases.ts";
import { adminEmail, checkScreen, laterClock, useWorkspace } from "../support/workspace.ts";

const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const image = (name: string) => ({ name, mimeType: "image/png", buffer: Buffer.from(pixel, "base64") });

const rowIn = (page: Page, name: string) =>
  page.getByRole("tree", { name: "Pages" }).getByRole("treeitem", { name, exact: true });

for (const kind of screenDatabases.second)
  describe(`a page in the workspace (${kind})`, { skip }, () => {
    const workspace = useWorkspace(kind);
    let organization: string;
    let space: string;

    before(async () => {
      organization = (await workspace.server.call("GET /orgs")).items[0].id;
      space = (await workspace.server.call(`POST /orgs/${organization}/spaces`, { title: "Handbook" })).id;
    });

    async function insertPage(title: string, markdown: string): Promise<string> {
      const insert = { operation: "insert_page", title, document: { markdown } };
      const { changes } = await workspace.server.call(`POST /spaces/${space}/content`, { changes: [insert] });
      return changes[0].page.id;
    }
    const readPage = (id: string) => workspace.server.call(`GET /spaces/${space}/content/page/${id}`);
    async function waitForMarkdown(id: string, expected: string): Promise<void> {
      await becomes(async () => (await readPage(id)).markdown, expected);
    }

    test("has settings, which are saved together", async (t) => {
      const id = await insertPage("Install", "Text");
      const site = await workspace.server.call(`POST /orgs/${organization}/sites`, {
        ...{ type: "ultimate", title: "Docs", spaces: [space] },
      });
      const sitePath = `/orgs/${organization}/sites/${site.id}`;
      await workspace.server.call(`PATCH ${sitePath}`, { adaptiveContent: { enabled: true } });
      const unsigned = {
        type: "object",
        properties: { beta: { type: "boolean" } },
        additionalProperties: false,
      };
      await workspace.server.call(`PUT ${sitePath}/adaptive-schema`, {
        jsonSchema: { type: "object", properties: { unsigned }, additionalProperties: false },
      });
      const page = await workspace.open(t, adminEmail, `/spaces/${space}/pages/${id}`, {
        expectedErrors: /status of 400/,
      });
      await rowIn(page, "Install").click({ button: "right" });
      await page.getByRole("menuitem", { name: "Page settings…" }).click();
      const dialog = page.getByRole("dialog", { name: "Settings of Install" });
      await dialog.getByLabel("Title", { exact: true }).first().fill("Install it");
      await dialog.getByLabel("Title in the table of contents").fill("Setup");
      await dialog.getByLabel("Description").first().fill("How to begin");
      const slug = dialog.getByLabel("Last part of the address");
      await dialog.getByText("Published at /install.").waitFor();
      await slug.fill("set-up");
      await dialog.getByText("Readers of the old address /install are led to the new one.").waitFor();
      await dialog.getByRole("button", { name: "Choose an icon" }).click();
      await page.getByRole("combobox", { name: "Search by name" }).fill("rocket");
      await page.keyboard.press("Enter");
      await dialog.getByText("🚀").waitFor();
      for (const name of ["Hidden", "Not in the site’s search", "Not in search engines"])
        await dialog.getByLabel(name).check();
      const condition = dialog.getByLabel("Condition");
      await page.waitForFunction(() => document.querySelectorAll("datalist option").length > 0);
      const offered = await dialog.locator("datalist option").first().getAttribute("value");
      await condition.fill(offered ?? "");
      await dialog.getByLabel("Tags", { exact: true }).first().fill("beta, api");
      await dialog.getByLabel("Tag in the table of contents").selectOption("api");
      await dialog.getByLabel("Width").selectOption("Wide");
      await dialog.getByLabel("Outline").uncheck();
      await dialog.getByLabel("Upload: Image", { exact: true }).first().setInputFiles(image("cover.png"));
      await dialog.getByRole("slider", { name: "Position of the image" }).press("End");
      await dialog.getByLabel("Address: Image for the dark theme").fill("https://example.com/dark.png");
      await dialog.getByLabel("Size").selectOption("Full width");
      await checkScreen(page, "the settings of a page");
      // The image is sent when the settings are saved, which can be canceled while it is sent.
      await page.route("**/files/uploads?*", async () => {});
      await dialog.getByRole("button", { name: "Save" }).click();
      await dialog.getByRole("progressbar", { name: "Progress of cover.png" }).waitFor();
      await dialog.getByRole("button", { name: "Cancel cover.png" }).click();
      await dialog.getByRole("alert").getByText("The upload was canceled.").waitFor();
      assert.equal((await readPage(id)).slug, "install");
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await dialog.getByRole("button", { name: "Save" }).click();
      await page.getByText("The settings were saved.").waitFor();
      await dialog.waitFor({ state: "detached" });
      await rowIn(page, "Setup Hidden").getByText("🚀").waitFor();
      const saved = await readPage(id);
      assert.deepEqual(
        {
          ...{ title: saved.title, linkTitle: saved.linkTitle, description: saved.description },
          ...{ path: saved.path, hidden: saved.hidden, condition: saved.condition },
          ...{ noIndex: saved.noIndex, noRobotsIndex: saved.noRobotsIndex },
          ...{ width: saved.layout.width, outline: saved.layout.outline, size: saved.layout.coverSize },
          tags: saved.tags.map((tag: { tag: { tag: string }; primary?: boolean }) => [
            tag.tag.tag,
            tag.primary,
          ]),
          cover: [saved.cover.ref.kind, saved.cover.refDark.url, saved.cover.yPos > 0],
        },
        {
          ...{ title: "Install it", linkTitle: "Setup", description: "How to begin" },
          ...{ path: "set-up", hidden: true, condition: offered, noIndex: true, noRobotsIndex: true },
          ...{ width: "wide", outline: false, size: "full" },
          tags: [
            ["beta", undefined],
            ["api", true],
          ],
          cover: ["file", "https://example.com/dark.png", true],
        },
      );

      // What the server refuses stays in the form.
      await page.getByRole("button", { name: "Change cover" }).click();
      const again = page.getByRole("dialog", { name: "Settings of Install it" });
      await again.getByLabel("Last part of the address").fill("not a slug");
      await again.getByRole("button", { name: "Remove: Image", exact: true }).click();
      await again.getByRole("button", { name: "Save" }).click();
      await again.getByRole("alert").getByText("must consist of letters").waitFor();
      await again.getByLabel("Last part of the address").fill("set-up");
      await again.getByRole("button", { name: "Save" }).click();
      await again.waitFor({ state: "detached" });
      assert.equal((await readPage(id)).cover, undefined);
    });

    test("is made from a template, with what that uses", async (t) => {
      const { server } = workspace;
      const notes = (await server.call(`POST /orgs/${organization}/spaces`, { title: "Notes" })).id;
      const inserted = await server.call(`POST /spaces/${notes}/content`, {
        changes: [
          { operation: "insert_reusable_content", title: "Agenda", document: { markdown: "Who writes?\n" } },
        ],
      });
      const include = `{% include "/reusable-contents/${inserted.insertedReusableContents[0]}" %}`;
      const insert = { operation: "insert_page", title: "Meeting", document: { markdown: include } };
      const { changes } = await server.call(`POST /spaces/${notes}/content`, { changes: [insert] });
      const page = await workspace.open(t, adminEmail, `/spaces/${notes}/pages/${changes[0].page.id}`);
      await rowIn(page, "Meeting").click({ button: "right" });
      await page.getByRole("menuitem", { name: "Use as a template" }).click();
      await page.getByText("This page is now a template.").waitFor();

      const empty = (await server.call(`POST /orgs/${organization}/spaces`, { title: "Empty" })).id;
      await page.goto(workspace.url(`/spaces/${empty}`));
      await page.getByRole("button", { name: "From a template…" }).click();
      const dialog = page.getByRole("dialog", { name: "New page from a template" });
      await dialog.getByRole("option", { name: /^Meeting Notes/ }).waitFor();
      await checkScreen(page, "the templates");
      await dialog.getByRole("combobox").fill("knowledge");
      await dialog.getByRole("option", { name: /^Knowledge base/ }).waitFor();
      await page.keyboard.press("Enter");
      await page.getByText("The pages of “Knowledge base” were added.").waitFor();
      await rowIn(page, "Questions and answers").click();
      await page.getByRole("heading", { level: 1, name: "Questions and answers" }).waitFor();
      await page.getByRole("button", { name: "Add a page" }).click();
      await page.getByRole("menuitem", { name: "From a template…" }).click();
      await dialog.getByRole("combobox").fill("meet");
      await dialog.getByRole("option", { name: /^Meeting/ }).waitFor();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name: "Meeting" }).waitFor();
      await page.getByText("Who writes?").waitFor();
      const { items } = await server.call(`GET /spaces/${empty}/content/reusable-contents`);
      assert.deepEqual(
        items.map(({ title }: { title: string }) => title),
        ["Agenda"],
      );
    });

    test("is edited as Markdown, and no other byte changes", async (t) => {
      const windows = '# One\r\n\r\n{% hint style="info" %}\r\nHello  \r\n{% endhint %}\r\n\r\n* a\r\n';
      const id = await insertPage("Source", windows);
      const page = await workspace.open(t, adminEmail, `/spaces/${space}/pages/${id}`, {
        expectedErrors: /ERR_INTERNET_DISCONNECTED/,
      });
      await page.getByRole("button", { name: "Actions for this page" }).click();
      await page.getByRole("menuitem", { name: "Edit as Markdown" }).click();
      await page.waitForURL(/\?source$/);
      const text = page.getByRole("textbox", { name: "Markdown", exact: true });
      await text.getByText('{% hint style="info" %}').waitFor();
      await checkScreen(page, "the source of a page");
      await page.keyboard.press("Control+End");
      await page.keyboard.type("* b");
      await page.getByText("Saved", { exact: true }).last().waitFor();
      await waitForMarkdown(id, `${windows}* b`);
      // An opened page that nobody changes writes nothing.
      const { documentId, updatedAt } = await readPage(id);
      await page.reload();
      await text.getByText("* b").waitFor();
      await page.waitForTimeout(1_500);
      const after = await readPage(id);
      assert.deepEqual([after.documentId, after.updatedAt], [documentId, updatedAt]);

      // Escape, then Tab leaves the text; Tab alone indents.
      await text.focus();
      await page.keyboard.press("Escape");
      await page.keyboard.press("Tab");
      assert.equal(
        await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.ariaLabel ?? ""),
        "",
      );

      // Without a connection the browser keeps what is typed, also when the window is closed.
      await text.focus();
      await page.keyboard.press("Control+End");
      await page.context().setOffline(true);
      await page.keyboard.type(" offline");
      await page
        .getByText(/Offline/)
        .first()
        .waitFor();
      await page.context().setOffline(false);
      await waitForMarkdown(id, `${windows}* b offline`);

      // What a closed window has left is offered by the next one, and may be discarded.
      const left = await workspace.open(t, adminEmail, `/spaces/${space}/pages/${id}?source`, {
        expectedErrors: /ERR_INTERNET_DISCONNECTED/,
      });
      const context = left.context();
      for (const [words, choice] of [
        [" lost", "Discard it"],
        [" found", "Restore it"],
      ] as const) {
        const closed = await context.newPage();
        await closed.goto(left.url());
        const typed = closed.getByRole("textbox", { name: "Markdown", exact: true });
        await typed.getByText("* b offline").waitFor();
        await closed.keyboard.press("Control+End");
        await context.setOffline(true);
        await closed.keyboard.type(words);
        await closed.getByRole("status").filter({ hasText: "kept in this browser" }).waitFor();
        await closed.close();
        await context.setOffline(false);
        await left.addInitScript(laterClock);
        await left.reload();
        await left.getByRole("button", { name: choice }).click();
        await left.getByRole("button", { name: choice }).waitFor({ state: "detached" });
      }
      await waitForMarkdown(id, `${windows}* b offline found`);
      await left.close();
      await page.reload();

      // Somebody else saves while something is typed.
      await text.getByText("* b offline found").waitFor();
      await page.keyboard.press("Control+End");
      await page.getByText("Saved", { exact: true }).last().waitFor();
      const theirs = { operation: "update_page", page: id, document: { markdown: "Theirs\n" } };
      await page.keyboard.type(" mine");
      await workspace.server.call(`POST /spaces/${space}/content`, { changes: [theirs] });
      const conflict = page.getByRole("alert").filter({ hasText: "Somebody else has changed this page." });
      await conflict.waitFor();
      await checkScreen(page, "a conflict");
      assert.equal((await readPage(id)).markdown, "Theirs\n");
      await conflict.getByRole("button", { name: "Take over their text" }).click();
      await text.getByText("Theirs").waitFor();
      await text.focus();
      await page.keyboard.press("Control+z");
      await waitForMarkdown(id, `${windows}* b offline found mine`);
      // Mistakes are marked where they are.
      await page.keyboard.press("Control+End");
      await page.keyboard.type("\n\n{% hint %}");
      const mark = page.locator(".cm-lintRange-error, .cm-lintRange-warning");
      await mark.first().waitFor();
      assert.match((await mark.allTextContents()).join(), /hint/);
      await page.getByRole("button", { name: "Back to the page" }).click();
      await page.waitForURL((url) => !url.search.includes("source"));
      await page.getByText("* b").waitFor({ state: "detached" });
    });

    test("keeps lines that end in different ways, and shows its source to readers", async (t) => {
      const mixed = "One\r\nTwo\nThree\r\n";
      const id = await insertPage("Mixed", mixed);
      const page = await workspace.open(t, adminEmail, `/spaces/${space}/pages/${id}?source`);
      const text = page.getByRole("textbox", { name: "Markdown", exact: true });
      await text.getByText("Two").waitFor();
      await page.keyboard.press("Control+End");
      await page.keyboard.type("Four");
      await waitForMarkdown(id, `${mixed}Four`);
      await workspace.invite(organization, "reader@example.com", "read");
      const reader = await workspace.open(t, "reader@example.com", `/spaces/${space}/pages/${id}?source`);
      const shown = reader.getByRole("textbox", { name: "Markdown", exact: true });
      await shown.getByText("Four").waitFor();
      assert.equal(await shown.getAttribute("aria-readonly"), "true");
      await checkScreen(reader, "the source for readers");
    });
  });
