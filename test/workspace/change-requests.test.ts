import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { skip } from "../support/chromium.ts";
import { screenDatabases } from "../support/databases.ts";
import { adminEmail, checkScreen, useWorkspace } from "../support/workspace.ts";

type Body = Awaited<ReturnType<ReturnType<typeof useWorkspace>["server"]["call"]>>;

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
const toast = (page: Page, text: string | RegExp) =>
  page.getByLabel("Notifications").getByText(text).last().waitFor();
const markdown = (text: string) => ({ document: { markdown: text } });

/** A space with pages, and how to change it. */
function useSpaces(workspace: ReturnType<typeof useWorkspace>) {
  const { server } = workspace;
  let organization = "";
  before(async () => {
    organization = (await server.call("GET /orgs")).items[0].id;
  });
  return {
    organization: () => organization,
    async create(title: string, pages: Readonly<Record<string, string>>) {
      const { id } = await server.call(`POST /orgs/${organization}/spaces`, { title });
      const changes = Object.entries(pages).map(([name, text]) => ({
        ...{ operation: "insert_page", title: name },
        ...markdown(text),
      }));
      const reply = await server.call(`POST /spaces/${id}/content`, { changes });
      const ids: string[] = reply.changes.map(({ page }: Body) => page.id);
      return { id, pages: ids, path: `/spaces/${id}` };
    },
    async request(space: { readonly path: string }, subject: string, ...changes: object[]) {
      const { id } = await server.call(`POST ${space.path}/change-requests`, { subject });
      const path = `${space.path}/change-requests/${id}`;
      if (changes.length > 0) await server.call(`POST ${path}/content`, { changes });
      return { id, path };
    },
  };
}

for (const kind of screenDatabases.first)
  describe(`conflicts of change requests in the workspace (${kind})`, { skip }, () => {
    const workspace = useWorkspace(kind);
    const { server } = workspace;
    const spaces = useSpaces(workspace);

    test("of every kind are settled by mouse and by keyboard, and then merged", async (t) => {
      const space = await spaces.create("Greenhouse", {
        Welcome: "The hub reads every minute.\n\nThe end.\n",
        Vents: "Vents.",
        Indoors: "In.",
        Outdoors: "Out.",
        Old: "To be removed.",
      });
      const [welcome, vents, indoors, outdoors, old] = space.pages;
      const inserted = await server.call(`POST ${space.path}/content`, {
        changes: [
          { operation: "insert_page", type: "group", title: "Group" },
          { operation: "set_variables", variables: { version: "1" } },
        ],
      });
      const group = inserted.changes[0].page.id;
      const update = (page: string | undefined, fields: object) => ({
        operation: "update_page",
        page,
        ...fields,
      });
      const request = await spaces.request(
        space,
        "Sensors",
        update(welcome, markdown("The hub reads every second.\n\nThe end, ours.\n")),
        update(vents, { title: "Fresh air", into: indoors }),
        { operation: "delete_page", page: old },
        update(group, { title: "Sensors" }),
        { operation: "set_variables", variables: { version: "2" } },
      );
      await server.call(`POST ${space.path}/content`, {
        changes: [
          update(welcome, markdown("The hub reads every hour.\n\nThe end, theirs.\n")),
          update(vents, { title: "Airing", into: outdoors }),
          update(old, markdown("It stays, and is longer.")),
          update(group, { title: "Devices" }),
          { operation: "set_variables", variables: { version: "3" } },
        ],
      });
      const page = await workspace.open(t, adminEmail, request.path);
      const box = page.getByRole("region", { name: "Merging" });
      await box.getByText(/Updating will bring 7 conflicts to settle\./).waitFor();
      await box.getByRole("button", { name: "Update" }).click();
      await box.getByText("7 conflicts with the primary content.").waitFor();

      // Markers are not shown: neither in the editor, nor in the tree, nor in the difference.
      await page.goto(workspace.url(`${request.path}/pages/${welcome}`));
      const settle = page.getByRole("link", { name: "Settle it" });
      await page.getByRole("textbox", { name: "Text of the page" }).waitFor();
      assert.equal(await settle.count(), 2);
      await page.getByRole("treeitem", { name: "Sensors" }).waitFor();
      const shownText = () =>
        page.evaluate(() => {
          const roots = [...document.querySelectorAll("*")].flatMap(({ shadowRoot }) => shadowRoot ?? []);
          const inside = roots.map(
            (root) => (root.querySelector(".document") as HTMLElement | null)?.innerText,
          );
          return [document.body.innerText, ...inside].join("\n");
        });
      assert.doesNotMatch(await shownText(), /<<<<<<<|>>>>>>>|every second/);
      await settle.first().press("Enter");
      await page.getByText("0 of 7 settled").waitFor();
      await page.goBack();
      const banner = page.getByRole("region", { name: "Change request" });
      await banner.getByRole("link", { name: "Conflicts (7)" }).click();
      await page.getByText("0 of 7 settled").waitFor();
      await page.goto(workspace.url(`${request.path}/changes`));
      await settle.first().waitFor();
      assert.doesNotMatch(await shownText(), /<<<<<<<|>>>>>>>/);

      await page.getByRole("link", { name: "Conflicts (7)" }).click();
      await page.getByText("0 of 7 settled").waitFor();
      const card = (name: string, text: string) =>
        page.getByRole("article", { name }).filter({ hasText: text });
      const done = (count: number) => page.getByText(`${count} of 7 settled`).waitFor();
      const first = page.getByRole("article", { name: "Welcome" }).first();
      await first.getByRole("insertion").getByText("second").waitFor();
      await first.getByText("What was before").click();
      await first.getByText("The hub reads every minute.").waitFor();
      await checkScreen(page, "conflicts");

      // By mouse: a choice, its undoing, both, what is written, and another parent.
      await first.getByRole("button", { name: "Take the primary content’s" }).click();
      await done(1);
      await first.getByRole("button", { name: "Undo choice" }).click();
      await done(0);
      await first.getByRole("button", { name: "Keep both" }).click();
      await done(1);
      const title = card("Fresh air", "Both changed: Title");
      await title.getByRole("button", { name: "Write it" }).click();
      await title.getByRole("textbox", { name: "Value" }).fill("Air");
      await title.getByRole("button", { name: "Use this" }).click();
      await done(2);
      await card("Fresh air", "Both moved it").getByRole("button", { name: "Choose a page" }).click();
      await page.getByRole("dialog").getByRole("option", { name: "Welcome" }).click();
      await done(3);

      // By keyboard: from the second conflict on, each choice leads to the next one that is open.
      const second = page.getByRole("article", { name: "Welcome" }).nth(1);
      await first.focus();
      await page.keyboard.press("j");
      await page.waitForFunction(() => document.activeElement?.textContent?.includes("2 of 7"));
      await page.keyboard.press("o");
      await done(4);
      await page.keyboard.press("u");
      await done(3);
      await second.getByText("This change request’s stays.").waitFor({ state: "detached" });
      await page.keyboard.press("t");
      await done(4);
      await page.keyboard.press("t");
      await done(5);
      await page.keyboard.press("t");
      await done(6);
      await page.keyboard.press("o");
      await done(7);
      await page.getByRole("button", { name: "Save 7 choices" }).press("Enter");
      await toast(page, "7 conflicts are settled.");
      await page.getByRole("heading", { name: "All conflicts are settled" }).waitFor();
      await page.getByRole("link", { name: "Go to merging" }).click();
      await box.getByRole("button", { name: "Mark as ready" }).press("Enter");
      await box.getByRole("button", { name: "Merge" }).click();
      await toast(page, "The change request was merged.");
      const { pages, variables } = await server.call(`GET ${space.path}/content`);
      const below = pages.find(({ id }: Body) => id === welcome).pages;
      assert.deepEqual([below[0].id, below[0].title, variables.version], [vents, "Air", "2"]);
      assert.deepEqual(pages.map(({ title: name }: Body) => name).toSorted(), [
        "Devices",
        "Indoors",
        "Old",
        "Outdoors",
        "Welcome",
      ]);
      assert.equal(
        (await server.call(`GET ${space.path}/content/page/${welcome}`)).markdown,
        "The hub reads every second.\n\nThe hub reads every hour.\n\nThe end, theirs.\n",
      );
    });
  });

for (const kind of screenDatabases.first)
  describe(`change requests in the workspace (${kind})`, { skip }, () => {
    const workspace = useWorkspace(kind);
    const { server } = workspace;
    const spaces = useSpaces(workspace);

    test("are described, reviewed, updated, merged, duplicated and archived", async (t) => {
      const space = await spaces.create("Rules", { First: "One sentence.", Second: "Other text." });
      const [first, second] = space.pages;
      const reviewer = await workspace.invite(spaces.organization(), "reviewer@localhost", "review");
      const request = await spaces.request(space, "", {
        ...{ operation: "update_page", page: first, title: "The first" },
        ...markdown("One better sentence."),
      });
      const page = await workspace.open(t, adminEmail, request.path);
      await heading(page, "Untitled change request #1");

      // Title and description are edited in place.
      await page.getByRole("button", { name: "Edit the title" }).click();
      await page.getByRole("textbox", { name: "Title of the change request" }).fill("Better rules");
      await page.keyboard.press("Enter");
      await heading(page, "Better rules #1");
      await page.getByRole("button", { name: "Add a description" }).click();
      await page.getByRole("textbox", { name: "Description" }).fill("Why it is better.\nIn two lines.");
      await page.getByRole("button", { name: "Save description" }).click();
      await page.getByText("Why it is better.").waitFor();
      assert.equal(
        (await server.call(`GET ${request.path}`)).description,
        "Why it is better.\nIn two lines.",
      );

      // The box says what is missing.
      const box = page.getByRole("region", { name: "Merging" });
      await box.getByText("It is a draft. Mark it as ready when it can be reviewed.").waitFor();
      await box.getByText("It has everything of the primary content.").waitFor();
      await box.getByText("Nobody has approved it.").waitFor();
      assert.equal(await box.getByRole("button", { name: "Merge" }).count(), 0);
      const changed = page.getByRole("region", { name: "Changes" }).getByRole("listitem");
      await changed.filter({ hasText: "The first" }).getByText("Renamed").waitFor();
      await checkScreen(page, "the overview of a change request");

      // A reviewer is asked, asks for changes, and approves.
      await server.call(`POST ${request.path}/requested-reviewers`, { users: [reviewer] });
      await page.reload();
      await box.getByText(/^Waiting for reviewer/).waitFor();
      const theirs = await workspace.open(
        t,
        "reviewer@localhost",
        `/orgs/${spaces.organization()}/change-requests`,
      );
      await theirs.getByLabel("Show").selectOption("Waiting for me");
      await theirs.getByRole("link", { name: "Better rules" }).click();
      await heading(theirs, "Better rules #1");
      await theirs.getByRole("button", { name: "Approve" }).click();
      await theirs
        .getByRole("region", { name: "Merging" })
        .getByText(/^Approved by reviewer/)
        .waitFor();

      // It falls behind, and is updated.
      await server.call(`POST ${space.path}/content`, {
        changes: [{ operation: "update_page", page: second, ...markdown("Other longer text.") }],
      });
      await page.reload();
      await box.getByRole("button", { name: "Mark as ready" }).click();
      await toast(page, "It is ready for review.");
      await box.getByText("It is 1 revision behind the primary content, which changed 1 page.").waitFor();
      await box.getByRole("link", { name: "See what changed there" }).click();
      await heading(page, "What changed since a revision");
      const incoming = page.getByRole("region", { name: "Second" });
      await incoming.getByRole("insertion").getByText("longer").waitFor();
      await page.goBack();
      await box.getByRole("button", { name: "Update" }).click();
      await toast(page, "It now has the changes of the primary content.");
      await box.getByText("It has everything of the primary content.").waitFor();

      // A link opens the site as it would be, without a session, until the change request is merged.
      const side = page.getByRole("region", { name: "Preview" });
      await side.getByRole("button", { name: "Create a link" }).click();
      await toast(page, "The link is created");
      const address = await side.getByRole("textbox", { name: "Link to the preview" }).inputValue();
      await checkScreen(page, "the overview of a change request with a preview");
      const reader = await workspace.browser.newPage(t, { expectedErrors: /status of 404/ });
      await reader.goto(address);
      await heading(reader, "The first");
      await reader.getByText("One better sentence.").waitFor();
      await reader.getByText("Preview of change request #1").waitFor();
      await reader.getByRole("link", { name: "Second", exact: true }).click();
      await heading(reader, "Second");
      assert.ok(reader.url().startsWith(address));
      await side.getByRole("button", { name: "Renew the link" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Renew the link" }).click();
      await toast(page, "The link is renewed");
      await reader.reload();
      await heading(reader, "This preview has ended");
      await side.getByRole("button", { name: "Delete the link" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete the link" }).click();
      await side.getByRole("button", { name: "Create a link" }).waitFor();

      // It is merged, and a copy of it is archived and opened again.
      await box.getByRole("button", { name: "Merge" }).click();
      await toast(page, "The change request was merged.");
      await box.getByText(/^Admin merged it/).waitFor();
      assert.equal((await server.call(`GET ${space.path}/content/page/${first}`)).title, "The first");
      const choose = async (name: string) => {
        await page.getByRole("button", { name: "More actions" }).click();
        await page.getByRole("menuitem", { name, exact: true }).click();
      };
      await choose("Duplicate");
      await heading(page, "Copy of Better rules #2");
      await choose("Archive");
      await box.getByText("It is archived. Open it again to go on.").waitFor();
      await page.getByRole("button", { name: "Undo" }).click();
      await box.getByText("It is a draft. Mark it as ready when it can be reviewed.").waitFor();
      await choose("Archive");
      await box.getByRole("button", { name: "Open again" }).click();
      await box.getByRole("button", { name: "Merge" }).waitFor();
    });

    test("follow the rules of the space, merge at a set time, and are reverted", async (t) => {
      const space = await spaces.create("Ruled", { Page: "One sentence." });
      await workspace.invite(spaces.organization(), "second@localhost", "review");
      const edit = (text: string) => ({
        ...{ operation: "update_page", page: space.pages[0] },
        ...markdown(text),
      });
      const request = await spaces.request(space, "Under rules", edit("Another sentence."));
      await server.call(`PATCH ${request.path}`, { status: "open" });

      // An admin sets the rules.
      const page = await workspace.open(t, adminEmail, `${space.path}/rules`);
      await heading(page, "Merge rules of Ruled");
      await page.getByRole("combobox", { name: "Rules", exact: true }).selectOption("These rules");
      await page.getByRole("combobox", { name: "Approvals" }).selectOption("1 approval");
      await page.getByRole("checkbox", { name: "Only approvals of the latest version count" }).check();
      await page.getByRole("combobox", { name: "Who merges" }).selectOption("Anybody but the author");
      const required = page.getByRole("combobox", { name: "All of these people must approve" });
      await required.fill("second@");
      await page.getByRole("option", { name: /second@localhost/ }).click();
      await checkScreen(page, "the merge rules of a space");
      await page.getByRole("button", { name: "Save" }).click();
      await toast(page, "The merge rules were saved.");
      const { mergeRules } = await server.call(`GET ${space.path}`);
      assert.deepEqual(
        mergeRules.rules.map(({ rule }: Body) => rule),
        [
          "require_approved_reviews",
          "ignore_outdated_reviews",
          "forbid_author_to_merge",
          "require_specific_reviewers",
        ],
      );

      // The list and the box say what is missing.
      await page.goto(workspace.url(`${space.path}/change-requests`));
      const row = page.getByRole("list", { name: "Change requests" }).getByRole("listitem");
      await row.getByText("0 of 1 approval").waitFor();
      await row.getByRole("link", { name: "Under rules" }).click();
      await heading(page, "Under rules #1");
      const box = page.getByRole("region", { name: "Merging" });
      await box.getByText("0 of 1 approval.").waitFor();
      await box.getByText("Authors do not merge their own here.").waitFor();
      await box.getByText(/^second.* must approve it/).waitFor();
      assert.ok(await box.getByRole("button", { name: "Merge", exact: true }).isDisabled());

      // An approval is outdated by an edit, and asked for again.
      const theirs = await workspace.open(t, "second@localhost", request.path);
      await theirs.getByRole("button", { name: "Approve" }).click();
      const theirBox = theirs.getByRole("region", { name: "Merging" });
      await theirBox.getByText(/^Approved by second/).waitFor();
      await server.call(`POST ${request.path}/content`, { changes: [edit("Yet another sentence.")] });
      await page.reload();
      await box.getByText(/^The content has changed since second/).waitFor();
      await box.getByText("0 of 1 approval.").waitFor();
      await checkScreen(page, "the overview of a change request under rules");
      await box.getByRole("button", { name: "Ask for review again" }).click();
      await toast(page, "They were asked to review it again.");
      await box.getByText(/^Waiting for second/).waitFor();
      await theirs.reload();
      await theirs.getByRole("button", { name: "Approve" }).click();
      await theirBox.getByText(/^Approved by second/).waitFor();

      // A time is set, changed and canceled.
      const openTime = async () => {
        await theirBox.getByRole("button", { name: "More options" }).click();
        await theirs.getByRole("menuitem", { name: "Merge at a set time…" }).click();
        await theirs.getByRole("dialog").getByLabel("Date and time").waitFor();
      };
      await openTime();
      await theirs.getByText(/In the time zone of this browser/).waitFor();
      await checkScreen(theirs, "the dialog of the time of a merge");
      await theirs.getByRole("button", { name: "Set the time" }).click();
      await theirBox.getByText(/^Merges on .*, set by second/).waitFor();
      const { scheduledMerge } = await server.call(`GET ${request.path}`);
      assert.ok(Date.parse(scheduledMerge.at) > Date.now());
      await theirBox.getByRole("button", { name: "Cancel it" }).click();
      await toast(theirs, "It will not be merged at a set time.");
      await theirBox.getByText(/^Merges on/).waitFor({ state: "detached" });

      // An admin merges past the rules, which stays visible, and reverts it.
      await page.reload();
      await box.getByRole("button", { name: "More options" }).click();
      await page.getByRole("menuitem", { name: "Merge past the rules…" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Merge anyway" }).click();
      await box.getByText("Rules of the space were not met.").waitFor();
      await box.getByRole("button", { name: "Revert…" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Revert", exact: true }).click();
      await heading(page, "Revert: Under rules #2");
      await box.getByRole("link", { name: "Show the original" }).waitFor();
      const reverted = await server.call(
        `GET ${space.path}/change-requests/2/content/page/${space.pages[0]}`,
      );
      assert.equal(reverted.markdown.trim(), "One sentence.");
    });

    test("that conflict are not merged, and say what to do", async (t) => {
      const space = await spaces.create("Conflict", { Page: "The same sentence." });
      const update = (text: string) => ({
        operation: "update_page",
        page: space.pages[0],
        ...markdown(text),
      });
      const request = await spaces.request(space, "Mine", update("My sentence."));
      await server.call(`POST ${space.path}/content`, { changes: [update("Their sentence.")] });
      await server.call(`PATCH ${request.path}`, { status: "open" });
      const page = await workspace.open(t, adminEmail, request.path, { expectedErrors: /status of 409/ });
      const box = page.getByRole("region", { name: "Merging" });
      await box.getByRole("button", { name: "Merge" }).click();
      await toast(page, /^Both sides changed the same\. Update/);
      await box.getByRole("button", { name: "Update" }).click();
      await toast(page, /Some are in conflict with it/);
      await box.getByRole("button", { name: "Merge" }).click();
      await toast(page, /conflict markers in/);
    });

    test("are listed by space and organization, filtered, searched and sorted", async (t) => {
      const space = await spaces.create("Listed", { Page: "Text" });
      for (const subject of ["Alpha", "Beta", "Gamma"]) await spaces.request(space, subject);
      await server.call(`PATCH ${space.path}/change-requests/2`, { status: "open" });
      await server.call(`PATCH ${space.path}/change-requests/3`, { status: "archived" });
      const page = await workspace.open(t, adminEmail, `/orgs/${spaces.organization()}/change-requests`);
      const list = page.getByRole("list", { name: "Change requests" });
      await list.getByRole("listitem").filter({ hasText: "Listed · #2" }).getByText("Open").waitFor();
      await checkScreen(page, "the change requests of an organization");
      await page.goto(workspace.url(`${space.path}/change-requests`));
      const names = () => list.getByRole("link").allTextContents();
      await list.getByRole("link", { name: "Beta" }).waitFor();
      assert.deepEqual(await names(), ["Beta", "Alpha"]);
      await page.getByLabel("Show").selectOption("Archived");
      await list.getByRole("link", { name: "Gamma" }).waitFor();
      await page.getByLabel("Show").selectOption("All");
      await page.getByLabel("Sort").selectOption("Opened last");
      await list.getByRole("link", { name: "Alpha" }).waitFor();
      assert.deepEqual(await names(), ["Gamma", "Beta", "Alpha"]);
      await page.getByLabel("Search by title or number").fill("bet");
      await list.getByRole("link", { name: "Alpha" }).waitFor({ state: "detached" });
      await list.getByRole("link", { name: "Beta" }).waitFor();
      assert.deepEqual(await names(), ["Beta"]);
      await page.getByLabel("Search by title or number").fill("nothing");
      await page.getByRole("heading", { name: "No change request is like this" }).waitFor();
      await page.getByRole("button", { name: "New change request" }).click();
      await page.getByRole("region", { name: "Change request" }).getByText("#4").waitFor();
    });
  });

for (const kind of screenDatabases.second)
  describe(`what changed, in the workspace (${kind})`, { skip }, () => {
    const workspace = useWorkspace(kind);
    const { server } = workspace;
    const spaces = useSpaces(workspace);
    const before = [
      ...[
        "# Start",
        "The old words of a sentence.",
        "Fixed one.",
        "Fixed two.",
        "Moved text of some length.",
        "- one\n- two",
      ],
      ...[
        "| a | b |\n|---|---|\n| x | 1 |",
        ...Array.from({ length: 9 }, (_, i) => `Same ${i}`),
        "Gone for good.",
      ],
    ].join("\n\n");
    const after = [
      ...[
        "# Start",
        "Moved text of some length.",
        "The new words of a sentence.",
        "Fixed one.",
        "Fixed two.",
        "- one\n- two\n- three",
      ],
      ...[
        "| a | b |\n|---|---|\n| x | 2 |",
        ...Array.from({ length: 9 }, (_, i) => `Same ${i}`),
        "Entirely different words here now.",
      ],
    ].join("\n\n");

    test("is shown in the page, side by side and as Markdown, and by keyboard", async (t) => {
      const space = await spaces.create("Guide", { Install: before, Old: "Bye", Moved: "Same" });
      const [install, old, moved] = space.pages;
      const request = await spaces.request(
        space,
        "Changes",
        {
          operation: "update_page",
          page: install,
          title: "Installing",
          condition: "visitor.claims.x",
          ...markdown(after),
        },
        { operation: "delete_page", page: old },
        { operation: "update_page", page: moved, into: install },
        { operation: "insert_page", title: "Fresh", ...markdown("New text") },
        { operation: "set_variables", variables: { version: "2" } },
      );
      const page = await workspace.open(t, adminEmail, `${request.path}/changes`);
      const things = page.getByRole("navigation", { name: "Changed pages and files" }).getByRole("listitem");
      await things.first().waitFor();
      assert.deepEqual(
        await things.allInnerTexts().then((texts) => texts.map((text) => text.replace(/\n/g, " "))),
        [...["Fresh New", "Installing Renamed Edited", "Moved Moved", "Old Deleted", "Variables Edited"]],
      );
      const region = page.getByRole("region", { name: "Installing" });
      await region.getByText("Title", { exact: true }).waitFor();
      await region.getByRole("insertion").getByText("visitor.claims.x").waitFor();
      await region.getByRole("group", { name: "Moved here" }).getByText("Moved text").waitFor();
      await region.getByRole("group", { name: "Moved from here" }).waitFor();
      await region.getByRole("deletion").getByText("old").waitFor();
      await region.getByRole("insertion").getByText("new").waitFor();
      await region.getByRole("insertion").getByText("three").waitFor();
      await region.getByRole("cell", { name: "12" }).waitFor();
      await region.getByText("5 unchanged blocks").waitFor();
      await region.getByRole("group", { name: "Removed" }).getByText("Gone for good.").waitFor();
      await region.getByRole("group", { name: "Added" }).getByText("Entirely different").waitFor();
      await page.getByRole("region", { name: "Old" }).getByRole("deletion").getByText("Bye").waitFor();
      await page
        .getByRole("region", { name: "Moved", exact: true })
        .getByText("The text is the same.")
        .waitFor();
      await page.getByRole("region", { name: "Variables" }).getByRole("insertion").getByText("2").waitFor();
      await checkScreen(page, "changes in the page");

      // Keys lead from change to change.
      const focused = () =>
        page.evaluate(() => {
          let active = document.activeElement;
          while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
          return active?.getAttribute("aria-label") ?? active?.textContent ?? "";
        });
      await things.nth(1).getByRole("link").click();
      assert.equal(await focused(), "Installing");
      const visited: string[] = [];
      for (let i = 0; i < 4; i++) {
        await page.keyboard.press("j");
        visited.push(await focused());
      }
      await page.keyboard.press("k");
      assert.equal(await focused(), visited[2]);
      assert.ok(visited.includes("Moved here"), visited.join());

      await page.getByLabel("Show what did not change").check();
      await region.getByText("Same 4").waitFor();
      await page.getByLabel("View").selectOption("Side by side");
      const edited = region.getByRole("group", { name: "Changed" }).first();
      await edited.getByRole("deletion").getByText("old").waitFor();
      await edited.getByRole("insertion").getByText("new").waitFor();
      await checkScreen(page, "changes side by side");
      await page.getByLabel("View").selectOption("Markdown");
      await region
        .getByRole("row", { name: /The new words of a sentence\./ })
        .getByRole("insertion")
        .waitFor();
      await checkScreen(page, "changes as Markdown");
      assert.match(page.url(), /whole=1&view=source/);
    });

    test("is compared between any two revisions from the history of a page", async (t) => {
      const space = await spaces.create("History", { Page: "one two three", Other: "x" });
      const [first, other] = space.pages;
      for (const text of ["one 2 three", "one 2 three four"])
        await server.call(`POST ${space.path}/content`, {
          changes: [{ operation: "update_page", page: first, ...markdown(text) }],
        });
      await server.call(`POST ${space.path}/content`, {
        changes: [{ operation: "update_page", page: other, ...markdown("y") }],
      });
      const page = await workspace.open(t, adminEmail, `${space.path}/pages/${first}?panel=history`);
      const entries = page.getByRole("complementary", { name: "About this page" }).getByRole("listitem");
      await entries.nth(1).getByRole("link", { name: "What it changed" }).click();
      await heading(page, "What a revision changed");
      const region = page.getByRole("region", { name: "Page" });
      await region.getByRole("deletion").getByText("two").waitFor();
      assert.equal(await region.getByText("four").count(), 0);
      await page.goBack();
      await entries.nth(2).getByRole("link", { name: "Compare with now" }).click();
      await heading(page, "What changed since a revision");
      await region.getByRole("insertion").getByText("four").waitFor();
      assert.equal(await page.getByRole("region", { name: "Other" }).count(), 0);
      await checkScreen(page, "a comparison of revisions");
    });

    test("of a whole space is filtered, compared, restored and undone from its history", async (t) => {
      await workspace.invite(spaces.organization(), "historian@localhost", "edit");
      const space = await spaces.create("Past", { Page: "One fish swims.\n\nTwo birds fly.", Gone: "x" });
      const [first, gone] = space.pages;
      const change = (...changes: object[]) => server.call(`POST ${space.path}/content`, { changes });
      await change({ operation: "update_page", page: first, ...markdown("One red fish swims.\n\nThree.") });
      await change({ operation: "delete_page", page: gone });
      const text = async () => (await server.call(`GET ${space.path}/content/page/${first}`)).markdown;
      const page = await workspace.open(t, adminEmail, `${space.path}/pages/${first}`);
      await page
        .getByRole("navigation", { name: "This space" })
        .getByRole("link", { name: "History" })
        .click();
      await heading(page, "History");
      const list = page.getByRole("list", { name: "Revisions" });
      await list.getByRole("link", { name: "Deleted “Gone”" }).waitFor();
      await checkScreen(page, "the history of a space");

      // Filters are in the address.
      await page.getByRole("button", { name: "Page: Any page" }).click();
      await page.getByRole("dialog").getByRole("option", { name: "Page" }).click();
      await page.getByText("2 revisions", { exact: true }).waitFor();
      assert.match(page.url(), /[?&]page=/);
      await page.getByRole("button", { name: "Person: Anyone" }).click();
      const people = page.getByRole("dialog", { name: "Choose a person" });
      await people.getByRole("combobox", { name: "Person" }).fill("historian");
      await people.getByRole("option", { name: /historian/ }).click();
      await people.getByRole("button", { name: "Filter", exact: true }).click();
      await page.getByText("No revision matches").waitFor();
      await page.getByRole("button", { name: "Clear filters" }).click();
      await page.getByText("4 revisions", { exact: true }).waitFor();

      // Two rows are compared, swapped, and one of them is replaced.
      const boxes = list.getByRole("checkbox");
      await boxes.nth(0).check();
      await page.getByText("1 revision is selected. Select another one.").waitFor();
      await boxes.nth(2).check();
      await page.getByRole("button", { name: "Compare the two" }).click();
      await heading(page, "What changed since a revision");
      const region = page.getByRole("region", { name: "Page" });
      await region.getByRole("insertion").getByText("red", { exact: true }).waitFor();
      await page.getByRole("button", { name: "Swap the two" }).click();
      await region.getByRole("deletion").getByText("red", { exact: true }).waitFor();
      await page.getByRole("button", { name: /^To:/ }).click();
      const revisions = page.getByRole("dialog", { name: "Choose a revision" });
      await revisions.getByRole("option", { name: /Deleted “Gone”/ }).waitFor();
      await checkScreen(page, "the choice of a revision");
      await revisions.getByRole("option", { name: /Edited “Page”/ }).click();
      await page
        .getByRole("link", { name: "Gone" })
        .or(page.getByRole("heading", { name: "Gone" }))
        .first()
        .waitFor();

      // The space as it was, and a block of it.
      const { items } = await server.call(`GET ${space.path}/revisions`);
      await page.goto(workspace.url(`${space.path}/revisions/${items[2].id}/pages/${first}`));
      const banner = page.getByRole("region", { name: "Earlier state" });
      await banner.getByText(/as it was on/).waitFor();
      await page.getByText("Two birds fly.").waitFor();
      await checkScreen(page, "an earlier state");
      await banner.getByRole("link", { name: "Compare with now" }).click();
      await heading(page, "What changed since a revision");
      await region.getByRole("group", { name: "Changed" }).waitFor();
      await checkScreen(page, "a comparison with now");
      const changed = region.getByRole("group", { name: "Changed" });
      await changed.getByRole("button", { name: "Restore this block" }).click();
      await toast(page, "The block was restored.");
      assert.equal(await text(), "One fish swims.\n\nThree.");
      await page.getByRole("button", { name: "Undo" }).last().click();
      await toast(page, "The restored state was taken back.");
      assert.equal(await text(), "One red fish swims.\n\nThree.");

      // The whole space at once.
      await page.goto(workspace.url(`${space.path}/revisions/${items[2].id}`));
      await banner.getByRole("button", { name: "Restore…" }).click();
      const dialog = page.getByRole("dialog", { name: "Restore" });
      await dialog.getByRole("combobox", { name: "What to restore" }).selectOption("space");
      await checkScreen(page, "restoring");
      await dialog.getByRole("button", { name: "Restore", exact: true }).click();
      await toast(page, "The earlier state was restored.");
      assert.equal(await text(), "One fish swims.\n\nTwo birds fly.");
      await page.getByRole("treeitem", { name: "Gone", exact: true }).waitFor();

      // Who wrote which block.
      await change({ operation: "update_page", page: first, ...markdown("One fish swims.\n\nNew.") });
      const { revision } = await server.call(`GET ${space.path}`);
      await page.goto(workspace.url(`${space.path}/pages/${first}?panel=history`));
      const panel = page.getByRole("complementary", { name: "About this page" });
      await panel.getByRole("link", { name: "Who wrote this" }).click();
      const authors = page.getByRole("article").getByRole("link", { name: /ago|now|second/ });
      await authors.nth(1).waitFor();
      assert.match((await authors.nth(1).getAttribute("href")) ?? "", new RegExp(revision));
      assert.equal(await authors.count(), 2);
      await checkScreen(page, "the authors of blocks");
      await authors.nth(1).press("Enter");
      await heading(page, "What a revision changed");

      // A deleted page of a locked space comes back in a change request.
      await change({ operation: "delete_page", page: gone });
      await server.call(`PATCH ${space.path}`, { editMode: "locked" });
      await page.goto(workspace.url(`${space.path}/history/deleted`));
      await page.getByRole("searchbox", { name: "Search deleted pages" }).fill("gon");
      await page.waitForURL(/search=gon/);
      await checkScreen(page, "deleted pages");
      await page.getByRole("button", { name: "Restore Gone" }).click();
      await dialog.getByRole("button", { name: "Open a change request" }).click();
      await page.waitForURL(/change-requests\/\w+\/changes/);
      await page.getByRole("heading", { name: "Gone", exact: true }).waitFor();
    });

    test("of 300 pages is listed at once and loaded as it is scrolled to", async (t) => {
      const names = Array.from({ length: 300 }, (_, i) => `Page ${String(i).padStart(3, "0")}`);
      const { id } = await server.call(`POST /orgs/${spaces.organization()}/spaces`, { title: "Large" });
      const space = { id, path: `/spaces/${id}` };
      const request = await spaces.request(space, "All");
      for (let start = 0; start < names.length; start += 50)
        await server.call(`POST ${request.path}/content`, {
          changes: names
            .slice(start, start + 50)
            .map((title) => ({ operation: "insert_page", title, ...markdown(`Text of ${title}`) })),
        });
      const page = await workspace.open(t, adminEmail, "/");
      let loaded = 0;
      page.on("request", (sent) => {
        if (sent.url().includes("/changes/page/")) loaded++;
      });
      await page.goto(workspace.url(`${request.path}/changes`));
      const links = page.getByRole("navigation", { name: "Changed pages and files" }).getByRole("link");
      await links.first().waitFor();
      assert.equal(await links.count(), 300);
      await page.getByText("Text of", { exact: false }).first().waitFor();
      assert.ok(loaded < 40, `${loaded} pages were loaded`);
      const last = (await links.last().innerText()).split("\n")[0] ?? "";
      await links.last().click();
      await page.getByRole("region", { name: last }).getByText(`Text of ${last}`).waitFor();
      assert.ok(loaded < 80, `${loaded} pages were loaded`);
      // Long lists are paged.
      await page.goto(workspace.url(`${request.path}/changes?from=290`));
      await page.getByText("300 changes").waitFor();
      const previous = links.filter({ hasText: "Previous 290 changes" });
      await previous.waitFor();
      assert.equal(await links.count(), 11);
      await previous.click();
      await links.nth(299).waitFor();
    });
  });
