import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, test } from "node:test";
import { becomes } from "../support/becomes.ts";
import { skip } from "../support/chromium.ts";
import { screenDatabases } from "../support/databases.ts";
import { readPdf } from "../support/pdf/books.ts";
import { linksTo, pageOf, serveSite } from "../support/website.ts";
import { adminEmail, checkScreen, useWorkspace } from "../support/workspace.ts";

for (const kind of screenDatabases.second)
  describe(`imports and exports in the workspace (${kind})`, { skip }, () => {
    // A source of the tests is on this machine.
    const workspace = useWorkspace(kind, { LECTERN_ALLOW_PRIVATE_NETWORK: "true" });

    test("an import is started from a file, watched, undone and listed, and the space exported", async (t) => {
      const organization = (await workspace.server.call("GET /orgs")).items[0].id;
      const page = await workspace.open(t, adminEmail, `/orgs/${organization}/imports`);
      await page.getByText("Nothing was imported yet").waitFor();
      await page.getByRole("button", { name: "Import pages" }).first().click();
      await page.getByRole("dialog", { name: "Import: where from?" }).waitFor();
      await checkScreen(page, "the sources of an import");
      await page.getByRole("button", { name: "Markdown file" }).click();
      const dialog = page.getByRole("dialog", { name: "Import: Markdown file" });
      await dialog.getByLabel("Title of the new space").fill("Uploaded");
      await dialog.getByLabel("File", { exact: true }).setInputFiles({
        name: "notes.md",
        mimeType: "text/markdown",
        buffer: Buffer.from("# Notes of a file\n\nText.\n"),
      });
      await checkScreen(page, "the form of an import");
      await dialog.getByRole("button", { name: "Import", exact: true }).click();
      await page.waitForURL(/\/imports\/\w+$/);
      await page.getByText("1 page and 0 files were imported.").waitFor();
      await page.getByRole("link", { name: "Notes of a file" }).waitFor();
      await checkScreen(page, "a completed import");
      await page.getByRole("button", { name: "Undo import" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Undo import" }).click();
      await page.getByText("Undone", { exact: true }).waitFor();
      // Nothing is left in the new space.
      await page.getByRole("button", { name: "Delete the empty space" }).waitFor();
      await page.getByRole("button", { name: "Import again" }).waitFor();
      await checkScreen(page, "an import that was undone");
      await page.getByRole("link", { name: "Imports", exact: true }).click();
      await page.getByRole("link", { name: "Markdown file: notes.md" }).waitFor();
      await checkScreen(page, "the list of imports");

      const row = page.getByRole("treeitem", { name: "Uploaded" });
      await row.hover();
      await row.getByRole("button", { name: "Actions for Uploaded" }).click();
      await page.getByRole("menuitem", { name: "Export" }).click();
      const exporting = page.getByRole("dialog", { name: "Export “Uploaded”" });
      await exporting.getByRole("button", { name: "Export" }).click();
      await exporting.getByRole("link", { name: "Download" }).waitFor();
      await page.keyboard.press("Escape");
      await exporting.waitFor({ state: "detached" });
      await row.hover();
      await row.getByRole("button", { name: "Actions for Uploaded" }).click();
      await page.getByRole("menuitem", { name: "Export" }).click();
      await exporting.getByRole("link", { name: "Download Uploaded.zip" }).waitFor();
      await checkScreen(page, "the exports of the last day");
    });

    test("an import that is refused or fails says why, and leaves no empty space", async (t) => {
      const { server } = workspace;
      const organization = (await server.call("GET /orgs")).items[0].id;
      const titles = async () =>
        (await server.call(`GET /orgs/${organization}/spaces`)).items
          .map(({ title }: { title: string }) => title)
          .filter((title: string) => title === "Broken");
      const page = await workspace.open(t, adminEmail, `/orgs/${organization}/imports`, {
        expectedErrors: /409/,
      });
      await page.getByRole("button", { name: "Import pages" }).first().click();
      const begin = async () => {
        await page.getByRole("button", { name: "Markdown or repository" }).click();
        const dialog = page.getByRole("dialog", { name: "Import: Markdown or repository" });
        await dialog.getByLabel("Title of the new space").fill("Broken");
        const file = { name: "docs.zip", mimeType: "application/zip", buffer: Buffer.from("no archive") };
        await dialog.getByLabel("File", { exact: true }).setInputFiles(file);
        await dialog.getByRole("button", { name: "Import", exact: true }).click();
        return dialog;
      };
      const starts = /\/v1\/org\/\w+\/imports$/;
      const body = JSON.stringify({ error: { code: 409, message: "Something has changed" } });
      await page.route(starts, (route) =>
        route.fulfill({ status: 409, contentType: "application/json", body }),
      );
      const refused = await begin();
      await refused.getByRole("alert").waitFor();
      assert.deepEqual(await titles(), ["Broken"]);
      await refused.getByRole("button", { name: "Back" }).click();
      await becomes(async () => (await titles()).length, 0);

      await page.unroute(starts);
      await begin();
      await page.waitForURL(/\/imports\/\w+$/);
      await page.getByText(/^The file .*zip/i).waitFor();
      await page.getByRole("button", { name: "Delete the empty space" }).waitFor();
      await checkScreen(page, "a failed import");
      await page.getByRole("button", { name: "Delete the empty space" }).click();
      await page.waitForURL(/\/imports$/);
      assert.deepEqual(await titles(), []);
    });

    test("an import that waits for its source is canceled, and changes nothing", async (t) => {
      const { server } = workspace;
      const organization = (await server.call("GET /orgs")).items[0].id;
      const silent = createServer(() => {}).listen(0, "127.0.0.1");
      await once(silent, "listening");
      t.after(() => {
        silent.closeAllConnections();
        silent.close();
      });
      const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/waiting.md`;
      const space = await server.call(`POST /orgs/${organization}/spaces`, { title: "Unchanged" });
      const runs = `/org/${organization}/imports`;
      const body = { source: { type: "markdown", url }, target: { space: space.id } };
      const { id } = await server.call(`POST ${runs}`, body);
      const page = await workspace.open(t, adminEmail, `/orgs/${organization}/imports/${id}`);
      await page.getByText("Reading the source").waitFor();
      await checkScreen(page, "a running import");
      await page.getByRole("button", { name: "Cancel import" }).click();
      await page.getByText("The import was canceled. Nothing was changed.").waitFor();
      assert.equal((await server.call(`GET ${runs}/${id}`)).status, "cancelled");
      assert.deepEqual((await server.call(`GET /spaces/${space.id}/content/pages`)).pages, []);
    });

    test("a site is made from an import that is watched over a reload, fails, is repeated and undone", async (t) => {
      const { server } = workspace;
      const organization = (await server.call("GET /orgs")).items[0].id;
      const root = `/orgs/${organization}/sites`;
      const waiting: ServerResponse[] = [];
      const slow = createServer((_, reply) => waiting.push(reply)).listen(0, "127.0.0.1");
      await once(slow, "listening");
      t.after(() => {
        slow.closeAllConnections();
        slow.close();
      });
      const page = await workspace.open(t, adminEmail, `${root}/new`);
      const next = page.getByRole("button", { name: "Continue" });
      await page.getByLabel("Import", { exact: true }).check();
      await page.getByText("Nothing is imported yet.").waitFor();
      await page.getByRole("button", { name: "Import pages…" }).click();
      await page.getByRole("button", { name: "Markdown file" }).click();
      const dialog = page.getByRole("dialog", { name: "Import: Markdown file" });
      assert.equal(await dialog.getByLabel("Into").count(), 0);
      await dialog.getByLabel("Title of the new space").fill("From afar");
      await dialog.getByLabel("From").selectOption("An address");
      const { port } = slow.address() as AddressInfo;
      await dialog.getByLabel("Address").fill(`http://127.0.0.1:${port}/guide.md`);
      await dialog.getByRole("button", { name: "Import", exact: true }).click();
      await page.getByText("Reading the source").waitFor();
      await becomes(async () => waiting.length, 1);
      await page.reload();
      await page.getByText("Reading the source").waitFor();
      assert.ok(await next.isDisabled());
      await checkScreen(page, "a new site whose pages are being imported");
      waiting[0]?.writeHead(404).end();

      // The empty space of the failed import gets the pages of the next one.
      const importAgain = async () => {
        await page.getByRole("button", { name: "Import again" }).click();
        await page.getByRole("button", { name: "Markdown file" }).click();
        await dialog.getByText("From afar").waitFor();
        await dialog.getByLabel("File", { exact: true }).setInputFiles({
          name: "guide.md",
          mimeType: "text/markdown",
          buffer: Buffer.from("# Guide from afar\n\nText.\n"),
        });
        await dialog.getByRole("button", { name: "Import", exact: true }).click();
        await page.getByText("1 page and 0 files were imported.").waitFor();
      };
      await page.getByText("Failed", { exact: true }).waitFor();
      assert.ok(await next.isDisabled());
      await importAgain();
      await becomes(() => next.isDisabled(), false);
      await checkScreen(page, "a new site with imported pages");
      await page.getByRole("button", { name: "Undo import" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Undo import" }).click();
      await page.getByText("Undone", { exact: true }).waitFor();
      await becomes(() => next.isDisabled(), true);
      await importAgain();
      await next.click();
      await becomes(() => page.getByLabel("Title").inputValue(), "From afar");
      await next.click();
      await page.reload();
      await page.getByRole("definition").filter({ hasText: "From afar" }).first().waitFor();
      await page.getByRole("button", { name: "Publish site" }).click();
      await page.getByRole("heading", { name: "From afar", level: 1 }).waitFor();
      const [site] = (await server.call(`GET ${root}?title=afar`)).items;
      assert.match(await (await page.request.get(site.urls.published)).text(), /Guide from afar/);
      const spaces = (await server.call(`GET /orgs/${organization}/spaces`)).items;
      assert.equal(spaces.filter(({ title }: { title: string }) => title === "From afar").length, 1);
    });

    test("a static copy of a site and a PDF of a space are made and downloaded", async (t) => {
      const { server } = workspace;
      const organization = (await server.call("GET /orgs")).items[0].id;
      const space = await server.call(`POST /orgs/${organization}/spaces`, { title: "Manual" });
      await server.call(`POST /spaces/${space.id}/content`, {
        changes: [{ operation: "insert_page", title: "Welcome", document: { markdown: "Text." } }],
      });
      const body = { title: "Docs", spaces: [space.id] };
      const site = await server.call(`POST /orgs/${organization}/sites`, body);
      const page = await workspace.open(t, adminEmail, `/orgs/${organization}/sites/${site.id}`);
      /** The name and the first bytes of the file that a dialog makes. */
      const download = async (title: string) => {
        const dialog = page.getByRole("dialog", { name: `Export “${title}”` });
        await dialog.getByRole("button", { name: "Export" }).click();
        const saved = page.waitForEvent("download");
        await dialog.getByRole("link", { name: "Download", exact: true }).click();
        const file = await saved;
        await page.keyboard.press("Escape");
        await dialog.waitFor({ state: "detached" });
        return [file.suggestedFilename(), (await readFile(await file.path())).toString("latin1", 0, 4)];
      };
      await page.getByRole("button", { name: "Export" }).click();
      assert.deepEqual(await download("Docs"), ["Docs.zip", "PK\x03\x04"]);

      const row = page.getByRole("treeitem", { name: "Manual" });
      await row.hover();
      await row.getByRole("button", { name: "Actions for Manual" }).click();
      await page.getByRole("menuitem", { name: "Export" }).click();
      await page.getByLabel("Format").selectOption("pdf");
      assert.deepEqual(await download("Manual"), ["Manual.pdf", "%PDF"]);
    });

    test("a page, alone or with those below it, and a change request are exported from their menus", async (t) => {
      const { server } = workspace;
      const organization = (await server.call("GET /orgs")).items[0].id;
      const space = await server.call(`POST /orgs/${organization}/spaces`, { title: "Recipes" });
      const insert = (title: string, parent?: string) => ({
        ...{ operation: "insert_page", title, document: { markdown: `About ${title}.` } },
        ...(parent !== undefined && { into: parent }),
      });
      await server.call(`POST /spaces/${space.id}/content`, { changes: [insert("Soups")] });
      const [soups] = (await server.call(`GET /spaces/${space.id}/content/pages`)).pages;
      await server.call(`POST /spaces/${space.id}/content`, { changes: [insert("Broth", soups.id)] });
      const request = await server.call(`POST /spaces/${space.id}/change-requests`, { subject: "Cakes" });
      const path = `/spaces/${space.id}/change-requests/${request.id}`;
      await server.call(`POST ${path}/content`, { changes: [insert("Sponge")] });

      const page = await workspace.open(t, adminEmail, `/spaces/${space.id}`);
      /** The file that the dialog makes in a format. */
      const download = async (format: string) => {
        const dialog = page.getByRole("dialog");
        await dialog.getByLabel("Format").selectOption(format);
        await dialog.getByRole("button", { name: "Export" }).click();
        const saved = page.waitForEvent("download");
        await dialog.getByRole("link", { name: "Download", exact: true }).click();
        const bytes = await readFile(await (await saved).path());
        await page.keyboard.press("Escape");
        await dialog.waitFor({ state: "detached" });
        return bytes;
      };
      const textOf = async (bytes: Buffer) => (await readPdf(bytes)).pages.join("\n");
      const exportPage = async (format: string) => {
        const tree = page.getByRole("tree", { name: "Pages" });
        await tree.getByRole("treeitem", { name: "Soups", exact: true }).click({ button: "right" });
        await page.getByRole("menuitem", { name: "Export" }).click();
        return download(format);
      };
      const whole = await textOf(await exportPage("pdf"));
      assert.match(whole, /About Soups\..*About Broth\./s);
      const single = await textOf(await exportPage("page"));
      assert.match(single, /About Soups\./);
      assert.doesNotMatch(single, /About Broth/);

      await page.goto(workspace.url(path));
      const exportRequest = async (format: string) => {
        await page.getByRole("button", { name: "More actions" }).click();
        await page.getByRole("menuitem", { name: "Export" }).click();
        return download(format);
      };
      assert.match(await textOf(await exportRequest("pdf")), /About Sponge\./);
      const files = await exportRequest("markdown");
      assert.equal(files.toString("latin1", 0, 4), "PK\x03\x04");
      for (const name of ["soups", "sponge.md"]) assert.ok(files.includes(name), name);
    });

    test("what an address has comes below a page or into a change request, with a list of what could not", async (t) => {
      const { server } = workspace;
      const organization = (await server.call("GET /orgs")).items[0].id;
      const space = await server.call(`POST /orgs/${organization}/spaces`, { title: "Collected" });
      await server.call(`POST /spaces/${space.id}/content`, {
        changes: [{ operation: "insert_page", title: "Parent", document: { markdown: "Text." } }],
      });
      const request = await server.call(`POST /spaces/${space.id}/change-requests`, { subject: "From afar" });
      const site = await serveSite(t, {
        "/notes.md": "# Notes from afar\n\nText.\n",
        "/docs/": pageOf("Docs", { main: linksTo("/docs/first", "/docs/gone") }),
        "/docs/first": pageOf("First", { main: "<p>Text of the first page.</p>" }),
      });
      const page = await workspace.open(t, adminEmail, `/spaces/${space.id}`);
      const tree = page.getByRole("tree", { name: "Pages" });
      await tree.getByRole("treeitem", { name: "Parent", exact: true }).click({ button: "right" });
      await page.getByRole("menuitem", { name: "Import here" }).click();
      await page.getByRole("button", { name: "Markdown file" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText("Below the page “Parent”").waitFor();
      await dialog.getByLabel("From").selectOption("An address");
      await dialog.getByLabel("Address").fill(`${site.url}/notes.md`);
      await dialog.getByRole("button", { name: "Import", exact: true }).click();
      await page.getByText("1 page and 0 files were imported.").waitFor();
      const { pages } = await server.call(`GET /spaces/${space.id}/content/pages`);
      assert.deepEqual(
        pages.map(({ title, pages: below }: { title: string; pages: { title: string }[] }) => [
          title,
          below.map((inner) => inner.title),
        ]),
        [["Parent", ["Notes from afar"]]],
      );

      const path = `/spaces/${space.id}/change-requests/${request.id}`;
      await page.goto(workspace.url(path));
      await page.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menuitem", { name: "Import here" }).click();
      await page.getByRole("button", { name: "Website" }).click();
      await dialog.getByText("Into this change request").waitFor();
      await dialog.getByLabel("Address").fill(`${site.url}/docs/`);
      await dialog.getByRole("button", { name: "Import", exact: true }).click();
      await page.getByText("2 pages and 0 files were imported.").waitFor();
      const missing = page.getByRole("heading", { name: "1 page or file could not be imported" });
      await missing.waitFor();
      await page.getByText(`${site.url}/docs/gone`).waitFor();
      await checkScreen(page, "an import with a page that could not come");
      await page.getByRole("link", { name: "Open the change request" }).click();
      await page
        .getByRole("heading", { name: /From afar/ })
        .first()
        .waitFor();
      const proposed = JSON.stringify((await server.call(`GET ${path}/content/pages`)).pages);
      assert.match(proposed, /"First"/);
      assert.doesNotMatch(
        JSON.stringify(await server.call(`GET /spaces/${space.id}/content/pages`)),
        /"First"/,
      );
    });

    test("pages come into a locked space by its open change requests and drafts", async (t) => {
      const { server } = workspace;
      const organization = (await server.call("GET /orgs")).items[0].id;
      const space = await server.call(`POST /orgs/${organization}/spaces`, {
        title: "Locked",
        editMode: "locked",
      });
      const requests = `/spaces/${space.id}/change-requests`;
      const draft = await server.call(`POST ${requests}`, { subject: "A draft" });
      assert.equal(draft.status, "draft");
      const open = await server.call(`POST ${requests}`, { subject: "An open one" });
      await server.call(`PATCH ${requests}/${open.id}`, { status: "open" });
      const page = await workspace.open(t, adminEmail, `/orgs/${organization}/imports`);
      const row = page.getByRole("treeitem", { name: "Locked" });
      await row.hover();
      await row.getByRole("button", { name: "Actions for Locked" }).click();
      await page.getByRole("menuitem", { name: "Export" }).waitFor();
      assert.equal(await page.getByRole("menuitem", { name: "Import here" }).count(), 0);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Import pages" }).first().click();
      await page.getByRole("button", { name: "Markdown file" }).click();
      const dialog = page.getByRole("dialog", { name: "Import: Markdown file" });
      await dialog.getByLabel("Into").selectOption({ label: "Locked" });
      const where = dialog.getByLabel("Where");
      await becomes(
        async () => (await where.locator("option").allTextContents()).join(),
        "Choose a change request,Change request #2: An open one,Change request #1: A draft",
      );
    });
  });
