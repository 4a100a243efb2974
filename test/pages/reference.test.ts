import { describe, test } from "node:test";
import { skip } from "../support/chromium.ts";
import { useBrowser } from "../support/suite-browser.ts";
import { useServer } from "../support/suite-server.ts";

describe("the API reference in a browser", { skip }, () => {
  const server = useServer("sqlite");
  const browser = useBrowser();

  test("shows the operations and sends requests to this server only", async (t) => {
    const page = await browser.open(t, `${server.url}/reference`);
    await page.getByText("Read the caller's own profile").first().waitFor({ timeout: 60_000 });
  });
});
