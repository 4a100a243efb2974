import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { becomes } from "../support/becomes.ts";
import { skip } from "../support/chromium.ts";
import { screenDatabases } from "../support/databases.ts";
import { keys } from "../support/saml/certificates.ts";
import { adminEmail, checkScreen, useWorkspace } from "../support/workspace.ts";

for (const kind of screenDatabases.second)
  describe(`settings and permissions in the workspace (${kind})`, { skip }, () => {
    const workspace = useWorkspace(kind);
    let organization: string;
    let root: string;
    before(async () => {
      const { items } = await workspace.server.call("GET /orgs");
      organization = items[0].id;
      root = `/orgs/${organization}`;
    });

    test("the settings of an organization are changed by its admins", async (t) => {
      const page = await workspace.open(t, adminEmail, `${root}/settings`, { expectedErrors: /400/ });
      const form = page.getByRole("form", { name: "Settings of the organization" });
      await form.getByLabel("Name", { exact: true }).fill("Analytical Engines");
      await form.getByLabel("Short name in addresses").fill("Engines!");
      await form.getByLabel("Role of new members").selectOption("Commenter");
      await form.getByRole("button", { name: "Save" }).click();
      await form
        .getByRole("alert")
        .getByText("Short name in addresses: must be lowercase", { exact: false })
        .waitFor();
      await form.getByLabel("Short name in addresses").fill("engines");
      await form.getByLabel("People can join by invitation links").uncheck();
      await form.getByRole("button", { name: "Save" }).click();
      await page.getByText("The settings were saved.").waitFor();
      await page.getByRole("button", { name: "Switch organization: Analytical Engines" }).waitFor();
      const domains = page.getByRole("form", { name: "E-mail domains" });
      await domains.getByLabel("Domains").fill("example.com\n@example.org");
      await domains.getByRole("button", { name: "Save domains" }).click();
      await page.getByText("The domains were saved.").waitFor();
      await checkScreen(page, "settings");
      const changed = await workspace.server.call(`GET ${root}`);
      assert.deepEqual(
        [
          changed.title,
          changed.hostname,
          changed.defaultRole,
          changed.inviteLinks,
          changed.emailDomains.toSorted(),
        ],
        ["Analytical Engines", "engines", "comment", false, ["example.com", "example.org"]],
      );

      await workspace.invite(organization, "reader@example.com", "read");
      const reader = await workspace.open(t, "reader@example.com", `${root}/settings`);
      await reader.getByText("Only admins change the settings", { exact: false }).waitFor();
    });

    test("an identity provider is set up, required and deleted", async (t) => {
      await workspace.server.call(`PATCH ${root}`, { emailDomains: ["example.com"] });
      const page = await workspace.open(t, adminEmail, `${root}/settings/sso`);
      await page.getByText("LECTERN_OIDC_ISSUER", { exact: false }).waitFor();
      assert.ok(await page.getByLabel(/must use the identity provider/).isDisabled());
      await checkScreen(page, "single sign-on");
      await page.getByRole("button", { name: "Add provider" }).click();
      await page.getByRole("dialog").getByLabel("Name").fill("Okta");
      await page.getByRole("dialog").getByRole("button", { name: "Add provider" }).click();

      await page.getByRole("heading", { name: "Okta", level: 1 }).waitFor();
      const [provider] = (await workspace.server.call(`GET ${root}/saml`)).items;
      await becomes(() => page.getByLabel(/ACS/).first().inputValue(), provider.service.acsURL);
      assert.equal(
        await page.getByLabel("Entity ID of Lectern").first().inputValue(),
        provider.service.entityID,
      );
      const form = page.getByRole("form", { name: "Values of the identity provider" });
      await form.getByLabel("Entity ID").fill("http://www.okta.com/exk1");
      await form.getByLabel("Sign-in URL").fill("https://example.okta.com/sso/saml");
      await form.getByLabel("Certificate").fill(keys.provider.certificate);
      await form.getByRole("button", { name: "Save" }).click();
      await page.getByRole("textbox", { name: "Sign-in address" }).waitFor();
      await page
        .getByRole("form", { name: "New members of this provider" })
        .getByLabel("Role")
        .selectOption("Editor");
      await page
        .getByRole("form", { name: "New members of this provider" })
        .getByRole("button", { name: "Save" })
        .click();
      await page.getByText("The identity provider was saved.").last().waitFor();
      await checkScreen(page, "an identity provider");

      await page.getByRole("link", { name: "Single sign-on" }).click();
      await page.getByRole("listitem").filter({ hasText: "Okta" }).getByText("Active").waitFor();
      await page.getByLabel(/must use the identity provider/).check();
      await page.getByText("Single sign-on is required now.").waitFor();
      assert.equal((await workspace.server.call(`GET ${root}`)).sso, true);
      await page.getByLabel(/must use the identity provider/).uncheck();
      await page.getByText("Single sign-on is no longer required.").waitFor();
      await page.getByRole("link", { name: "Okta" }).click();
      await page.getByRole("button", { name: "Delete provider" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete provider" }).click();
      await page.getByRole("heading", { name: "There is no identity provider yet" }).waitFor();
    });

    test("a space is shared with people and teams, and says why somebody sees it", async (t) => {
      const { call } = workspace.server;
      const grace = await workspace.invite(organization, "grace@example.com", "read");
      await workspace.invite(organization, "alan@example.com", null);
      await call(`PUT ${root}/teams`, { title: "Writers", members: [grace] });
      const collection = await call(`POST ${root}/collections`, { title: "Handbooks" });
      const space = await call(`POST ${root}/spaces`, { title: "Engineering", parent: collection.id });

      const page = await workspace.open(t, adminEmail, root);
      await page.getByRole("treeitem", { name: "Handbooks" }).hover();
      await page.getByRole("button", { name: "Actions for Handbooks" }).click();
      await page.getByRole("menuitem", { name: "Permissions" }).click();
      await page.getByRole("heading", { name: "Permissions of Handbooks" }).waitFor();
      const share = async (name: string, role: string) => {
        await page.getByRole("button", { name: "Share" }).click();
        const dialog = page.getByRole("dialog", { name: /^Share/ });
        await dialog.getByRole("combobox", { name: "People and teams" }).fill(name);
        await dialog.getByRole("option", { name }).click();
        await dialog.getByLabel("Role", { exact: true }).selectOption(role);
        await dialog.getByRole("button", { name: "Share" }).click();
        await dialog.waitFor({ state: "detached" });
      };
      await share("Writers", "Editor");
      await page.getByLabel("Role of Writers").waitFor();
      await page.getByLabel("Everybody in the organization").selectOption("Commenter");
      await page.getByText("The role of everybody was changed.").waitFor();
      await checkScreen(page, "permissions of a collection");

      await page.goto(workspace.url(`/spaces/${space.id}`));
      await page.getByRole("link", { name: "Permissions" }).click();
      await page.getByRole("list", { name: "From Handbooks" }).getByText("Writers").waitFor();
      await share("alan", "Reviewer");
      await page.getByRole("button", { name: "Why can grace see it?" }).click();
      const why = page.getByRole("dialog", { name: "Why can this person see Engineering?" });
      await why.getByText("grace can see it, as Editor.").waitFor();
      await why
        .getByText("The team Writers has the role Editor on the collection Handbooks, which contains it.")
        .waitFor();
      const others = why.getByRole("listitem");
      assert.deepEqual(await others.allTextContents(), [
        "Everybody in the organization has the role Commenter on the collection Handbooks, which contains it.",
        "grace has the role Reader in the organization.",
      ]);
      await checkScreen(page, "an explanation");
      await page.keyboard.press("Escape");

      await share("grace", "Reader");
      await page.getByLabel("Role of grace").selectOption("Admin");
      await page.getByText("grace is now Admin here.").waitFor();
      await page.getByRole("button", { name: "Why can grace see it?" }).click();
      await why.getByText("grace has the role Admin on this space.").waitFor();
      await page.keyboard.press("Escape");
      await checkScreen(page, "permissions of a space");

      // Somebody is at work in the space while the permission is removed.
      const theirs = await workspace.open(t, "alan@example.com", `/spaces/${space.id}/permissions`, {
        expectedErrors: /40[34]/,
      });
      await theirs.getByText("Guests do not see who else has access.").waitFor();
      await page.getByRole("button", { name: "Remove the permission of alan" }).click();
      await page.getByText("The permission of alan was removed.").waitFor();
      await theirs.reload();
      await theirs.getByRole("heading", { name: "There is nothing here" }).waitFor();
      await page.getByRole("button", { name: "Undo" }).last().click();
      await page.getByLabel("Role of alan").waitFor();
      await theirs.reload();
      await theirs.getByRole("heading", { name: "Permissions of Engineering" }).waitFor();

      await page.goto(workspace.url(`${root}/members/${grace}`));
      await page.getByRole("button", { name: "Why can this person see Engineering?" }).click();
      await why.getByText("grace can see it, as Admin.").waitFor();
      await page.keyboard.press("Escape");
      await checkScreen(page, "a member");
      await page.getByRole("button", { name: "Disable" }).click();
      await page.getByText("This member is disabled", { exact: false }).waitFor();
      await page.getByText("grace is disabled and sees nothing of the organization.").waitFor();
      assert.equal((await call(`GET ${root}/members/${grace}`)).disabled, true);
      await page.getByRole("button", { name: "Enable" }).click();
      await page.getByText("grace is enabled again.").waitFor();
    });
  });
