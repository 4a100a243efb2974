import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { launchChromium, skip } from "../support/chromium.ts";
import { useServer } from "../support/suite-server.ts";

describe("the API reference in a browser", { skip }, () => {
  const server = useServer("sqlite");

  test("shows the operations and sends requests to this server only", async (t) => {
    const browser = await launchChromium();
    t.after(() => browser.close());
    const page = await browser.newPage();
    const origins: string[] = [];
    const problems: string[] = [];
    page.on("request", (request) => origins.push(new URL(request.url()).origin));
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    await page.goto(`${server.url}/reference`);
    await page.getByText("Read the caller's own profile").first().waitFor({ timeout: 30_000 });
    const others = origins.filter((origin) => origin !== server.url && origin !== "null");
    assert.deepEqual([others, problems], [[], []]);
    if (process.env.SCREENSHOT) await page.screenshot({ path: process.env.SCREENSHOT });
  });
});
