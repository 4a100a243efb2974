import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { describe, test } from "node:test";
import { chromium } from "playwright-core";
import { createTestDatabase } from "../support/databases.ts";
import { startServer } from "../support/server.ts";

const browserPath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
const skip = existsSync(browserPath)
  ? false
  : `no browser at ${browserPath}: install Debian's chromium, or set CHROMIUM_PATH`;

describe("the API reference in a browser", { skip }, () => {
  test("shows the operations and asks nobody but this server", async () => {
    const database = await createTestDatabase("sqlite");
    const server = await startServer(database.environment);
    const browser = await chromium.launch({
      executablePath: browserPath,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    });
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
