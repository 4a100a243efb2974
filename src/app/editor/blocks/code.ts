import { faCode } from "@fortawesome/free-solid-svg-icons";
import { InputRule } from "prosemirror-inputrules";
import type { EditorState, Transaction } from "prosemirror-state";
import { type Command, TextSelection } from "prosemirror-state";
import type { NodeViewConstructor } from "prosemirror-view";
import { words } from "../../words/index.ts";
import type { Kind } from "../kinds.ts";
import { schema } from "../model/schema.ts";
import { element } from "../view/elements.ts";

const { code_block, code_line, paragraph } = schema.nodes;

const codeView: NodeViewConstructor = (node) => {
  const { title, syntax = "", overflow, lineNumbers, fullWidth } = node.attrs.data;
  const names = [
    "code",
    overflow === "wrap" && "is-wrapped",
    lineNumbers && "is-numbered",
    fullWidth && "is-wide",
  ];
  const contentDOM = element("code");
  contentDOM.spellcheck = false;
  const label = title ?? (syntax === "" ? words.editor.code : syntax);
  const pre = element("pre", { ariaLabel: label, role: "group" }, contentDOM);
  const dom = element("figure", { className: names.filter(Boolean).join(" ") });
  if (title !== undefined) dom.append(element("figcaption", { contentEditable: "false" }, title));
  dom.append(pre);
  return { dom, contentDOM, ignoreMutation: (mutation) => !contentDOM.contains(mutation.target) };
};

/** Whether the selection is in code. */
export function isInCode({ selection }: EditorState): boolean {
  return selection.$from.parent.type === code_line;
}

/** Replaces the text block of the selection by code with its text. */
function toCode(state: EditorState, tr: Transaction, syntax: string): Transaction | undefined {
  const { $from } = tr.selection;
  if (!$from.parent.isTextblock || $from.parent.type === code_line) return undefined;
  const [start, end] = [$from.before(), $from.after()];
  if (!$from.node(-1).canReplaceWith($from.index(-1), $from.indexAfter(-1), code_block)) return undefined;
  const lines = $from.parent.textContent
    .split("\n")
    .map((line) => code_line.create(null, line === "" ? null : state.schema.text(line)));
  const data = syntax === "" ? {} : { syntax };
  tr.replaceRangeWith(start, end, code_block.create({ data }, lines));
  return tr.setSelection(TextSelection.near(tr.doc.resolve(start + 2)));
}

export const insertCode: Command = (state, dispatch) => {
  const tr = toCode(state, state.tr, "");
  if (tr) dispatch?.(tr.scrollIntoView());
  return tr !== undefined;
};

const fenceRule = new InputRule(/^```([\w+#.-]*)\s$/, (state, [, syntax = ""], start, end) => {
  return toCode(state, state.tr.delete(start, end), syntax) ?? null;
});

/** Typing three backticks and Enter starts code, as in Markdown. */
const fenceByEnter: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  const [, syntax] = /^```([\w+#.-]*)$/.exec($from.parent.textContent) ?? [];
  if (!empty || syntax === undefined || $from.parent.type !== paragraph) return false;
  const tr = toCode(state, state.tr.delete($from.start(), $from.end()), syntax);
  if (tr) dispatch?.(tr);
  return tr !== undefined;
};

/** Continues below the code. */
const leaveCode: Command = (state, dispatch) => {
  if (!isInCode(state)) return false;
  const after = state.selection.$from.after(-1);
  const tr = state.tr.insert(after, paragraph.create());
  dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(after + 1))).scrollIntoView());
  return true;
};

/** An empty last line ends the code, as in a list. */
const leaveByEnter: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  if (!empty || !isInCode(state) || $from.parent.childCount > 0) return false;
  const code = $from.node(-1);
  const isSecondEmpty = code.childCount > 2 && code.child(code.childCount - 2).childCount === 0;
  if ($from.index(-1) < code.childCount - 1 || !isSecondEmpty) return false;
  const previous = code.child(code.childCount - 2);
  const tr = state.tr.delete($from.before() - previous.nodeSize, $from.after());
  const after = tr.mapping.map($from.after(-1));
  tr.insert(after, paragraph.create());
  dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(after + 1))).scrollIntoView());
  return true;
};

const indent: Command = (state, dispatch) => {
  if (!isInCode(state)) return false;
  dispatch?.(state.tr.insertText("  "));
  return true;
};

const outdent: Command = (state, dispatch) => {
  if (!isInCode(state)) return false;
  const { $from } = state.selection;
  const [spaces] = /^ {0,2}/.exec($from.parent.textContent) ?? [""];
  if (spaces !== "") dispatch?.(state.tr.delete($from.start(), $from.start() + spaces.length));
  return true;
};

/** Empty code becomes a paragraph. */
const removeEmptyCode: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  if (!empty || !isInCode(state) || $from.node(-1).textContent !== "" || $from.node(-1).childCount > 1)
    return false;
  const start = $from.before(-1);
  const tr = state.tr.replaceWith(start, $from.after(-1), paragraph.create());
  dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(start + 1))));
  return true;
};

export const code: Kind = {
  dom: {
    code_block: () => ["pre", ["code", 0]],
    code_line: ({ attrs }) => ["span", { class: attrs.data.highlighted ? "line is-marked" : "line" }, 0],
  },
  views: { code_block: codeView },
  rules: [fenceRule],
  keys: {
    Enter: (state, dispatch) => fenceByEnter(state, dispatch) || leaveByEnter(state, dispatch),
    "Mod-Enter": leaveCode,
    Tab: indent,
    "Shift-Tab": outdent,
    Backspace: removeEmptyCode,
  },
  entries: [
    {
      name: words.editor.blocks.code,
      keywords: "pre snippet program",
      icon: faCode,
      group: "text",
      insert: insertCode,
    },
  ],
};
