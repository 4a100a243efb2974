import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import { skip } from "../support/chromium.ts";
import { screenDatabases } from "../support/databases.ts";
import { adminEmail, checkScreen, useWorkspace } from "../support/workspace.ts";

const inboxLink = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Workspace" }).getByRole("link", { name, exact: true });
const row = (page: Page, text: string | RegExp) => page.getByRole("listitem").filter({ hasText: text });

for (const kind of screenDatabases.second)
  describe(`the inbox in the workspace (${kind})`, { skip }, () => {
    const workspace = useWorkspace(kind);
    const { server } = workspace;

    test("has what waits for two people, by keys and by mouse, until they have read or muted it", async (t) => {
      const organization = (await server.call("GET /orgs")).items[0].id;
      const inbox = `/orgs/${organization}/inbox`;
      const ann = await workspace.invite(organization, "ann@localhost", "review");
      const { id } = await server.call(`POST /orgs/${organization}/spaces`, { title: "Handbook" });
      const space = `/spaces/${id}`;
      const { changes } = await server.call(`POST ${space}/content`, {
        changes: [{ operation: "insert_page", title: "Rules", document: { markdown: "One sentence.\n" } }],
      });
      const page = changes[0].page.id;
      const request = await server.call(`POST ${space}/change-requests`, { subject: "Better rules" });
      const path = `${space}/change-requests/${request.id}`;
      await server.call(`POST ${path}/requested-reviewers`, { users: [ann] });
      await server.call(`POST ${path}/comments`, {
        body: { markdown: `Is it right, [@ann](/users/${ann} "mention")?` },
        page,
      });

      // Home has the newest, and the badge counts them.
      const hers = await workspace.open(t, "ann@localhost", `/orgs/${organization}`);
      const section = hers.getByRole("region", { name: "Inbox" });
      await section.getByText("Is it right, @ann?").waitFor();
      await inboxLink(hers, "Inbox 2 unread").click();
      await hers.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
      const today = hers.getByRole("region", { name: "Today" });
      await today.getByRole("listitem").nth(1).waitFor();
      assert.equal(await today.getByRole("listitem").count(), 2);
      await checkScreen(hers, "the inbox");

      // Keys move and mark.
      await hers.keyboard.press("j");
      await hers.waitForFunction(() => document.activeElement?.textContent?.includes("mentioned"));
      await hers.keyboard.press("e");
      await row(hers, "mentioned you").getByRole("button", { name: "Mark as unread" }).waitFor();
      await inboxLink(hers, "Inbox 1 unread").waitFor();
      await hers.keyboard.press("u");
      await inboxLink(hers, "Inbox 2 unread").waitFor();
      await hers.keyboard.press("j");
      await hers.waitForFunction(() => document.activeElement?.textContent?.includes("review"));
      await hers.keyboard.press("k");
      await hers.waitForFunction(() => document.activeElement?.textContent?.includes("mentioned"));

      // Opening marks as read: the comment in its page, and the change request.
      await hers.keyboard.press("Enter");
      await hers.waitForURL(new RegExp(`/pages/${page}\\?panel=comments&comment=`));
      const comment = new URL(hers.url()).searchParams.get("comment");
      await hers.getByRole("textbox", { name: "Reply" }).waitFor();
      await inboxLink(hers, "Inbox 1 unread").click();
      await hers.getByRole("link", { name: /asks for your review$/ }).click();
      await hers.getByRole("heading", { level: 1, name: "Better rules #1" }).waitFor();
      await inboxLink(hers, "Inbox").waitFor();

      // What one does reaches the other, whose window counts again when it gets the focus.
      await hers.goto(workspace.url(`${path}/pages/${page}?panel=comments&comment=${comment}`));
      const his = await workspace.open(t, adminEmail, inbox);
      await his.getByRole("heading", { name: "Nothing new" }).waitFor();
      const reply = async (text: string) => {
        const reply = hers.getByRole("textbox", { name: "Reply" });
        await reply.fill(text);
        await hers.keyboard.press("Control+Enter");
        await hers.getByText(text, { exact: true }).last().waitFor();
      };
      await reply("Yes, it is.");
      await his.evaluate(() => dispatchEvent(new Event("focus")));
      await row(his, "ann replied").getByText("Yes, it is.").waitFor();
      await reply("I have checked it.");
      await his.evaluate(() => dispatchEvent(new Event("focus")));
      await row(his, "2 replies, the last one by ann").getByText("I have checked it.").waitFor();
      await checkScreen(his, "the inbox with replies");

      // Muting, and the choice for a change request.
      await row(his, "2 replies").getByRole("button", { name: "More actions" }).click();
      await his.getByRole("menuitem", { name: "Mute the thread" }).click();
      await his.getByText("You are told only if you are mentioned or asked for a review.").waitFor();
      const subscription = async (to: string) => (await server.call(`GET ${to}/subscription`)).state;
      assert.equal(await subscription(`${path}/comments/${comment}`), "muted");
      await his.getByRole("button", { name: "Mark all as read" }).click();
      await his.getByRole("heading", { name: "Nothing new" }).waitFor();
      await inboxLink(his, "Inbox").waitFor();
      await his.getByRole("button", { name: "Show all" }).click();
      await row(his, "2 replies").waitFor();
      await his.getByRole("combobox", { name: "Kind" }).selectOption("Merges");
      await his.getByRole("heading", { name: "Nothing of this kind" }).waitFor();
      assert.ok(his.url().endsWith("?filter=all&kind=merged"), his.url());

      await his.goto(workspace.url(path));
      const choice = his.getByRole("combobox", { name: "Following this change request" });
      await choice.selectOption("Everything");
      for (let state = ""; state !== "following"; state = await subscription(path));

      // Kinds are switched off in the account.
      await his.goto(workspace.url("/account/inbox"));
      await his.getByRole("heading", { level: 1 }).waitFor();
      await checkScreen(his, "the settings of the inbox");
      await his.getByRole("checkbox", { name: "Comments" }).uncheck();
      await his.getByText("Your choice was saved.").waitFor();
      const { kinds } = await server.call(`GET /orgs/${organization}/notifications/settings`);
      assert.deepEqual([kinds.commented, kinds.merged], [{ list: false }, { list: true }]);
    });
  });
