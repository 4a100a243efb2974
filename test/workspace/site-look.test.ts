import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { becomes } from "../support/becomes.ts";
import { skip } from "../support/chromium.ts";
import { screenDatabases } from "../support/databases.ts";
import { fontFile } from "../support/fonts.ts";
import { assertPreviewIsPublished } from "../support/look-preview.ts";
import { adminEmail, checkScreen, useWorkspace } from "../support/workspace.ts";

/** A PNG of one pixel. */
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** The site in the frame. */
const shown = (page: Page) => page.frameLocator("iframe[title='Preview of the site']");

/** Opens all groups, and adds an entry to lists that are empty, so that all fields are there. */
async function openEverything(page: Page): Promise<void> {
  await page.locator("details").evaluateAll((groups) => {
    for (const group of groups) (group as HTMLDetailsElement).open = true;
  });
  const form = page.getByRole("region", { name: "Look of the site" });
  for (const name of ["Add a group", "Add an account", "Add a tint"])
    await form.getByRole("button", { name, exact: true }).click();
  await form.getByRole("radio", { name: "Emoji" }).check();
}

async function openGroup(page: Page, name: string): Promise<void> {
  await page.getByRole("heading", { name, exact: true, level: 2 }).click();
}

for (const kind of screenDatabases.second)
  describe(`the look of a site in the workspace (${kind})`, { skip }, () => {
    const workspace = useWorkspace(kind);
    let site: { id: string; path: string; screen: string; url: string };
    let siteSpaces: { id: string; title: string }[];
    const spaces: string[] = [];
    before(async () => {
      const { call } = workspace.server;
      const { items } = await call("GET /orgs");
      const organization = items[0].id;
      for (const title of ["Handbook", "Reference"]) {
        const { id } = await call(`POST /orgs/${organization}/spaces`, { title });
        const page = (name: string) => ({
          operation: "insert_page",
          title: name,
          document: { markdown: `About ${name}.` },
        });
        await call(`POST /spaces/${id}/content`, {
          changes: [page(`${title} home`), page(`${title} guide`)],
        });
        spaces.push(id);
      }
      const { id } = await call(`POST /orgs/${organization}/sites`, { title: "Acme", spaces });
      const path = `/orgs/${organization}/sites/${id}`;
      await call(`POST ${path}/publish`);
      const properties = { plan: { type: "string", enum: ["free", "pro"] } };
      const jsonSchema = { type: "object", properties, additionalProperties: false };
      await call(`PUT ${path}/adaptive-schema`, { jsonSchema });
      const { urls } = await call(`PATCH ${path}`, { visibility: "public" });
      site = { id, path, screen: `${path}/look`, url: urls.published };
      siteSpaces = (await call(`GET ${path}/site-spaces`)).items;
    });
    const stored = () => workspace.server.call(`GET ${site.path}/customization/stored`);

    test("is edited beside the real site, undone, kept over a reload, and saved as it was seen", async (t) => {
      const page = await workspace.open(t, adminEmail, site.screen);
      const root = shown(page).locator("html");
      const classes = async () => (await root.getAttribute("class"))?.includes("theme-bold");
      await shown(page).getByRole("heading", { name: "Handbook home" }).waitFor();
      await becomes(classes, false);
      const form = page.getByRole("region", { name: "Look of the site" });
      await page.getByText("All changes are saved").waitFor();
      await page.getByRole("button", { name: "Preset: Meadow" }).click();
      await page.getByText("Unsaved changes").waitFor();
      await becomes(classes, true);
      await form.getByLabel("Primary color, light, as hexadecimal").fill("#ffe08a");
      await form
        .getByText(/Light: contrast 1\.\d where text needs 4\.5. The site shows it darker\./)
        .waitFor();
      // A page that is loaded again in the frame meanwhile has no answer.
      const inFrame = <T>(read: (element: Element) => T) => root.evaluate(read).catch(() => undefined);
      const primary = () => inFrame((element) => getComputedStyle(element).getPropertyValue("--primary"));
      await becomes(primary, "#ffe08a");
      // Undo and redo, by keys outside of fields and by buttons.
      await page.getByRole("button", { name: "Preset: Meadow" }).press("Control+z");
      await becomes(primary, "#15693f");
      await page.getByRole("button", { name: "Redo" }).click();
      await becomes(primary, "#ffe08a");
      await page.getByRole("button", { name: "Undo" }).click();
      await becomes(primary, "#15693f");

      await openGroup(page, "Header");
      // A page that is not chosen in the end changes nothing, and the field says so.
      const logoTarget = form.getByLabel("Where the logo leads");
      await logoTarget.selectOption("A page of the site");
      await page.getByRole("combobox", { name: "Search pages" }).press("Escape");
      await page.getByRole("combobox", { name: "Search pages" }).waitFor({ state: "detached" });
      await becomes(() => logoTarget.inputValue(), "none");
      const links = form.getByRole("list", { name: "Links in the header" });
      const names = () =>
        links
          .getByRole("button", { expanded: false })
          .or(links.getByRole("button", { expanded: true }))
          .allInnerTexts();
      for (const name of ["Shop", "Blog"]) {
        await form.getByRole("button", { name: "Add a link", exact: true }).click();
        await links.getByLabel("Title", { exact: true }).fill(name);
      }
      await shown(page).getByRole("link", { name: "Blog" }).waitFor();
      await links.getByRole("button", { name: "Move Blog", exact: true }).press("Alt+ArrowUp");
      await becomes(names, ["Blog", "Shop"]);
      await page.getByText("Blog is now 1 of 2").waitFor({ state: "attached" });
      await becomes(
        () =>
          links
            .getByRole("button", { name: "Move Blog", exact: true })
            .evaluate((element) => element === document.activeElement),
        true,
      );
      await links.getByRole("button", { name: "Blog", exact: true }).click();
      await links
        .getByRole("button", { name: "Move Shop", exact: true })
        .dragTo(links.getByRole("button", { name: "Blog", exact: true }));
      await becomes(names, ["Shop", "Blog"]);
      await links.getByRole("button", { name: "Remove Blog" }).click();
      await openGroup(page, "Announcement");
      await form.getByLabel("Show an announcement above all pages").check();
      await form.getByLabel("Text", { exact: true }).last().fill("A new look");
      await shown(page).getByText("A new look").waitFor();

      // The mode and the width of the preview, another page, and another visitor.
      await page.getByRole("radio", { name: "Dark" }).check();
      await becomes(() => root.getAttribute("data-theme"), "dark");
      await page.getByRole("radio", { name: "As readers get it" }).check();
      await page.getByRole("radio", { name: "Phone" }).check();
      await becomes(() => inFrame(() => innerWidth), 390);
      await page.getByRole("radio", { name: "Desktop" }).check();
      await becomes(() => inFrame(() => innerWidth >= 1280), true);
      await page.getByRole("button", { name: "Open a page in the preview" }).click();
      await page.getByRole("combobox", { name: "Search pages" }).fill("guide");
      await page.getByRole("option", { name: /Handbook guide/ }).waitFor();
      await checkScreen(page, "the pages of the preview");
      await page.getByRole("option", { name: /Handbook guide/ }).click();
      await shown(page).getByRole("heading", { name: "Handbook guide" }).waitFor();
      // The same page again, after one has moved on in the frame.
      await shown(page).getByRole("link", { name: "Handbook home" }).first().press("Enter");
      await shown(page).getByRole("heading", { name: "Handbook home" }).waitFor();
      await page.getByRole("button", { name: "Open a page in the preview" }).click();
      await page.getByRole("combobox", { name: "Search pages" }).fill("guide");
      await page.getByRole("option", { name: /Handbook guide/ }).click();
      await shown(page).getByRole("heading", { name: "Handbook guide" }).waitFor();
      await page.getByRole("button", { name: "As a visitor" }).click();
      await page.getByLabel("plan", { exact: true }).selectOption("pro");
      await checkScreen(page, "the visitor of the preview");
      const others = page.getByLabel("Other claims as JSON");
      await others.fill("no");
      await page.getByRole("button", { name: "Show", exact: true }).click();
      await page.getByRole("alert").getByText(/JSON/).waitFor();
      await others.fill('{"team":"docs"}');
      await page.getByRole("button", { name: "Show", exact: true }).click();
      await page.getByRole("button", { name: "As a visitor with claims" }).click();
      await becomes(() => page.getByLabel("plan", { exact: true }).inputValue(), "pro");
      assert.deepEqual(JSON.parse(await others.inputValue()), { team: "docs" });
      await page.getByRole("button", { name: "Show", exact: true }).click();
      await page.getByRole("button", { name: "As a visitor with claims" }).waitFor();

      assert.deepEqual((await stored()).customization, {});
      page.on("dialog", (dialog) => void dialog.accept());
      await page.reload();
      await page.getByText("Your unsaved changes from last time are here again.").waitFor();
      await shown(page).getByText("A new look").waitFor();
      await openEverything(page);
      await checkScreen(page, "look");
      await shown(page).getByText("A new look").waitFor();
      await page.getByRole("button", { name: "Save look" }).click();
      await page.getByText("Look saved").waitFor();
      await page.getByText("All changes are saved").waitFor();
      await assertPreviewIsPublished(page, site.url, [
        "",
        "/handbook-guide",
        "/reference",
        "/reference/reference-guide",
      ]);
      const { customization } = await stored();
      assert.deepEqual(
        [customization.styling.theme, customization.header.links.length, customization.announcement.message],
        ["bold", 1, "A new look"],
      );
    });

    test("is overridden for a site space, merged with what others save, and keeps what the form does not know", async (t) => {
      const { call } = workspace.server;
      const [handbook, reference] = spaces;
      await call(`PUT ${site.path}/customization`, {
        title: "Acme docs",
        git: { showEditLink: true },
        ai: { mode: "search" },
      });
      await call(`PATCH /spaces/${handbook}`, { editMode: "locked" });
      const page = await workspace.open(t, adminEmail, site.screen, {
        viewport: { width: 1200, height: 900 },
        expectedErrors: /412|400/,
      });
      const form = page.getByRole("region", { name: "Look of the site" });
      await shown(page).getByRole("heading", { name: "Handbook home" }).waitFor();
      await openGroup(page, "Title and images");
      // Someone else saves meanwhile.
      await form.getByLabel("Title", { exact: true }).fill("My docs");
      await call(`PUT ${site.path}/customization`, {
        title: "Their docs",
        pdf: { enabled: false },
        git: { showEditLink: true },
        ai: { mode: "search" },
      });
      await page.getByRole("button", { name: "Save look" }).click();
      await page.getByText(/Someone else has saved the look meanwhile. You both changed: Title/).waitFor();
      assert.equal((await stored()).customization.title, "Their docs");
      await page.getByRole("button", { name: "Save look" }).click();
      await page.getByText("All changes are saved").waitFor();
      assert.deepEqual((await stored()).customization, {
        title: "My docs",
        pdf: { enabled: false },
        git: { showEditLink: true },
        ai: { mode: "search" },
      });

      // What the server refuses is said, and the preview stays.
      await form.getByLabel("Title", { exact: true }).fill("x");
      await page.getByText(/The preview cannot show this yet\. customization\.title/).waitFor();
      await page.getByRole("button", { name: "Reset: Title" }).click();
      await page.getByText(/The preview cannot show/).waitFor({ state: "detached" });
      // The kind of the icon is that of the value, also after what takes it back.
      const isChosen = (name: string) => form.getByRole("radio", { name, exact: true }).isChecked();
      await form.getByRole("radio", { name: "Emoji", exact: true }).check();
      await form.getByLabel("Emoji", { exact: true }).and(page.getByRole("textbox")).waitFor();
      await page.getByRole("button", { name: "Undo", exact: true }).click();
      await becomes(() => isChosen("Lectern's own"), true);
      await page.getByRole("button", { name: "Redo", exact: true }).click();
      await becomes(() => isChosen("Emoji"), true);
      await form.getByRole("radio", { name: "Image", exact: true }).check();
      await form.getByLabel("Address of the image: Icon in the browser's tab").waitFor();
      await form.getByRole("button", { name: "Reset: Icon in the browser's tab" }).click();
      await becomes(() => isChosen("Lectern's own"), true);

      // The first space takes no files, since it is locked: the image goes to the other one.
      const chooser = page.waitForEvent("filechooser");
      await form.getByRole("button", { name: "Upload an image: Logo", exact: true }).click();
      // What is edited while the image is being uploaded is kept.
      let finishUpload = () => {};
      const edited = new Promise<void>((resolve) => {
        finishUpload = resolve;
      });
      await page.route("**/content/files/upload", async (route) => {
        await edited;
        await route.continue();
      });
      await (await chooser).setFiles({ name: "logo.png", mimeType: "image/png", buffer: pixel });
      await form.getByText("Uploading…").waitFor();
      await form.getByLabel("Theme", { exact: true }).selectOption("Bold");
      await page.getByText("Unsaved changes").waitFor();
      finishUpload();
      await shown(page).locator("header img").first().waitFor({ state: "attached" });
      await becomes(
        () =>
          form
            .getByLabel("Address of the image: Logo, dark")
            .inputValue()
            .then((url) => url.includes("logo.png")),
        true,
      );
      const { items: files } = await call(`GET /spaces/${reference}/content/files`);
      assert.deepEqual(
        files.map(({ name }: { name: string }) => name),
        ["logo.png"],
      );

      const [, overridden = { id: "", title: "" }] = siteSpaces;
      await form.getByLabel("Applies to").selectOption(overridden.id);
      await becomes(async () => new URL(page.url()).searchParams.get("space"), overridden.id);
      await form.getByText("As the site").first().waitFor();
      await shown(page).getByRole("heading", { name: "Reference home" }).waitFor();
      await form.getByLabel("Theme", { exact: true }).selectOption("Muted");
      await form.getByText(`${overridden.title} (1 field of its own)`).waitFor({ state: "attached" });
      await page.getByRole("button", { name: "Save look" }).click();
      await page.getByText("All changes are saved").waitFor();
      const saved = await stored();
      assert.deepEqual([saved.customization.title, saved.customization.styling.theme], [undefined, "bold"]);
      assert.match(saved.customization.header.logo.dark, /logo\.png/);
      assert.deepEqual(
        saved.siteSpaces.map((part: { id: string; customization: object }) => [part.id, part.customization]),
        [[overridden.id, { styling: { theme: "muted" } }]],
      );
      await form.getByRole("button", { name: "Take all back" }).click();
      await page.getByRole("button", { name: "Save look" }).click();
      await becomes(async () => (await stored()).siteSpaces, []);

      // Narrow: two views, and everything is reset at once.
      await page.setViewportSize({ width: 360, height: 800 });
      await form.getByLabel("Applies to").selectOption("The whole site");
      await form.getByRole("button", { name: "Reset everything" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Reset everything" }).click();
      await page.getByRole("radio", { name: "Preview", exact: true }).check();
      await form.waitFor({ state: "hidden" });
      await shown(page).getByRole("heading", { name: "Reference home" }).waitFor();
      await page.getByRole("button", { name: "Discard" }).click();
      await page.getByText("All changes are saved").waitFor();
      await page.setViewportSize({ width: 1200, height: 900 });
      await checkScreen(page, "look");

      const organization = site.path.split("/")[2] ?? "";
      await workspace.invite(organization, "creator@example.com", "create");
      await call(`PATCH /spaces/${reference}`, { editMode: "locked" });
      const creator = await workspace.open(t, "creator@example.com", site.screen);
      await creator.getByText(/Only admins of the organization can save the look/).waitFor();
      await openGroup(creator, "Title and images");
      const logo = creator.getByRole("group", { name: "Logo", exact: true });
      await logo
        .getByText(/not locked and that you can edit\. There is none/)
        .first()
        .waitFor();
      assert.ok(
        await logo
          .getByRole("button", { name: /^Upload an image: Logo/ })
          .first()
          .isDisabled(),
      );
      await creator.getByRole("button", { name: "Preset: Ink" }).click();
      await creator.getByText("Unsaved changes").waitFor();
      assert.ok(await creator.getByRole("button", { name: "Save look" }).isDisabled());
    });

    test("has an icon, an image for links and a font by upload", async (t) => {
      const { call } = workspace.server;
      await call(`PUT ${site.path}/customization`, {});
      await call(`PATCH /spaces/${spaces[0]}`, { editMode: "live" });
      const page = await workspace.open(t, adminEmail, site.screen);
      const form = page.getByRole("region", { name: "Look of the site" });
      await shown(page).getByRole("heading", { name: "Handbook home" }).waitFor();
      await openGroup(page, "Title and images");
      await form.getByRole("radio", { name: "Image", exact: true }).check();
      for (const [label, name] of [
        ["Icon in the browser's tab", "icon.png"],
        ["Image for links in other sites", "card.png"],
      ]) {
        const chooser = page.waitForEvent("filechooser");
        await form.getByRole("button", { name: `Upload an image: ${label}` }).click();
        await (await chooser).setFiles({ name: name ?? "", mimeType: "image/png", buffer: pixel });
        const address = form.getByLabel(`Address of the image: ${label}`).first();
        await becomes(async () => (await address.inputValue()).includes(name ?? ""), true);
      }
      await openGroup(page, "Fonts");
      await form.getByRole("button", { name: "Upload a font" }).click();
      const dialog = page.getByRole("dialog", { name: "Upload a font" });
      await dialog.getByLabel("Name").fill("House");
      await dialog
        .getByLabel("File for regular text (400)")
        .setInputFiles({ name: "house.woff2", mimeType: "font/woff2", buffer: fontFile() });
      await checkScreen(page, "uploading a font");
      await dialog.getByRole("button", { name: "Upload font" }).click();
      await form.getByRole("list", { name: "Fonts of the organization" }).getByText("House").waitFor();
      await form.getByLabel("Text", { exact: true }).selectOption("House");
      // The preview draws its text with the file.
      const isLoaded = () =>
        shown(page)
          .locator("body")
          .evaluate((body) => {
            const unquoted = (names: string) => names.replaceAll('"', "");
            const names = unquoted(getComputedStyle(body).fontFamily);
            return [...document.fonts].some(
              ({ family, status }) => status === "loaded" && names.startsWith(unquoted(family)),
            );
          })
          .catch(() => false);
      await becomes(isLoaded, true);
      await page.getByRole("button", { name: "Save look" }).click();
      await page.getByText("All changes are saved").waitFor();
      const { favicon, socialPreview, styling } = (await stored()).customization;
      assert.match(favicon.icon.light, /icon\.png/);
      assert.match(socialPreview.url, /card\.png/);
      assert.equal(styling.font.fontFamily, "House");
      // Readers get all three.
      const published = await (await page.request.get(site.url)).text();
      for (const part of [/<link[^>]+icon[^>]+icon\.png/, /og:image[^>]+card\.png/, /@font-face[^}]+woff2/])
        assert.match(published, part);
    });
  });
