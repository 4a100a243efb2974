// From an empty organization to a published site, only by the screens: once by mouse, once by keyboard.
import assert from "node:assert/strict";
import { describe, type TestContext, test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { becomes } from "../support/becomes.ts";
import { skip } from "../support/chromium.ts";
import { databaseKinds } from "../support/databases.ts";
import { assertPreviewIsPublished } from "../support/look-preview.ts";
import { adminEmail, useWorkspace } from "../support/workspace.ts";

/** How a person uses the screens. */
interface Hand {
  /** Activates a button, a link, an entry of a menu or an option. */
  activate(target: Locator): Promise<void>;
  /** Replaces the text of a field. */
  write(field: Locator, text: string): Promise<void>;
  /** Chooses one of several radio buttons. */
  choose(group: Locator, name: string): Promise<void>;
}

const mouse: Hand = {
  activate: (target) => target.click(),
  async write(field, text) {
    await field.click({ clickCount: 3 });
    await field.page().keyboard.type(text);
    await becomes(() => field.inputValue(), text);
  },
  choose: (group, name) => group.getByText(name, { exact: true }).click(),
};

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/** Moves the focus by Tab only, as far as there are elements. */
async function tabTo(target: Locator): Promise<void> {
  await target.waitFor();
  for (let i = 0; i < 200 && !(await hasFocus(target)); i++) await target.page().keyboard.press("Tab");
  assert.ok(await hasFocus(target), `Tab does not reach ${target}`);
}

const keyboard: Hand = {
  async activate(target) {
    const { keyboard: keys } = target.page();
    await target.waitFor();
    const role = await target.evaluate((element) => element.getAttribute("role"));
    // The entries of a menu are reached by arrow keys.
    if (role === "menuitem") {
      const focused = target.page().locator("[role=menuitem]:focus");
      await focused.waitFor();
      for (let i = 0; i < 50 && !(await hasFocus(target)); i++) await keys.press("ArrowDown");
    } else await tabTo(target);
    await keys.press("Enter");
  },
  async write(field, text) {
    await tabTo(field);
    await field.page().keyboard.press("Control+a");
    await field.page().keyboard.type(text);
    await becomes(() => field.inputValue(), text);
  },
  async choose(group, name) {
    await tabTo(group.getByRole("radio", { checked: true }));
    const target = group.getByRole("radio", { name });
    for (let i = 0; i < 10 && !(await target.isChecked()); i++)
      await group.page().keyboard.press("ArrowDown");
    assert.ok(await target.isChecked(), `arrow keys do not choose ${name}`);
  },
};

const hands = { mouse, keyboard };

for (const kind of databaseKinds)
  describe(`from nothing to a site (${kind})`, { skip }, () => {
    const workspace = useWorkspace(kind);
    const call = (operation: string, body?: object) => workspace.server.call(operation, body);
    const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
    const dialogOf = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });

    async function createSpace(page: Page, hand: Hand, title: string): Promise<void> {
      await hand.activate(button(page, "Add to the library"));
      await hand.activate(page.getByRole("menuitem", { name: "New space" }));
      const dialog = dialogOf(page, "New space");
      await hand.write(dialog.getByLabel("Title"), title);
      await hand.activate(dialog.getByRole("button", { name: "Create space" }));
      await page.waitForURL(/\/app\/spaces\/\w+$/);
      await hand.activate(page.getByRole("main").getByRole("button", { name: "New page" }));
      const field = page.getByRole("textbox", { name: "Title of the new page" });
      await becomes(() => hasFocus(field), true);
      await page.keyboard.type(`About the ${title}`);
      await page.keyboard.press("Enter");
      await page
        .getByRole("main")
        .getByRole("heading", { name: `About the ${title}` })
        .waitFor();
    }

    async function createSite(t: TestContext, hand: Hand): Promise<void> {
      const { id: organization } = await call("POST /orgs", { title: "Harbour" });
      const page = await workspace.open(t, adminEmail, `/orgs/${organization}`);
      for (const title of ["Guide", "Reference"]) await createSpace(page, hand, title);

      await hand.activate(page.getByRole("link", { name: "Sites", exact: true }));
      await hand.activate(page.getByRole("link", { name: "New site" }).first());
      await hand.activate(button(page, "Choose spaces…"));
      const picker = dialogOf(page, "Choose spaces");
      for (const title of ["Guide", "Reference"]) {
        await hand.write(picker.getByRole("combobox"), title);
        await picker.getByRole("option", { name: title, exact: true }).waitFor();
        await page.keyboard.press("Enter");
        await picker.getByRole("option", { name: title, exact: true, selected: true }).waitFor();
      }
      await hand.activate(picker.getByRole("button", { name: /^Choose 2 spaces/ }));
      await hand.activate(button(page, "Continue"));
      await hand.write(page.getByLabel("Title"), "Harbour docs");
      await hand.activate(button(page, "Continue"));
      await page.getByText("Sections: Guide, Reference").waitFor();
      await hand.activate(button(page, "Publish site"));
      await page.getByRole("heading", { name: "Harbour docs", level: 1 }).waitFor();

      await hand.activate(page.getByRole("link", { name: "Look", exact: true }));
      const preview = page.frameLocator("iframe[title='Preview of the site']");
      await hand.activate(button(page, "Preset: Meadow"));
      await becomes(
        async () => (await preview.locator("html").getAttribute("class"))?.includes("theme-bold"),
        true,
      );
      await hand.activate(button(page, "Save look"));
      await page.getByText("All changes are saved").waitFor();
      const [site] = (await call(`GET /orgs/${organization}/sites`)).items;
      await assertPreviewIsPublished(page, site.urls.published, ["", "/reference"]);

      await hand.activate(page.getByRole("link", { name: "Audience", exact: true }));
      const visibility = page.getByRole("form", { name: "Who can read the site" });
      await hand.choose(visibility, "With a share link");
      await hand.activate(visibility.getByRole("button", { name: "Save visibility" }));
      await page.getByText("There is no active share link yet", { exact: false }).waitFor();
      await hand.activate(button(page, "New share link"));
      await hand.write(page.getByRole("dialog").getByLabel("Name"), "Partners");
      await hand.activate(page.getByRole("dialog").getByRole("button", { name: "Create" }));
      const link = page.getByRole("textbox", { name: "Address of Partners" });
      await link.waitFor();
      const address = await link.inputValue();

      await hand.activate(page.getByRole("link", { name: "Redirects", exact: true }));
      await hand.activate(button(page, "Add redirect").first());
      const redirect = page.getByRole("dialog");
      await hand.write(redirect.getByLabel("Old path"), "/manual");
      await hand.write(redirect.getByLabel("New page"), "/reference");
      await hand.activate(redirect.getByRole("button", { name: "Add redirect" }));
      await page.getByRole("list", { name: "Redirects" }).getByText("/manual").waitFor();

      // What readers get: the site with its look, both sections and the redirect, and only with the link.
      const reader = await workspace.browser.newPage(t);
      await reader.goto(address);
      assert.match((await reader.locator("html").getAttribute("class")) ?? "", /theme-bold/);
      for (const section of ["Guide", "Reference"])
        await reader.getByRole("link", { name: section }).first().waitFor();
      await reader.goto(`${address}/manual`);
      assert.match(reader.url(), /\/reference/);
      const withoutKey = address.replace(/\/[^/]+$/, "");
      assert.equal((await fetch(withoutKey)).status, 404);
    }

    for (const [way, hand] of Object.entries(hands))
      test(`with two sections, a look, a share link and a redirect, by ${way}`, (t) => createSite(t, hand));
  });
