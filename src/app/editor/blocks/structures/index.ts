import {
  faCalendarDays,
  faCaretRight,
  faFolder,
  faListOl,
  faTableColumns,
  faTerminal,
} from "@fortawesome/free-solid-svg-icons";
import type { Node } from "prosemirror-model";
import { type Command, TextSelection } from "prosemirror-state";
import { words } from "../../../words/index.ts";
import type { Kind } from "../../kinds.ts";
import { maxColumns } from "../../menus/place-blocks.ts";
import { schema } from "../../model/schema.ts";
import { insertBlocks } from "../../view/insert-block.ts";
import { columnView } from "./columns.ts";
import { leaveBelow, movePartBy, newPart, nextPart, removeEmptyPart } from "./parts.ts";
import { promptView } from "./prompt.ts";
import { stepView } from "./steps.ts";
import { focusStrip, panelView, shownPanels, tabsView } from "./tabs.ts";
import { today, updateView } from "./updates.ts";

const { paragraph, tabs, tabs_item, stepper, stepper_step, columns, column } = schema.nodes;
const { expandable, expandable_title, expandable_body, updates, update, prompt, code_block, code_line } =
  schema.nodes;
const texts = words.structures;

/** Inserts a structure, with the caret in its first text. */
function inserting(create: () => Node): Command {
  return ({ tr }, dispatch) => {
    const node = create();
    const at = insertBlocks(tr, tr.selection.to, [node]);
    if (at === undefined) return false;
    if (tr.doc.resolve(at + node.nodeSize).nodeAfter === null)
      tr.insert(at + node.nodeSize, paragraph.create());
    dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(at + 1))).scrollIntoView());
    return true;
  };
}

const newTabs = () =>
  tabs.create(
    null,
    [1, 2].map((number) => newPart(tabs_item, { title: texts.tabs.untitled(number) })),
  );
const newColumns = (count: number) => () =>
  columns.create(
    null,
    Array.from({ length: count }, () => newPart(column)),
  );
const newExpandable = () =>
  expandable.create(null, [
    expandable_title.create({ name: "expandable-title" }, paragraph.create()),
    expandable_body.create({ name: "expandable-body" }, paragraph.create()),
  ]);
const newPrompt = () =>
  prompt.create({ data: { description: "" } }, code_block.create({ data: {} }, code_line.create()));

/** Enter in the title of an expandable continues in its body. */
const enterBody: Command = ({ selection, tr }, dispatch) => {
  const { $from } = selection;
  if ($from.depth < 2 || $from.node(-1).type !== expandable_title) return false;
  dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve($from.after(-1) + 1))).scrollIntoView());
  return true;
};

/** Backspace at the start of the body goes to the title; in an empty expandable, it removes it. */
const leaveBody: Command = ({ selection, tr }, dispatch) => {
  const { $from, empty } = selection;
  if (!empty || $from.parentOffset > 0 || $from.depth < 2) return false;
  const container = $from.node(-1);
  const isTitle = container.type === expandable_title;
  if (!isTitle && (container.type !== expandable_body || $from.index(-1) > 0)) return false;
  const block = $from.node(-2);
  if (isTitle && block.textContent === "" && block.lastChild?.childCount === 1) {
    const start = $from.before(-2);
    tr.replaceWith(start, start + block.nodeSize, paragraph.create());
    dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(start + 1))));
    return true;
  }
  if (isTitle) return true;
  dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve($from.before(-1) - 1), -1)));
  return true;
};

/** Tabs, steps, columns, expandables, updates and prompts. */
export const structures: Kind = {
  dom: {
    tabs: ({ attrs }) => ["div", { class: attrs.data.fullWidth ? "tabs is-wide" : "tabs" }, 0],
    tabs_item: ({ attrs }) => ["div", { role: "group", "aria-label": attrs.data.title ?? null }, 0],
    stepper: () => ["ol", { class: "stepper" }, 0],
    stepper_step: () => ["li", ["div", 0]],
    columns: ({ attrs }) => ["div", { class: attrs.data.fullWidth ? "columns is-wide" : "columns" }, 0],
    column: () => ["div", 0],
    expandable: () => ["div", { class: "expandable", open: "" }, 0],
    expandable_title: () => ["summary", { "data-placeholder": texts.expandable.title }, 0],
    expandable_body: () => ["div", 0],
    updates: () => ["ol", { class: "updates" }, 0],
    update: () => ["li", ["div", 0]],
    prompt: () => ["div", { class: "prompt" }, 0],
  },
  views: {
    tabs: tabsView,
    tabs_item: panelView,
    stepper_step: stepView,
    column: columnView,
    update: updateView,
    prompt: promptView,
  },
  keys: {
    Enter: (state, dispatch) => nextPart(state, dispatch) || enterBody(state, dispatch),
    Backspace: (state, dispatch) => removeEmptyPart(state, dispatch) || leaveBody(state, dispatch),
    "Mod-Enter": leaveBelow,
    ArrowUp: focusStrip,
    "Alt-ArrowUp": movePartBy(-1),
    "Alt-ArrowDown": movePartBy(1),
  },
  plugins: [shownPanels],
  entries: [
    {
      name: texts.tabs.label,
      group: "layout",
      keywords: "tabs panels",
      icon: faFolder,
      insert: inserting(newTabs),
    },
    {
      name: texts.steps.label,
      group: "layout",
      keywords: "stepper procedure guide numbered",
      icon: faListOl,
      insert: inserting(() => stepper.create(null, newPart(stepper_step))),
    },
    ...Array.from({ length: maxColumns - 1 }, (_, i) => ({
      name: texts.columns.count(i + 2),
      group: "layout" as const,
      keywords: "columns side by side layout",
      icon: faTableColumns,
      insert: inserting(newColumns(i + 2)),
    })),
    {
      name: texts.expandable.label,
      group: "layout",
      keywords: "toggle details accordion collapse summary",
      icon: faCaretRight,
      insert: inserting(newExpandable),
    },
    {
      name: texts.updates.label,
      group: "layout",
      keywords: "changelog release notes timeline",
      icon: faCalendarDays,
      insert: inserting(() =>
        updates.create({ data: { format: "full" } }, newPart(update, { date: today() })),
      ),
    },
    {
      name: texts.prompt.label,
      group: "layout",
      keywords: "assistant ai llm",
      icon: faTerminal,
      insert: inserting(newPrompt),
    },
  ],
};
