import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { becomes } from "../support/becomes.ts";
import { skip } from "../support/chromium.ts";
import { screenDatabases } from "../support/databases.ts";
import { serve } from "../support/local-site.ts";
import { adminEmail, checkScreen, useWorkspace } from "../support/workspace.ts";

/** A spec with these paths, each with a tag and optional parameters. */
function specOf(paths: Record<string, { tag: string; parameters?: object[] }>): string {
  const operations = Object.entries(paths).map(([path, { tag, parameters = [] }]) => [
    path,
    { get: { tags: [tag], summary: `List ${tag}`, parameters, responses: { 200: { description: "OK" } } } },
  ]);
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    paths: Object.fromEntries(operations),
  });
}

for (const kind of screenDatabases.first)
  describe(`OpenAPI specs in the workspace (${kind})`, { skip }, () => {
    // A source of the tests is on this machine.
    const workspace = useWorkspace(kind, { LECTERN_ALLOW_PRIVATE_NETWORK: "true" });
    let root: string;
    before(async () => {
      const { items } = await workspace.server.call("GET /orgs");
      root = `/orgs/${items[0].id}`;
    });
    const read = (path: string) => workspace.server.call(`GET ${root}/openapi/${path}`);
    /** Replaces the source of a spec, and waits until it was read. */
    const put = async (slug: string, text: string) => {
      await workspace.server.call(`PUT ${root}/openapi/${slug}`, { source: { text } });
      await becomes(async () => (await read(slug)).processingState, "complete");
    };

    test("are added, mended, published and deleted", async (t) => {
      const page = await workspace.open(t, adminEmail, root, { expectedErrors: /400|404/ });
      await page.getByRole("link", { name: "OpenAPI specs" }).click();
      await page.getByRole("heading", { name: "No OpenAPI spec yet" }).waitFor();
      await checkScreen(page, "no specs");
      await page.getByRole("button", { name: "Add spec" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Name").fill("My Shop");
      await dialog.getByLabel("Where it comes from").selectOption("A file");
      const file = {
        name: "shop.yaml",
        mimeType: "text/yaml",
        buffer: Buffer.from("openapi: 3.1.0\npaths: [\n"),
      };
      await dialog.getByLabel("File", { exact: true }).setInputFiles(file);
      await dialog.getByRole("button", { name: "Add spec" }).click();
      await dialog.getByRole("alert").getByText("lower-case letters", { exact: false }).waitFor();
      await dialog.getByLabel("Name").fill("shop");
      await dialog.getByLabel("Anyone may download it").check();
      await checkScreen(page, "adding a spec");
      await dialog.getByRole("button", { name: "Add spec" }).click();
      // The result of reading the source appears by itself.
      await page.getByRole("heading", { name: "shop", level: 1 }).waitFor();
      const alert = page.getByRole("alert");
      await alert.getByText(/in line 3/).waitFor();
      await alert.getByText("Correct the spec at the place", { exact: false }).waitFor();
      await page.reload();
      await alert.waitFor();
      await checkScreen(page, "a spec that could not be read");
      await page.getByRole("button", { name: "More about this spec" }).click();
      await page.getByRole("menuitem", { name: "Change source" }).click();
      // The text that could not be read is there to be corrected.
      await becomes(() => dialog.getByLabel("Where it comes from").inputValue(), "text");
      await becomes(() => dialog.getByLabel("Text", { exact: true }).inputValue(), file.buffer.toString());
      await checkScreen(page, "the source of a spec that could not be read");
      await dialog.getByLabel("Text", { exact: true }).fill(specOf({ "/cats": { tag: "cats" } }));
      await dialog.getByRole("button", { name: "Read the new source" }).click();
      await page.getByRole("link", { name: "Open the file" }).waitFor();
      await alert.waitFor({ state: "detached" });
      const address = await page.getByRole("textbox", { name: "Public address" }).inputValue();
      assert.equal((await page.request.get(address)).status(), 200);
      await page.getByRole("button", { name: "More about this spec" }).click();
      await page.getByRole("menuitem", { name: "Make it private" }).click();
      await page.getByRole("textbox", { name: "Public address" }).waitFor({ state: "detached" });
      await page.getByRole("link", { name: "Download" }).waitFor();
      await page.goto(workspace.url(`${root}/openapi`));
      await page.getByLabel("Search specs").fill("nothing");
      await page.getByText("No spec has this name or source.").waitFor();
      await page.getByLabel("Search specs").fill("sho");
      await page.getByRole("link", { name: "shop", exact: true }).waitFor();
      await checkScreen(page, "specs");
      await page.getByRole("link", { name: "shop", exact: true }).press("Enter");
      await page.getByRole("heading", { name: "shop", level: 1 }).waitFor();
      await page.getByRole("button", { name: "More about this spec" }).click();
      await page.getByRole("menuitem", { name: "Delete spec" }).click();
      await dialog.getByRole("button", { name: "Delete spec" }).click();
      await page.getByRole("heading", { name: "No OpenAPI spec yet" }).waitFor();
    });

    test("say what changed between versions, and what breaks clients", async (t) => {
      await put("pets", specOf({ "/cats": { tag: "cats" }, "/old": { tag: "old" } }));
      const parameters = [{ name: "limit", in: "query", required: true, schema: { type: "integer" } }];
      await put("pets", specOf({ "/cats": { tag: "cats", parameters }, "/dogs": { tag: "dogs" } }));
      await put(
        "pets",
        specOf({ "/cats": { tag: "cats", parameters }, "/dogs": { tag: "dogs" }, "/cows": { tag: "cows" } }),
      );
      const page = await workspace.open(t, adminEmail, `${root}/openapi/pets`);
      await page.getByRole("link", { name: "What changed" }).first().press("Enter");
      await page.getByText("Nothing breaks clients").waitFor();
      await page.getByRole("region", { name: "/cows" }).getByText("Added").waitFor();
      const { items } = await read("pets/versions");
      await page.getByLabel("From", { exact: true }).selectOption(items[2].id);
      await page.getByText("2 operations break clients").waitFor();
      const cats = page.getByRole("region", { name: "/cats" });
      await cats.getByText("The required query parameter “limit” was added.").waitFor();
      await page.getByRole("region", { name: "/old" }).getByText("The operation was removed.").waitFor();
      await checkScreen(page, "changes of a spec");
      await page.getByLabel("Only what breaks clients").check();
      await page.getByRole("region", { name: "/dogs" }).waitFor({ state: "detached" });
      assert.match(page.url(), /only=breaking/);
      await page.reload();
      await cats.waitFor();
      assert.equal(await page.getByRole("region", { name: "/cows" }).count(), 0);
    });

    test("are read from an address, again when one asks, and become a page for each operation", async (t) => {
      const { server } = workspace;
      let text = specOf({ "/cats": { tag: "cats" } });
      const source = await serve(t, (_request, response) => response.end(text));
      const page = await workspace.open(t, adminEmail, `${root}/openapi`);
      await page.getByRole("button", { name: "Add spec" }).first().click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Name").fill("zoo");
      await dialog.getByLabel("Address").fill(`${source.url}/zoo.json`);
      await dialog.getByRole("button", { name: "Add spec" }).click();
      await page.getByRole("heading", { name: "zoo", level: 1 }).waitFor();
      await page.getByRole("link", { name: "Open the file" }).waitFor();
      text = specOf({ "/cats": { tag: "cats" }, "/dogs": { tag: "dogs" } });
      await page.getByRole("button", { name: "Read again" }).click();
      await page.getByText("Version 2").waitFor();
      await becomes(async () => (await read("zoo/versions")).items.length, 2);

      const space = await server.call(`POST ${root}/spaces`, { title: "Zoo" });
      await page.goto(workspace.url(`${root}/openapi/zoo/pages`));
      await page.getByRole("button", { name: "Make pages" }).click();
      await dialog.getByLabel("Space").selectOption("Zoo");
      await dialog.getByLabel("Pages").selectOption("One for each operation, below its tag");
      await dialog.getByLabel("When the spec changes").selectOption("Change the pages at once");
      await dialog.getByRole("button", { name: "Make pages" }).click();
      await page.getByText("In step").waitFor();
      const { pages } = await server.call(`GET /spaces/${space.id}/content`);
      const below = ({ title, pages: inner = [] }: { title: string; pages?: { title: string }[] }) => [
        title,
        inner.map((operation) => operation.title),
      ];
      assert.deepEqual(pages.map(below), [
        ["cats", ["List cats"]],
        ["dogs", ["List dogs"]],
      ]);
    });

    test("become pages that are kept in step", async (t) => {
      const { server } = workspace;
      await put("api", specOf({ "/cats": { tag: "cats" } }));
      const space = await server.call(`POST ${root}/spaces`, { title: "Handbook" });
      await server.call(`POST /spaces/${space.id}/content`, {
        changes: [{ operation: "insert_page", title: "Reference" }],
      });
      const page = await workspace.open(t, adminEmail, `${root}/openapi/api/pages`);
      await page.getByRole("heading", { name: "No pages of this spec yet" }).waitFor();
      await page.getByRole("button", { name: "Make pages" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Space").selectOption("Handbook");
      await dialog.getByLabel("Below").selectOption({ label: "\u2003Reference" });
      await dialog.getByLabel("When the spec changes").selectOption("Change the pages at once");
      await checkScreen(page, "making pages");
      await dialog.getByRole("button", { name: "Make pages" }).click();
      await page.getByText("In step").waitFor();
      const titles = async () => {
        const { pages } = await server.call(`GET /spaces/${space.id}/content`);
        return pages[0].pages.map(({ title }: { title: string }) => title);
      };
      assert.deepEqual(await titles(), ["cats"]);
      await put("api", specOf({ "/cats": { tag: "cats" }, "/dogs": { tag: "dogs" } }));
      await becomes(titles, ["cats", "dogs"]);
      const menu = page.getByRole("button", { name: "Actions for the pages in Handbook" });
      await menu.click();
      await page.getByRole("menuitem", { name: "Settings" }).click();
      await dialog.getByLabel("When the spec changes").selectOption("Open a change request");
      await dialog.getByRole("button", { name: "Save" }).click();
      await page.getByText("In step").waitFor();
      await put("api", specOf({ "/dogs": { tag: "dogs" } }));
      await page.reload();
      await page.getByRole("link", { name: "Change request #1 waits for a review" }).waitFor();
      await checkScreen(page, "pages of a spec");
      assert.deepEqual(await titles(), ["cats", "dogs"]);
      await menu.click();
      await page.getByRole("menuitem", { name: "Stop updating" }).click();
      await dialog.getByRole("button", { name: "Stop updating" }).click();
      await page.getByRole("heading", { name: "No pages of this spec yet" }).waitFor();
    });
  });
