import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { becomes } from "../support/becomes.ts";
import { skip } from "../support/chromium.ts";
import { screenDatabases } from "../support/databases.ts";
import { siteEvent } from "../support/site-events.ts";
import { adminEmail, checkScreen, useWorkspace } from "../support/workspace.ts";

for (const kind of screenDatabases.first)
  describe(`sites in the workspace (${kind})`, { skip }, () => {
    const workspace = useWorkspace(kind);
    let organization: string;
    let root: string;
    const spaces = new Map<string, string>();

    const call = (operation: string, body?: object) => workspace.server.call(operation, body);
    const toast = (page: Page, text: string | RegExp) =>
      page.getByLabel("Notifications").getByText(text).waitFor();
    /** The row of a part in the tree, by its title and kind. */
    const rowOf = (page: Page, title: string, kind = "Section") =>
      page
        .getByRole("tree", { name: "Structure of the site" })
        .getByRole("treeitem", { name: new RegExp(`^${title} (?:/\\S+ )?(?:(?:Start|Default) )?${kind}$`) });
    const dialogOf = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });

    before(async () => {
      const { items } = await call("GET /orgs");
      organization = items[0].id;
      root = `/orgs/${organization}/sites`;
      for (const title of ["Guides", "Reference", "Guides v1", "Blog"]) {
        const { id } = await call(`POST /orgs/${organization}/spaces`, { title });
        spaces.set(title, id);
        const changes = ["Start", "Install", `Only ${title}`].map((page) => ({
          ...{ operation: "insert_page", title: page, document: { markdown: "Text." } },
        }));
        await call(`POST /spaces/${id}/content`, { changes });
      }
    });

    /** A published site with these spaces as sections. */
    async function createSite(title: string, ...titles: string[]) {
      const [first = "", ...others] = titles.map((name) => spaces.get(name) ?? "");
      const { id } = await call(`POST ${root}`, { title, spaces: [first] });
      for (const spaceId of others) await call(`POST ${root}/${id}/sections`, { spaceId });
      const { urls } = await call(`POST ${root}/${id}/publish`);
      return { path: `${root}/${id}`, id: id as string, url: urls.published as string };
    }

    /** The structure as lines: the titles of parts, with those in them after a colon. */
    async function structureOf(path: string): Promise<string[]> {
      interface Part {
        title: string;
        siteSpaces?: Part[];
        children?: Part[];
      }
      const lineOf = ({ title, siteSpaces, children }: Part): string => {
        const inner = siteSpaces ?? children;
        return inner === undefined ? title : `${title}: ${inner.map(lineOf).join(", ")}`;
      };
      const { structure } = await call(`GET ${path}/structure`);
      return structure.map(lineOf);
    }

    test("are created from spaces in three steps, published, found and unpublished", async (t) => {
      const page = await workspace.open(t, adminEmail, root, { expectedErrors: /409/ });
      await page.getByRole("heading", { name: "Sites", level: 1 }).waitFor();
      await page.getByRole("link", { name: "New site" }).click();
      await page.getByText("No space is chosen yet.").waitFor();
      assert.ok(await page.getByRole("button", { name: "Continue" }).isDisabled());
      await checkScreen(page, "the first step");
      await page.getByRole("button", { name: "Choose spaces…" }).click();
      const picker = dialogOf(page, "Choose spaces");
      for (const title of ["Reference", "Guides"]) {
        await picker.getByRole("combobox").fill(title);
        await picker.getByRole("option", { name: title, exact: true }).first().click();
      }
      await picker.getByRole("button", { name: /^Choose 2 spaces/ }).click();
      await page.getByRole("button", { name: "Move Guides up" }).press("Enter");
      await becomes(
        () => page.getByRole("region", { name: "Chosen spaces" }).locator(".row-title").allTextContents(),
        ["Guides", "Reference"],
      );
      await page.getByRole("button", { name: "Continue" }).press("Enter");

      const title = page.getByLabel("Title");
      await becomes(() => title.inputValue(), "Guides");
      await title.fill("Harbour docs");
      await page.getByText(/The site will be at http\S+\/harbour-docs$/).waitFor();
      await page.getByLabel("Address").fill("not a path");
      await page.getByText("Use letters, digits").waitFor();
      await page.getByLabel("Address").fill("harbour");
      await page.getByLabel("Unlisted").check();
      await checkScreen(page, "the second step");
      await page.getByRole("button", { name: "Continue" }).press("Enter");
      await page.getByText("Sections: Guides, Reference").waitFor();
      await checkScreen(page, "the last step");
      // Back leads to the step before, and a reload loses nothing.
      await page.goBack();
      await title.waitFor();
      await page.reload();
      await becomes(() => title.inputValue(), "Harbour docs");
      await page.goForward();

      // The address was taken meanwhile: the site exists, and the next attempt continues there.
      const taken = await createSite("Taken", "Blog");
      await call(`PATCH ${taken.path}`, { basename: "harbour" });
      await page.getByRole("button", { name: "Publish site" }).press("Enter");
      const alert = page.getByRole("alert");
      await alert.getByText("The site exists as a draft").waitFor();
      await alert.getByText(/belongs to another site/).waitFor();
      await page.getByRole("button", { name: "Back" }).press("Enter");
      await page.getByLabel("Address").fill("harbour-docs");
      await page.getByRole("button", { name: "Continue" }).press("Enter");
      await page.getByRole("button", { name: "Continue where it stopped" }).press("Enter");
      await toast(page, "Harbour docs is published.");
      await page.getByRole("heading", { name: "Harbour docs", level: 1 }).waitFor();
      await page.getByText("2 sections, 2 spaces").waitFor();
      const { items } = await call(`GET ${root}?title=harbour`);
      assert.equal(items.length, 1);
      const [site] = items;
      assert.deepEqual([site.published, site.visibility, site.basename], [true, "unlisted", "harbour-docs"]);
      assert.deepEqual(await structureOf(`${root}/${site.id}`), ["Guides: Guides", "Reference: Reference"]);
      await checkScreen(page, "the overview");

      await call(`POST ${root}/${site.id}/insights/events`, {
        events: [siteEvent("page_view"), siteEvent("page_view")],
      });
      await page.getByRole("link", { name: "Sites", exact: true }).first().click();
      await page.getByRole("searchbox").fill("harbour");
      await page.getByRole("listitem").filter({ hasText: "Taken" }).waitFor({ state: "detached" });
      const row = page.getByRole("list", { name: "Sites" }).getByRole("listitem");
      await page.waitForURL(/search=harbour/);
      await row.getByText("Unlisted").waitFor();
      await becomes(async () => {
        await page.reload();
        return row.getByText(/ views$/).textContent();
      }, "2 views");
      await checkScreen(page, "the list of sites");
      await row.getByRole("link", { name: "Harbour docs", exact: true }).click();
      await page.getByRole("button", { name: "Unpublish site" }).click();
      const question = dialogOf(page, "Unpublish Harbour docs?");
      await question.getByText(/Readers then find no page at http/).waitFor();
      await checkScreen(page, "unpublishing");
      await question.getByRole("button", { name: "Unpublish site" }).press("Enter");
      await page.getByText("Nobody but members of the organization sees this site.").waitFor();
      // The list says where the draft will be.
      await page.getByRole("link", { name: "Sites", exact: true }).first().click();
      await row.filter({ hasText: /Will be at http\S+\/harbour-docs/ }).waitFor();
      await row.getByRole("link", { name: "Harbour docs", exact: true }).click();
      await page.getByText("Nothing is missing.").waitFor();
      assert.equal((await call(`GET ${root}/${site.id}`)).published, false);
      await page.getByRole("button", { name: "Publish site" }).click();
      const publishing = dialogOf(page, "Publish Harbour docs?");
      await publishing.waitFor();
      await checkScreen(page, "publishing");
      await publishing.getByRole("button", { name: "Publish site" }).press("Enter");
      await page.getByRole("button", { name: "Unpublish site" }).waitFor();
      assert.equal((await call(`GET ${root}/${site.id}`)).published, true);
    });

    test("are created from the sample, and say what is missing", async (t) => {
      const page = await workspace.open(t, adminEmail, `${root}/new`);
      await page.getByLabel("A sample").check();
      await page.getByRole("button", { name: "Continue" }).press("Enter");
      await page.getByLabel("Title").fill("Sample site");
      await page.getByLabel("With a share link").check();
      await page.getByRole("button", { name: "Continue" }).press("Enter");
      await page.getByRole("button", { name: "Keep as a draft" }).press("Enter");
      await page.getByRole("heading", { name: "Sample site", level: 1 }).waitFor();
      await page.getByText("there is no active one").waitFor();
      const { items } = await call(`GET ${root}?title=sample`);
      const [{ space }] = (await call(`GET ${root}/${items[0].id}/site-spaces`)).items;
      assert.ok((await call(`GET /spaces/${space.id}/content/page-titles`)).count > 0);
      await page.getByRole("button", { name: "Publish site" }).click();
      const question = dialogOf(page, "Publish Sample site?");
      await question.getByText("Only people with a share link can then read it.").waitFor();
      await question.getByRole("button", { name: "Publish site" }).press("Enter");
      await toast(page, "Sample site is published.");
      assert.equal((await call(`GET ${root}/${items[0].id}`)).published, true);
    });

    test("have a structure that is moved by keys and by mouse, with undo", async (t) => {
      const site = await createSite("Moved", "Guides", "Reference", "Blog");
      const page = await workspace.open(t, adminEmail, `${site.path}/structure`);
      const tree = page.getByRole("tree", { name: "Structure of the site" });
      const row = (title: string, of?: string) => rowOf(page, title, of);
      await row("Guides").waitFor();
      await page.getByRole("button", { name: "Add group" }).click();
      await dialogOf(page, "New group").getByLabel("Title").fill("More");
      await dialogOf(page, "New group").getByRole("button", { name: "Create group" }).press("Enter");
      await row("More", "Group").waitFor();
      await checkScreen(page, "the structure");

      const press = async (part: ReturnType<typeof row>, key: string) => {
        await part.click({ position: { x: 300, y: 10 } });
        await tree.focus();
        await becomes(() => part.getAttribute("aria-selected"), "true");
        await page.keyboard.press(key);
      };
      await press(row("More", "Group"), "F2");
      const group = dialogOf(page, "Settings of More");
      await group.getByText(/Set conditions in the settings of its sections/).waitFor();
      await page.keyboard.press("Escape");
      await group.waitFor({ state: "detached" });
      await press(row("More", "Group"), "Alt+ArrowUp");
      const grouped = ["Guides: Guides", "Reference: Reference", "More: ", "Blog: Blog"];
      await becomes(() => structureOf(site.path), grouped);
      await press(row("Blog"), "Alt+ArrowRight");
      const nested = ["Guides: Guides", "Reference: Reference", "More: Blog: Blog"];
      await becomes(() => structureOf(site.path), nested);
      await becomes(() => row("Blog").getAttribute("aria-level"), "2");
      await page.getByRole("button", { name: "Undo" }).last().press("Enter");
      await becomes(() => structureOf(site.path), grouped);
      await becomes(() => row("Blog").getAttribute("aria-level"), "1");
      await row("Reference").dragTo(row("More", "Group"));
      await becomes(
        () => structureOf(site.path),
        ["Guides: Guides", "More: Reference: Reference", "Blog: Blog"],
      );

      // Variants: added, moved to another section, and back.
      await row("Guides")
        .getByRole("button", { name: /^Actions/ })
        .click({ force: true });
      await page.getByRole("menuitem", { name: "Add variant…" }).press("Enter");
      const picker = dialogOf(page, "Add variants to Guides");
      await picker.getByRole("combobox").fill("v1");
      await picker.getByRole("option", { name: "Guides v1" }).click();
      await picker.getByRole("button", { name: /^Add 1 space/ }).click();
      await becomes(async () => (await structureOf(site.path))[0], "Guides: Guides, Guides v1");
      await row("Guides v1", "Variant").waitFor();
      const question = dialogOf(page, "Move Guides v1?");
      await press(row("Guides v1", "Variant"), "Alt+ArrowDown");
      await question.getByText("/guides-v1 → /reference/guides-v1").waitFor();
      await page.keyboard.press("Escape");
      await question.waitFor({ state: "detached" });
      assert.equal((await structureOf(site.path))[0], "Guides: Guides, Guides v1");
      await press(row("Guides v1", "Variant"), "Alt+ArrowDown");
      await checkScreen(page, "the question before a variant moves");
      await question.getByRole("button", { name: "Move" }).press("Enter");
      await toast(page, /Its former addresses lead to the new ones/);
      await becomes(
        () => structureOf(site.path),
        ["Guides: Guides", "More: Reference: Guides v1, Reference", "Blog: Blog"],
      );
      await page.getByRole("button", { name: "Undo" }).last().press("Enter");
      await becomes(async () => (await structureOf(site.path))[0], "Guides: Guides, Guides v1");

      // The filter, and keys that only look.
      await page.getByLabel("Filter by title or path").fill("guides-v1");
      await row("Blog").waitFor({ state: "detached" });
      await row("Guides v1", "Variant").waitFor();
      await page.getByLabel("Filter by title or path").fill("");
      await press(row("Guides v1", "Variant"), "F2");
      await dialogOf(page, "Settings of Guides v1").waitFor();
      await page.waitForURL(/edit=/);
      await page.keyboard.press("Escape");
    });

    test("say which addresses change, and keep or mend them", async (t) => {
      const site = await createSite("Addresses", "Guides", "Reference", "Blog");
      const page = await workspace.open(t, adminEmail, `${site.path}/structure`, { expectedErrors: /400/ });
      const row = (title: string) => rowOf(page, title);
      const menu = async (name: string, item: string) => {
        await row(name)
          .getByRole("button", { name: /^Actions/ })
          .click({ force: true });
        await page.getByRole("menuitem", { name: item }).press("Enter");
      };
      const locationOf = async (path: string) => {
        const reply = await fetch(`${site.url}/${path}`, { redirect: "manual" });
        return reply.headers.get("location")?.replace(/^.*\/(?=[^/]+\/)/, "/");
      };
      await menu("Reference", "Settings…");
      const settings = dialogOf(page, "Settings of Reference");
      await settings.getByLabel("Title").fill("API");
      await settings.getByLabel("Description").fill("Every operation");
      await settings.getByLabel("Path").fill("api");
      await settings.getByText("/reference → /api").waitFor();
      await settings.getByText("Links to the former addresses keep working").waitFor();
      await settings.getByLabel("Condition").fill("visitor.claims.");
      await checkScreen(page, "the settings of a section");
      await settings.getByRole("button", { name: "Save" }).press("Enter");
      await settings.getByRole("alert").waitFor();
      await settings.getByLabel("Condition").fill("");
      await settings.getByRole("button", { name: "Save" }).press("Enter");
      await toast(page, "API was changed.");
      const [, api] = (await call(`GET ${site.path}/sections`)).items;
      assert.deepEqual([api.title, api.path, api.description], ["API", "api", "Every operation"]);
      assert.equal(await locationOf("reference/install"), "/api/install");

      await menu("API", "Start the site here…");
      const question = dialogOf(page, "Start the site with API?");
      await question.getByText("/ → /guides").waitFor();
      await question.getByText("Except where Reference has a page at the same address").waitFor();
      await question.getByRole("button", { name: "Make it the default" }).press("Enter");
      await row("API").filter({ hasText: "Start" }).waitFor();
      assert.equal(await locationOf("only-guides"), "/guides/only-guides");

      // What is removed leads nowhere, except where redirects are created.
      await menu("Blog", "Remove…");
      const removal = dialogOf(page, "Remove Blog?");
      await removal.getByText("/blog and everything below it").waitFor();
      await removal.getByLabel("Lead their readers to").selectOption({ label: "Guides" });
      await removal.getByText("4 redirects are created").waitFor();
      await checkScreen(page, "the removal of a section");
      await removal.getByRole("button", { name: "Remove" }).press("Enter");
      await toast(page, "Blog was removed, and 4 redirects were created.");
      await row("Blog").waitFor({ state: "detached" });
      assert.equal(await locationOf("blog/install"), "/guides/install");
      assert.match((await locationOf("blog/only-blog")) ?? "", /\/guides$/);
    });

    test("have variants that are hidden, replaced, renamed, and made the default", async (t) => {
      const ids = ["Guides", "Guides v1"].map((title) => spaces.get(title));
      const { id } = await call(`POST ${root}`, { title: "Versions", spaces: ids });
      const site = `${root}/${id}`;
      const { urls } = await call(`POST ${site}/publish`);
      const page = await workspace.open(t, adminEmail, `${site}/structure`);
      const variants = async () => (await call(`GET ${site}/site-spaces`)).items;
      const menu = async (title: string, item: string | RegExp) => {
        const row = page.getByRole("treeitem", { name: new RegExp(`^${title} .*Variant$`) });
        await row.getByRole("button", { name: /^Actions/ }).click({ force: true });
        await page.getByRole("menuitem", { name: item }).press("Enter");
      };
      await menu("Guides v1", "Hide as a draft");
      await page.getByRole("treeitem", { name: "Guides v1 /guides-v1 Draft Variant" }).waitFor();
      await page.getByRole("button", { name: "Undo" }).last().press("Enter");
      await page.getByRole("treeitem", { name: "Guides v1 /guides-v1 Variant" }).waitFor();
      await menu("Guides v1", "Leave out of the navigation");
      await becomes(async () => (await variants())[1].hidden, true);
      await menu("Guides v1", "Show another space…");
      const picker = dialogOf(page, /^Show another space/);
      await picker.getByRole("combobox").fill("Blog");
      await picker.getByRole("option", { name: "Blog" }).press("Enter");
      // Addresses of pages that the other space does not have are led to its start.
      const replacement = dialogOf(page, "Show Blog instead of Guides v1?");
      await replacement.getByText("/guides-v1/only-guides-v1", { exact: true }).waitFor();
      await replacement.getByText("One redirect is created.").waitFor();
      await becomes(
        () => replacement.getByLabel("Lead their readers to").locator("option").allTextContents(),
        [
          "Nowhere: they see that the page does not exist",
          "The start of the space that is shown instead",
          "Guides",
        ],
      );
      await checkScreen(page, "another space at an address");
      assert.equal((await variants())[1].title, "Guides v1");
      await replacement.getByRole("button", { name: "Show this space" }).press("Enter");
      await toast(page, "Guides v1 was changed, and 1 redirect was created.");
      await becomes(async () => (await variants())[1].title, "Blog");
      const { items: redirects } = await call(`GET ${site}/redirects`);
      assert.deepEqual(
        redirects.map(({ source }: { source: string }) => source),
        ["/guides-v1/only-guides-v1"],
      );
      const broken = await fetch(`${urls.published}/guides-v1/only-guides-v1`, { redirect: "manual" });
      assert.match(broken.headers.get("location") ?? "", /\/guides-v1$/);

      await menu("Blog", "Settings…");
      const settings = dialogOf(page, "Settings of Blog");
      await settings.getByLabel("Title of the space").fill("News");
      await settings.getByLabel("Path").fill("news");
      await settings.getByLabel("Readers see this variant first").check();
      await settings.getByText("/ → /guides").waitFor();
      await settings.getByLabel("Language").selectOption("fr");
      await settings.getByLabel("Condition").fill("visitor.claims.unsigned.beta == true");
      await settings.getByRole("button", { name: "Save" }).press("Enter");
      await toast(page, "News was changed.");
      await becomes(async () => {
        const [, { space, path, condition, default: isDefault }] = await variants();
        return [space.title, space.language, path, condition, isDefault];
      }, ["News", "fr", "news", "visitor.claims.unsigned.beta == true", true]);
      await call(`PATCH /spaces/${spaces.get("Blog")}`, { title: "Blog", language: null });

      // The default leaves: the next one takes its place.
      await menu("News", "Remove…");
      const removal = dialogOf(page, "Remove News?");
      await removal.getByText("Guides becomes the default.").waitFor();
      await removal.getByText("/guides → /").waitFor();
      await removal.getByRole("button", { name: "Remove" }).press("Enter");
      await toast(page, "News was removed.");
      await page.getByRole("treeitem", { name: "Guides Default Variant" }).waitFor();
      assert.equal((await variants()).length, 1);

      // A section turns what is there into the first one.
      await page.getByRole("button", { name: "Add section" }).click();
      const sections = dialogOf(page, "Add sections from spaces");
      await sections.getByRole("combobox").fill("Reference");
      await sections.getByRole("option", { name: "Reference" }).click();
      await page.keyboard.press("Control+Enter");
      await becomes(() => structureOf(site), ["Guides: Guides", "Reference: Reference"]);
      await rowOf(page, "Reference").waitFor();
    });

    test("may have very many variants, of which only those in view are drawn", async (t) => {
      const many = Array.from({ length: 1000 }, () => spaces.get("Blog"));
      const { id } = await call(`POST ${root}`, { title: "Large", spaces: many });
      const pathAt = async (index: number) =>
        (await call(`GET ${root}/${id}/structure`)).structure.at(index).path;
      const lastPath = await pathAt(-1);
      const page = await workspace.open(t, adminEmail, `${root}/${id}/structure`);
      const tree = page.getByRole("tree", { name: "Structure of the site" });
      await tree.focus();
      await page.keyboard.press("End");
      const last = tree.getByRole("treeitem", { name: `Blog /${lastPath} Variant` });
      await last.waitFor();
      await becomes(() => last.getAttribute("aria-selected"), "true");
      await becomes(() => last.evaluate((row) => row.getBoundingClientRect().bottom <= innerHeight), true);
      assert.ok((await tree.getByRole("treeitem").count()) < 100);
      await page.keyboard.press("Alt+ArrowUp");
      await becomes(() => pathAt(-2), lastPath);
    });

    test("are seen but not changed by readers", async (t) => {
      const site = await createSite("Read only", "Guides", "Blog");
      await workspace.invite(organization, "reader@example.com", "read");
      const page = await workspace.open(t, "reader@example.com", root);
      await page.getByRole("link", { name: "Read only", exact: true }).click();
      await page.getByText("Only admins of the organization can publish it.").waitFor();
      assert.equal(await page.getByRole("button", { name: "Unpublish site" }).count(), 0);
      await page.getByRole("link", { name: "Structure", exact: true }).click();
      await page.getByText(/you need the role Creator/).waitFor();
      const row = rowOf(page, "Blog");
      assert.equal(await row.getAttribute("draggable"), "false");
      await row.getByRole("button", { name: /^Actions/ }).click({ force: true });
      await page.getByRole("menuitem", { name: "Open on the site" }).waitFor();
      assert.equal(await page.getByRole("menuitem").count(), 1);
      await page.goto(workspace.url(`${site.path}/structure?edit=${site.id}`));
      await row.waitFor();
      await page.goto(workspace.url(`${root}/new`));
      await page.getByText(/You may not create sites/).waitFor();
      assert.equal(await page.getByRole("link", { name: "New site" }).count(), 0);
    });
  });
