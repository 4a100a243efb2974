import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, describe, test } from "node:test";
import { becomes } from "../support/becomes.ts";
import { skip } from "../support/chromium.ts";
import { screenDatabases } from "../support/databases.ts";
import { adminEmail, checkScreen, useWorkspace } from "../support/workspace.ts";

for (const kind of screenDatabases.first)
  describe(`audience, redirects and settings of a site (${kind})`, { skip }, () => {
    const workspace = useWorkspace(kind);
    const call: typeof workspace.server.call = (...input) => workspace.server.call(...input);
    let organization: string;
    let site: string;
    let root: string;

    before(async () => {
      organization = (await call("GET /orgs")).items[0].id;
      const create = async (title: string, pages: object[]) => {
        const { id } = await call(`POST /orgs/${organization}/spaces`, { title });
        const changes = pages.map((page) => ({ operation: "insert_page", ...page }));
        await call(`POST /spaces/${id}/content`, { changes });
        return id;
      };
      const docs = await create("Docs", [
        { title: "Start" },
        { title: "Ventilation" },
        { title: "Prices", condition: 'visitor.claims.plan == "pro"' },
      ]);
      const inside = await create("Inside", [{ title: "Rota" }]);
      const { id } = await call(`POST /orgs/${organization}/sites`, { title: "Handbook", spaces: [docs] });
      site = `/orgs/${organization}/sites/${id}`;
      root = site;
      const section = await call(`POST ${site}/sections`, { spaceId: inside, title: "Inside" });
      await call(`PATCH ${site}/sections/${section.id}`, {
        path: "inside",
        condition: "visitor.claims.staff == true",
      });
      await call(`POST ${site}/publish`);
      await workspace.invite(organization, "reader@example.com", "read");
    });

    test("visibility, share links and visitor authentication are set", async (t) => {
      const page = await workspace.open(t, adminEmail, `${root}/audience`, {
        permissions: ["clipboard-read", "clipboard-write"],
      });
      const form = page.getByRole("form", { name: "Who can read the site" });
      await form.getByText("With a share link", { exact: true }).click();
      await form.getByLabel("AI agents may read the site").uncheck();
      await form.getByRole("button", { name: "Save visibility" }).click();
      await page.getByText("There is no active share link yet", { exact: false }).waitFor();
      const changed = await call(`GET ${site}`);
      assert.deepEqual([changed.visibility, changed.agentsContext], ["share-link", "excluded"]);

      await page.getByRole("button", { name: "New share link" }).click();
      await page.getByRole("dialog").getByLabel("Name").fill("Partners");
      await checkScreen(page, "a new share link");
      await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
      const address = page.getByRole("textbox", { name: "Address of Partners" });
      await address.waitFor();
      const [link] = (await call(`GET ${site}/share-links`)).items;
      assert.equal(await address.inputValue(), link.urls.published);
      assert.equal((await fetch(link.urls.published)).status, 200);
      await page.getByRole("button", { name: "Copy: Address of Partners" }).click();
      await becomes(() => page.evaluate(() => navigator.clipboard.readText()), link.urls.published);
      const choose = async (entry: string) => {
        await page.getByRole("button", { name: /^Actions for Part/ }).press("Enter");
        await page.getByRole("menuitem", { name: entry }).press("Enter");
      };
      await choose("Deactivate");
      await page.getByText("Deactivated", { exact: true }).waitFor();
      assert.equal((await fetch(link.urls.published)).status, 404);
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByText("Active", { exact: true }).waitFor();
      await choose("Rename…");
      await page.getByRole("dialog").getByLabel("Name").fill("Partners abroad");
      await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
      await page.getByRole("textbox", { name: "Address of Partners abroad" }).waitFor();
      await checkScreen(page, "audience");
      await choose("Delete…");
      await page.getByRole("dialog").getByText("can no longer open the site", { exact: false }).waitFor();
      await page.getByRole("dialog").getByRole("button", { name: "Delete link" }).click();
      await page.getByText("There is no share link yet.").waitFor();
      assert.equal((await call(`GET ${site}/share-links`)).count, 0);

      const { privateKey } = await call(`GET ${site}/publishing/auth`);
      assert.equal((await page.content()).includes(privateKey), false, "the key is hidden");
      await page.getByRole("button", { name: "Show the key" }).click();
      assert.equal(await page.getByLabel("Signing key").first().inputValue(), privateKey);
      await page.getByRole("button", { name: "Replace the key…" }).click();
      await page.getByRole("dialog").getByText("stop working at once", { exact: false }).waitFor();
      await page.getByRole("dialog").getByRole("button", { name: "Replace the key" }).click();
      await page.getByText("The key was replaced.", { exact: false }).waitFor();
      const replaced = (await call(`GET ${site}/publishing/auth`)).privateKey;
      assert.notEqual(replaced, privateKey);
      await becomes(() => page.getByLabel("Signing key").first().inputValue(), replaced);
      const signIn = page.getByRole("form", { name: "Sign-in of visitors" });
      await signIn.getByLabel("Address of your sign-in page").fill("https://app.example.com/sign-in");
      await signIn.getByLabel("Who signs tokens").selectOption("integration");
      await signIn.getByRole("button", { name: "Save" }).click();
      await page.getByText("The settings of visitor authentication were saved.").waitFor();
      const { fallbackURL, backend } = await call(`GET ${site}/publishing/auth`);
      assert.deepEqual([fallbackURL, backend], ["https://app.example.com/sign-in", "integration"]);
    });

    test("claims are described in a form and as JSON, and a visitor with them is tried", async (t) => {
      await call(`PATCH ${site}`, { visibility: "visitor-auth" });
      const page = await workspace.open(t, adminEmail, `${root}/audience/claims`, {
        expectedErrors: /400/,
      });
      const form = page.getByRole("form", { name: "Claims" });
      await form.getByRole("button", { name: "Add claim" }).click();
      await form.getByLabel("Name").fill("plan");
      await form.getByLabel("Possible values").fill("free\npro");
      await form.getByRole("button", { name: "Add claim" }).click();
      const second = form.getByRole("group", { name: "New claim" });
      await second.getByLabel("Type").selectOption("Yes or no");
      await second.getByLabel("Name").fill("plan");
      await form.getByRole("button", { name: "Save claims" }).click();
      await form.getByRole("alert").getByText("There are two claims with the name “plan”").waitFor();
      await form.getByLabel("Name").nth(1).fill("staff");
      await form.getByRole("button", { name: "Add unsigned claims" }).click();
      await form.getByRole("button", { name: "Add a claim to unsigned" }).click();
      const inner = form.getByRole("group", { name: "Claim unsigned." });
      await inner.getByLabel("Type").selectOption("Yes or no");
      await inner.getByLabel("Name").fill("beta");
      await form.getByRole("button", { name: "Save claims" }).click();
      await page.getByText('visitor.claims.plan == "pro"').waitFor();
      const { jsonSchema } = await call(`GET ${site}/adaptive-schema`);
      assert.deepEqual(jsonSchema, {
        type: "object",
        additionalProperties: false,
        properties: {
          plan: { type: "string", enum: ["free", "pro"] },
          staff: { type: "boolean" },
          unsigned: {
            type: "object",
            additionalProperties: false,
            properties: { beta: { type: "boolean" } },
          },
        },
      });
      await checkScreen(page, "claims");
      await form.getByText("JSON", { exact: true }).click();
      const json = form.getByLabel("JSON Schema of the claims");
      const wrong = { ...jsonSchema, properties: { plan: { type: "string", enum: [1] } } };
      await json.fill(JSON.stringify(wrong));
      await form.getByRole("button", { name: "Save claims" }).click();
      await form
        .getByRole("alert")
        .getByText("Claim plan, possible values: must be a list of strings")
        .waitFor();

      // What is typed stays when another admin has saved.
      await call(`PUT ${site}/adaptive-schema`, { jsonSchema: { ...jsonSchema, $id: "theirs" } });
      await page.getByLabel("Adaptive content").click();
      await page.getByText("Somebody else has saved other claims meanwhile.").waitFor();
      assert.equal(await json.inputValue(), JSON.stringify(wrong));
      await page.getByLabel("Adaptive content").click();
      await becomes(async () => (await call(`GET ${site}`)).adaptiveContent.enabled, true);
      await json.fill(JSON.stringify({ ...jsonSchema, $id: "kept" }));
      await form.getByRole("button", { name: "Save claims" }).click();
      await becomes(async () => (await call(`GET ${site}/adaptive-schema`)).jsonSchema.$id, "kept");
      // The form is drawn again with what was saved; before that, leaving would ask.
      await form.getByRole("group", { name: "Claim plan" }).waitFor();
      await page.getByRole("navigation", { name: "Audience of the site" }).getByText("Try a visitor").click();

      await page.getByRole("form", { name: "Try a visitor" }).waitFor();
      await page.getByLabel("plan", { exact: true }).selectOption("pro");
      await page.getByLabel("unsigned.beta").selectOption("Yes");
      await page.getByLabel("Other claims as JSON").fill('{"colour": "red"}');
      await page.getByRole("button", { name: "Make token" }).click();
      await page.getByText("This visitor may open the site.").waitFor();
      await page.getByText("colour is not described.", { exact: false }).waitFor();
      const parts = page.getByRole("list", { name: "Parts of the site" });
      await parts.getByRole("listitem").filter({ hasText: "Inside Section" }).getByText("Hidden").waitFor();
      await parts.getByRole("button", { name: "Check the pages of Docs" }).click();
      await parts.getByText("3 of 3 pages are visible.").waitFor();
      await parts.getByText("/prices").waitFor();
      await checkScreen(page, "a visitor");
      const url =
        (await page.getByRole("link", { name: "Open the site as this visitor" }).getAttribute("href")) ?? "";
      const opened = await workspace.browser.newPage(t);
      await opened.goto(url);
      await opened.getByRole("link", { name: "Prices" }).first().waitFor();
      assert.equal(await opened.getByText("Inside").count(), 0);

      const token = await page.getByLabel("Signed token").first().inputValue();
      await page.getByText("Check a token", { exact: true }).click();
      await page.getByLabel("Token", { exact: true }).fill(`${token}x`);
      await page.getByRole("button", { name: "Check token" }).click();
      await page.getByText("The token signature is invalid.", { exact: false }).waitFor();
      await page.getByText("This visitor is refused", { exact: false }).waitFor();
      await page.getByLabel("Token", { exact: true }).fill(token);
      await page.getByRole("button", { name: "Check token" }).click();
      await page.getByText("Valid", { exact: true }).waitFor();
    });

    test("redirects are added, changed, imported, found, tested and exported", async (t) => {
      await call(`PATCH ${site}`, { visibility: "public" });
      const page = await workspace.open(t, adminEmail, `${root}/redirects`, { expectedErrors: /400/ });
      await page.getByRole("heading", { name: "No redirects yet" }).waitFor();
      const address = page.getByLabel("Address or path");
      await address.fill("/fans");
      await address.press("Enter");
      await page.getByText("Nothing is there", { exact: false }).waitFor();
      await page.getByRole("button", { name: "Add a redirect" }).click();
      const dialog = page.getByRole("dialog");
      assert.equal(await dialog.getByLabel("Old path").inputValue(), "/fans");
      await dialog.getByLabel("New page").fill("/nowhere");
      await dialog.getByText("there is none at /nowhere", { exact: false }).waitFor();
      await dialog.getByLabel("New page").fill("/ventilation");
      await dialog.getByText("Leads to “Ventilation”", { exact: false }).waitFor();
      await dialog.getByRole("button", { name: "Add redirect" }).click();
      const list = page.getByRole("list", { name: "Redirects" });
      await list.getByText("/fans").waitFor();
      await address.fill("/fans");
      await address.press("Enter");
      await page.getByText("A redirect of the site leads on.").waitFor();
      await page.getByRole("button", { name: "Actions for /fans" }).press("Enter");
      await page.getByRole("menuitem", { name: "Edit…" }).press("Enter");
      await dialog.getByLabel("New page").fill("/inside");
      await dialog.getByText("Leads to “Inside”", { exact: false }).waitFor();
      await checkScreen(page, "a redirect");
      await dialog.getByRole("button", { name: "Save" }).click();
      await list.getByRole("link", { name: "/inside" }).waitFor();

      await page.getByRole("link", { name: "Import CSV" }).click();
      const rows = Array.from({ length: 300 }, (_, i) => `/v1/page-${i},/ventilation`);
      const text = ["old,new", ...rows, "/fans,/start", "/lonely", "/x,/nowhere"].join("\n");
      await page.getByLabel("CSV file").setInputFiles({
        name: "redirects.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(text),
      });
      await becomes(() => page.getByLabel("Lines", { exact: true }).inputValue(), text);
      await page.getByRole("button", { name: "Preview" }).click();
      await page.getByText("2 wrong").waitFor();
      await page.getByText("Line 303").waitFor();
      await page.getByText("needs two columns", { exact: false }).waitFor();
      assert.equal(await page.getByRole("button", { name: /^Import \d/ }).count(), 0);
      await checkScreen(page, "an import of redirects");
      await page.getByLabel("Lines", { exact: true }).fill(text.split("\n").slice(0, -2).join("\n"));
      await page.getByRole("button", { name: "Preview" }).click();
      await page.getByText("1 replaced").waitFor();
      await page.getByRole("button", { name: "Import 301 redirects" }).click();
      await page.getByText("301 redirects", { exact: true }).waitFor();
      assert.equal((await call(`GET ${site}/redirects`)).count, 301);

      await page.getByLabel("Search by old path").fill("page-17");
      await page.getByText("11 redirects", { exact: true }).waitFor();
      assert.match(page.url(), /search=page-17/);
      await checkScreen(page, "redirects");
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Export as CSV" }).click(),
      ]);
      const csv = (await readFile(await download.path(), "utf8"))
        .replace(/^\uFEFF/, "")
        .trimEnd()
        .split("\r\n");
      assert.deepEqual([csv[0], csv[1], csv.length], ["source,destination", "/fans,/start", 302]);
      await page.getByLabel("Search by old path").fill("fans");
      await page.getByText("1 redirect", { exact: true }).waitFor();
      await page.getByRole("button", { name: "Actions for /fans" }).press("Enter");
      await page.getByRole("menuitem", { name: "Delete" }).press("Enter");
      await page.getByText("No redirect has this in its old path").waitFor();
      await page.getByRole("button", { name: "Undo" }).click();
      await becomes(async () => (await call(`GET ${site}/redirects`)).count, 301);
    });

    test("settings are changed by admins, readers only see them, and the site is deleted by its title", async (t) => {
      await call(`PATCH ${site}`, { visibility: "public" });
      await call(`PUT ${site}/customization`, { internationalization: { locale: "de" } });
      const page = await workspace.open(t, adminEmail, `${root}/settings`, { expectedErrors: /400/ });
      const general = page.getByRole("form", { name: "General" });
      await general.getByLabel("Title").fill("Greenhouse");
      await general.getByRole("button", { name: "Save" }).click();
      await page.getByRole("heading", { name: "Greenhouse", level: 1 }).waitFor();
      const basename = page.getByRole("form", { name: "Address on this server" });
      await basename.getByLabel("Name in the address").fill("green house");
      await basename.getByText("Links with the id of the site keep working", { exact: false }).waitFor();
      await basename.getByRole("button", { name: "Save name" }).click();
      await basename
        .getByRole("alert")
        .getByText("Name in the address: must be letters", { exact: false })
        .waitFor();
      await basename.getByLabel("Name in the address").fill("greenhouse");
      await basename.getByRole("button", { name: "Save name" }).click();
      await becomes(
        async () => /\/greenhouse$/.test(await page.getByLabel("Address now").first().inputValue()),
        true,
      );

      const domain = page.getByRole("form", { name: "Own domain" });
      await domain.getByLabel("Host name").fill("docs.unknown.invalid");
      await domain.getByRole("button", { name: "Save domain" }).click();
      const { record } = await call(`GET ${site}/addresses`);
      await page.getByText(record.value, { exact: true }).waitFor();
      await page.getByText("Not yet").waitFor();
      await page.getByRole("button", { name: "Check again" }).click();
      await page.getByText("The domain was checked.").waitFor();
      await page.getByRole("button", { name: "Remove domain…" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Remove domain" }).click();
      await page.getByText("Enter this at your DNS provider").waitFor({ state: "detached" });
      const proxy = page.getByRole("form", { name: "Below another website" });
      await proxy.getByLabel("Host and path").fill("example.com/docs");
      await proxy.getByRole("button", { name: "Save path" }).click();
      await proxy.getByRole("textbox", { name: "Let the proxy forward requests to" }).waitFor();
      const frame = page.getByRole("form", { name: "Language of the frame" });
      const frameLanguage = frame.getByLabel("Language of the frame");
      await becomes(() => frameLanguage.inputValue(), "de");
      await frameLanguage.selectOption("Français");
      await frame.getByRole("button", { name: "Save language" }).click();
      await becomes(async () => {
        const { customization } = await call(`GET ${site}/customization/stored`);
        return customization.internationalization.locale;
      }, "fr");
      // The path is that on the site, and the language that of the space.
      const row = page.getByRole("list", { name: "Languages of the spaces" }).getByRole("listitem").last();
      await row.getByText("/inside", { exact: true }).waitFor();
      await row.getByRole("button", { name: "Language of Inside: No language set" }).click();
      const question = page.getByRole("dialog", { name: "Language of Inside" });
      await question.getByLabel("Language").selectOption("French");
      await checkScreen(page, "the language of a space");
      await question.getByRole("button", { name: "Save" }).click();
      await row.getByRole("button", { name: "Language of Inside: French" }).waitFor();
      const { items } = await call(`GET ${site}/site-spaces`);
      assert.equal(items.at(-1).space.language, "fr");
      await call(`PATCH /spaces/${items.at(-1).space.id}`, { language: null });

      await page.getByRole("button", { name: "Add server" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Name").fill("Weather");
      await dialog.getByLabel("Address").fill("https://mcp.example.com/");
      await dialog.getByLabel("Headers").fill("authorization: Bearer x\nnothing");
      await dialog.getByRole("button", { name: "Add server" }).click();
      await dialog.getByText("“nothing” is no header", { exact: false }).waitFor();
      await dialog.getByLabel("Headers").fill("authorization: Bearer x");
      await dialog.getByRole("button", { name: "Add server" }).click();
      const servers = page.getByRole("list", { name: "MCP servers of the site" });
      await servers.getByText("Weather").waitFor();
      await checkScreen(page, "settings of a site");
      await page.getByRole("button", { name: "Actions for Weather" }).press("Enter");
      await page.getByRole("menuitem", { name: "Edit…" }).press("Enter");
      await dialog.getByLabel("Transport").selectOption("sse");
      await dialog.getByRole("button", { name: "Save" }).click();
      await servers.getByText("Server-sent events").waitFor();
      await page.getByRole("list", { name: "People with access" }).getByText("reader@example.com").waitFor();
      const { proxy: saved, basename: name, hostname } = await call(`GET ${site}`);
      const [server] = (await call(`GET ${site}/mcp-servers`)).items;
      assert.deepEqual(
        [saved.origin, name, hostname, server.transport, server.headers],
        ["example.com/docs", "greenhouse", undefined, "sse", { authorization: "Bearer x" }],
      );
      // Keys that come faster than the menu is painted.
      await page.getByRole("button", { name: "Actions for Weather" }).focus();
      await Promise.all(["Enter", "ArrowDown", "Enter"].map((key) => page.keyboard.press(key)));
      await dialog.getByRole("button", { name: "Remove server" }).click();
      await page.getByText("No MCP server was added.").waitFor();

      const reader = await workspace.open(t, "reader@example.com", `${root}/settings`, {
        expectedErrors: /404/,
      });
      await reader.getByText("Only admins of the organization", { exact: false }).waitFor();
      await reader.getByLabel("Address now").first().waitFor();
      for (const button of ["Save name", "Delete site…", "Add server"])
        assert.equal(await reader.getByRole("button", { name: button }).count(), 0);
      await reader.goto(workspace.url(`${root}/audience`));
      await reader.getByRole("heading", { name: "Share links" }).waitFor();
      assert.ok(await reader.getByLabel("Public", { exact: true }).isDisabled());
      assert.equal(await reader.getByRole("button", { name: /Save|New share link|key/ }).count(), 0);
      await reader.goto(workspace.url(`${root}/redirects`));
      await reader.getByRole("heading", { name: "Test an address" }).waitFor();
      assert.equal(await reader.getByRole("button", { name: /Add/ }).count(), 0);

      await page.getByRole("button", { name: "Delete site…" }).click();
      const confirm = dialog.getByRole("button", { name: "Delete site" });
      assert.ok(await confirm.isDisabled());
      await dialog.getByLabel("Type “Greenhouse” to confirm").fill("Greenhouse");
      await confirm.click();
      await page.getByText("Greenhouse was deleted.", { exact: false }).waitFor();
      await becomes(async () => (await call(`GET /orgs/${organization}/sites?title=Greenhouse`)).count, 0);
    });
  });
