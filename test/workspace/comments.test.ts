import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { becomes } from "../support/becomes.ts";
import { skip } from "../support/chromium.ts";
import { screenDatabases } from "../support/databases.ts";
import { adminEmail, checkScreen, useWorkspace } from "../support/workspace.ts";

const ann = "ann@example.com";
const markdown = [
  "Install the server on any machine.",
  "Then start the server with one command.",
  "- First item\n- Second item",
  ...Array.from({ length: 12 }, (_, i) => `Paragraph ${i} makes the page long.`),
].join("\n\n");

const bar = (page: Page) => page.getByRole("toolbar", { name: "Format" });
const field = (page: Page, name = "Comment") => page.getByRole("textbox", { name, exact: true });
const tab = (page: Page) => page.getByRole("link", { name: /^Comments/ });
const thread = (page: Page, name: string, text: string) =>
  page.getByRole("group", { name: `Comment by ${name}` }).filter({ hasText: text });
const press = async (page: Page, ...keys: readonly string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

/** Puts the caret into the paragraph that has this text, once it can be edited. */
const clickText = (page: Page, text: string) =>
  page.getByRole("textbox", { name: "Text of the page" }).getByText(text).click();

/** Selects the first words of the paragraph that has this text, by keys. */
async function selectWords(page: Page, text: string, words: number): Promise<void> {
  await clickText(page, text);
  await press(page, "Home", ...Array.from({ length: words }, () => "Control+Shift+ArrowRight"));
  await bar(page).waitFor();
}

const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;

for (const kind of screenDatabases.first) {
  describe(`comments on ${kind}`, { skip }, () => {
    const workspace = useWorkspace(kind);
    const call = (request: string, body?: object) => workspace.server.call(request, body);
    let organization = "";
    before(async () => {
      organization = (await call("GET /orgs")).items[0].id;
      await workspace.invite(organization, ann, "edit");
    });

    async function createPage(editMode: "live" | "locked" = "live") {
      const { id: space } = await call(`POST /orgs/${organization}/spaces`, {
        title: "Talk",
        editMode: "live",
      });
      const { changes } = await call(`POST /spaces/${space}/content`, {
        changes: [{ operation: "insert_page", title: "Page", document: { markdown } }],
      });
      if (editMode === "locked") await call(`PATCH /spaces/${space}`, { editMode });
      return { space, page: changes[0].page.id, path: `/spaces/${space}/pages/${changes[0].page.id}` };
    }

    test("two people talk about words: mentions, replies, reactions, links, resolving, editing and deleting", async (t) => {
      const { space, path } = await createPage();
      const admin = await workspace.open(t, adminEmail, path, {
        permissions: ["clipboard-read", "clipboard-write"],
      });
      await selectWords(admin, "Install the server", 3);
      await bar(admin).getByRole("button", { name: "Comment" }).click();
      await field(admin).fill("Which one, ");
      await field(admin).pressSequentially("@ann");
      await admin.getByRole("option", { name: /ann/ }).waitFor();
      await press(admin, "Enter");
      await admin.keyboard.type("?");
      await press(admin, "Control+Enter");
      await thread(admin, "Admin", "Which one, @ann ?").waitFor();
      const [posted] = (await call(`GET /spaces/${space}/comments`)).items;
      assert.equal(posted.target.quote.text, "Install the server");
      assert.match(posted.body.markdown, /^Which one, \[@ann\]\(\/users\/\w+ "mention"\) \?$/);

      // The other person sees that it is new, opens it by its words, and replies.
      const other = await workspace.open(t, ann, path);
      await tab(other).filter({ hasText: "1 unread" }).waitFor();
      await other.getByText("Install the server").click();
      const opened = thread(other, "Admin", "Which one");
      await opened.getByRole("img", { name: "Unread" }).waitFor();
      assert.ok(
        Math.abs((await topOf(opened)) - (await topOf(other.getByText("Install the server").first()))) < 40,
      );
      await field(other, "Reply").fill("The **blue** one.");
      await press(other, "Control+Enter");
      await opened.getByRole("article", { name: "Reply by ann" }).getByText("The blue one.").waitFor();
      await opened.getByRole("button", { name: "React" }).first().click();
      await other.getByRole("menuitem", { name: "❤️ Heart" }).click();
      await opened.getByRole("button", { name: "❤️ 1: ann", pressed: true }).waitFor();
      await checkScreen(other, "comments");
      await other.reload();
      await opened.waitFor();
      assert.equal(await tab(other).filter({ hasText: "unread" }).count(), 0);

      // What is typed survives a reload.
      await field(other, "Reply").fill("Not sent yet");
      await other.reload();
      await opened.waitFor();
      await becomes(() => field(other, "Reply").inputValue(), "Not sent yet");

      // The link of a reply opens it.
      await admin.reload();
      const reply = admin.getByRole("article", { name: "Reply by ann" });
      await reply.getByRole("button", { name: "Reply actions" }).click();
      await admin.getByRole("menuitem", { name: "Copy link" }).click();
      await admin.getByText("Link copied.").waitFor();
      const link = await admin.evaluate(() => navigator.clipboard.readText());
      await admin.goto("about:blank");
      await admin.goto(link);
      await reply.waitFor();
      assert.equal(await reply.getAttribute("data-target"), "true");

      // Editing shows the mention by its name; resolving and reopening move it between the lists.
      await admin.getByRole("button", { name: "Comment actions" }).click();
      await admin.getByRole("menuitem", { name: "Edit" }).click();
      assert.equal(await field(admin, "Edit comment").inputValue(), "Which one, @ann ?");
      await field(admin, "Edit comment").fill("Which machine, @ann?");
      await admin.getByRole("button", { name: "Save" }).click();
      await thread(admin, "Admin", "Which machine, @ann?").getByText("edited").waitFor();
      await admin.getByRole("button", { name: "Resolve", exact: true }).click();
      await admin.getByText("Resolved by Admin").waitFor();
      await admin.getByRole("button", { name: "Open 0" }).click();
      await admin.getByText("All comments on this page are resolved.").waitFor();
      await admin.getByRole("button", { name: "Resolved 1" }).click();
      await admin.getByRole("button", { name: "1 reply" }).click();
      await admin.getByRole("button", { name: "Reopen" }).click();
      await admin.getByRole("button", { name: "Open 1", pressed: true }).waitFor();
      await reply.getByRole("button", { name: "Reply actions" }).click();
      await admin.getByRole("menuitem", { name: "Delete" }).click();
      await admin.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await reply.waitFor({ state: "detached" });
      await admin.getByRole("button", { name: "Comment actions" }).click();
      await admin.getByRole("menuitem", { name: "Delete" }).click();
      await admin.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await admin.getByText("No comments on this page.").waitFor();
      assert.equal((await call(`GET /spaces/${space}/comments`)).count, 0);
    });

    test("words are found again after edits, or are outdated; proposed words are taken with one click", async (t) => {
      const { space, page, path } = await createPage();
      const other = await workspace.open(t, ann, path);
      // A block that is not saved yet can be commented on.
      await other.getByText("Install the server").click();
      await press(other, "Home");
      await other.keyboard.type("First, ");
      await selectWords(other, "First, Install", 3);
      await press(other, "Control+Alt+m");
      await other.getByRole("button", { name: "Propose other words" }).click();
      await other.getByLabel("Proposed words").fill("Firstly, install");
      await other.getByRole("button", { name: "Comment", exact: true }).last().click();
      await other.getByRole("button", { name: "Take the words" }).waitFor();
      await other.getByText("Second item").hover();
      await other.getByRole("button", { name: "Block" }).click();
      await other.getByRole("menuitem", { name: "Comment" }).click();
      await field(other).fill("On an item");
      await press(other, "Control+Enter");
      await thread(other, "ann", "On an item").waitFor();
      const { items } = await call(`GET /spaces/${space}/comments?order=asc`);
      assert.deepEqual(
        items.map(({ target }: { target: { quote?: { text: string }; node: { preview: string } } }) => [
          target.quote?.text,
          target.node.preview,
        ]),
        [
          ["First, Install", "First, Install the server on any machine."],
          [undefined, "Second item"],
        ],
      );

      // Somebody else changes the block around the words, so that it has another key.
      const text = markdown.replace("Install the server on", "Hello! First, Install the program on");
      await call(`POST /spaces/${space}/content`, {
        changes: [{ operation: "update_page", page, document: { markdown: text } }],
      });
      const admin = await workspace.open(t, adminEmail, `${path}?panel=comments`);
      const proposed = thread(admin, "ann", "Firstly, install");
      await proposed.waitFor();
      await admin.getByText("Hello!").waitFor();
      assert.equal(await admin.getByText("Outdated").count(), 0);
      await proposed.getByRole("button", { name: "Take the words" }).click();
      await admin.getByText("Words taken.").waitFor();
      await admin.getByRole("button", { name: "Resolved 1", pressed: true }).waitFor();
      await admin.getByText("Admin took the words").waitFor();
      const { markdown: saved } = await call(`GET /spaces/${space}/content/page/${page}?format=markdown`);
      assert.match(saved, /^Hello! Firstly, install the program on/);

      // The item is deleted: its comment is outdated.
      await admin.getByRole("button", { name: "Open 1" }).click();
      await thread(admin, "ann", "On an item").waitFor();
      await admin.getByText("Second item", { exact: true }).last().click();
      await press(admin, "Home", "Shift+End", "Delete", "Backspace", "Backspace");
      await thread(admin, "ann", "On an item").getByText("Outdated").waitFor();
    });

    test("readers of a locked space select words, and threads are beside them or below the page", async (t) => {
      const { space, path } = await createPage("locked");
      const page = await workspace.open(t, adminEmail, path);
      const paragraph = page.getByText("Paragraph 3 makes");
      await paragraph.waitFor();
      const select = async (words: string) => {
        await page.getByText(words).dblclick({ position: { x: 8, y: 8 } });
        await page.getByRole("button", { name: "Comment", exact: true }).click();
      };
      await select("Paragraph 3 makes");
      await field(page).fill("Here");
      await press(page, "Control+Enter");
      const here = thread(page, "Admin", "Here");
      await here.waitFor();
      assert.ok(Math.abs((await topOf(here)) - (await topOf(paragraph))) < 40);
      await select("Install the server");
      await field(page).fill("There");
      await press(page, "Control+Enter");
      await thread(page, "Admin", "There").waitFor();
      const { items } = await call(`GET /spaces/${space}/comments`);
      assert.deepEqual(
        items.map(({ target }: { target: { quote: { text: string } } }) => target.quote.text),
        ["Install", "Paragraph"],
      );
      // By keys, the words open their thread.
      await page.getByRole("button", { name: "Comment: Paragraph" }).focus();
      await press(page, "Enter");
      await here.getByRole("textbox", { name: "Reply" }).waitFor();
      // The button beside a block follows the pointer; by keys, arrows move it to the next block.
      const onBlock = page.getByRole("button", { name: /^Comment on the block: / });
      await page.getByText("Paragraph 4 makes").hover();
      const named = page.getByRole("button", { name: /^Comment on the block: Paragraph 4/ });
      await named.focus();
      await press(page, "ArrowDown");
      await page.getByRole("button", { name: /^Comment on the block: Paragraph 5/ }).waitFor();
      await press(page, "ArrowUp");
      await named.waitFor();
      assert.equal(await onBlock.count(), 1);
      await press(page, "Enter");
      await field(page).fill("On a block");
      await press(page, "Control+Enter");
      const beside = thread(page, "Admin", "On a block");
      await beside.waitFor();
      const [whole] = (await call(`GET /spaces/${space}/comments`)).items;
      assert.equal(whole.target.quote, undefined);
      assert.match(whole.target.node.preview, /^Paragraph 4/);
      await checkScreen(page, "comments of a locked space");
      await page.setViewportSize({ width: 900, height: 800 });
      await page.getByRole("button", { name: "Comment: Install" }).click();
      await thread(page, "Admin", "There").getByRole("textbox", { name: "Reply" }).waitFor();
      await page.getByRole("button", { name: "Comment on the page" }).click();
      await field(page).fill("All of it");
      await page.getByRole("button", { name: "Comment", exact: true }).last().click();
      await thread(page, "Admin", "All of it").waitFor();
      await tab(page).filter({ hasText: "4" }).waitFor();
    });
  });
}

for (const kind of screenDatabases.second) {
  describe(`comments in change requests on ${kind}`, { skip }, () => {
    const workspace = useWorkspace(kind);
    const call = (request: string, body?: object) => workspace.server.call(request, body);

    test("are about the page as it is there, and all of a space are in one list", async (t) => {
      const organization = (await call("GET /orgs")).items[0].id;
      await workspace.invite(organization, ann, "comment");
      const { id: space } = await call(`POST /orgs/${organization}/spaces`, { title: "Talk" });
      const { id: request } = await call(`POST /spaces/${space}/change-requests`, { subject: "New words" });
      const requestPath = `/spaces/${space}/change-requests/${request}`;
      const { changes } = await call(`POST ${requestPath}/content?compat=false`, {
        changes: [{ operation: "insert_page", title: "Page", document: { markdown } }],
      });
      const path = `${requestPath}/pages/${changes[0].page.id}`;
      // By keys only: the block with the caret, then the thread of the words at the caret.
      const admin = await workspace.open(t, adminEmail, path);
      await clickText(admin, "Then start the server");
      await press(admin, "Control+Alt+m");
      await field(admin).fill("On a paragraph");
      await press(admin, "Control+Enter");
      await thread(admin, "Admin", "On a paragraph").waitFor();
      const { items } = await call(`GET ${requestPath}/comments`);
      assert.equal(items[0].target.node.preview, "Then start the server with one command.");

      // Who may only comment reads the text, and may not resolve.
      const other = await workspace.open(t, ann, `${path}?panel=comments`);
      const opened = thread(other, "Admin", "On a paragraph");
      await opened.getByRole("button", { name: "Reply" }).click();
      await field(other, "Reply").fill("I agree");
      await opened.getByRole("button", { name: "Reply" }).last().click();
      await opened.getByRole("article", { name: "Reply by ann" }).waitFor();
      assert.equal(await opened.getByRole("button", { name: "Resolve" }).count(), 0);

      // In the difference, the same comments are below the page, and words can be selected.
      await admin.goto(workspace.url(`${requestPath}/changes`));
      await thread(admin, "Admin", "On a paragraph").waitFor();
      await admin.getByText("Paragraph 3 makes").dblclick({ position: { x: 8, y: 8 } });
      await admin.getByRole("button", { name: "Comment", exact: true }).click();
      await field(admin).fill("On what is new");
      await press(admin, "Control+Enter");
      await thread(admin, "Admin", "On what is new").waitFor();
      const latest = (await call(`GET ${requestPath}/comments`)).items[0].target;
      assert.deepEqual(
        [latest.quote.text, latest.node.preview],
        ["Paragraph", "Paragraph 3 makes the page long."],
      );
      await checkScreen(admin, "comments on a difference");

      await call(`POST ${requestPath}/merge`);
      const page = await workspace.open(t, adminEmail, `/spaces/${space}/comments`);
      await page.getByRole("heading", { name: "No comments yet" }).waitFor();
      await field(page).fill("About all of it");
      await press(page, "Control+Enter");
      await thread(page, "Admin", "About all of it").waitFor();
      await call(`POST /spaces/${space}/comments`, {
        body: { markdown: "A `page`" },
        page: changes[0].page.id,
      });
      await page.reload();
      await checkScreen(page, "the comments of a space");
      await page.getByRole("link", { name: "On Page" }).click();
      await thread(page, "Admin", "A page").getByRole("textbox", { name: "Reply" }).waitFor();
      await page.waitForURL(/panel=comments&comment=/);
    });

    test("reviews are asked for, given with a summary, outdated by changes and asked for again", async (t) => {
      const organization = (await call("GET /orgs")).items[0].id;
      const reviewer = "rita@example.com";
      await workspace.invite(organization, reviewer, "review");
      const { id: space } = await call(`POST /orgs/${organization}/spaces`, { title: "Review" });
      const { id: request } = await call(`POST /spaces/${space}/change-requests`, { subject: "New words" });
      const path = `/spaces/${space}/change-requests/${request}`;
      const change = (title: string) =>
        call(`POST ${path}/content`, { changes: [{ operation: "insert_page", title }] });
      await change("One");
      const admin = await workspace.open(t, adminEmail, path);
      await admin.getByRole("button", { name: "Ask for reviews" }).click();
      await admin.getByRole("combobox", { name: "People" }).fill("rita");
      await admin.getByRole("option", { name: /rita/ }).click();
      await admin.getByRole("dialog").getByRole("button", { name: "Ask", exact: true }).click();
      const review = (page: Page) => page.getByRole("article", { name: "Review by rita" });
      await review(admin).getByText("Waiting").waitFor();

      // Comments are collected, and only their author sees them until the review is sent.
      const [{ id: one }] = (await call(`GET ${path}/content/pages`)).pages;
      const rita = await workspace.open(t, reviewer, `${path}/pages/${one}?panel=comments`);
      const pending = rita.getByRole("group", { name: "Pending comment" });
      await rita.getByRole("button", { name: "Comment on the page" }).click();
      await field(rita, "Comment").fill("A title is not enough.");
      await rita.getByRole("button", { name: "Add to review" }).click();
      await pending.getByText("A title is not enough.").waitFor();
      await pending.getByRole("button", { name: "Edit the pending comment" }).click();
      await field(rita, "Edit comment").fill("A title alone is not enough.");
      await rita.getByRole("button", { name: "Save" }).click();
      await pending.getByText("A title alone is not enough.").waitFor();
      await checkScreen(rita, "a pending comment beside a page");
      assert.deepEqual((await call(`GET ${path}/comments`)).items, []);
      assert.deepEqual((await call(`GET ${path}/pending-comments`)).items, []);

      // What is typed survives a reload.
      await rita.goto(workspace.url(path));
      await rita.getByText("1 pending comment is sent with your review.").waitFor();
      await rita.getByRole("textbox", { name: "Your review" }).fill("The **second** word is missing.");
      await rita.reload();
      await rita.getByRole("button", { name: "Ask for changes" }).click();
      await review(rita).getByText("Changes requested").waitFor();
      await review(rita).getByText("The second word is missing.").waitFor();
      await review(rita).getByText("1 comment").click();
      await review(rita).getByText("A title alone is not enough.").waitFor();
      assert.equal(await pending.count(), 0);
      // The summary is a comment, which others answer.
      const summary = thread(rita, "rita", "The second word is missing.");
      await summary.waitFor();
      await checkScreen(rita, "the reviews of a change request");

      await change("Two");
      await admin.reload();
      await review(admin).getByText("Before the latest changes").waitFor();
      await review(admin).getByRole("button", { name: "Review by rita" }).click();
      await admin.getByRole("menuitem", { name: "Ask again" }).click();
      await review(admin).getByText("Waiting").waitFor();
      await review(admin).getByText("1 earlier review").waitFor();
      await thread(admin, "rita", "The second word is missing.")
        .getByRole("button", { name: "Reply" })
        .click();
      await field(admin, "Reply").fill("Now it is there.");
      await press(admin, "Control+Enter");
      await admin.getByRole("article", { name: "Reply by Admin" }).waitFor();

      await rita.reload();
      await rita.getByRole("button", { name: "Approve" }).click();
      await review(rita).getByText("Approved", { exact: true }).waitFor();
      assert.equal(await review(rita).getByText("Before the latest changes").count(), 0);
      const { items } = await call(`GET ${path}/reviews`);
      assert.deepEqual(
        items.map(({ status, outdated }: { status: string; outdated: boolean }) => [status, outdated]),
        [
          ["approved", false],
          ["changes-requested", true],
        ],
      );
    });
  });
}
