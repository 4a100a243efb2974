import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { becomes } from "../support/becomes.ts";
import { skip } from "../support/chromium.ts";
import { screenDatabases } from "../support/databases.ts";
import { adminEmail, checkScreen, useWorkspace } from "../support/workspace.ts";

const property = (type: string, title: string, more: object = {}) => ({ type, title, ...more });

for (const kind of screenDatabases.second)
  describe(`integrations and translations in the workspace (${kind})`, { skip }, () => {
    const workspace = useWorkspace(kind);
    const { server } = workspace;
    let organization: string;
    let root: string;
    let handbook: string;
    const publish = (name: string, manifest: object) =>
      server.call(`POST /integrations/${name}`, {
        organization,
        description: `About ${name}`,
        script: "export default {}",
        ...manifest,
      });
    before(async () => {
      const { items } = await server.call("GET /orgs");
      organization = items[0].id;
      root = `/orgs/${organization}`;
      handbook = (await server.call(`POST ${root}/spaces`, { title: "Handbook" })).id;
      await server.call(`POST ${root}/spaces`, { title: "Recipes" });
      await server.call(`POST ${root}/sites`, { title: "Docs" });
      const account = {
        properties: {
          room: property("string", "Room", { description: "Where it talks" }),
          api_key: property("string", "API key"),
          region: property("string", "Region", { enum: ["eu", "us"] }),
          limit: property("number", "Messages a day", { default: 10 }),
          loud: property("boolean", "Mention everybody"),
          login: property("button", "Account", { callback_url: "/login", button_text: "Connect" }),
        },
        required: ["room"],
      };
      const space = { properties: { channel: property("string", "Channel") }, required: ["channel"] };
      await publish("chat", {
        ...{ title: "Chat", visibility: "public", categories: ["collaboration"] },
        scopes: ["space:content:read"],
        configurations: { account, space, site: { componentId: "form" } },
      });
      await publish("counter", { title: "Counter", target: "site", categories: ["analytics"] });
      await workspace.invite(organization, "reader@example.com", "read");
    });

    test("an integration is found, installed, configured by its own form and uninstalled", async (t) => {
      const page = await workspace.open(t, adminEmail, `${root}/integrations`, { expectedErrors: /400/ });
      await page.getByRole("link", { name: "Counter" }).waitFor();
      await checkScreen(page, "integrations");
      await page.getByLabel("Category").selectOption("Collaboration");
      await page.getByRole("link", { name: "Counter" }).waitFor({ state: "detached" });
      await page.getByRole("link", { name: "Chat" }).click();
      await page.getByText("read the content of spaces").waitFor();
      await checkScreen(page, "an integration");
      await page.getByRole("button", { name: "Install…" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Install", exact: true }).waitFor();
      await checkScreen(page, "installing an integration");
      await page.getByRole("dialog").getByRole("button", { name: "Install", exact: true }).click();
      await page.getByText("These required fields have no value yet: Room.").waitFor();

      const form = page.getByRole("form", { name: "Configuration" });
      await form.getByText("“Connect” runs the integration’s script", { exact: false }).waitFor();
      await form.getByLabel("Room").fill("lobby");
      await form.getByLabel("API key").fill("s3cret");
      await form.getByLabel("Region").selectOption("us");
      await form.getByLabel("Messages a day").fill("2.5");
      await form.getByLabel("Mention everybody").check();
      await form.getByRole("button", { name: "Save configuration" }).click();
      await form.getByText("A value is saved and is not shown again.", { exact: false }).waitFor();
      assert.equal(await form.getByLabel("API key").inputValue(), "");
      const installation = page.url().split("/").at(-1);
      const path = `/integrations/chat/installations/${installation}`;
      const saved = { room: "lobby", api_key: "s3cret", region: "us", limit: 2.5, loud: true };
      const first = await server.call(`GET ${path}`);
      assert.deepEqual([first.status, first.configuration], ["active", saved]);
      // What is not typed again is kept.
      await form.getByLabel("Messages a day").fill("");
      await form.getByRole("button", { name: "Save configuration" }).click();
      await becomes(async () => (await server.call(`GET ${path}`)).configuration.limit, 10);
      assert.deepEqual((await server.call(`GET ${path}`)).configuration, { ...saved, limit: 10 });
      // The server names the field that a newer version of the integration restricts.
      await publish("chat", {
        ...{ title: "Chat", categories: ["collaboration"] },
        configurations: {
          account: {
            properties: { room: property("string", "Room", { enum: ["hall"] }) },
            required: ["room"],
          },
          space: { properties: { channel: property("string", "Channel") }, required: ["channel"] },
          site: { componentId: "form" },
        },
      });
      await form.getByLabel("Room").fill("cellar");
      await form.getByRole("button", { name: "Save configuration" }).click();
      await form.getByRole("alert").getByText("Room: must be one of hall").waitFor();
      await page.reload();
      await form.getByLabel("Room").selectOption("hall");
      await form.getByRole("button", { name: "Save configuration" }).click();
      await becomes(async () => (await server.call(`GET ${path}`)).configuration.room, "hall");

      await page.getByRole("button", { name: "Add spaces" }).click();
      const picker = page.getByRole("dialog", { name: "Add spaces to the integration" });
      await picker.getByRole("option", { name: "Handbook" }).click();
      await picker.getByRole("button", { name: "Add 1 space" }).click();
      await page.getByRole("button", { name: "Configure Handbook" }).press("Enter");
      const dialog = page.getByRole("dialog", { name: "Configure Handbook" });
      await dialog.getByLabel("Channel").fill("general");
      await checkScreen(page, "configuring an integration for a space");
      await dialog.getByRole("button", { name: "Save configuration" }).click();
      await page.getByRole("list", { name: "Spaces" }).getByText("Active").waitFor();
      const spaces = await server.call(`GET ${path}/spaces`);
      assert.deepEqual(
        spaces.items.map(({ status, configuration }: Record<string, unknown>) => [status, configuration]),
        [["active", { channel: "general" }]],
      );
      await page.getByRole("radio", { name: "All spaces" }).check();
      await page.getByRole("button", { name: "Configure Recipes" }).waitFor();
      assert.equal(await page.getByRole("button", { name: "Remove from Handbook" }).count(), 0);
      await page.getByRole("radio", { name: "Selected spaces" }).check();
      await page.getByRole("button", { name: "Remove from Recipes" }).press("Enter");
      await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
      await page.getByRole("button", { name: "Configure Recipes" }).waitFor({ state: "detached" });
      await checkScreen(page, "an installation");

      const reader = await workspace.open(t, "reader@example.com", path);
      await reader.getByText("Only admins of the organization see", { exact: false }).waitFor();
      await reader.getByRole("link", { name: "Handbook" }).first().waitFor();
      for (const name of ["Uninstall…", "Add spaces", "Configure Handbook"])
        assert.equal(await reader.getByRole("button", { name }).count(), 0, name);
      await reader.goto(workspace.url(`/spaces/${handbook}/integrations`));
      await reader.getByRole("list", { name: "Integrations" }).getByRole("link", { name: "Chat" }).waitFor();
      await checkScreen(reader, "integrations of a space");

      await page.getByRole("button", { name: "Uninstall…" }).press("Enter");
      const question = page.getByRole("dialog", { name: "Uninstall Chat?" });
      await question.getByText("from 1 space and 0 sites", { exact: false }).waitFor();
      await question.getByRole("button", { name: "Uninstall", exact: true }).click();
      await page.getByRole("heading", { name: "Available" }).waitFor();
      assert.deepEqual((await server.call(`GET ${root}/installations`)).items, []);
    });

    test("own integrations are listed and unpublished, and translation settings are kept", async (t) => {
      const page = await workspace.open(t, adminEmail, `${root}/integrations/own`);
      await page.getByText("counter · version 1").waitFor();
      assert.match(
        await page.getByLabel("Sign in, once", { exact: true }).inputValue(),
        new RegExp(`--endpoint ${server.url} `),
      );
      await checkScreen(page, "own integrations");
      await page.getByRole("button", { name: "Actions for Counter" }).press("Enter");
      await page.getByRole("menuitem", { name: "Unpublish…" }).press("Enter");
      await page.getByRole("dialog").getByRole("button", { name: "Unpublish", exact: true }).click();
      await page.getByText("counter · version 1").waitFor({ state: "detached" });

      await page.goto(workspace.url(`${root}/settings/translations`));
      await page.getByRole("button", { name: "New translation settings" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Title").fill("Manual");
      await dialog.getByLabel("German").check();
      await dialog.getByLabel("French").check();
      await checkScreen(page, "new translation settings");
      await dialog.getByRole("button", { name: "Create translation settings" }).click();
      await page.getByText("German, French").waitFor();
      await checkScreen(page, "translation settings");
      const actions = page.getByRole("button", { name: "Actions for Manual" });
      await actions.press("Enter");
      await page.getByRole("menuitem", { name: "Edit…" }).press("Enter");
      await dialog.getByLabel("German").uncheck();
      await dialog.getByRole("button", { name: "Save" }).click();
      await dialog.waitFor({ state: "detached" });
      const { items } = await server.call(`GET ${root}/translations`);
      assert.deepEqual(
        items.map(({ title, languages }: Record<string, unknown>) => [title, languages]),
        [["Manual", ["fr"]]],
      );
      const reader = await workspace.open(t, "reader@example.com", `${root}/settings/translations`);
      await reader.getByText("Manual", { exact: true }).waitFor();
      assert.equal(await reader.getByRole("button", { name: "Actions for Manual" }).count(), 0);
      await actions.press("Enter");
      await page.getByRole("menuitem", { name: "Delete…" }).press("Enter");
      await dialog.getByRole("button", { name: "Delete", exact: true }).click();
      await page.getByText("No translation settings yet").waitFor();
    });
  });
