import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import { becomes } from "../support/becomes.ts";
import { skip } from "../support/chromium.ts";
import { docOf, dragTo, node, p, setCaret, text, useEditor } from "../support/editor-page.ts";
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

const isFocused = (element: Element) => element === document.activeElement;
const firstBlock = (page: Page) =>
  page.evaluate(() => Reflect.get(globalThis, "documentOf")().nodes[0] as object);
/** The colors of the text that is these words. */
const marksOf = (page: Page, wanted: string) =>
  page.evaluate((words) => {
    const { leaves } = Reflect.get(globalThis, "documentOf")().nodes[0].nodes[0];
    const leaf = leaves.find(({ text }: { text: string }) => text === words);
    return leaf.marks.find(({ type }: { type: string }) => type === "color")?.data;
  }, wanted);

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
    await becomes(() => page.getByRole("status").last().textContent(), "1 result");
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

  test("formats selected text by a bar that keys reach, and that is quiet while one types", async (t) => {
    const page = await editor.open(t, [p("Some plain words"), p("Second")]);
    const bar = page.getByRole("toolbar", { name: "Format" });
    await setCaret(page, "Some plain");
    await press(page, "Control+Shift+ArrowLeft");
    await bar.waitFor();
    assert.deepEqual(await findViolations(page), []);
    await press(page, "Alt+F10");
    await becomes(() => bar.getByRole("button", { name: "Turn into" }).evaluate(isFocused), true);
    await press(page, "ArrowRight", "Enter", "ArrowRight", "Enter");
    await becomes(() => bar.getByRole("button", { name: "Bold" }).getAttribute("aria-pressed"), "true");
    await press(page, "Escape");
    assert.equal(
      await docOf(page),
      'paragraph("Some ", bold(italic("plain")), " words"), paragraph("Second")',
    );
    await bar.getByRole("button", { name: "Color" }).click();
    await bar.getByRole("group", { name: "Text" }).getByRole("button", { name: "Red" }).click();
    const background = bar.getByRole("group", { name: "Background" });
    await background.getByRole("button", { name: "Primary" }).click();
    assert.deepEqual(await findViolations(page), []);
    assert.deepEqual(await marksOf(page, "plain"), { text: "red", background: "$primary" });
    await background.getByRole("button", { name: "Default" }).click();
    assert.deepEqual(await marksOf(page, "plain"), { text: "red", background: "default" });
    await bar.getByRole("button", { name: "More formats" }).click();
    await page.getByRole("menuitemradio", { name: "Center" }).click();
    await bar.getByRole("button", { name: "More formats" }).click();
    assert.equal(
      await page.getByRole("menuitemradio", { name: "Center" }).getAttribute("aria-checked"),
      "true",
    );
    await page.getByRole("menuitemradio", { name: "Superscript" }).click();
    await bar.getByRole("button", { name: "Turn into" }).click();
    await page.getByRole("menuitem", { name: "Heading 2" }).click();
    assert.match(await docOf(page), /^heading_2\(/);
    assert.match(JSON.stringify(await firstBlock(page)), /"align":"center"/);
    await press(page, "End");
    await page.keyboard.type("!");
    assert.equal(await bar.count(), 0);
    // Several blocks at once.
    await press(page, "Control+a", "Control+a");
    await bar.getByRole("button", { name: "Turn into" }).click();
    await page.getByRole("menuitem", { name: "Numbered list" }).click();
    assert.match(await docOf(page), /^list_ordered\(list_item\(.*\), list_item\(paragraph\("Second"\)\)\)$/);
    await page.setViewportSize({ width: 360, height: 640 });
    await press(page, "Control+a", "Control+a");
    const box = await bar.boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= 360, JSON.stringify(box));
    await page.getByRole("button", { name: "After" }).focus();
    await bar.waitFor({ state: "detached" });
  });

  test("turns blocks into others, copies, moves and deletes them by the menu of their handle", async (t) => {
    const item = (content: string) => node("list_item", {}, p(content));
    const page = await editor.open(t, [
      p("First"),
      node("list_unordered", {}, item("One"), item("Two")),
      node("hint", { data: { style: "info" } }, p("Inside"), p("Second inside")),
    ]);
    const pick = async (words: string, ...names: readonly string[]) => {
      await page.getByText(words, { exact: true }).hover();
      await page.getByRole("button", { name: "Block", exact: true }).click();
      for (const name of names) await page.getByRole("menuitem", { name, exact: true }).click();
    };
    await page.getByText("First").hover();
    await page.getByRole("button", { name: "Block", exact: true }).waitFor();
    assert.deepEqual(await findViolations(page), []);
    await pick("First", "Turn into", "Quote");
    assert.match(await docOf(page), /^blockquote\(paragraph\("First"\)\)/);
    await pick("Two", "Turn into", "Text");
    assert.match(await docOf(page), /list_unordered\(list_item\(paragraph\("One"\)\)\), paragraph\("Two"\)/);
    await pick("One", "Duplicate");
    await pick("Inside", "Move down");
    assert.match(await docOf(page), /hint\(paragraph\("Second inside"\), paragraph\("Inside"\)\)$/);
    await pick("Two", "Delete");
    assert.equal(
      await docOf(page),
      'blockquote(paragraph("First")), list_unordered(list_item(paragraph("One")), list_item(paragraph("One"))), ' +
        'hint(paragraph("Second inside"), paragraph("Inside"))',
    );
    for (let i = 0; i < 5; i++) await press(page, "Control+z");
    assert.equal(
      await docOf(page),
      'paragraph("First"), list_unordered(list_item(paragraph("One")), list_item(paragraph("Two"))), ' +
        'hint(paragraph("Inside"), paragraph("Second inside"))',
    );

    // By keys.
    await setCaret(page, "Inside", 3);
    await press(page, "Alt+Shift+ArrowUp", "Alt+Shift+ArrowUp");
    await page.keyboard.type("|");
    assert.match(await docOf(page), /^paragraph\("First"\), paragraph\("Ins\|ide"\), list_unordered/);
    await press(page, "Backspace", "Control+d");
    assert.match(await docOf(page), /paragraph\("Inside"\), paragraph\("Inside"\), list/);
    await press(page, "Alt+F9");
    const menu = page.getByRole("menu", { name: "Block" });
    await menu.waitFor();
    await press(page, "ArrowRight");
    await menu.getByRole("menuitem", { name: "Expandable" }).waitFor();
    assert.equal(await menu.getByRole("menuitem", { name: "Text", exact: true }).count(), 0);
    await press(page, "e", "Enter");
    assert.match(
      await docOf(page),
      /expandable\(expandable_title\(paragraph\("Inside"\)\), expandable_body\(paragraph\)\)/,
    );
    const keys = await page.evaluate(() =>
      Reflect.get(globalThis, "view").state.doc.children.map(({ attrs }: { attrs: object }) =>
        Reflect.get(attrs, "key"),
      ),
    );
    assert.equal(new Set(keys).size, keys.length, "copies have the keys of their originals");
  });

  test("inserts below by the plus, and moves blocks by dragging, also into others", async (t) => {
    const page = await editor.open(t, [
      p("First"),
      p("Second"),
      node("columns", {}, node("column", {}, p("Left")), node("column", {}, p("Right"))),
      node("blockquote", {}, p("Quoted")),
    ]);
    await page.getByText("First").hover();
    await page.getByRole("button", { name: "Insert a block below" }).click();
    await blocksOf(page).waitFor();
    await page.keyboard.type("divi");
    await press(page, "Enter");
    assert.match(await docOf(page), /^paragraph\("First"\), divider, paragraph\("Second"\)/);
    const drag = async (words: string, target: string, x = 40) => {
      await page.getByText(words, { exact: true }).hover();
      const grip = page.getByRole("button", { name: "Block", exact: true });
      await dragTo(page, grip, page.getByText(target, { exact: true }), { x, y: -3 });
    };
    await drag("First", "Right");
    assert.match(await docOf(page), /^divider, .*column\(paragraph\("Right"\), paragraph\("First"\)\)/);
    await drag("Second", "Quoted");
    assert.match(await docOf(page), /blockquote\(paragraph\("Quoted"\), paragraph\("Second"\)\)$/);
    for (let i = 0; i < 8; i++) await press(page, "Control+z");
    assert.match(
      await docOf(page),
      /^paragraph\("First"\), paragraph\("Second"\), columns.*blockquote\(paragraph\("Quoted"\)\)$/,
    );
    const start = await docOf(page);

    // At the side of a block, columns are made.
    await setCaret(page, "First");
    await drag("Second", "First", -3);
    assert.match(
      await docOf(page),
      /^columns\(column\(paragraph\("First"\)\), column\(paragraph\("Second"\)\)\), columns/,
    );
    await drag("Quoted", "Second", 3);
    assert.match(
      await docOf(page),
      /^columns\(column\(paragraph\("First"\)\), column\(paragraph\("Quoted"\)\), column\(paragraph\("Second"\)\)\)/,
    );
    for (let i = 0; i < 2; i++) await press(page, "Control+z");
    assert.equal(await docOf(page), start);

    // Selected blocks are moved together; the menu does it without a mouse.
    await setCaret(page, "First", 0);
    await press(page, "Shift+ArrowDown", "Shift+End");
    await drag("First", "Left", 60);
    assert.match(
      await docOf(page),
      /^columns\(column\(paragraph\("Left"\), paragraph\("First"\), paragraph\("Second"\)\), column/,
    );
    await press(page, "Control+z");
    assert.equal(await docOf(page), start);
    await setCaret(page, "Second");
    await press(page, "Alt+F9");
    await page.getByRole("menuitem", { name: "Put beside the block above" }).click();
    assert.match(
      await docOf(page),
      /^columns\(column\(paragraph\("First"\)\), column\(paragraph\("Second"\)\)\)/,
    );
    await page.keyboard.type("!");
    assert.match(await docOf(page), /column\(paragraph\("Second!"\)\)/);
  });

  test("moves selected blocks into steps, tabs and expandables by dragging", async (t) => {
    const page = await editor.open(t, [
      p("First"),
      p("Second"),
      node("swagger", {
        data: { path: "/pets", method: "get", ref: { kind: "url", url: "https://example.org/" } },
      }),
      node("stepper", {}, node("stepper_step", {}, p("Step one"))),
      node(
        "tabs",
        {},
        node("tabs_item", { data: { title: "One" } }, p("In one")),
        node("tabs_item", { data: { title: "Two" } }, p("In two")),
      ),
      node(
        "expandable",
        {},
        node("expandable_title", { name: "expandable-title" }, p("More")),
        node("expandable_body", { name: "expandable-body" }, p("Body")),
      ),
    ]);
    const start = await docOf(page);
    const grip = page.getByRole("button", { name: "Block", exact: true });
    for (const [target, expected] of [
      ["Step one", /stepper_step\(paragraph\("Step one"\), paragraph\("First"\), paragraph\("Second"\)\)/],
      ["Body", /expandable_body\(paragraph\("Body"\), paragraph\("First"\), paragraph\("Second"\)\)/],
      ["In one", /tabs_item\(paragraph\("In one"\), paragraph\("First"\), paragraph\("Second"\)\)/],
    ] as const) {
      await setCaret(page, "First", 0);
      await press(page, "Shift+ArrowDown", "Shift+End");
      await page.getByText("Second", { exact: true }).hover();
      await dragTo(page, grip, page.getByText(target, { exact: true }), { x: 60, y: -3 });
      assert.match(await docOf(page), expected);
      await press(page, "Control+z");
      assert.equal(await docOf(page), start);
    }
    // A tab over which blocks are dragged shows its panel.
    await page.getByText("First", { exact: true }).hover();
    await grip.hover();
    await page.mouse.down();
    await page.getByRole("tab", { name: "Two" }).hover();
    await page.getByText("In two").waitFor();
    await page.getByText("In two").hover({ position: { x: 60, y: 20 } });
    await page.getByText("In two").hover({ position: { x: 61, y: 20 } });
    await page.mouse.up();
    assert.match(await docOf(page), /tabs_item\(paragraph\("In two"\), paragraph\("First"\), paragraph/);
    // Blocks without text are dragged without their handle, too.
    await dragTo(page, page.getByText("/pets"), page.getByText("Step one"), { x: -3, y: 5 });
    assert.match(
      await docOf(page),
      /stepper_step\(columns\(column\(paragraph\("Step one"\)\), column\(swagger\)\)\)/,
    );
    await press(page, "Control+z", "Control+z");
    assert.equal(await docOf(page), start);
  });

  test("shows the handle of the block with the caret on touch screens", async (t) => {
    const page = await editor.open(t, [p("First"), p("Second")], {
      viewport: { width: 360, height: 640 },
      hasTouch: true,
      isMobile: true,
    });
    await page.getByText("Second").tap();
    await page.getByRole("button", { name: "Block", exact: true }).tap();
    await page.getByRole("menuitem", { name: "Move up" }).tap();
    assert.equal(await docOf(page), 'paragraph("Second"), paragraph("First")');
    assert.ok((await widthOf(page)) <= 360);
  });
});
