import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { becomes } from "../support/becomes.ts";
import { skip } from "../support/chromium.ts";
import { screenDatabases } from "../support/databases.ts";
import { adminEmail, checkScreen, useWorkspace } from "../support/workspace.ts";

for (const kind of screenDatabases.second)
  describe(`the account in the workspace (${kind})`, { skip }, () => {
    const workspace = useWorkspace(kind);

    test("has a name, which is shown at once", async (t) => {
      const page = await workspace.open(t, adminEmail, "/account");
      const form = page.getByRole("form", { name: "Profile" });
      await becomes(() => form.getByLabel("E-mail").inputValue(), adminEmail);
      await checkScreen(page, "profile");
      await form.getByLabel("Name").fill("Ada Lovelace");
      await form.getByRole("button", { name: "Save" }).click();
      await page.getByText("Your profile was saved.").waitFor();
      await page.getByRole("button", { name: "Your account: Ada Lovelace" }).waitFor();
    });

    test("has a password, and changing it signs out everywhere else", async (t) => {
      const page = await workspace.openSignedIn(t, adminEmail, "/account/password", {
        expectedErrors: /40[13]/,
      });
      const form = page.getByRole("form", { name: "Password" });
      await form.getByLabel("New password", { exact: true }).fill("a first password");
      await form.getByLabel("New password again").fill("another password");
      await form.getByRole("button", { name: "Set password" }).click();
      await form.getByRole("alert").getByText("The two new passwords differ.").waitFor();
      await form.getByLabel("New password again").fill("a first password");
      await form.getByRole("button", { name: "Set password" }).click();
      await page.getByText("Your password was changed.", { exact: false }).waitFor();

      const other = await workspace.openSignedIn(t, adminEmail, "/account/sessions", {
        expectedErrors: /401/,
      });
      await other.getByRole("list", { name: "Your sessions" }).getByText("This one").waitFor();
      await form.getByLabel("Current password").fill("a wrong password");
      await form.getByLabel("New password", { exact: true }).fill("a second password");
      await form.getByLabel("New password again").fill("a second password");
      await form.getByRole("button", { name: "Change password" }).click();
      await form.getByRole("alert").getByText("Current password: is wrong").waitFor();
      await checkScreen(page, "password");
      await form.getByLabel("Current password").fill("a first password");
      await form.getByRole("button", { name: "Change password" }).click();
      await page.waitForFunction(
        () => document.querySelector<HTMLInputElement>("[name=password]")?.value === "",
      );
      await other.getByRole("link", { name: "API tokens" }).click();
      await other.getByRole("dialog", { name: "Sign in again" }).waitFor();
      const again = other.getByRole("dialog", { name: "Sign in again" });
      await again.getByLabel("Password").fill("a second password");
      await again.getByRole("button", { name: "Sign in", exact: true }).click();
      await other.getByRole("list", { name: "Your API tokens" }).waitFor();
    });

    test("has sessions, which end one by one or all at once", async (t) => {
      const page = await workspace.openSignedIn(t, adminEmail, "/account/sessions");
      await workspace.openSignedIn(t, adminEmail, "/account");
      await page.reload();
      const rows = page.getByRole("list", { name: "Your sessions" }).getByRole("listitem");
      await rows.filter({ hasText: "This one" }).getByText("with a sign-in link", { exact: false }).waitFor();
      await checkScreen(page, "sessions");
      const count = await rows.count();
      assert.ok(count >= 2);
      await page
        .getByRole("button", { name: /^Sign out there/ })
        .first()
        .click();
      await page.getByText("You were signed out there.").waitFor();
      await workspace.openSignedIn(t, adminEmail, "/account");
      await page.reload();
      await page.getByRole("button", { name: "Sign out everywhere else" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere else" }).click();
      await page.getByText("You were signed out everywhere else.").waitFor();
      await rows.first().getByText("This one").waitFor();
      await becomes(() => rows.count(), 1);
    });

    test("has API tokens, which are shown once, and which admins of their organization can revoke", async (t) => {
      const { items } = await workspace.server.call("GET /orgs");
      const [{ id, title }] = items;
      await workspace.invite(id, "grace@example.com", "edit");
      const page = await workspace.open(t, "grace@example.com", "/account/tokens");
      await page.getByRole("heading", { name: "You have no API tokens" }).waitFor();
      const create = async (name: string, organization: string) => {
        await page.getByRole("button", { name: "New token" }).click();
        const dialog = page.getByRole("dialog", { name: "New API token" });
        await dialog.getByLabel("Name").fill(name);
        await dialog.getByLabel("Expires").selectOption("In 7 days");
        await dialog.getByLabel("Valid in").selectOption(organization);
        await dialog.getByRole("button", { name: "Create" }).click();
        const shown = page.getByRole("dialog", { name: "Copy the token now" });
        const token = await shown.getByLabel("Token", { exact: true }).inputValue();
        await shown.getByRole("button", { name: "I have copied it" }).click();
        await shown.waitFor({ state: "detached" });
        return token;
      };
      const everywhere = await create("Laptop", "All my organizations");
      const bound = await create("Deploy job", title);
      for (const token of [everywhere, bound])
        assert.equal((await workspace.server.call("GET /user", undefined, token)).email, "grace@example.com");
      const row = page.getByRole("listitem").filter({ hasText: "Deploy job" });
      await row.getByText(`only in ${title}`, { exact: false }).waitFor();
      assert.equal(await page.getByText(bound).count(), 0);
      // Uses are recorded once a second.
      await page.waitForTimeout(1500);
      await page.reload();
      await row.getByText("last used", { exact: false }).waitFor();
      await checkScreen(page, "tokens");
      await page.getByRole("button", { name: "Revoke Laptop" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Revoke token" }).click();
      await page.getByText("Laptop was revoked.").waitFor();
      await assert.rejects(workspace.server.call("GET /user", undefined, everywhere), /401/);

      const admin = await workspace.openSignedIn(t, adminEmail, `/orgs/${id}/settings/tokens`);
      await admin.getByRole("listitem").filter({ hasText: "grace" }).getByText("Deploy job").waitFor();
      await checkScreen(admin, "tokens of members");
      await admin.getByRole("button", { name: "Revoke Deploy job" }).click();
      await admin.getByRole("dialog").getByRole("button", { name: "Revoke token" }).click();
      await admin.getByRole("heading", { name: "No member has a token for this organization" }).waitFor();
      await assert.rejects(workspace.server.call("GET /user", undefined, bound), /401/);
    });
  });
