import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import type { Document } from "../../src/app/editor/model/document.ts";
import { fromDocument } from "../../src/app/editor/model/from-document.ts";
import { checkDocument } from "../../src/content/document/check-document.ts";
import { documentFromMarkdown } from "../../src/content/document/markdown.ts";
import { finish } from "../../src/platform/index.ts";
import { skip } from "../support/chromium.ts";
import { type EditorNode, setCaret, useEditor } from "../support/editor-page.ts";
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
/** The texts and values of the first table, row by row; titles first. */
async function cellsOf(page: Page): Promise<unknown[][]> {
  await sent(page);
  return page.evaluate(() => {
    const { doc } = Reflect.get(globalThis, "view").state;
    const rows: unknown[][] = [];
    doc.descendants((node: { type: { name: string }; children: never[] }) => {
      if (node.type.name !== "table" || rows.length > 0) return true;
      for (const row of node.children as { children: { attrs: { value: unknown }; textContent: string }[] }[])
        rows.push(row.children.map(({ attrs, textContent }) => attrs.value ?? textContent));
      return false;
    });
    return rows;
  });
}
const undoAll = async (page: Page) => {
  for (let i = 0; i < 60; i++) await page.keyboard.press("Control+z");
};
const item = (page: Page, name: string) => page.getByRole("menuitem", { name, exact: true });

const fruit = `Before

| Name | Price | Done |
| --- | --- | --- |
| Apples | 1200 | yes |
| Pears |  | no |

After
`;

describe("tables in the editor", { skip }, () => {
  const editor = useEditor();

  test("are written by keyboard, cell by cell, and undoing all gives the first document", async (t) => {
    const page = await editor.open(t, nodesOf(fruit));
    const first = await sent(page);
    await setCaret(page, "Apples");
    await page.keyboard.type("!");
    await press(page, "Tab");
    await page.keyboard.type("x");
    await press(page, "Tab", "Tab", "Tab");
    await page.keyboard.type("9");
    await press(page, "Tab", "Tab");
    await page.keyboard.type("Plums");
    await press(page, "Shift+Tab");
    await page.keyboard.type("?");
    assert.deepEqual(await cellsOf(page), [
      ["Name", "Price", "Done"],
      ["Apples!", "1200x", "yes"],
      ["Pears", "9", "no?"],
      ["Plums", "", ""],
    ]);
    await undoAll(page);
    assert.deepEqual(await sent(page), first);
  });

  test("change rows and columns by their menus, by keys and by dragging", async (t) => {
    const page = await editor.open(t, nodesOf(fruit));
    const first = await sent(page);
    const rows = async () => (await cellsOf(page)).map((row) => row[0]);
    await setCaret(page, "Apples");
    await press(page, "Shift+F10");
    await page.getByRole("menu", { name: "Cell" }).waitFor();
    assert.deepEqual(await findViolations(page), []);
    await item(page, "Insert row above").click();
    await page.keyboard.type("Figs");
    assert.deepEqual(await rows(), ["Name", "Figs", "Apples", "Pears"]);
    await press(page, "Alt+ArrowDown");
    assert.deepEqual(await rows(), ["Name", "Apples", "Figs", "Pears"]);
    await press(page, "Shift+F10");
    await item(page, "Duplicate row").click();
    assert.deepEqual(await rows(), ["Name", "Apples", "Figs", "Figs", "Pears"]);
    await press(page, "Shift+F10");
    await item(page, "Delete row").click();
    assert.deepEqual(await rows(), ["Name", "Apples", "Figs", "Pears"]);
    await press(page, "Alt+Shift+ArrowRight");
    assert.deepEqual((await cellsOf(page))[0], ["Price", "Name", "Done"]);
    await press(page, "Shift+F10");
    await item(page, "Insert column after").click();
    await page.keyboard.type("Color");
    assert.deepEqual((await cellsOf(page))[0], ["Price", "Name", "Color", "Done"]);
    await press(page, "Shift+F10");
    await item(page, "Hide column").click();
    assert.equal(await page.getByRole("columnheader", { name: "Color" }).count(), 0);
    await page.getByRole("button", { name: "Table options" }).click();
    await item(page, "Show column Color").click();
    await page.getByRole("columnheader", { name: "Color" }).waitFor();
    await page.getByRole("cell", { name: "Pears" }).hover();
    const handle = await page.getByRole("button", { name: "Row", exact: true }).boundingBox();
    const target = await page.getByRole("cell", { name: "Apples" }).boundingBox();
    assert.ok(handle && target);
    await page.mouse.move(handle.x + 8, handle.y + 8);
    await page.mouse.down();
    await page.mouse.move(target.x, target.y + 20, { steps: 4 });
    await page.mouse.up();
    assert.deepEqual(
      (await cellsOf(page)).map((row) => row[1]),
      ["Name", "Pears", "Apples", "Figs"],
    );
    const header = await page.getByRole("columnheader", { name: "Price" }).boundingBox();
    assert.ok(header);
    await page.mouse.move(header.x + header.width, header.y + 10);
    await page.mouse.down();
    await page.mouse.move(header.x + header.width + 60, header.y + 10, { steps: 3 });
    await page.mouse.up();
    const [, table] = (await sent(page)).nodes;
    const { view } = (table as NonNullable<typeof table>).data as {
      view: { columnWidths: Record<string, number> };
    };
    assert.deepEqual(
      Object.values(view.columnWidths).map((width) => Math.abs(width - header.width - 60) < 3),
      [true],
    );
    await page.getByRole("columnheader", { name: "Color" }).hover();
    await page.getByRole("button", { name: "Column", exact: true }).click();
    await item(page, "Delete column").click();
    assert.deepEqual((await cellsOf(page))[0], ["Price", "Name", "Done"]);
    await page.getByRole("button", { name: "Table options" }).click();
    await page.getByRole("menuitemradio", { name: "Header row" }).click();
    assert.equal(await page.getByRole("columnheader").count(), 0);
    await press(page, "Control+z");
    await page.getByRole("columnheader", { name: "Price" }).waitFor();
    await setCaret(page, "Apples");
    await undoAll(page);
    assert.deepEqual(await sent(page), first);
  });

  test("have columns of all types, whose values are changed by keyboard", async (t) => {
    const page = await editor.open(t, nodesOf(fruit));
    const first = await sent(page);
    const setType = async (text: string, type: string) => {
      await setCaret(page, text);
      await press(page, "Shift+F10");
      await item(page, "Column settings").click();
      await page.getByLabel("Type", { exact: true }).selectOption({ label: type });
      await page.getByRole("button", { name: "Close" }).click();
    };
    await setType("Price", "Number");
    assert.deepEqual(
      (await cellsOf(page)).map((row) => row[1]),
      ["Price", 1200, ""],
    );
    await setCaret(page, "Pears");
    await press(page, "Tab");
    await page.keyboard.type("3,5");
    await press(page, "Enter");
    assert.deepEqual(
      (await cellsOf(page)).map((row) => row[1]),
      ["Price", 1200, 3.5],
    );
    await setType("Done", "Checkbox");
    assert.deepEqual(
      (await cellsOf(page)).map((row) => row[2]),
      ["Done", true, false],
    );
    await setCaret(page, "Pears");
    await press(page, "Tab", "Tab", "Space");
    assert.deepEqual(
      (await cellsOf(page)).map((row) => row[2]),
      ["Done", true, true],
    );
    assert.deepEqual(await findViolations(page), []);
    await setType("Done", "Choice");
    assert.deepEqual(
      (await cellsOf(page)).map((row) => row[2]),
      ["Done", ["Yes"], ["Yes"]],
    );
    await setCaret(page, "Apples");
    await press(page, "Tab", "Tab", "Enter");
    await page.getByRole("combobox", { name: "Value of Done" }).waitFor();
    assert.deepEqual(await findViolations(page), []);
    await page.keyboard.type("Later");
    await press(page, "Enter");
    assert.deepEqual(
      (await cellsOf(page)).map((row) => row[2]),
      ["Done", ["Later"], ["Yes"]],
    );
    await press(page, "Delete");
    assert.deepEqual(
      (await cellsOf(page)).map((row) => row[2]),
      ["Done", "", ["Yes"]],
    );
    await setType("Price", "Rating");
    assert.deepEqual(
      (await cellsOf(page)).map((row) => row[1]),
      ["Price", 5, 4],
    );
    await setCaret(page, "Pears");
    await press(page, "Tab", "ArrowLeft", "ArrowLeft");
    assert.deepEqual(
      (await cellsOf(page)).map((row) => row[1]),
      ["Price", 5, 2],
    );
    for (const type of ["People", "Files", "Link", "Image", "Text"]) {
      await setType("Price", type);
      assert.deepEqual(
        (await cellsOf(page)).map((row) => row[1]),
        ["Price", "", ""],
        type,
      );
    }
    await setCaret(page, "Apples");
    await undoAll(page);
    assert.deepEqual(await sent(page), first);
  });

  test("copy cells and paste those of spreadsheets, in a table and elsewhere", async (t) => {
    const page = await editor.open(t, nodesOf(fruit));
    const first = await sent(page);
    const paste = (data: Readonly<Record<string, string>>) =>
      page.evaluate((types) => {
        const { dom } = Reflect.get(globalThis, "view");
        const clipboardData = new DataTransfer();
        for (const [type, text] of Object.entries(types)) clipboardData.setData(type, text);
        dom.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
      }, data);
    await setCaret(page, "Apples");
    await press(page, "Shift+ArrowRight", "Shift+ArrowDown");
    const copied = await page.evaluate(() => {
      const { dom } = Reflect.get(globalThis, "view");
      const clipboardData = new DataTransfer();
      dom.dispatchEvent(new ClipboardEvent("copy", { clipboardData, bubbles: true, cancelable: true }));
      return { plain: clipboardData.getData("text/plain"), html: clipboardData.getData("text/html") };
    });
    assert.equal(copied.plain, "Apples\t1200\nPears\t");
    await press(page, "Delete");
    assert.deepEqual((await cellsOf(page)).slice(1), [
      ["", "", "yes"],
      ["", "", "no"],
    ]);
    await paste({ "text/html": copied.html, "text/plain": copied.plain });
    assert.deepEqual((await cellsOf(page)).slice(1), [
      ["Apples", "1200", "yes"],
      ["Pears", "", "no"],
    ]);
    await setCaret(page, "no");
    const sheet =
      "<html><body><!--StartFragment--><table><tr><td>a</td><td>b<br>c</td></tr><tr><td>1</td><td>2</td></tr></table><!--EndFragment--></body></html>";
    await paste({ "text/html": sheet, "text/plain": "a\tb\n1\t2" });
    assert.deepEqual((await cellsOf(page)).slice(1), [
      ["Apples", "1200", "yes", ""],
      ["Pears", "", "a", "b\nc"],
      ["", "", "1", "2"],
    ]);
    await setCaret(page, "After");
    await paste({ "text/plain": "Name\tSize\nBox\t3" });
    const { nodes } = await sent(page);
    assert.deepEqual(
      nodes
        .filter(({ type }) => type === "table")
        .map(({ data }) => Object.values(data.definition as object).length),
      [4, 2],
    );
    await undoAll(page);
    assert.deepEqual(await sent(page), first);
  });

  test("are shown as cards, which are written, added and moved", async (t) => {
    const page = await editor.open(t, nodesOf(fruit));
    const first = await sent(page);
    await setCaret(page, "Apples");
    await page.getByRole("button", { name: "Table options" }).click();
    await item(page, "Show as cards").click();
    assert.equal(await page.getByRole("listitem").count(), 2);
    assert.deepEqual(await findViolations(page), []);
    await setCaret(page, "Pears");
    await page.keyboard.type("!");
    await page.getByRole("button", { name: "Add card" }).click();
    await page.keyboard.type("Figs");
    assert.deepEqual(
      (await cellsOf(page)).map((row) => row[0]),
      ["Name", "Apples", "Pears!", "Figs"],
    );
    await press(page, "Alt+ArrowUp");
    assert.deepEqual(
      (await cellsOf(page)).map((row) => row[0]),
      ["Name", "Apples", "Figs", "Pears!"],
    );
    await page.getByRole("button", { name: "Table options" }).click();
    await item(page, "Card settings").click();
    await page.getByLabel("Size").selectOption("large");
    await page.getByLabel("Hide the titles of columns").check();
    assert.deepEqual(await findViolations(page), []);
    await page.getByRole("button", { name: "Close" }).click();
    const [, table] = (await sent(page)).nodes;
    const view = table?.data.view as { type: string; cardSize: string; hideColumnTitle: boolean };
    assert.deepEqual([view.type, view.cardSize, view.hideColumnTitle], ["cards", "large", true]);
    await setCaret(page, "Figs");
    await press(page, "Shift+F10");
    await item(page, "Delete card").click();
    assert.equal(await page.getByRole("listitem").count(), 2);
    await undoAll(page);
    assert.deepEqual(await sent(page), first);
    await page.getByRole("columnheader", { name: "Name" }).waitFor();
  });
});
