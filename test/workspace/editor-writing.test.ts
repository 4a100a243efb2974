import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { skip } from "../support/chromium.ts";
import { screenDatabases } from "../support/databases.ts";
import { pixel } from "../support/integrations.ts";
import { adminEmail, useWorkspace } from "../support/workspace.ts";

const image = (name: string) => ({ name, mimeType: "image/png", buffer: Buffer.from(pixel, "base64") });
const press = async (page: Page, ...keys: readonly string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
const type = (page: Page, text: string) => page.keyboard.type(text);
const option = (page: Page, name: string | RegExp) => page.getByRole("option", { name }).first().waitFor();
/** Chooses a block by the slash. */
async function insert(page: Page, name: string): Promise<void> {
  await type(page, `/${name}`);
  await option(page, name);
  await press(page, "Enter");
}

for (const kind of screenDatabases.second)
  describe(`writing (${kind})`, { skip }, () => {
    const workspace = useWorkspace(kind);
    const { server } = workspace;
    let space: string;
    before(async () => {
      const organization = (await server.call("GET /orgs")).items[0].id;
      space = (await server.call(`POST /orgs/${organization}/spaces`, { title: "Handbook" })).id;
      const install = { markdown: "## Requirements\n\nNone\n" };
      await server.call(`POST /spaces/${space}/content`, {
        changes: [
          { operation: "set_variables", variables: { version: "4.2" } },
          { operation: "insert_page", title: "Install", document: install },
        ],
      });
    });
    const idOf = (page: Page) => page.url().split("/").at(-1) ?? "";
    async function savedMarkdown(page: Page): Promise<string> {
      await press(page, "ControlOrMeta+s");
      await page
        .getByRole("status")
        .filter({ hasText: /^Saved$/ })
        .waitFor();
      return (await server.call(`GET /spaces/${space}/content/page/${idOf(page)}`)).markdown;
    }

    test("needs no mouse: headings, lists, a table, an image, links, notes and formulas", async (t) => {
      const page = await workspace.open(t, adminEmail, `/spaces/${space}`);
      await page.getByRole("treeitem", { name: "Install" }).waitFor();
      await press(page, "n", "p");
      await page.getByRole("textbox", { name: "Title of the new page" }).waitFor();
      await type(page, "Tour");
      await press(page, "Enter");
      await page.getByRole("heading", { level: 1, name: "Tour" }).waitFor();
      // The text of a new page has the caret.
      await page.waitForFunction(() => document.activeElement?.shadowRoot?.activeElement?.role === "textbox");
      await type(page, "## First");
      await press(page, "Enter");
      await type(page, "- one");
      await press(page, "Enter", "Tab");
      await type(page, "inner");
      await press(page, "Enter", "Shift+Tab");
      await type(page, "two");
      await press(page, "Enter", "Enter");
      await type(page, "|Name|Value|");
      await press(page, "Enter");
      await type(page, "port");
      await press(page, "Tab");
      await type(page, "80");
      await press(page, "Control+Enter");
      assert.equal(
        await savedMarkdown(page),
        "## First\n\n- one\n  - inner\n- two\n\n| Name | Value |\n| --- | --- |\n| port | 80 |\n",
      );

      // A page, a heading of another page, and text that only looks like a reference.
      await type(page, "See @Inst");
      await option(page, "Install");
      await press(page, "Enter");
      await type(page, ", @Requ");
      await option(page, /^Requirements Install/);
      await press(page, "Enter");
      await type(page, " and @nobody");
      await press(page, "Escape");
      await type(page, " else, the manual");
      await press(page, "Shift+Control+ArrowLeft", "ControlOrMeta+k");
      await page.getByRole("combobox", { name: "Link" }).waitFor();
      await type(page, "https://example.com/manual");
      await option(page, "https://example.com/manual");
      // The palette, which has the same key elsewhere, stays closed.
      assert.equal(await page.getByRole("dialog").count(), 0);
      await press(page, "Enter", "ArrowRight");
      await type(page, "; https://example.org/x, and https://example.org/y");
      await press(page, "Enter");

      await type(page, "Some note");
      await press(page, "Shift+Control+ArrowLeft", "Control+Alt+n");
      await page.getByRole("textbox", { name: "Text of the note" }).waitFor();
      await type(page, "It explains.");
      await press(page, "Escape", "End");
      await type(page, " at ");
      await insert(page, "Variable");
      await page.getByRole("combobox", { name: "Variable" }).waitFor();
      await type(page, "vers");
      await option(page, /^version/);
      await press(page, "Enter");
      await press(page, "Enter");
      await type(page, "$$");
      await press(page, "Enter");
      await page.getByRole("textbox", { name: "Formula in TeX" }).waitFor();
      await type(page, "E = mc^2");
      await press(page, "Control+Enter");
      // What is typed next does not replace the formula.
      await type(page, "Energy");
      await press(page, "Enter");
      // The browser is told of it before a key can open the choice of files.
      const chooser = page.waitForEvent("filechooser");
      await insert(page, "Image");
      await page.getByRole("dialog", { name: "Insert images" }).waitFor();
      await press(page, "Enter");
      await (await chooser).setFiles(image("map.png"));
      await page.getByRole("button", { name: "Add alt text" }).waitFor();
      await type(page, "The end");
      const written = await savedMarkdown(page);
      const note = /\[\^\d\]: It explains\.\n\n?/;
      // Where the note is written depends on when it was saved.
      assert.match(written, note);
      const text = written
        .slice(written.indexOf("See"))
        .replace(note, "")
        .replaceAll(/\[\^\d\]/g, "[^N]")
        .replace(/fn-\d/, "fn-N")
        .replace(/files\/\w+/, "files/F")
        .trimEnd();
      assert.equal(
        text,
        [
          "See [Install](install.md), [Requirements](install.md#requirements) and @nobody else, the [manual](https://example.com/manual); <https://example.org/x>, and <https://example.org/y>",
          'Some [note](#user-content-fn-N)[^N] at <code class="expression">space.vars.version</code>',
          "$$\nE = mc^2\n$$",
          "Energy",
          "![](/files/F)",
          "The end",
        ].join("\n\n"),
      );
    });

    async function openPage(t: Parameters<typeof workspace.open>[0], title: string, markdown: string) {
      const insertion = { operation: "insert_page", title, document: { markdown } };
      const { changes } = await server.call(`POST /spaces/${space}/content`, { changes: [insertion] });
      const page = await workspace.open(t, adminEmail, `/spaces/${space}/pages/${changes[0].page.id}`);
      await page.getByRole("textbox", { name: "Text of the page" }).waitFor();
      return page;
    }

    test("chooses people, files and content in cells, their widths, and covers and links of cards", async (t) => {
      const user = await server.call("GET /user");
      const { insertedFiles } = await server.call(`POST /spaces/${space}/content`, {
        changes: [
          {
            operation: "insert_files",
            files: [{ name: "cover.png", contentType: "image/png", base64: pixel }],
          },
        ],
      });
      const table = "| Name | Who | Docs | Goal | Picture |\n|---|---|---|---|---|\n| Apples |  |  |  |  |\n";
      const page = await openPage(t, "Cells", table);
      const cell = (name: string) => page.getByText(name, { exact: true });
      for (const [name, column] of [
        ["Who", "People"],
        ["Docs", "Files"],
        ["Goal", "Link"],
        ["Picture", "Image"],
      ] as const) {
        await cell(name).click();
        await press(page, "Shift+F10");
        await page.getByRole("menuitem", { name: "Column settings", exact: true }).click();
        await page.getByLabel("Type", { exact: true }).selectOption({ label: column });
        await page.getByRole("button", { name: "Close" }).click();
      }
      /** Opens the editor of the value in a column by keys. */
      const edit = async (tabs: number) => {
        await cell("Apples").click();
        for (let i = 0; i < tabs; i++) await press(page, "Tab");
        await press(page, "Enter");
      };
      await edit(1);
      await page.getByRole("combobox", { name: "People" }).fill(adminEmail);
      await page.getByRole("option", { name: new RegExp(adminEmail) }).waitFor();
      await press(page, "Enter", "Escape");
      await edit(2);
      await page.getByRole("combobox", { name: "Value of Docs" }).fill("cov");
      await option(page, "cover.png");
      await press(page, "Enter");
      await page.getByRole("button", { name: "Done" }).click();
      await edit(3);
      await page.getByRole("combobox", { name: "Link to" }).fill("Inst");
      await option(page, "Install");
      await press(page, "Enter");
      await edit(4);
      await page.getByRole("combobox", { name: "Value of Picture" }).fill("cov");
      await option(page, "cover.png");
      await press(page, "Enter");
      await page.getByLabel("Description of the image").fill("A tree");
      await page.getByRole("button", { name: "Done" }).click();
      const file = insertedFiles[0].id;
      const written = await savedMarkdown(page);
      for (const part of [user.id, `/files/${file}`, "install.md", "A tree"])
        assert.ok(written.includes(part), `${part} in ${written}`);

      await cell("Apples").click();
      await page.getByRole("button", { name: "Table options" }).click();
      await page.getByRole("menuitem", { name: "Show as cards" }).click();
      await page.getByRole("button", { name: "Table options" }).click();
      await page.getByRole("menuitem", { name: "Card settings" }).click();
      await page.getByLabel("Cover", { exact: true }).selectOption({ label: "Picture" });
      await page.getByLabel("Link of the card").selectOption({ label: "Goal" });
      await page.getByRole("button", { name: "Close" }).click();
      await page.getByRole("img", { name: "A tree" }).waitFor();
      const cards = await savedMarkdown(page);
      assert.match(cards, /data-view="cards"/);
      assert.match(cards, /data-card-cover/);
      assert.match(cards, /data-card-target/);
    });

    test("wraps text in conditions and hints, whose settings are in their menus", async (t) => {
      const page = await openPage(t, "Containers", "For some\n\nCareful\n");
      await page.getByText("For some").click();
      await press(page, "End", "Enter");
      await insert(page, "Condition");
      const dialog = page.getByRole("dialog", { name: "Who sees this?" });
      await dialog.getByLabel("Condition").fill("visitor.claims.unsigned.beta");
      await press(page, "Enter");
      await dialog.waitFor({ state: "detached" });
      await type(page, "Secret");
      await press(page, "Alt+F9");
      await page.getByRole("menuitem", { name: "Condition", exact: true }).click();
      await page.getByRole("menuitem", { name: "Change condition…" }).click();
      await dialog.getByLabel("Condition").fill('visitor.claims.plan == "pro"');
      await press(page, "Enter");
      await dialog.waitFor({ state: "detached" });
      await page.getByText("Careful").click();
      await press(page, "End", "Enter");
      await insert(page, "Info hint");
      await type(page, "Read this");
      await press(page, "Alt+F9");
      await page.getByRole("menuitem", { name: "Hint", exact: true }).last().click();
      await page.getByText("Danger hint").click();
      assert.equal(
        await savedMarkdown(page),
        'For some\n\n{% if visitor.claims.plan == "pro" %}\nSecret\n{% endif %}\n\nCareful\n\n{% hint style="danger" %}\nRead this\n{% endhint %}\n',
      );
    });
  });
