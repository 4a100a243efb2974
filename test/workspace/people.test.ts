import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { becomes } from "../support/becomes.ts";
import { skip } from "../support/chromium.ts";
import { screenDatabases } from "../support/databases.ts";
import { adminEmail, checkScreen, useWorkspace } from "../support/workspace.ts";

for (const kind of screenDatabases.first)
  describe(`people in the workspace (${kind})`, { skip }, () => {
    const workspace = useWorkspace(kind);
    let organization: string;
    let root: string;
    before(async () => {
      const { items } = await workspace.server.call("GET /orgs");
      organization = items[0].id;
      root = `/orgs/${organization}`;
    });

    const rowOf = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });
    const toast = (page: Page, text: string) =>
      page.getByLabel("Notifications").getByText(text, { exact: true }).waitFor();

    test("are invited by address, found, and given another role", async (t) => {
      const page = await workspace.open(t, adminEmail, `${root}/members`);
      await page.getByRole("link", { name: "Invite people" }).click();
      const form = page.getByRole("form", { name: "Invite by e-mail address" });
      await form.getByLabel("E-mail addresses").fill("grace@example.com, ada\nalan@example.com");
      await form.getByLabel("Role").selectOption("Editor");
      await form.getByRole("button", { name: "Invite" }).click();
      await form.getByRole("alert").getByText("“ada” is not an e-mail address.").waitFor();
      await form.getByLabel("E-mail addresses").fill("grace@example.com, Ada@example.com\nalan@example.com");
      await form.getByRole("button", { name: "Invite" }).click();
      await toast(page, "3 people were added.");
      await becomes(() => form.getByLabel("E-mail addresses").inputValue(), "");
      const links = page.getByRole("region", { name: "Links for new people" });
      await links.getByLabel("Link for alan@example.com", { exact: true }).waitFor();
      const link = await links.getByLabel("Link for grace@example.com", { exact: true }).inputValue();
      await checkScreen(page, "links for new people");

      await page.getByRole("link", { name: "Members" }).last().click();
      await page.getByText("4 people").waitFor();
      await page.getByRole("searchbox").fill("grace");
      await page.getByText("1 person").waitFor();
      await rowOf(page, "alan@example.com").waitFor({ state: "detached" });
      const role = page.getByLabel("Role of grace");
      await role.selectOption("Reviewer");
      await toast(page, "The role of grace is now Reviewer.");
      await page.getByRole("button", { name: "Undo" }).click();
      await assertRole("grace@example.com", "edit");
      await becomes(() => role.inputValue(), "edit");

      await page.getByRole("combobox", { name: "Role", exact: true }).selectOption("Commenter");
      await page.getByRole("heading", { name: "Nobody matches" }).waitFor();
      await page.waitForURL(/search=grace&role=comment$/);
      await page.reload();
      await page.getByRole("button", { name: "Show everybody" }).click();
      await page.getByText("4 people").waitFor();
      await page.getByLabel("Sort by").selectOption("Name, Z to A");
      const names = page.getByRole("list", { name: "Members" }).locator(".row-title");
      await names.first().getByText("grace").waitFor();
      await becomes(() => names.allTextContents(), ["grace", "alan", "Admin", "ada"]);
      await page.getByLabel("Sort by").selectOption("Joined first");
      await page
        .getByRole("list", { name: "Members" })
        .getByRole("listitem")
        .first()
        .getByText(adminEmail)
        .waitFor();

      await page.getByLabel("Role of alan").selectOption("Guest");
      await toast(page, "The role of alan is now Guest.");
      await page.getByRole("link", { name: "Guests" }).click();
      await page.getByText("1 person").waitFor();
      await rowOf(page, "alan@example.com").waitFor();

      const { pathname, search } = new URL(link);
      const theirs = await workspace.browser.open(t, workspace.server.url + pathname + search);
      await theirs.getByRole("heading", { name: /^Join / }).waitFor();
      await theirs.getByLabel("New password").fill("a long password");
      await theirs.getByRole("button", { name: "Save" }).click();
      await theirs.getByRole("button", { name: "Your account: grace" }).waitFor();
      await page.goto(workspace.url(`${root}/members`));
      await page.getByRole("button", { name: "Actions for ada" }).click();
      await page.getByRole("menuitem", { name: "Link to sign in first" }).click();
      await page.getByRole("dialog").getByLabel("Link for ada@example.com", { exact: true }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Actions for grace" }).click();
      assert.equal(await page.getByRole("menuitem", { name: "Link to sign in first" }).count(), 0);
    });

    test("keep at least one admin, who is asked before giving that up", async (t) => {
      const page = await workspace.open(t, adminEmail, `${root}/members`, { expectedErrors: /409/ });
      const role = page.getByLabel("Role of Admin");
      await role.selectOption("Reader");
      const question = page.getByRole("dialog", { name: "Change your own role?" });
      await question.getByRole("button", { name: "Cancel" }).click();
      await question.waitFor({ state: "detached" });
      await becomes(() => role.inputValue(), "admin");
      await role.selectOption("Reader");
      await question.getByRole("button", { name: "Change my role" }).click();
      await page.getByText(/last admin/).waitFor();
      await becomes(() => role.inputValue(), "admin");
    });

    test("are removed after a confirmation, also while they are signed in", async (t) => {
      const id = await workspace.invite(organization, "katherine@example.com", "read");
      const [page, theirs] = await Promise.all([
        workspace.open(t, adminEmail, `${root}/members`),
        workspace.open(t, "katherine@example.com", `${root}/members`, { expectedErrors: /404/ }),
      ]);
      await rowOf(theirs, "katherine@example.com").getByText("You").waitFor();
      assert.equal(await theirs.getByRole("combobox", { name: /^Role of/ }).count(), 0);

      await page.getByRole("link", { name: "katherine" }).click();
      await page.getByRole("heading", { name: "katherine", level: 1 }).waitFor();
      await page.getByText("In no team.").waitFor();
      await page.goBack();
      await page.getByRole("button", { name: "Actions for katherine" }).click();
      await page.getByRole("menuitem", { name: "Remove from the organization" }).click();
      const question = page.getByRole("dialog", { name: "Remove katherine?" });
      await question.getByRole("button", { name: "Remove member" }).click();
      await toast(page, "katherine is no longer a member.");
      await rowOf(page, "katherine@example.com").waitFor({ state: "detached" });

      await theirs.getByRole("link", { name: "Teams" }).click();
      await theirs.getByRole("heading", { name: "There is nothing here" }).waitFor();
      await theirs.goto(workspace.url(`${root}/members/${id}`));
      await theirs.getByRole("heading", { name: "There is nothing here" }).waitFor();
    });

    test("form teams with owners", async (t) => {
      await workspace.invite(organization, "barbara@example.com", "edit");
      const page = await workspace.open(t, adminEmail, `${root}/teams`);
      await page.getByRole("heading", { name: "There are no teams yet" }).waitFor();
      await page.getByRole("button", { name: "New team" }).first().click();
      const dialog = page.getByRole("dialog", { name: "New team" });
      await dialog.getByLabel("Name").fill("Writers");
      const picker = dialog.getByRole("combobox", { name: "People" });
      await picker.fill("barb");
      await dialog.getByRole("option", { name: "barbara" }).waitFor();
      await picker.press("Enter");
      await dialog.getByRole("button", { name: "Remove barbara" }).waitFor();
      await dialog.getByRole("button", { name: "Create" }).click();

      await page.getByRole("heading", { name: "Writers", level: 1 }).waitFor();
      await page.getByLabel("Role of barbara in the team").selectOption("Owner");
      await page.getByRole("button", { name: "Rename" }).click();
      await page.getByRole("dialog").getByLabel("Name").fill("Authors");
      await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
      await page.getByRole("heading", { name: "Authors", level: 1 }).waitFor();
      await page.getByRole("button", { name: "Add members" }).click();
      await page.getByRole("combobox", { name: "People" }).fill("admin");
      await page.getByRole("option", { name: "Admin" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
      await page.getByText("2 members", { exact: false }).waitFor();
      await checkScreen(page, "a team");

      const theirs = await workspace.open(t, "barbara@example.com", `${root}/teams`);
      await theirs.getByRole("link", { name: "Authors" }).click();
      await theirs.getByRole("button", { name: "Remove Admin from the team" }).click();
      await toast(theirs, "Admin is no longer in the team.");
      await theirs.getByRole("button", { name: "Undo" }).click();
      await rowOf(theirs, "Admin").waitFor();
      assert.equal(await theirs.getByRole("button", { name: "Delete team" }).count(), 0);

      await page.getByRole("button", { name: "Delete team" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete team" }).click();
      await toast(page, "The team Authors was deleted.");
      await page.getByRole("heading", { name: "There are no teams yet" }).waitFor();
    });

    test("join by a link with its role, until it is deleted", async (t) => {
      await workspace.server.lectern("user", "create", "--email", "edsger@example.com");
      const page = await workspace.open(t, adminEmail, `${root}/invites`);
      await page.getByRole("button", { name: "New link" }).click();
      await page.getByRole("dialog").getByLabel("Role").selectOption("Commenter");
      await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
      const link = await page.getByLabel("Link", { exact: true }).inputValue();
      await page.getByLabel("Role of the link").selectOption("Editor");
      await toast(page, "Who joins with the link is now Editor.");
      await checkScreen(page, "invitations");

      const path = new URL(link).pathname.slice("/app".length);
      const theirs = await workspace.open(t, "edsger@example.com", path, { expectedErrors: /404/ });
      const { title } = await workspace.server.call(`GET /orgs/${organization}`);
      await theirs.getByRole("heading", { name: `Join ${title}` }).waitFor();
      await theirs.getByRole("button", { name: "Join" }).click();
      await toast(theirs, "You are a member now.");
      await theirs.getByRole("link", { name: "Members" }).click();
      await rowOf(theirs, "edsger@example.com").getByText("Editor").waitFor();

      await theirs.goto(link);
      await theirs.getByRole("heading", { name: /^You are a member of .+ already$/ }).waitFor();
      await checkScreen(theirs, "an invitation for a member");

      await page.getByRole("button", { name: "Delete link" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete link" }).click();
      await page.getByText("There is no link yet.").waitFor();
      await theirs.goto(link);
      await theirs.getByRole("heading", { name: "This invitation cannot be used" }).waitFor();
    });

    test("get access to one space by a link", async (t) => {
      await workspace.server.lectern("user", "create", "--email", "niklaus@example.com");
      const space = await workspace.server.call(`POST /orgs/${organization}/spaces`, { title: "Pascal" });
      const page = await workspace.open(t, adminEmail, `/spaces/${space.id}/permissions`);
      await page.getByRole("button", { name: "New link" }).click();
      await page.getByRole("dialog").getByLabel("Role").selectOption("Editor");
      await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
      const link = await page.getByLabel("Link", { exact: true }).inputValue();
      await checkScreen(page, "permissions with a link");
      const path = new URL(link).pathname.slice("/app".length);
      const theirs = await workspace.open(t, "niklaus@example.com", path);
      await theirs.getByText("You were invited to “Pascal” in this organization.").waitFor();
      await theirs.getByRole("button", { name: "Join" }).click();
      await theirs.getByRole("heading", { name: "Pascal" }).waitFor();
      const { items } = await workspace.server.call(`GET /spaces/${space.id}/permissions/users`);
      assert.equal(items[0].permission, "edit");
    });

    test("without a role see only themselves", async (t) => {
      await workspace.invite(organization, "guest@example.com", null);
      const page = await workspace.open(t, "guest@example.com", `${root}/members`);
      await page.getByText("You are a guest here.", { exact: false }).waitFor();
      for (const name of ["Sites", "Teams", "Invitations", "Settings"])
        assert.equal(await page.getByRole("link", { name }).count(), 0, name);
      await page.keyboard.press("/");
      await page.getByRole("combobox").fill("invit");
      await page.getByText("Nothing was found.", { exact: false }).waitFor();
      await page.goto(workspace.url(`${root}/invites`));
      await page.getByText("Only admins invite people.", { exact: false }).waitFor();
    });

    test("stay quick to list when there are ten thousand", { skip: kind !== "sqlite" }, async (t) => {
      const { id } = await workspace.server.call("POST /orgs", { title: "A large organization" });
      for (let i = 0; i < 10; i++) {
        const emails = Array.from({ length: 1000 }, (_, j) => `person-${i}-${j}@example.org`);
        await workspace.server.call(`POST /orgs/${id}/invites`, { emails, role: "read" });
      }
      const page = await workspace.open(t, adminEmail, `/orgs/${id}/members`);
      await page.getByText("10,001 people").waitFor();
      const rows = page.getByRole("list", { name: "Members" }).getByRole("listitem");
      for (let i = 0; i < 5; i++) {
        const before = await rows.last().textContent();
        await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
        await page.waitForFunction(
          (text) => [...document.querySelectorAll(".virtual-list li")].at(-1)?.textContent !== text,
          before,
        );
      }
      assert.ok((await rows.count()) < 80, "rows are drawn that nobody sees");
      await page.evaluate(() => scrollTo(0, 0));
      await page.getByRole("searchbox").fill("person-7-777");
      await page.getByText("1 person", { exact: true }).waitFor();
      await checkScreen(page, "members");
    });

    async function assertRole(email: string, role: string): Promise<void> {
      // The undo is sent after the click.
      const read = async () =>
        (await workspace.server.call(`GET ${root}/members?search=${email}`)).items[0].role;
      await becomes(read, role);
    }
  });
