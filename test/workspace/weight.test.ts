import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { skip } from "../support/chromium.ts";
import { adminEmail, useWorkspace } from "../support/workspace.ts";

/** In bytes, compressed. */
const budgets = { script: 120_000, editor: 150_000, styles: 30_000 };

describe("the workspace", { skip }, () => {
  const workspace = useWorkspace("sqlite");

  /** The compressed bytes of what the page has loaded, by its kind. */
  function watchWeights(page: Page) {
    const weights: Record<string, number> = {};
    const pending: Promise<void>[] = [];
    page.on("response", (response) => {
      // A preview of a site is what its readers load.
      if (response.frame() !== page.mainFrame()) return;
      const kind = response.request().resourceType();
      pending.push(
        response.body().then(
          (body) => {
            weights[kind] = (weights[kind] ?? 0) + gzipSync(body).length;
          },
          () => {},
        ),
      );
    });
    return async () => {
      // Some scripts are loaded after what the test waits for is shown.
      await page.waitForLoadState("networkidle");
      await Promise.all(pending);
      return weights;
    };
  }

  test("loads few scripts for its first screen, for reading a page and for writing it", async (t) => {
    const { server } = workspace;
    const [organization] = (await server.call("GET /orgs")).items;
    const space = await server.call(`POST /orgs/${organization.id}/spaces`, { title: "Handbook" });
    const changes = [
      { operation: "insert_page", title: "Welcome", document: { markdown: "# Hello\n\nText." } },
    ];
    await server.call(`POST /spaces/${space.id}/content`, { changes });
    await server.call(`PATCH /spaces/${space.id}`, { editMode: "locked" });
    const page = await workspace.open(t, adminEmail, "/account");
    await page.getByRole("heading", { name: "Your account" }).waitFor();
    const weights = watchWeights(page);
    await page.goto(workspace.url(`/orgs/${organization.id}`));
    await page.getByRole("heading", { name: "Home" }).waitFor();
    const first = { ...(await weights()) };
    assert.ok(first.script !== undefined && first.script > 10_000, "the scripts were not measured");
    assert.ok(first.script <= budgets.script, `the first screen loads ${first.script} bytes of scripts`);
    assert.ok((first.stylesheet ?? 0) <= budgets.styles, `… and ${first.stylesheet} bytes of style sheets`);
    await page.goto(workspace.url(`/spaces/${space.id}`));
    await page.getByRole("heading", { name: "Welcome" }).waitFor();
    const both = { ...(await weights()) };
    // The second page loads all scripts once more.
    assert.ok(
      (both.script ?? 0) - first.script <= budgets.script,
      `both load ${both.script} bytes of scripts`,
    );
    await server.call(`PATCH /spaces/${space.id}`, { editMode: "live" });
    await page.reload();
    await page.getByRole("textbox", { name: "Text of the page" }).waitFor();
    const all = await weights();
    const reading = (both.script ?? 0) - first.script;
    const editor = (all.script ?? 0) - (both.script ?? 0) - reading;
    assert.ok(editor > 50_000, "the editor was not measured");
    assert.ok(editor <= budgets.editor, `the editor loads ${editor} bytes of scripts`);
    t.diagnostic(`${first.script}, ${reading} and ${editor} bytes of scripts`);
  });

  test("loads few scripts for each large screen from a cold start", async (t) => {
    const { server } = workspace;
    const [organization] = (await server.call("GET /orgs")).items;
    const space = await server.call(`POST /orgs/${organization.id}/spaces`, { title: "Docs" });
    await server.call(`POST /spaces/${space.id}/content`, {
      changes: [{ operation: "insert_page", title: "Start", document: { markdown: "Text." } }],
    });
    const sites = `/orgs/${organization.id}/sites`;
    const site = await server.call(`POST ${sites}`, { title: "Acme", spaces: [space.id] });
    await server.call(`POST ${sites}/${site.id}/publish`);
    const root = `${sites}/${site.id}`;
    const page = await workspace.open(t, adminEmail, "/account");
    await page.getByRole("heading", { name: "Your account" }).waitFor();
    const weights = watchWeights(page);
    let before = { script: 0, stylesheet: 0 };
    const screens = [
      ["Look", `${root}/look`, page.getByRole("button", { name: "Preset: Meadow" })],
      ["Insights", `${root}/insights`, page.getByRole("link", { name: "Insights", exact: true })],
      ["Structure", `${root}/structure`, page.getByRole("tree", { name: "Structure of the site" })],
      ["Server", "/server", page.getByRole("list", { name: "Processes" })],
    ] as const;
    for (const [name, path, shown] of screens) {
      // Loading the page again loads all scripts once more.
      await page.goto(workspace.url(path));
      await shown.waitFor();
      const { script = 0, stylesheet = 0 } = await weights();
      const scripts = script - before.script;
      const styles = stylesheet - before.stylesheet;
      t.diagnostic(`${name}: ${scripts} bytes of scripts, ${styles} of style sheets`);
      assert.ok(scripts > 10_000, `the scripts of ${name} were not measured`);
      assert.ok(scripts <= budgets.script, `${name} loads ${scripts} bytes of scripts`);
      assert.ok(styles <= budgets.styles, `${name} loads ${styles} bytes of style sheets`);
      before = { script, stylesheet };
    }
  });
});
