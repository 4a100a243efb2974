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
      await page.getByRole("dialog", { name: "Import: where from?" }).waitFor();
      await checkScreen(page, "the import dialog");
      await page.keyboard.press("Escape");
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
