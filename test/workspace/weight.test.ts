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
});
