import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { launchChromium, skip } from "../support/chromium.ts";
import { createTestDatabase } from "../support/databases.ts";
import { startServer } from "../support/server.ts";

describe("the API reference in a browser", { skip }, () => {
  test("shows the operations and asks nobody but this server", async () => {
    const database = await createTestDatabase("sqlite");
    const server = await startServer(database.environment);
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      const asked: string[] = [];
      const problems: string[] = [];
      page.on("request", (request) => asked.push(new URL(request.url()).origin));
      page.on("pageerror", (error) => problems.push(error.message));
      page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
      await page.goto(`${server.url}/reference`);
      await page.getByText("Read the caller's own profile").first().waitFor({ timeout: 30_000 });
      assert.deepEqual(
        asked.filter((origin) => origin !== server.url && origin !== "null"),
        [],
      );
      assert.deepEqual(problems, []);
      if (process.env.SCREENSHOT) await page.screenshot({ path: process.env.SCREENSHOT });
    } finally {
      await browser.close();
      await server.stop();
      await database.remove();
    }
  });
});
