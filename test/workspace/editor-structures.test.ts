import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import type { Document } from "../../src/app/editor/model/document.ts";
import { fromDocument } from "../../src/app/editor/model/from-document.ts";
import { checkDocument } from "../../src/content/document/check-document.ts";
import { documentFromMarkdown } from "../../src/content/document/markdown.ts";
import { finish } from "../../src/platform/index.ts";
import { skip } from "../support/chromium.ts";
import { docOf, dragTo, type EditorNode, p, setCaret, useEditor } from "../support/editor-page.ts";
import { findViolations } from "../support/suite-browser.ts";

const nodesOf = (markdown: string) =>
  fromDocument(documentFromMarkdown(markdown) as Document).toJSON().content as EditorNode[];
const press = async (page: Page, ...keys: readonly string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
/** The document that would be sent, which the server accepts. */
async function sent(page: Page): Promise<Document> {
  const document = await page.evaluate(() =>
    JSON.parse(JSON.stringify(Reflect.get(globalThis, "documentOf")())),
  );
  finish(checkDocument(document, "document"));
  return document;
}
/** Inserts a block by its name in the menu of the slash. */
async function insert(page: Page, name: string) {
  await page.keyboard.type(`/${name}`);
  await page.getByRole("listbox", { name: "Blocks" }).waitFor();
  await press(page, "Enter");
}
const undoAll = async (page: Page) => {
  for (let i = 0; i < 40; i++) await page.keyboard.press("Control+z");
};
const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });

describe("structures in the editor", { skip }, () => {
  const editor = useEditor();

  test("are inserted by the slash, written in and left by keyboard", async (t) => {
    const page = await editor.open(t, [p("")]);
    await page.getByRole("textbox", { name: "Text of the page" }).click();
    await insert(page, "Steps");
    await page.keyboard.type("One");
    await press(page, "Enter", "Enter");
    await page.keyboard.type("Two");
    await press(page, "Enter", "Enter", "Enter");
    assert.match(
      await docOf(page),
      /^stepper\(stepper_step\(paragraph\("One"\)\), stepper_step\(paragraph\("Two"\)\)\), paragraph/,
    );
    await sent(page);
    await insert(page, "2 columns");
    await page.keyboard.type("Left");
    await press(page, "Control+Enter");
    assert.match(
      await docOf(page),
      /columns\(column\(paragraph\("Left"\)\), column\(paragraph\)\), paragraph/,
    );
    await insert(page, "Expandable");
    await page.keyboard.type("More");
    await press(page, "Enter");
    await page.keyboard.type("Body");
    assert.match(
      await docOf(page),
      /expandable\(expandable_title\(paragraph\("More"\)\), expandable_body\(paragraph\("Body"\)\)\)/,
    );
    await press(page, "Control+Enter");
    await insert(page, "Updates");
    await page.keyboard.type("Released");
    await page.getByLabel("Date").fill("2026-01-31");
    await setCaret(page, "Released");
    await press(page, "Control+Enter");
    await insert(page, "Prompt");
    await page.keyboard.type("Explain it");
    const { nodes } = await sent(page);
    const types = nodes.map(({ type }) => type).filter((type) => type !== "paragraph");
    assert.deepEqual(types, ["stepper", "columns", "expandable", "updates", "prompt"]);
    const update = nodes.find(({ type }) => type === "updates")?.nodes?.[0] as unknown as {
      data: { date: string };
    };
    assert.equal(update.data.date, "2026-01-31T00:00:00.000Z");
    assert.deepEqual(await findViolations(page), []);
    await undoAll(page);
    assert.deepEqual((await sent(page)).nodes.length <= 1, true);
  });

  test("show the chosen tab, whose titles are changed, moved and removed by keyboard", async (t) => {
    const markdown =
      '{% tabs %}\n{% tab title="First" %}\nText one\n{% endtab %}\n\n{% tab title="Second" %}\nText two\n{% endtab %}\n{% endtabs %}\n';
    const page = await editor.open(t, nodesOf(markdown));
    const first = await sent(page);
    await page.getByText("Text one").waitFor();
    assert.equal(await page.getByText("Text two").isVisible(), false);
    await setCaret(page, "Text one");
    await press(page, "ArrowUp");
    assert.equal(await tab(page, "First").evaluate((node) => node.matches(":focus")), true);
    await press(page, "ArrowRight");
    await page.getByText("Text two").waitFor();
    assert.deepEqual(await findViolations(page), []);
    await press(page, "F2");
    await page.keyboard.type("Renamed");
    await press(page, "Enter");
    await tab(page, "Renamed").waitFor();
    await setCaret(page, "Text two");
    await press(page, "ArrowUp", "Alt+Shift+ArrowLeft");
    assert.deepEqual(await page.getByRole("tab").allTextContents(), ["Renamed", "First"]);
    await page.getByRole("button", { name: "Add tab" }).click();
    await page.keyboard.type("Third text");
    assert.deepEqual(await page.getByRole("tab").allTextContents(), ["Renamed", "First", "Tab 3"]);
    await sent(page);
    await press(page, "ArrowUp", "Delete");
    assert.deepEqual(await page.getByRole("tab").allTextContents(), ["Renamed", "First"]);
    await undoAll(page);
    assert.deepEqual(await sent(page), first);
    assert.deepEqual(await page.getByRole("tab").allTextContents(), ["First", "Second"]);
  });

  test("give columns their widths by keyboard and by dragging", async (t) => {
    const markdown =
      "{% columns %}\n{% column %}\nLeft\n{% endcolumn %}\n\n{% column %}\nRight\n{% endcolumn %}\n{% endcolumns %}\n";
    const page = await editor.open(t, nodesOf(markdown));
    const first = await sent(page);
    const widths = async () =>
      (await sent(page)).nodes[0]?.nodes?.map(
        (node) => (node as unknown as { data: { width?: unknown } }).data.width,
      );
    const gutter = page.getByRole("separator", { name: "Width of the columns" });
    await gutter.focus();
    await press(page, "ArrowRight");
    assert.deepEqual(await widths(), [
      { unit: "%", value: 55 },
      { unit: "%", value: 45 },
    ]);
    const box = await gutter.boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + 6, box.y + 5);
    await page.mouse.down();
    await page.mouse.move(box.x - 60, box.y + 5, { steps: 3 });
    await page.mouse.up();
    const [left] = (await widths()) as { value: number }[];
    assert.ok(left && left.value < 50, JSON.stringify(left));
    await setCaret(page, "Left");
    await press(page, "Alt+ArrowDown");
    assert.match(
      await docOf(page),
      /^columns\(column\(paragraph\("Right"\)\), column\(paragraph\("Left"\)\)\)/,
    );
    await undoAll(page);
    assert.deepEqual(await sent(page), first);
  });

  test("have handles of tabs, steps and columns, which move, copy and remove them", async (t) => {
    const step = (text: string) => `{% step %}\n${text}\n{% endstep %}\n`;
    const markdown =
      `{% stepper %}\n${step("Step one")}\n${step("Step two")}{% endstepper %}\n\n` +
      '{% tabs %}\n{% tab title="First" icon="rocket" %}\nText one\n{% endtab %}\n\n{% tab title="Second" %}\nText two\n{% endtab %}\n{% endtabs %}\n\n' +
      "{% columns %}\n{% column %}\nLeft\n{% endcolumn %}\n\n{% column %}\nRight\n{% endcolumn %}\n{% endcolumns %}\n";
    const page = await editor.open(t, nodesOf(markdown));
    const start = await sent(page);
    const steps = page.getByRole("button", { name: "Step", exact: true });
    const item = (name: string) => page.getByRole("menuitem", { name, exact: true }).click();
    await steps.first().click();
    await page.getByRole("menu", { name: "Step" }).waitFor();
    assert.deepEqual(await findViolations(page), []);
    await item("Duplicate step");
    assert.match(await docOf(page), /^stepper\((stepper_step\(paragraph\("Step one"\)\), ){2}stepper_step/);
    await steps.first().click();
    await item("Remove step");
    await dragTo(page, steps.last(), page.getByText("Step one"), { x: 80, y: 4 });
    assert.match(
      await docOf(page),
      /^stepper\(stepper_step\(paragraph\("Step two"\)\), stepper_step\(paragraph\("Step one"\)\)\)/,
    );

    await dragTo(page, tab(page, "Second"), tab(page, "First"), { x: 4, y: 15 });
    assert.deepEqual(await page.getByRole("tab").allTextContents(), ["Second", "First"]);
    await page.getByText("Text two").waitFor();
    await page.getByRole("button", { name: "Tab", exact: true }).click();
    await item("Duplicate tab");
    assert.deepEqual(await page.getByRole("tab").allTextContents(), ["Second", "Second", "First"]);
    await press(page, "ArrowUp", "Delete");
    assert.deepEqual(await page.getByRole("tab").allTextContents(), ["Second", "First"]);
    const icons = await tab(page, "First").locator(".named-icon").count();
    assert.equal(icons, 1, "the icon of the tab is not drawn");

    const columns = page.getByRole("button", { name: "Column", exact: true });
    await page.getByText("Left").hover();
    await dragTo(page, columns.first(), page.getByText("Right"), { x: -10, y: 5 });
    assert.match(
      await docOf(page),
      /columns\(column\(paragraph\("Right"\)\), column\(paragraph\("Left"\)\)\)/,
    );
    const gutter = await page.getByRole("separator", { name: "Width of the columns" }).boundingBox();
    const right = await page.getByText("Right").boundingBox();
    assert.ok(gutter && right && gutter.x > right.x, "the gutter is before the first column");
    await setCaret(page, "Left");
    await press(page, "Alt+F9");
    await item("Column");
    await item("Duplicate column");
    assert.match(await docOf(page), /column\(paragraph\("Left"\)\), column\(paragraph\("Left"\)\)\)/);
    await sent(page);
    for (const name of ["Left", "Left"]) {
      await setCaret(page, name);
      await press(page, "Alt+F9");
      await item("Column");
      await item("Remove column");
    }
    assert.match(await docOf(page), /\), paragraph\("Right"\)$/, "a single column stays");
    await undoAll(page);
    assert.deepEqual(await sent(page), start);
  });

  test("have icons that are chosen and drawn", async (t) => {
    const markdown =
      '{% stepper %}\n{% step icon="house" %}\nStep\n{% endstep %}\n{% endstepper %}\n\n' +
      '{% prompt description="Ask" icon="star" %}\n```\nExplain\n```\n{% endprompt %}\n\n{% hint style="info" icon="bolt" %}\nHint\n{% endhint %}\n';
    const page = await editor.open(t, nodesOf(markdown));
    await page.route("**/icons", (route) => route.fulfill({ json: [["rocket", "launch"], ["gear"]] }));
    const drawn = () =>
      page
        .locator(".named-icon")
        .evaluateAll((icons) =>
          icons.map((icon) => /icons\/([\w-]+)/.exec((icon as HTMLElement).style.maskImage)?.[1]),
        );
    assert.deepEqual(await drawn(), ["house", "star", "bolt"]);
    await page.getByRole("button", { name: "Step", exact: true }).click();
    await page.getByRole("menuitem", { name: "Icon" }).click();
    const dialog = page.getByRole("dialog");
    assert.equal(await dialog.getByRole("button", { name: "Emoji" }).count(), 0);
    await dialog.getByRole("combobox").fill("launch");
    await dialog.getByRole("option", { name: "rocket" }).waitFor();
    await press(page, "Enter");
    await dialog.waitFor({ state: "detached" });
    assert.deepEqual(await drawn(), ["rocket", "star", "bolt"]);
    assert.equal(
      await page
        .getByRole("textbox", { name: "Text of the page" })
        .evaluate((node) => node.matches(":focus")),
      true,
    );
    await sent(page);
  });

  test("have tags of updates, which are chosen from those of the space, or typed", async (t) => {
    const update = (date: string, tags: string) =>
      `{% update date="${date}" tags="${tags}" %}\nText\n{% endupdate %}`;
    const markdown = `{% updates format="full" %}\n${update("2026-01-02", "api")}\n\n${update("2026-01-01", "docs")}\n{% endupdates %}\n`;
    const page = await editor.open(t, nodesOf(markdown));
    const tags = [{ slug: "beta", label: "beta", color: "default" }];
    await page.route("**/v1/spaces/space/content", (route) => route.fulfill({ json: { tags } }));
    await page.getByRole("button", { name: "Tags: api" }).click();
    const dialog = page.getByRole("dialog", { name: "Tags" });
    await dialog.getByRole("option", { name: "beta" }).waitFor();
    assert.deepEqual(await dialog.getByRole("option").allTextContents(), ["api", "beta", "docs"]);
    assert.deepEqual(await findViolations(page), []);
    await dialog.getByRole("option", { name: "api" }).click();
    await dialog.getByRole("option", { name: "beta" }).click();
    await page.keyboard.type("brand new");
    await dialog.getByRole("group", { name: "New tag" }).waitFor();
    await press(page, "Enter", "Control+Enter");
    await page.getByRole("button", { name: "Tags: beta, brand new" }).waitFor();
    const [updates] = (await sent(page)).nodes as unknown as { nodes: { data: { tags: object[] } }[] }[];
    assert.deepEqual(updates?.nodes[0]?.data.tags, [
      { kind: "tag", tag: "beta" },
      { kind: "tag", tag: "brand new" },
    ]);
  });
});
