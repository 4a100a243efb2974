import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import { skip } from "../support/chromium.ts";
import { docOf, node, p, setCaret, text, useEditor } from "../support/editor-page.ts";
import { colorRules, findViolations, widthOf } from "../support/suite-browser.ts";

const blocksOf = (page: Page) => page.getByRole("listbox", { name: "Blocks" });
const press = async (page: Page, ...keys: readonly string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
/** The option that screen readers announce, though the focus stays in the text. */
const announced = (page: Page) =>
  page.evaluate(() => {
    const { dom } = Reflect.get(globalThis, "view");
    return dom.ariaActiveDescendantElement?.querySelector(".picker-label")?.textContent;
  });

describe("the menus of the editor", { skip }, () => {
  const editor = useEditor();

  test("inserts any block by a slash, found by typing, as one step to undo", async (t) => {
    const page = await editor.open(t, [p("First"), p("")]);
    await setCaret(page, "First");
    await page.keyboard.type("/x");
    assert.equal(await blocksOf(page).count(), 0, "a slash in a word opened the menu");
    await press(page, "Backspace", "Backspace", "ArrowDown");
    await page.keyboard.type("/");
    await blocksOf(page).waitFor();
    assert.equal(await announced(page), "Text");
    for (const group of ["Text", "Lists", "Layout"])
      await blocksOf(page).getByRole("group", { name: group, exact: true }).waitFor();
    assert.deepEqual(await findViolations(page), []);
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    assert.deepEqual(await findViolations(page, { rules: colorRules }), []);
    await press(page, "ArrowUp");
    const last = await blocksOf(page).getByRole("option").last().locator(".picker-label").textContent();
    assert.equal(await announced(page), last);
    await press(page, "ArrowDown", "ArrowDown");
    assert.equal(await announced(page), "Heading 1");
    await page.keyboard.type("warn");
    assert.equal(await announced(page), "Warning hint");
    assert.equal(await page.getByRole("status").last().textContent(), "1 result");
    await press(page, "Enter");
    assert.equal(await docOf(page), 'paragraph("First"), hint(paragraph)');
    await press(page, "Control+z");
    assert.equal(await docOf(page), 'paragraph("First"), paragraph("/warn")');
    assert.equal(await blocksOf(page).count(), 0, "undoing opened the menu");
    await press(page, "Control+Shift+z");
    assert.equal(await docOf(page), 'paragraph("First"), hint(paragraph)');
  });

  test("keeps the slash on Escape, says when nothing is found, and is used by mouse in a narrow window", async (t) => {
    const page = await editor.open(t, [p("")], { viewport: { width: 360, height: 640 } });
    await page.getByRole("textbox").click();
    await page.keyboard.type("a /");
    await blocksOf(page).waitFor();
    await press(page, "Escape");
    await page.keyboard.type("co");
    assert.equal(await blocksOf(page).count(), 0);
    assert.equal(await docOf(page), 'paragraph("a /co")');
    await page.keyboard.type(" /zzz");
    await page.getByText("No block has this name.").waitFor();
    await press(page, "Enter");
    assert.equal(await docOf(page), 'paragraph("a /co /zzz"), paragraph');
    await page.keyboard.type("/");
    const box = await blocksOf(page).boundingBox();
    assert.ok(
      box && box.x >= 0 && box.x + box.width <= 360 && box.y + box.height <= 640,
      JSON.stringify(box),
    );
    assert.ok((await widthOf(page)) <= 360);
    await blocksOf(page).getByRole("option", { name: "Quote" }).click();
    await page.keyboard.type("Said");
    assert.equal(await docOf(page), 'paragraph("a /co /zzz"), blockquote(paragraph("Said"))');
    // Only what is possible at the caret is offered, and nothing in code.
    await page.keyboard.press("Enter");
    await page.keyboard.type("/code");
    await press(page, "Enter");
    await page.keyboard.type("/h");
    assert.equal(await blocksOf(page).count(), 0);
  });

  test("offers in a cell of a table only what a cell may contain", async (t) => {
    const column = { id: "c", title: "Name", type: "text" };
    const data = { view: { type: "grid", columns: ["c"] }, definition: { c: column } };
    const cell = node("table_cell", { column: "c", fragment: "r:c" }, p("Cell"));
    const page = await editor.open(t, [
      node(
        "table",
        { data },
        node("table_head", {}, text("table_title", "Name", { column: "c" })),
        node("table_row", { id: "r", orderIndex: "a" }, cell),
      ),
    ]);
    await setCaret(page, "Cell");
    await page.keyboard.type(" /");
    await blocksOf(page).getByRole("option", { name: "Quote" }).waitFor();
    assert.equal(await blocksOf(page).getByRole("option", { name: /hint/ }).count(), 0);
  });
});
