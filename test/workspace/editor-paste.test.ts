import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { skip } from "../support/chromium.ts";
import { readClipboardSamples } from "../support/clipboard.ts";
import { adminEmail, useWorkspace } from "../support/workspace.ts";

describe("pasting in the editor", { skip }, () => {
  const workspace = useWorkspace("sqlite");
  let space: string;

  before(async () => {
    const organization = (await workspace.server.call("GET /orgs")).items[0].id;
    const body = { title: "Handbook", editMode: "live" };
    space = (await workspace.server.call(`POST /orgs/${organization}/spaces`, body)).id;
  });

  async function insertPage(title: string, markdown = ""): Promise<string> {
    const change = { operation: "insert_page", title, document: { markdown } };
    const { changes } = await workspace.server.call(`POST /spaces/${space}/content`, { changes: [change] });
    return changes[0].page.id;
  }
  const path = (id: string) => `/spaces/${space}/pages/${id}`;
  const textIn = (page: Page) => page.getByRole("textbox", { name: "Text of the page" });
  const saved = (page: Page) =>
    page
      .getByRole("status")
      .filter({ hasText: /^Saved$/ })
      .waitFor();
  async function markdownOf(id: string): Promise<string> {
    const page = await workspace.server.call(`GET /spaces/${space}/content/page/${id}?format=markdown`);
    return page.markdown;
  }
  /** Markdown as the server writes blocks. */
  async function canonical(markdown: string): Promise<string> {
    const convert = (body: object) => workspace.server.call(`POST /spaces/${space}/content/convert`, body);
    const { document } = await convert({ markdown });
    return (await convert({ document })).markdown;
  }
  /** Pastes as another program would. */
  async function paste(page: Page, data: Readonly<Record<string, string>>) {
    const transfer = await page.evaluateHandle((types) => {
      const created = new DataTransfer();
      for (const [type, value] of Object.entries(types)) created.setData(type, value);
      return created;
    }, data);
    await textIn(page).evaluate((element, clipboardData) => {
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, transfer);
  }
  const written = async (page: Page, id: string, expected: string | RegExp) => {
    let markdown = "";
    for (let i = 0; i < 120; i++) {
      await saved(page);
      markdown = await markdownOf(id);
      if (typeof expected === "string" ? markdown.trim() === expected.trim() : expected.test(markdown))
        return;
      await page.waitForTimeout(250);
    }
    if (typeof expected === "string") assert.equal(markdown.trim(), expected.trim());
    else assert.match(markdown, expected);
  };

  test("takes over documents of other programs as they are expected", async (t) => {
    const first = await insertPage("Samples");
    const page = await workspace.open(t, adminEmail, path(first));
    for (const { name, html = "", text, markdown } of readClipboardSamples()) {
      const id = await insertPage(name);
      await page.goto(workspace.url(path(id)));
      await textIn(page).click();
      const plain = text ?? textOfHtml(html);
      await paste(page, { "text/plain": plain, ...(html && { "text/html": html }) });
      await page.getByText("Pasting…").waitFor({ state: "detached" });
      await saved(page);
      // Uploaded images have ids of their own.
      const named = (text: string) => text.replaceAll(/\/(?:inlined|files)\/[\w.-]+/g, "/X");
      assert.equal(named(await markdownOf(id)).trim(), named(await canonical(markdown)).trim(), name);
    }
  });

  test("keeps everything that is copied in the editor, and gives other programs its text", async (t) => {
    const source =
      '# Title\n\n- One\n- **Two**\n\n{% hint style="info" %}\nNote\n{% endhint %}\n\n$$\nx^2\n$$\n\nLast';
    const [from, to] = [await insertPage("From", source), await insertPage("To")];
    const page = await workspace.open(t, adminEmail, path(from), {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await textIn(page).click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.press("ControlOrMeta+c");
    const text = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(text, /^# Title\n\n- One\n- Two\n\nNote\n\n\$\$\nx\^2\n\$\$\n\nLast$/);
    await page.goto(workspace.url(path(to)));
    await textIn(page).click();
    await page.keyboard.press("ControlOrMeta+v");
    await written(page, to, await markdownOf(from));
    // Without formatting.
    const plain = await insertPage("Plain");
    await page.goto(workspace.url(path(plain)));
    await textIn(page).click();
    await page.keyboard.press("ControlOrMeta+Shift+v");
    await written(page, plain, /^\\# Title\n\n\\- One/);
  });

  test("pastes addresses as links, references, embeds and text", async (t) => {
    const target = await insertPage("Target page");
    const id = await insertPage("Addresses", "Read this first");
    const page = await workspace.open(t, adminEmail, path(id), { otherHosts: /never/ });
    await page.getByText("Read this first").click();
    await page.keyboard.press("End");
    for (let i = 0; i < 5; i++) await page.keyboard.press("Shift+ArrowLeft");
    await paste(page, { "text/plain": "https://example.com/first" });
    await written(page, id, "Read this [first](https://example.com/first)");
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await paste(page, { "text/plain": workspace.url(path(target)) });
    await textIn(page).getByRole("link", { name: "Target page" }).waitFor();
    await written(page, id, /\n\n\[Target page\]\([^)]*target-page\.md[^)]*\)\s*$/);
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await paste(page, { "text/plain": "https://www.youtube.com/watch?v=abc" });
    const offer = page.getByRole("toolbar", { name: "Show the address as" });
    await offer.waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await offer.waitFor({ state: "detached" });
    await written(page, id, /\{% embed url="https:\/\/www\.youtube\.com\/watch\?v=abc" %\}\s*$/);
  });

  test("takes over dropped HTML, and uploads images that a pasted text contains", async (t) => {
    const id = await insertPage("Dropped", "First\n\nLast");
    const page = await workspace.open(t, adminEmail, path(id));
    const target = textIn(page).getByText("Last", { exact: true });
    const box = await target.boundingBox();
    assert.ok(box);
    const transfer = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.setData("text/html", "<p>A <b>bold</b> word</p><ul><li>one</li></ul>");
      return data;
    });
    const place = { clientX: box.x + 1, clientY: box.y + 2 };
    await target.dispatchEvent("drop", { dataTransfer: transfer, ...place });
    await written(page, id, /First\n\n[\s\S]*\*\*bold\*\* word\n\n[*-] one\n\n[\s\S]*Last/);
    await textIn(page).getByText("First", { exact: true }).click();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    const background = { r: 0, g: 90, b: 200 };
    const picture = sharp({ create: { width: 40, height: 20, channels: 3, background } }).png();
    const base64 = (await picture.toBuffer()).toString("base64");
    await paste(page, {
      "text/html": `<p>Before</p><p><img src="data:image/png;base64,${base64}"></p><p>After</p>`,
    });
    await written(page, id, /First\n\nBefore\n\n[^\n]*\/files\/\w+[^\n]*\n\nAfter/);
  });

  test("keeps the place of text that is converted while one types on, as one step", async (t) => {
    const id = await insertPage("Slow", "Start");
    const page = await workspace.open(t, adminEmail, path(id), { expectedErrors: /status of 400/ });
    await page.getByText("Start").click();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    let go = () => {};
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    await page.route("**/convert", async (route) => {
      await gate;
      await route.continue();
    });
    await paste(page, { "text/plain": "# Pasted\n\n- item" });
    await page.getByText("Pasting…").waitFor();
    await page.keyboard.type("Typed");
    go();
    await page.getByText("Pasting…").waitFor({ state: "detached" });
    await written(page, id, "Start\n\n# Pasted\n\n- item\n\nTyped");
    await page.keyboard.press("ControlOrMeta+z");
    await written(page, id, "Start\n\nTyped");
    // Offline, the text is pasted as it is.
    await page.unroute("**/convert");
    await page.route("**/convert", (route) => route.fulfill({ status: 400, body: "{}" }));
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await paste(page, { "text/plain": "## Not converted" });
    await page.getByText("The text was pasted without its formatting").waitFor();
    await written(page, id, /Typed\n\n\\## Not converted\s*$/);
  });
});

/** The text that a program would give beside its HTML. */
function textOfHtml(html: string): string {
  return html.replaceAll(/<(style|head)\b[\s\S]*?<\/\1>|<[^>]*>/g, "");
}
