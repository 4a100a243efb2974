import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import { skip } from "../support/chromium.ts";
import { screenDatabases } from "../support/databases.ts";
import { adminEmail, useWorkspace } from "../support/workspace.ts";

const [writerEmail, reviewerEmail] = ["wanda@localhost", "rolf@localhost"];
const heading = (page: Page, name: string) =>
  page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
const textOf = (page: Page) => page.getByRole("textbox", { name: "Text of the page" });
const merging = (page: Page) => page.getByRole("region", { name: "Merging" });
const inboxRow = (page: Page, text: string) => page.getByRole("listitem").filter({ hasText: text });

for (const kind of screenDatabases.second)
  describe(`the life of a change request (${kind})`, { skip }, () => {
    const workspace = useWorkspace(kind);
    const { server } = workspace;

    test("of a writer, a reviewer and an admin: from the first word to its reversal", async (t) => {
      const organization = (await server.call("GET /orgs")).items[0].id;
      await workspace.invite(organization, writerEmail, "edit");
      await workspace.invite(organization, reviewerEmail, "review");
      const { id } = await server.call(`POST /orgs/${organization}/spaces`, { title: "Handbook" });
      const space = `/spaces/${id}`;
      const { changes } = await server.call(`POST ${space}/content`, {
        changes: [
          {
            operation: "insert_page",
            title: "Opening hours",
            document: { markdown: "We open at nine.\n\nWe close at five.\n" },
          },
        ],
      });
      const pageId = changes[0].page.id;
      const rules = [{ rule: "require_approved_reviews", count: 1 }, { rule: "ignore_outdated_reviews" }];
      await server.call(`PATCH ${space}`, { editMode: "locked", mergeRules: { type: "rules", rules } });
      const inbox = `/orgs/${organization}/inbox`;

      // The writer begins to type on a page of the locked space, and asks for a review.
      const wanda = await workspace.open(t, writerEmail, `${space}/pages/${pageId}`);
      await heading(wanda, "Opening hours");
      await wanda.locator("main").focus();
      await wanda.keyboard.press("W");
      await wanda.getByRole("button", { name: "Edit in a change request" }).click();
      await textOf(wanda).getByText("We open at nine.").click();
      await wanda.keyboard.press("End");
      await wanda.keyboard.type(" On Sundys too.");
      await wanda.getByText("Saved", { exact: true }).waitFor();
      await wanda.getByRole("link", { name: "Overview and merging" }).click();
      await wanda.getByRole("button", { name: "Edit the title" }).click();
      await wanda.getByRole("textbox", { name: "Title of the change request" }).fill("Sundays");
      await wanda.keyboard.press("Enter");
      await heading(wanda, "Sundays #1");
      await merging(wanda).getByRole("button", { name: "Mark as ready" }).press("Enter");
      await wanda.getByRole("button", { name: "Ask for reviews" }).click();
      const dialog = wanda.getByRole("dialog", { name: "Ask for reviews" });
      await dialog.getByRole("combobox", { name: "People" }).fill("rolf");
      await dialog.getByRole("option", { name: /rolf/ }).click();
      await dialog.getByRole("button", { name: "Ask", exact: true }).click();
      await merging(wanda)
        .getByText(/^Waiting for rolf/)
        .waitFor();
      const [, request] = /change-requests\/(\w+)$/.exec(new URL(wanda.url()).pathname) ?? [];
      const path = `${space}/change-requests/${request}`;

      // The reviewer finds it in the inbox, proposes other words in a pending comment, and asks for changes.
      const rolf = await workspace.open(t, reviewerEmail, inbox);
      await inboxRow(rolf, "wanda asks for your review").getByRole("link").click();
      await heading(rolf, "Sundays #1");
      await rolf.getByRole("link", { name: "Changes" }).click();
      await rolf.getByRole("button", { name: "Comment on the page" }).waitFor();
      await rolf
        .getByRole("insertion")
        .getByText("On Sundys too.")
        .dblclick({ position: { x: 40, y: 8 } });
      await rolf.getByRole("button", { name: "Comment", exact: true }).click();
      await rolf.getByRole("textbox", { name: "Comment", exact: true }).fill("A letter is missing.");
      await rolf.getByRole("button", { name: "Propose other words" }).click();
      await rolf.getByLabel("Proposed words").fill("Sundays");
      await rolf.getByRole("button", { name: "Add to review" }).click();
      await rolf.getByRole("group", { name: "Pending comment" }).waitFor();
      await rolf.getByRole("link", { name: "Overview" }).click();
      await rolf.getByText("1 pending comment is sent with your review.").waitFor();
      await rolf.getByRole("textbox", { name: "Your review" }).fill("Nearly there.");
      await rolf.getByRole("button", { name: "Ask for changes" }).click();
      await merging(rolf).getByText("rolf asked for changes.").waitFor();
      const reviewAgain = async () => {
        await merging(wanda).getByRole("button", { name: "Ask for review again" }).click();
        await merging(wanda)
          .getByText(/^Waiting for rolf/)
          .waitFor();
        await rolf.reload();
        await rolf.getByRole("button", { name: "Approve" }).click();
        await merging(rolf)
          .getByText(/^Approved by rolf/)
          .waitFor();
      };

      // The writer takes the words, and asks again.
      await wanda.goto(workspace.url(inbox));
      await inboxRow(wanda, "rolf asks for changes").waitFor();
      await wanda.goto(workspace.url(`${path}/pages/${pageId}?panel=comments`));
      await wanda.getByRole("button", { name: "Take the words" }).click();
      await wanda.getByText("Words taken.").waitFor();
      await textOf(wanda).getByText("On Sundays too.").waitFor();
      await wanda.goto(workspace.url(path));
      await reviewAgain();

      // Meanwhile the admin has changed the same sentence. The writer settles that by keys, and must ask once more.
      await server.call(`PATCH ${space}`, { editMode: "live" });
      await server.call(`POST ${space}/content`, {
        changes: [
          {
            operation: "update_page",
            page: pageId,
            document: { markdown: "We open at nine. On Mondays not.\n\nWe close at six.\n" },
          },
        ],
      });
      await wanda.reload();
      await merging(wanda)
        .getByText(/Updating will bring 1 conflict to settle/)
        .waitFor();
      await merging(wanda).getByRole("button", { name: "Update" }).click();
      await merging(wanda).getByRole("link", { name: "Settle them" }).click();
      await wanda.getByText("0 of 1 settled").waitFor();
      await wanda.keyboard.press("b");
      await wanda.getByText("1 of 1 settled").waitFor();
      await wanda.getByRole("button", { name: "Save 1 choice" }).press("Enter");
      await wanda.getByRole("heading", { name: "All conflicts are settled" }).waitFor();
      await wanda.getByRole("link", { name: "Go to merging" }).click();
      await merging(wanda).getByText("0 of 1 approval.").waitFor();
      await reviewAgain();
      await merging(rolf).getByRole("button", { name: "Merge", exact: true }).click();
      await merging(rolf)
        .getByText(/^rolf merged it/)
        .waitFor();
      const read = async () =>
        (await server.call(`GET ${space}/content/page/${pageId}?format=markdown`)).markdown;
      assert.match(await read(), /On Sundays too\..*On Mondays not\..*We close at six\./s);

      // The writer learns of it, and the admin reverts it.
      await wanda.goto(workspace.url(inbox));
      await inboxRow(wanda, "rolf merged").waitFor();
      const admin = await workspace.open(t, adminEmail, path);
      await admin.getByRole("button", { name: "Revert…" }).click();
      await admin.getByRole("dialog").getByRole("button", { name: "Revert", exact: true }).click();
      await heading(admin, "Revert: Sundays #2");
      await admin.getByRole("link", { name: "Changes" }).click();
      await admin.getByRole("deletion").getByText("On Sundays too.").waitFor();
    });
  });
