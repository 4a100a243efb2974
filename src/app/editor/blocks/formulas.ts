import { faPen, faSquareRootVariable, faTrash } from "@fortawesome/free-solid-svg-icons";
import { InputRule } from "prosemirror-inputrules";
import { type Command, NodeSelection } from "prosemirror-state";
import type { EditorView, NodeViewConstructor } from "prosemirror-view";
import { words } from "../../words/index.ts";
import type { Kind } from "../kinds.ts";
import { schema } from "../model/schema.ts";
import { element } from "../view/elements.ts";
import { insertAtSelection } from "../view/insert-block.ts";
import { cardView, removeBlock } from "./card-view.ts";
import { renderFormula } from "./render-formula.ts";

const { math, inline_math, paragraph } = schema.nodes;
const texts = words.media.formula;

async function edit(view: EditorView, position: number | undefined): Promise<void> {
  if (position === undefined) return;
  const { editFormula } = await import("../on-demand.ts");
  editFormula(view, position);
}

function drawFormula(formula: string, isBlock: boolean): HTMLElement {
  const dom = element("span", { className: isBlock ? "formula" : "formula-inline" }, formula || texts.empty);
  if (formula !== "") void renderFormula(formula, isBlock, dom);
  return dom;
}

const inlineView: NodeViewConstructor = (node, view, getPos) => {
  const dom = drawFormula(node.attrs.data.formula ?? "", false);
  dom.contentEditable = "false";
  dom.addEventListener("dblclick", () => void edit(view, getPos()));
  return { dom, ignoreMutation: () => true };
};

/** Opens the editor of the selected formula. */
const editSelected: Command = (state, dispatch, view) => {
  const { selection } = state;
  if (!(selection instanceof NodeSelection) || ![math, inline_math].includes(selection.node.type))
    return false;
  if (dispatch && view) void edit(view, selection.from);
  return true;
};

const insertMath: Command = (state, dispatch, view) => {
  const tr = insertAtSelection(state.tr, math.create({ data: { formula: "" } }));
  if (tr === undefined || !dispatch) return tr !== undefined;
  dispatch(tr);
  if (view) void edit(view, view.state.selection.from);
  return true;
};

const insertInline: Command = (state, dispatch, view) => {
  const { $from } = state.selection;
  if (!$from.parent.inlineContent) return false;
  if (!dispatch) return true;
  const tr = state.tr.replaceSelectionWith(inline_math.create({ data: { formula: "" } }));
  const at = tr.selection.from - 1;
  dispatch(tr.setSelection(NodeSelection.create(tr.doc, at)));
  if (view) void edit(view, at);
  return true;
};

/** A formula between two dollar signs each, in the text. */
const inlineRule = new InputRule(
  /\$\$([^$\s](?:[^$]*[^$\s])?)\$\$$/,
  (state, [, formula = ""], start, end) =>
    state.tr.replaceWith(start, end, inline_math.create({ data: { formula } })),
  { inCodeMark: false },
);

/** Two dollar signs and Enter begin a formula. */
const blockByEnter: Command = (state, dispatch, view) => {
  const { $from, empty } = state.selection;
  if (!empty || $from.parent.type !== paragraph || $from.parent.textContent !== "$$") return false;
  if (!dispatch || !view) return true;
  view.dispatch(state.tr.delete($from.start(), $from.end()));
  return insertMath(view.state, view.dispatch, view);
};

export const formulas: Kind = {
  dom: {
    math: ({ attrs }) => ["p", `$$${attrs.data.formula}$$`],
    inline_math: ({ attrs }) => ["span", `$$${attrs.data.formula}$$`],
  },
  views: {
    math: cardView({
      label: texts.tools,
      draw: ({ attrs }) => drawFormula(attrs.data.formula, true),
      tools: (_node, view, getPos) => [
        { label: texts.edit, icon: faPen, run: () => edit(view, getPos()) },
        { label: texts.remove, icon: faTrash, run: () => removeBlock(view, getPos) },
      ],
      className: "math",
    }),
    inline_math: inlineView,
  },
  rules: [inlineRule],
  keys: {
    Enter: (state, dispatch, view) =>
      editSelected(state, dispatch, view) || blockByEnter(state, dispatch, view),
  },
  entries: [
    {
      name: words.media.blocks.math,
      keywords: "math tex latex equation",
      icon: faSquareRootVariable,
      insert: insertMath,
      group: "data",
    },
    {
      name: words.media.blocks.inlineMath,
      keywords: "math tex latex equation",
      icon: faSquareRootVariable,
      insert: insertInline,
      group: "inline",
    },
  ],
};
