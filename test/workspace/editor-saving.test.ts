import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { skip } from "../support/chromium.ts";
import { databaseKinds, testOnce } from "../support/databases.ts";
import { adminEmail, checkScreen, laterClock, useWorkspace } from "../support/workspace.ts";

/** What a browser says when the server does not reply. */
const connectionErrors = /ERR_CONNECTION|Failed to load resource|ERR_EMPTY_RESPONSE|ERR_SOCKET/;

for (const kind of databaseKinds)
  describe(`writing is saved (${kind})`, { skip }, () => {
    const workspace = useWorkspace(kind);
    const { server } = workspace;
    const once = testOnce({ kind });
    let organization: string;
    let space: string;

    before(async () => {
      organization = (await server.call("GET /orgs")).items[0].id;
      space = (await server.call(`POST /orgs/${organization}/spaces`, { title: "Handbook" })).id;
    });

    async function newPage(title: string, markdown: string): Promise<string> {
      const insert = { operation: "insert_page", title, document: { markdown } };
      const { changes } = await server.call(`POST /spaces/${space}/content`, { changes: [insert] });
      return changes[0].page.id;
    }
    const pathOf = (id: string) => `/spaces/${space}/pages/${id}`;
    const textOf = (page: Page) => page.getByRole("textbox", { name: "Text of the page" });
    const isSaved = (page: Page) =>
      page
        .getByRole("status")
        .filter({ hasText: /^Saved$/ })
        .waitFor();
    const markdownOf = async (id: string): Promise<string> =>
      (await server.call(`GET /spaces/${space}/content/page/${id}`)).markdown;
    const revisionOf = async () => (await server.call(`GET /spaces/${space}`)).revision;

    /** Places the caret at the end of a block. */
    async function endOf(page: Page, text: string) {
      await textOf(page).getByText(text).click();
      await page.keyboard.press("End");
    }

    once("as one types, without touching another byte; undo gives the first bytes again", async (t) => {
      const first =
        "Intro  with   odd spacing\n\n* one\n* two\n\nSetext\n------\n\n| a | b |\n|---|:-:|\n| 1 | 2 |\n";
      const id = await newPage("Bytes", first);
      const page = await workspace.open(t, adminEmail, pathOf(id));
      await textOf(page).waitFor();
      await isSaved(page);
      const opened = await revisionOf();
      await endOf(page, "Setext");
      assert.equal(await revisionOf(), opened, "opening a page writes nothing");
      await page.keyboard.press("Enter");
      await page.keyboard.type("A **bold** word");
      await page.waitForTimeout(1_500);
      await isSaved(page);
      assert.equal(await markdownOf(id), first.replace("------\n", "------\n\nA **bold** word\n"));
      while ((await textOf(page).textContent())?.includes("A")) await page.keyboard.press("ControlOrMeta+z");
      await page.waitForTimeout(1_500);
      await isSaved(page);
      assert.equal(await markdownOf(id), first);
    });

    test("by two people in one page at once, and neither loses a word", async (t) => {
      const id = await newPage("Two", "Alpha\n\nBeta\n\nGamma\n");
      const pages = [];
      for (const email of [adminEmail, "second@example.org"]) {
        if (email !== adminEmail) await workspace.invite(organization, email, "edit");
        pages.push(await workspace.open(t, email, pathOf(id)));
      }
      const [one, two] = pages as [Page, Page];
      await endOf(one, "Alpha");
      await endOf(two, "Gamma");
      for (let i = 1; i <= 6; i++) {
        await one.keyboard.type(` left${i}`);
        await two.keyboard.type(` right${i}`);
        if (i % 2 === 0) await two.waitForTimeout(1_200);
      }
      await one.keyboard.press("Enter");
      await one.keyboard.type("New one");
      await two.keyboard.press("Enter");
      await two.keyboard.type("New two");
      for (const page of pages) {
        await page.waitForTimeout(1_500);
        await isSaved(page);
      }
      const words = (await markdownOf(id)).split(/\s+/);
      for (let i = 1; i <= 6; i++)
        for (const side of ["left", "right"])
          assert.equal(words.filter((word) => word === `${side}${i}`).length, 1, `${side}${i}`);
      assert.match(await markdownOf(id), /New one/);
      assert.match(await markdownOf(id), /New two/);
    });

    test("while the server is killed and started again", async (t) => {
      const id = await newPage("Killed", "Start\n");
      const page = await workspace.open(t, adminEmail, pathOf(id), { expectedErrors: connectionErrors });
      await endOf(page, "Start");
      const typed: string[] = [];
      let saves = 0;
      page.on("response", (reply) => {
        if (reply.url().endsWith("/blocks") && reply.ok()) saves++;
      });
      /** Writes a word, and saves it at once. It is not known whether the server replies. */
      const write = async () => {
        typed.push(`word${typed.length}`);
        await page.keyboard.press("Enter");
        await page.keyboard.type(typed.at(-1) ?? "");
        await page.keyboard.press("ControlOrMeta+s");
      };
      for (let round = 1; round <= 3; round++) {
        while (saves < round * 10) {
          const reply = page.waitForResponse(/\/blocks$/);
          await write();
          await reply;
        }
        let isRestarted = false;
        const restarted = server.killAndRestart(300).then(() => {
          isRestarted = true;
        });
        while (!isRestarted && typed.length < round * 20) {
          await write();
          await page.waitForTimeout(150);
        }
        await restarted;
      }
      await page
        .getByRole("status")
        .filter({ hasText: /^Saved$/ })
        .waitFor({ timeout: 60_000 });
      assert.equal(await markdownOf(id), `${["Start", ...typed].join("\n\n")}\n`);
    });

    once("after the browser was closed without a connection: the text is offered again", async (t) => {
      const id = await newPage("Offline", "Start\n");
      const page = await workspace.open(t, adminEmail, pathOf(id), { expectedErrors: connectionErrors });
      await endOf(page, "Start");
      await page.context().setOffline(true);
      await page.keyboard.type(" and what was typed without a connection");
      await page.getByRole("status").filter({ hasText: "kept in this browser" }).waitFor();
      await page.waitForTimeout(300);
      const context = page.context();
      await page.close();
      assert.equal(await markdownOf(id), "Start\n");
      await context.setOffline(false);
      const again = await context.newPage();
      await again.addInitScript(laterClock);
      await again.goto(workspace.url(pathOf(id)));
      await again.getByRole("button", { name: "Restore it" }).click();
      await isSaved(again);
      await textOf(again).getByText("Start and what was typed without a connection").waitFor();
      await again.waitForTimeout(1_500);
      await isSaved(again);
      assert.equal(await markdownOf(id), "Start and what was typed without a connection\n");
      assert.equal(await again.getByRole("button", { name: "Restore it" }).count(), 0);
    });

    once("in a change request, whose screen is accessible", async (t) => {
      const id = await newPage("Proposed", "Start\n");
      const request = await server.call(`POST /spaces/${space}/change-requests`, { subject: "Words" });
      const path = `/spaces/${space}/change-requests/${request.id}`;
      const page = await workspace.open(t, adminEmail, `${path}/pages/${id}`);
      await endOf(page, "Start");
      await page.keyboard.type(" changed");
      await page.waitForTimeout(1_500);
      await isSaved(page);
      const changed = await server.call(`GET ${path}/content/page/${id}`);
      assert.equal(changed.markdown, "Start changed\n");
      assert.equal(await markdownOf(id), "Start\n");
      await checkScreen(page, "a page that is written");
    });
  });
