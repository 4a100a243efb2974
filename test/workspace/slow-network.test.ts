import { describe, test } from "node:test";
import { skip } from "../support/chromium.ts";
import { adminEmail, useWorkspace } from "../support/workspace.ts";

describe("the workspace on a slow network", { skip }, () => {
  const workspace = useWorkspace("sqlite");

  test("shows that it is loading, then the screen, and opens the last of several places", async (t) => {
    const page = await workspace.open(t, adminEmail, "/account");
    await page.getByRole("heading", { name: "Your account" }).waitFor();
    await page.route("**/v1/**", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      // The page may be closed in the meantime.
      await route.continue().catch(() => {});
    });
    await page.getByRole("link", { name: "Sites" }).click();
    await page.getByRole("link", { name: "Members" }).click();
    await page.getByRole("status", { name: "Loading…" }).first().waitFor();
    await page.getByRole("heading", { name: "People" }).waitFor();
    await page.getByText(adminEmail).waitFor();
  });
});
