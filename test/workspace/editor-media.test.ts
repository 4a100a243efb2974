import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { becomes } from "../support/becomes.ts";
import { skip } from "../support/chromium.ts";
import { adminEmail, checkScreen, useWorkspace } from "../support/workspace.ts";

/** A PNG of 400 by 200 pixels, all of one color. */
const wide = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAZAAAADICAAAAADjfug+AAABJ0lEQVR42u3RMQEAAAzCMNTiXwImduxIJTSpXhULgAgIEAEBIiBABASIgAgIEAEBIiBABASIgAgIEAEBIiBABASIgAgIEAEBIiBABASIgAgIEAEBIiBABASIgAgIEAEBIiBABASIgAgIEAEBIiBABASIgAgIEAEBIiBABASIgAgIEAEBIiBABASIgAgIEAEBIiBABASIgAAREAEBIiBABASIgAAREAEBIiBABASIgAAREAEBIiBABASIgAAREAEBIiBABASIgAAREAEBIiBABASIgAAREAEBIiBABASIgAAREAEBIiBABASIgAAREAEBIiBABASIgAAREAEBIiBABASIgAARECACIiBABASIgAARECACIiBABASIgAARECACIiBABASILhsyOIpFZtCsSAAAAABJRU5ErkJggg==",
  "base64",
);

describe("media in the editor", { skip }, () => {
  const workspace = useWorkspace("sqlite");
  let space: string;

  before(async () => {
    const organization = (await workspace.server.call("GET /orgs")).items[0].id;
    const body = { title: "Handbook", editMode: "live" };
    space = (await workspace.server.call(`POST /orgs/${organization}/spaces`, body)).id;
  });

  async function insertPage(title: string, markdown: string): Promise<string> {
    const change = { operation: "insert_page", title, document: { markdown } };
    const { changes } = await workspace.server.call(`POST /spaces/${space}/content`, { changes: [change] });
    return changes[0].page.id;
  }
  async function openPage(
    t: Parameters<typeof workspace.open>[0],
    title: string,
    markdown: string,
    options = {},
  ) {
    const id = await insertPage(title, markdown);
    const page = await workspace.open(t, adminEmail, `/spaces/${space}/pages/${id}`, options);
    const text = page.getByRole("textbox", { name: "Text of the page" });
    await text.waitFor();
    return { page, text, id };
  }
  const saved = (page: Page) =>
    page
      .getByRole("status")
      .filter({ hasText: /^Saved$/ })
      .waitFor();
  async function markdownOf(id: string): Promise<string> {
    const page = await workspace.server.call(`GET /spaces/${space}/content/page/${id}?format=markdown`);
    return page.markdown.replaceAll(/\/files\/[\w-]+/g, "/files/F").trim();
  }
  /** Drops files into the text, at the words. */
  async function drop(page: Page, words: string, ...files: { name: string; type: string; bytes: Buffer }[]) {
    const target = page.getByText(words, { exact: true });
    const box = await target.boundingBox();
    assert.ok(box);
    const place = { clientX: box.x + 4, clientY: box.y + box.height - 2 };
    const sent = files.map(({ bytes, ...file }) => ({ ...file, base64: bytes.toString("base64") }));
    const transfer = await page.evaluateHandle((list) => {
      const data = new DataTransfer();
      for (const { name, type, base64 } of list) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        data.items.add(new File([bytes], name, { type }));
      }
      return data;
    }, sent);
    await target.dispatchEvent("drop", { dataTransfer: transfer, ...place });
  }

  test("uploads dropped images where they are dropped, and changes them by keys", async (t) => {
    const { page, text, id } = await openPage(t, "Images", "First\n\nSecond");
    await drop(
      page,
      "First",
      { name: "one.png", type: "image/png", bytes: wide },
      { name: "two.png", type: "image/png", bytes: wide },
    );
    await text.getByRole("toolbar", { name: "Image" }).nth(1).waitFor({ state: "attached" });
    assert.equal(await page.getByRole("group", { name: /^Uploading/ }).count(), 0);
    await saved(page);
    assert.match(await markdownOf(id), /^First\n\n[^\n]*files\/F[^\n]*files\/F[\s\S]*\n\nSecond$/);

    // One step of the history. The placeholder does not come back.
    await text.press("ControlOrMeta+z");
    assert.equal(await text.getByRole("img").count(), 0);
    assert.equal(await page.getByRole("group", { name: /^Uploading/ }).count(), 0);
    await text.press("ControlOrMeta+Shift+z");
    const hints = text.getByRole("button", { name: "Add alt text" });
    await hints.nth(1).waitFor();

    await hints.nth(1).click();
    await page.getByRole("textbox", { name: "What the image shows" }).fill("Two grey squares");
    await page.getByRole("button", { name: "Save" }).click();
    await text.getByRole("img", { name: "Two grey squares" }).waitFor();
    await hints.first().click();
    await page.getByRole("checkbox", { name: /^Decorative/ }).check();
    await page.getByRole("button", { name: "Save" }).click();
    await hints.waitFor({ state: "detached" });

    await text.getByRole("img", { name: "Two grey squares" }).click();
    const tools = text.getByRole("toolbar", { name: "Image" }).nth(1);
    await page.keyboard.press("Alt+Enter");
    await becomes(() => tools.getByRole("button", { name: "Align left" }).evaluate(isFocused), true);
    await page.keyboard.press("Enter");
    await tools.getByRole("button", { name: "Align left", pressed: true }).waitFor();
    await tools.getByRole("button", { name: "Frame" }).click();
    const handle = text.getByRole("slider", { name: "Width in pixels" }).nth(1);
    const before = Number(await handle.getAttribute("aria-valuenow"));
    await handle.focus();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Shift+ArrowLeft");
    assert.equal(Number(await handle.getAttribute("aria-valuenow")), before - 60);
    await tools.getByRole("button", { name: "Caption" }).click();
    await page.keyboard.type("Both of them");
    await saved(page);
    const written = await markdownOf(id);
    assert.match(written, /alt="Two grey squares"/);
    assert.match(written, new RegExp(`width="${before - 60}"`));
    assert.match(written, /data-with-frame|frame/);
    assert.match(written, /<figcaption><p>Both of them<\/p><\/figcaption>/);
    await page.keyboard.press("Enter");
    await page.keyboard.type("After");
    await saved(page);
    assert.match(await markdownOf(id), /After\n\nSecond$/);
    await checkScreen(page, "a page with images");

    await text.getByRole("img", { name: "Two grey squares" }).click();
    await page.keyboard.press("Delete");
    await text.locator("figure img").click();
    await page.keyboard.press("Delete");
    await saved(page);
    assert.equal(await markdownOf(id), "First\n\nAfter\n\nSecond");
  });

  test("shows images side by side, in dark mode and in their place others, and drags their width", async (t) => {
    const { page, text, id } = await openPage(t, "Gallery", "First");
    // While somebody listens, the browser does not ask for files itself.
    page.on("filechooser", () => {});
    const png = (name: string) => ({ name, mimeType: "image/png", buffer: wide });
    const choose = async (tool: string, name: string) => {
      await saved(page);
      const chooser = page.waitForEvent("filechooser");
      await text.getByRole("toolbar", { name: "Image" }).first().getByRole("button", { name: tool }).click();
      await (await chooser).setFiles(png(name));
      await page.getByRole("group", { name: `Uploading ${name}` }).waitFor({ state: "detached" });
    };
    await drop(page, "First", { name: "one.png", type: "image/png", bytes: wide });
    await text.getByRole("button", { name: "Add alt text" }).waitFor();
    const first = text.locator("figure img").first();
    await first.click();
    await choose("Add images beside it", "two.png");
    await text.locator("figure img").nth(1).waitFor();
    // A second click leaves it selected.
    await first.click();
    await choose("Image for dark mode", "dark.png");
    await text.locator(".dark-only").first().waitFor({ state: "attached" });
    const { items: before } = await workspace.server.call(`GET /spaces/${space}/content/files`);
    await choose("Replace", "other.png");
    const handle = text.getByRole("slider", { name: "Width in pixels" }).first();
    const box = await handle.boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 - 60, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    const width = Number(await handle.getAttribute("aria-valuenow"));
    await page.keyboard.press("ControlOrMeta+s");
    await saved(page);
    const written = await markdownOf(id);
    assert.match(written, new RegExp(`width="${width}"`));
    assert.match(written, /<picture>|srcset=|#gh-dark/);
    assert.equal(written.match(/<figure/g)?.length, 2, written);
    const { items } = await workspace.server.call(`GET /spaces/${space}/content/files`);
    assert.equal(items.length, before.length + 1);
  });

  test("says why a file is refused, and tries again what failed", async (t) => {
    const { page, text, id } = await openPage(t, "Failures", "First", {
      expectedErrors: /status of (?:413|500)/,
    });
    await page.evaluate(announceHuge);
    await drop(page, "First", { name: "huge.bin", type: "", bytes: Buffer.alloc(10) });
    const huge = page.getByRole("group", { name: "Uploading huge.bin" });
    await huge.getByText("at most 100 MB").waitFor();
    await huge.getByRole("button", { name: "Cancel huge.bin" }).click();
    await huge.waitFor({ state: "detached" });

    const uploads = "**/content/files/upload";
    await page.route(uploads, (route) => route.fulfill({ status: 500, body: "" }), { times: 1 });
    await drop(page, "First", { name: "notes.txt", type: "text/plain", bytes: Buffer.from("Notes") });
    const card = page.getByRole("group", { name: "Uploading notes.txt" });
    await card.getByRole("button", { name: "Upload notes.txt again" }).click();
    await text.getByText("notes.txt").waitFor();
    await card.waitFor({ state: "detached" });
    await saved(page);
    assert.match(await markdownOf(id), /^First\n\n\{% file src="\/files\/F" %\}$/);

    // A file that is being sent can be canceled, and what is typed meanwhile stays.
    let finish = () => {};
    await page.route(uploads, async (route) => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      await route.abort().catch(() => {});
    });
    await drop(page, "First", { name: "slow.txt", type: "text/plain", bytes: Buffer.from("Slow") });
    await page.getByRole("group", { name: "Uploading slow.txt" }).getByRole("progressbar").waitFor();
    await page.getByText("First", { exact: true }).click();
    await page.keyboard.press("End");
    await page.keyboard.type(" and more");
    await page.getByRole("button", { name: "Cancel slow.txt" }).click();
    finish();
    await saved(page);
    assert.match(await markdownOf(id), /^First and more\n\n\{% file src="\/files\/F" %\}$/);
  });

  test("writes code with colors, its language, its title and highlighted lines", async (t) => {
    const { page, text, id } = await openPage(t, "Code", "Start");
    await page.getByText("Start").click();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.keyboard.type("```js ");
    await page.keyboard.type("const a = 1;");
    await text.locator(".hljs-keyword", { hasText: "const" }).waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.type("call(a);");
    await page.keyboard.press("Shift+ArrowUp");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ControlOrMeta+Alt+h");
    await saved(page);
    assert.match(
      await markdownOf(id),
      /^Start\n\n<pre class="language-js"><code[^>]*><strong> {2}const a = 1;\n<\/strong><strong> {2}call\(a\);/,
    );
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("ControlOrMeta+Alt+h");
    await page.keyboard.press("Alt+Enter");
    await page.keyboard.press("Enter");
    await page.getByRole("combobox", { name: "Language of the code" }).fill("python");
    await page.getByRole("option", { name: /^Python python/, selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await text.getByRole("button", { name: "Language: Python", exact: true }).waitFor();
    await text.getByRole("button", { name: "Title and lines…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Title" }).fill("main.py");
    await dialog.getByRole("checkbox", { name: "Line numbers" }).check();
    await dialog.getByRole("checkbox", { name: /^Show the first lines only/ }).check();
    await dialog.getByRole("spinbutton", { name: "Lines shown at first" }).fill("1");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.keyboard.press("ArrowRight");
    await page.keyboard.insertText("#");
    await saved(page);
    const written = await markdownOf(id);
    for (const part of ['title="main.py"', 'lineNumbers="true"', 'expandable="true"', "```python"])
      assert.ok(written.includes(part), written);
    await checkScreen(page, "a page with code");
    await page.keyboard.press("ControlOrMeta+Enter");
    await page.keyboard.type("After");
    await saved(page);
    assert.match(await markdownOf(id), /\{% endcode %\}\n\nAfter$/);

    // Browsers have no clipboard for scripts on origins without https.
    await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
    await text.getByText("call(a)").click();
    await text.getByRole("button", { name: "Copy the code" }).click();
    await page.getByText("Code copied").waitFor();
    await page.getByText("After").click();
    await page.keyboard.press("End");
    await page.keyboard.press("ControlOrMeta+Shift+v");
    await saved(page);
    assert.match(await markdownOf(id), /\nAfter.*\n\s*call\(a\);/);
    await page.getByRole("button", { name: "Actions for this page" }).click();
    await page.getByRole("menuitem", { name: "Copy link" }).click();
    await page.getByText("The link was copied.").waitFor();
    await page.getByRole("textbox", { name: "Title", exact: true }).focus();
    await page.keyboard.press("ControlOrMeta+v");
    const title = await page.getByRole("textbox", { name: "Title", exact: true }).inputValue();
    assert.ok(title.includes(`/app/spaces/${space}/pages/${id}`), title);
  });

  test("writes formulas in the text and as blocks, with a preview", async (t) => {
    const { page, text, id } = await openPage(t, "Formulas", "Area");
    await page.getByText("Area").click();
    await page.keyboard.press("End");
    await page.keyboard.type(" $$\\pi r^2$$ of a disk");
    await text.locator("math").waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.type("$$");
    await page.keyboard.press("Enter");
    const editor = page.getByRole("dialog", { name: "Edit the formula" });
    await editor.getByRole("textbox", { name: "Formula in TeX" }).fill("\\frac{1");
    await editor.getByRole("alert").waitFor();
    await editor.getByRole("textbox", { name: "Formula in TeX" }).fill("\\frac{1}{2}");
    await editor.getByRole("alert").waitFor({ state: "detached" });
    await editor.locator("math mfrac").waitFor();
    await page.keyboard.press("ControlOrMeta+Enter");
    await editor.waitFor({ state: "detached" });
    await saved(page);
    assert.equal(await markdownOf(id), "Area $$\\pi r^2$$ of a disk\n\n$$\n\\frac{1}{2}\n$$");
    await checkScreen(page, "a page with formulas");
    // The selected formula is edited by Enter, and Escape discards what was typed.
    await text.locator("math[display=block]").click();
    await page.keyboard.press("Enter");
    await editor.getByRole("textbox", { name: "Formula in TeX" }).fill("x");
    await page.keyboard.press("Escape");
    await editor.waitFor({ state: "detached" });
    await page.keyboard.press("Delete");
    await saved(page);
    assert.equal(await markdownOf(id), "Area $$\\pi r^2$$ of a disk");
  });

  test("shows operations of API descriptions, and makes, includes and detaches shared text", async (t) => {
    const paths = { "/pets": { get: { summary: "List pets", responses: {} }, post: { responses: {} } } };
    const spec = {
      openapi: "3.1.0",
      info: { title: "Pets", version: "1" },
      paths,
      webhooks: { adopted: { post: { summary: "A pet was adopted", responses: {} } } },
      components: { schemas: { Pet: {}, Owner: {} } },
    };
    const organization = (await workspace.server.call("GET /orgs")).items[0].id;
    const stored = `/orgs/${organization}/openapi/pets`;
    await workspace.server.call(`PUT ${stored}`, { source: { text: JSON.stringify(spec) } });
    // The server reads it after its reply.
    while ((await workspace.server.call(`GET ${stored}`)).lastVersion === undefined)
      await new Promise((resolve) => setTimeout(resolve, 50));
    const { page, text, id } = await openPage(t, "Shared", "Keep\n\nShare me");
    const insert = async (name: string) => {
      await page.keyboard.press("Enter");
      await page.keyboard.type(`/${name}`);
      await page.getByRole("option", { name }).first().waitFor();
      await page.keyboard.press("Enter");
    };
    await page.getByText("Keep").click();
    await page.keyboard.press("End");
    await insert("API operation");
    await page.getByRole("option", { name: /^pets/ }).waitFor();
    await page.keyboard.press("Enter");
    const operations = page.getByRole("combobox", { name: "Choose operations" });
    await page.getByRole("option", { name: "POST /pets" }).click();
    await operations.fill("list");
    const first = page.getByRole("option", { name: "GET /pets List pets" });
    await first.waitFor();
    await page.keyboard.press("Enter");
    await becomes(() => first.getAttribute("aria-checked"), "true");
    await checkScreen(page, "choosing operations");
    await page.keyboard.press("ControlOrMeta+Enter");
    await text.getByText("List pets").waitFor();
    await saved(page);
    const block = (method: string) => `{% openapi-operation spec="pets" path="/pets" method="${method}" %}`;
    const markdown = await markdownOf(id);
    assert.ok(markdown.startsWith("Keep"), markdown);
    assert.ok(markdown.indexOf(block("get")) < markdown.indexOf(block("post")), markdown);
    assert.ok(markdown.includes(block("get")), markdown);
    await text.getByText("List pets").click();
    await text.getByRole("button", { name: "Choose others" }).first().click();
    await page.getByRole("option", { name: /^pets/ }).click();
    await page.getByRole("option", { name: "POST /pets" }).click();
    await page.getByRole("button", { name: "Insert", exact: true }).click();
    await text.getByText("List pets").waitFor({ state: "detached" });
    await saved(page);
    const replaced = await markdownOf(id);
    assert.equal(replaced.split(block("post")).length, 3, replaced);
    assert.ok(!replaced.includes(block("get")), replaced);

    await page.keyboard.press("ArrowDown");
    await page.getByText("Keep").click();
    await page.keyboard.press("End");
    await insert("API schemas");
    await page.getByRole("option", { name: /^pets/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("option", { name: "Owner", exact: true }).click();
    await page.keyboard.press("ControlOrMeta+Enter");
    await text.getByText("Owner").waitFor();
    await page.getByText("Keep").click();
    await page.keyboard.press("End");
    await insert("API webhook");
    await page.getByRole("option", { name: /^pets/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("option", { name: /adopted/ }).click();
    await page.keyboard.press("ControlOrMeta+Enter");
    await text.getByText("A pet was adopted").waitFor();
    await page.keyboard.press("ControlOrMeta+s");
    await saved(page);
    assert.match(
      await markdownOf(id),
      /^Keep\n\n\{% openapi-webhook [^\n]*adopted[\s\S]*\{% openapi-schemas [^\n]*Owner[\s\S]*openapi-operation/,
    );

    await page.getByText("Share me").click({ clickCount: 3 });
    await page.keyboard.press("ControlOrMeta+Alt+r");
    await page.getByRole("dialog").getByRole("textbox", { name: "Title" }).fill("Note");
    await page.keyboard.press("Enter");
    await text.getByText("Included: Note").waitFor();
    await text.getByText("Share me").waitFor();
    await saved(page);
    assert.match(await markdownOf(id), /\{% include "[^"]+" %\}$/);
    await text.getByText("Included: Note").click();
    await checkScreen(page, "a page with included content");
    await text.getByRole("button", { name: "Replace by a copy" }).click();
    await text.getByText("Included: Note").waitFor({ state: "detached" });
    await saved(page);
    assert.match(await markdownOf(id), /\n\nShare me$/);
  });
});

/** A file of 150 MB, without its bytes. */
function announceHuge(): void {
  const size = Object.getOwnPropertyDescriptor(Blob.prototype, "size");
  Object.defineProperty(File.prototype, "size", {
    get(this: File) {
      return this.name === "huge.bin" ? 150_000_000 : size?.get?.call(this);
    },
  });
}

const isFocused = (element: Element) => (element.getRootNode() as ShadowRoot).activeElement === element;
