import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { becomes } from "../support/becomes.ts";
import { skip } from "../support/chromium.ts";
import { adminEmail, checkScreen, useWorkspace } from "../support/workspace.ts";

describe("the workspace", { skip }, () => {
  const workspace = useWorkspace("sqlite");
  let organization: string;
  before(async () => {
    const [first] = (await workspace.server.call("GET /orgs")).items;
    organization = first.id;
    await workspace.server.call(`PATCH /orgs/${organization}`, { title: "Analytical Engines" });
    await workspace.server.call(`POST /orgs/${organization}/spaces`, { title: "Notes" });
  });

  test("asks before typed text in a form is lost, by links and by Back", async (t) => {
    const page = await workspace.open(t, adminEmail, `/orgs/${organization}`);
    await page.getByRole("link", { name: "Settings" }).click();
    const name = page.getByLabel("Name", { exact: true });
    await name.fill("Difference Engines");
    const asked: string[] = [];
    let mayLeave = false;
    page.on("dialog", (dialog) => {
      asked.push(dialog.message());
      return mayLeave ? dialog.accept() : dialog.dismiss();
    });
    await page.getByRole("link", { name: "Home" }).click();
    await page.goBack();
    await page.waitForURL(/\/settings$/);
    await becomes(() => name.inputValue(), "Difference Engines");
    assert.equal(asked.length, 2);
    mayLeave = true;
    await page.getByRole("link", { name: "Home" }).click();
    await page.getByRole("heading", { name: "Home" }).waitFor();
    await page.getByRole("link", { name: "Settings" }).click();
    await becomes(() => name.inputValue(), "Analytical Engines");
    // Saved text is not asked for.
    await name.fill("Engines");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page
      .getByRole("button", { name: "Switch organization" })
      .getByText("Engines", { exact: true })
      .waitFor();
    await page.getByRole("link", { name: "Home" }).click();
    await page.getByRole("heading", { name: "Home" }).waitFor();
    assert.equal(asked.length, 3);
  });

  test("keeps a dialog with typed text open, and says when it is not known whether a change was made", async (t) => {
    const page = await workspace.open(t, adminEmail, `/orgs/${organization}`, {
      expectedErrors: /ERR_FAILED/,
    });
    await page.getByRole("heading", { name: "Home" }).waitFor();
    await page.keyboard.press("n");
    await page.keyboard.press("s");
    const dialog = page.getByRole("dialog", { name: "New space" });
    await dialog.getByLabel("Title").fill("Handbook");
    await page.mouse.click(5, 5);
    assert.equal(await dialog.getByLabel("Title").inputValue(), "Handbook");
    await page.route("**/v1/orgs/*/spaces", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      await route.fetch();
      await route.abort();
    });
    await dialog.getByRole("button", { name: "Create space" }).click();
    await dialog.getByRole("alert").getByText("it is not known whether the change was made").waitFor();
    // The list behind it is read again.
    await page.getByRole("treeitem", { name: "Handbook" }).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
  });

  test("is loaded again if another person signs in, and sends nothing for the one before", async (t) => {
    const { server } = workspace;
    await workspace.invite(organization, "mary@example.com", "edit");
    const { stdout } = await server.lectern("user", "password-link", "--email", "mary@example.com");
    const link = new URL(stdout.trim()).searchParams.get("link");
    const page = await workspace.open(t, adminEmail, `/orgs/${organization}`, { expectedErrors: /401/ });
    const set = await page.request.post(`${server.url}/auth/password`, {
      data: { link, password: "a long password" },
    });
    assert.ok(set.ok(), await set.text());
    await page.getByRole("heading", { name: "Home" }).waitFor();
    await page.keyboard.press("n");
    await page.keyboard.press("s");
    const dialog = page.getByRole("dialog", { name: "New space" });
    await dialog.getByLabel("Title").fill("Written by the admin");
    await page.context().clearCookies();
    await dialog.getByRole("button", { name: "Create space" }).click();
    const again = page.getByRole("dialog", { name: "Sign in again" });
    await again.getByLabel("E-mail").fill("mary@example.com");
    await again.getByLabel("Password").fill("a long password");
    const loaded = page.waitForEvent("load");
    await again.getByRole("button", { name: "Sign in", exact: true }).click();
    await loaded;
    await page.getByRole("button", { name: /^Your account: mary/ }).waitFor();
    await becomes(() => page.getByRole("dialog").count(), 0);
    const { items } = await server.call(`GET /orgs/${organization}/spaces`);
    assert.ok(items.every(({ title }: { title: string }) => title !== "Written by the admin"));
  });

  test("tells people without an organization what they can do", async (t) => {
    await workspace.server.lectern("user", "create", "--email", "new@example.com", "--name", "Grace");
    const page = await workspace.open(t, "new@example.com", "/");
    await page.getByRole("heading", { name: "You are in no organization" }).waitFor();
    await checkScreen(page, "no organization");
    await page.getByRole("main").getByRole("button", { name: "New organization" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Compilers");
    await page.getByRole("dialog").getByRole("button").last().click();
    await page.getByRole("heading", { name: /Home|Welcome/ }).waitFor();
  });
});
