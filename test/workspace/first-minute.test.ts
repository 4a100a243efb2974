import assert from "node:assert/strict";
import { describe, type TestContext, test } from "node:test";
import type { Environment } from "../../src/config/config.ts";
import { skip } from "../support/chromium.ts";
import { createTestDatabase, type DatabaseKind, screenDatabases } from "../support/databases.ts";
import { type ServerProcess, startServer } from "../support/server.ts";
import { findViolations, useBrowser } from "../support/suite-browser.ts";

async function newDatabase(t: TestContext, kind: DatabaseKind): Promise<Environment> {
  const { environment, remove } = await createTestDatabase(kind);
  t.after(remove);
  return environment;
}

const linkIn = (server: ServerProcess) => /Sign in +(\S+)/.exec(server.output())?.[1] ?? "";

for (const kind of screenDatabases.second)
  describe(`the first minute of a workspace (${kind})`, { skip }, () => {
    const browser = useBrowser();

    test("leads from the printed link to the first space in a few actions", async (t) => {
      const server = await startServer(await newDatabase(t, kind));
      t.after(() => server.stop());
      const page = await browser.open(t, linkIn(server));
      let actions = 1;
      const act = async (action: Promise<unknown>) => {
        actions++;
        await action;
      };
      await act(page.getByRole("button", { name: "Sign in as admin@localhost" }).click());
      await page.getByRole("heading", { name: "Welcome to Lectern" }).waitFor();
      assert.deepEqual(await findViolations(page), []);
      await act(page.getByLabel("Your name").fill("Ada Lovelace"));
      await act(page.getByLabel("Password").fill("correct horse"));
      await act(page.getByLabel("Name of your organization").fill("Analytical Engines"));
      await act(page.getByRole("button", { name: "Continue" }).click());
      await page.getByRole("heading", { name: "How do you want to begin?" }).waitFor();
      assert.deepEqual(await findViolations(page), []);
      await act(page.getByRole("button", { name: "Create a space" }).click());
      await page.waitForURL(/\/app\/spaces\/\w+/);
      assert.ok(actions < 20, `${actions} actions`);

      // The link works once; the password from now on.
      const other = await browser.open(t, `${server.url}/`, { expectedErrors: /404/ });
      await other.waitForURL(`${server.url}/auth/sign-in`);
      assert.deepEqual(await findViolations(other), []);
      await other.getByLabel("E-mail").fill("admin@localhost");
      await other.getByLabel("Password").fill("correct horse");
      await other.getByRole("button", { name: "Sign in", exact: true }).click();
      await other.getByRole("button", { name: "Your account" }).getByText("Ada Lovelace").waitFor();
      await other.goto(linkIn(server));
      await other.getByRole("alert").waitFor();
    });
  });

describe("an open workspace", { skip }, () => {
  const browser = useBrowser();

  test("returns to the place that was opened before signing in, and asks again when the session ends", async (t) => {
    const database = await newDatabase(t, "sqlite");
    const server = await startServer(database);
    t.after(() => server.stop());
    const setUp = await browser.open(t, linkIn(server));
    await setUp.getByRole("button", { name: "Sign in as admin@localhost" }).click();
    await setUp.getByLabel("Your name").fill("Ada");
    await setUp.getByLabel("Password").fill("correct horse");
    await setUp.getByLabel("Name of your organization").fill("Analytical Engines");
    await setUp.getByRole("button", { name: "Continue" }).click();
    await setUp.getByRole("heading", { name: "How do you want to begin?" }).waitFor();

    const page = await browser.open(t, `${server.url}/app/account`, {
      // The server is stopped before the page is closed.
      expectedErrors: /401|ERR_CONNECTION_(REFUSED|RESET)/,
    });
    await page.getByLabel("E-mail").fill("admin@localhost");
    await page.getByLabel("Password").fill("correct horse");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL(`${server.url}/app/account`);

    await page.getByRole("link", { name: "Home" }).waitFor();
    await page.context().clearCookies();
    await page.getByRole("link", { name: "Members" }).click();
    const dialog = page.getByRole("dialog", { name: "Sign in again" });
    await dialog.waitFor();
    // It cannot be closed: the screen behind it waits for the session.
    for (let i = 0; i < 3; i++) await page.keyboard.press("Escape");
    await dialog.getByLabel("Password").fill("correct horse");
    await dialog.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "People" }).waitFor();
    await dialog.waitFor({ state: "hidden" });
  });

  test("says that the server does not reply, and goes on when it does", async (t) => {
    const database = await newDatabase(t, "sqlite");
    let server = await startServer(database);
    const page = await browser.open(t, linkIn(server), { expectedErrors: /ERR_CONNECTION_REFUSED|503/ });
    await page.getByRole("button", { name: "Sign in as admin@localhost" }).click();
    await page.getByLabel("Your name").fill("Ada");
    await page.getByLabel("Password").fill("correct horse");
    await page.getByLabel("Name of your organization").fill("Analytical Engines");
    await server.stop("SIGKILL");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("alert").getByText("The server did not reply").waitFor();
    // What was typed is still there.
    assert.equal(await page.getByLabel("Your name").inputValue(), "Ada");
    server = await startServer({ ...database, LECTERN_PORT: new URL(server.url).port });
    t.after(() => server.stop());
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("heading", { name: "How do you want to begin?" }).waitFor();
  });
});
