import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { becomes } from "./becomes.ts";

/**
 * Checks that the preview of the editor of looks has the same HTML as the published pages, for these paths below the address of
 * the site. The addresses differ, and the preview has one more script, which talks to the editor. Since the editor was loaded, no
 * page was chosen for its frame.
 */
export async function assertPreviewIsPublished(page: Page, published: string, paths: readonly string[]) {
  const frame = page.locator("iframe[title='Preview of the site']");
  const preview = new URL((await frame.getAttribute("src")) ?? "", page.url());
  const elementsOf = async (base: URL, path: string) => {
    const reply = await page.request.get(base.href.replace(/\/$/, "") + path);
    assert.equal(reply.status(), 200, reply.url());
    return (await reply.text())
      .replace(/<script type="module" src="[^"]*" data-workspace="[^"]*"><\/script>/, "")
      .replaceAll(preview.pathname.replace(/\/$/, ""), "BASE")
      .replaceAll(new URL(published).pathname.replace(/\/$/, ""), "BASE")
      .split(/(?=<)/);
  };
  for (const path of paths) {
    const expected = await elementsOf(new URL(published), path);
    assert.ok(expected.length > 50, `${path} was not compared`);
    await becomes(() => elementsOf(preview, path), expected);
  }
}
