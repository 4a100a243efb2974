import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { skip } from "../support/chromium.ts";
import { screenDatabases } from "../support/databases.ts";
import { adminEmail, checkScreen, useWorkspace } from "../support/workspace.ts";

for (const kind of screenDatabases.second)
  describe(`the home of an organization (${kind})`, { skip }, () => {
    const workspace = useWorkspace(kind);
    let organization: string;
    let root: string;
    before(async () => {
      organization = (await workspace.server.call("GET /orgs")).items[0].id;
      root = `/orgs/${organization}`;
    });
    const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

    test("offers three ways to begin, and shows the sample", async (t) => {
      const page = await workspace.open(t, adminEmail, root);
      await page.getByText("How do you want to begin?").waitFor();
      await checkScreen(page, "an empty home");
      await page.getByRole("button", { name: "Import pages" }).click();
      const dialog = page.getByRole("dialog", { name: "Import into a new space" });
      await checkScreen(page, "the import dialog");
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await page.getByRole("button", { name: "Open the sample" }).click();
      await page.getByRole("heading", { name: "Sample", level: 1 }).waitFor();
      await page.getByRole("treeitem", { name: "Sample" }).getByRole("link").click();
      await page.waitForURL(/\/app\/spaces\/\w+/);
      await page.getByRole("article").waitFor();
      await page.getByRole("link", { name: "Home" }).first().click();
      const opened = section(page, "Opened lately").getByRole("listitem");
      await opened
        .filter({ hasText: "Page" })
        .or(opened.filter({ hasText: "Sample" }))
        .nth(1)
        .waitFor();
      await opened.getByRole("link", { name: "Sample", exact: true }).waitFor();
      const changed = section(page, "Changed lately").getByRole("listitem");
      await changed.filter({ hasText: "Sample" }).getByText("by Admin").waitFor();
      await section(page, "Your change requests").getByText("You have no open change requests.").waitFor();
    });

    test("an import that fails says why and leaves nothing behind", async (t) => {
      const page = await workspace.open(t, adminEmail, root, { expectedErrors: /400|422|502/ });
      await page.getByRole("tree").waitFor();
      await page.keyboard.press("n");
      await page.keyboard.press("i");
      const dialog = page.getByRole("dialog", { name: "Import into a new space" });
      await dialog.getByLabel("Title of the space").fill("Imported");
      await dialog.getByLabel("Source").selectOption("Markdown file");
      await dialog.getByLabel("Address").fill("http://127.0.0.1:9/nothing.md");
      await dialog.getByRole("button", { name: "Import" }).click();
      await dialog.getByRole("alert").waitFor();
      await dialog.getByLabel("Title of the space").fill("Imported again");
      const reply = page.waitForResponse(/content\/import$/);
      await dialog.getByRole("button", { name: "Import" }).click();
      await reply;
      await dialog.getByRole("alert").waitFor();
      const deleted = page.waitForResponse((answer) => answer.request().method() === "DELETE");
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await deleted;
      await page.keyboard.press("n");
      await page.keyboard.press("i");
      await dialog.getByLabel("Title of the space").fill("Uploaded");
      await dialog.getByLabel("Source").selectOption("Markdown file");
      await dialog.getByLabel("From").selectOption("A file on this computer");
      await checkScreen(page, "import of a file");
      await dialog.getByLabel("File", { exact: true }).setInputFiles({
        name: "notes.md",
        mimeType: "text/markdown",
        buffer: Buffer.from("# Notes of a file\n\nText.\n"),
      });
      await dialog.getByRole("button", { name: "Import" }).click();
      await page.getByRole("heading", { name: "Notes of a file" }).first().waitFor();
      const { items: found } = await workspace.server.call(`GET ${root}/spaces`);
      const uploaded = found.find(({ title }: { title: string }) => title === "Uploaded");
      await workspace.server.call(`DELETE /spaces/${uploaded.id}`);
      const trash = await workspace.server.call(`GET ${root}/spaces?deleted=true`);
      assert.deepEqual(
        trash.items.map(({ title }: { title: string }) => title),
        ["Uploaded", "Imported again"],
      );
      const { items } = await workspace.server.call(`GET ${root}/spaces`);
      assert.deepEqual(
        items.map(({ title }: { title: string }) => title),
        ["Sample"],
      );
    });

    test("shows change requests of the user, and those that wait for a review", async (t) => {
      const { server } = workspace;
      const reviewer = await workspace.invite(organization, "reviewer@example.com", "review");
      const [space] = (await server.call(`GET ${root}/spaces`)).items;
      const requests = `/spaces/${space.id}/change-requests`;
      const { id } = await server.call(`POST ${requests}`, { subject: "Better words" });
      await server.call(`POST ${requests}`, {});
      await server.call(`POST ${requests}/${id}/requested-reviewers`, { users: [reviewer] });
      const page = await workspace.open(t, adminEmail, root);
      const mine = section(page, "Your change requests");
      await mine.getByRole("link", { name: "Better words" }).waitFor();
      await mine.getByRole("link", { name: "Change request #2" }).waitFor();
      await section(page, "Waits for your review").getByText("Nothing waits for you.").waitFor();
      await checkScreen(page, "the home");

      const theirs = await workspace.open(t, "reviewer@example.com", root);
      const waiting = section(theirs, "Waits for your review").getByRole("listitem");
      await waiting.filter({ hasText: "Better words" }).getByText("by Admin").waitFor();
      await section(theirs, "Opened lately").getByText("What you open appears here.").waitFor();
      await server.call(`DELETE /spaces/${space.id}`);
      await theirs.reload();
      await theirs.getByText("There is nothing to read yet.").waitFor();
    });
  });
