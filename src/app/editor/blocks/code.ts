import { faCode, faCopy, faHighlighter, faSliders } from "@fortawesome/free-solid-svg-icons";
import { chainCommands } from "prosemirror-commands";
import { InputRule } from "prosemirror-inputrules";
import type { Node } from "prosemirror-model";
import type { EditorState, Transaction } from "prosemirror-state";
import { type Command, TextSelection } from "prosemirror-state";
import type { EditorView, NodeViewConstructor } from "prosemirror-view";
import { copyText } from "../../data/copy-text.ts";
import { attempt } from "../../data/toasts.ts";
import { words } from "../../words/index.ts";
import type { Kind } from "../kinds.ts";
import { schema } from "../model/schema.ts";
import { caretClass } from "../view/caret-class.ts";
import { element } from "../view/elements.ts";
import { isInControls, toolbar } from "../view/toolbar.ts";
import { codeColors } from "./code-colors.ts";
import { languages } from "./languages.ts";

const { code_block, code_line, paragraph } = schema.nodes;

const texts = words.media.code;

const codeView: NodeViewConstructor = (node, view, getPos) => {
  const contentDOM = element("code", { spellcheck: false });
  const pre = element("pre", { role: "group" }, contentDOM);
  const dom = element("figure", {}, pre);
  const head = element("div", { contentEditable: "false" });
  dom.prepend(head);
  let drawn: string | undefined;
  const draw = ({ attrs }: Node) => {
    const { title, syntax = "", overflow, lineNumbers, fullWidth } = attrs.data;
    for (const [name, isOn] of [
      ["is-wrapped", overflow === "wrap"],
      ["is-numbered", lineNumbers],
      ["is-wide", fullWidth],
    ] as const)
      dom.classList.toggle(name, isOn === true);
    pre.ariaLabel = title ?? (syntax === "" ? words.editor.code : syntax);
    const state = JSON.stringify(attrs.data);
    if (drawn === state) return;
    drawn = state;
    head.replaceChildren(codeTools(view, getPos, syntax));
    if (title !== undefined) head.append(element("figcaption", {}, title));
  };
  dom.className = "code block-with-tools";
  draw(node);
  return {
    dom,
    contentDOM,
    update: (next) => {
      if (next.type !== code_block) return false;
      draw(next);
      return true;
    },
    stopEvent: isInControls,
    ignoreMutation: (mutation) => !contentDOM.contains(mutation.target),
  };
};

function codeTools(view: EditorView, getPos: () => number | undefined, syntax: string): HTMLElement {
  const name = syntax === "" ? texts.none : (languages[syntax] ?? syntax);
  return toolbar(texts.tools, [
    {
      label: texts.languageOf(name),
      text: name,
      run: async () => (await import("../on-demand.ts")).pickLanguage(view, getPos),
    },
    {
      label: texts.settings,
      icon: faSliders,
      run: async () => (await import("../on-demand.ts")).editCode(view, getPos),
    },
    {
      label: texts.highlight,
      icon: faHighlighter,
      run: () => {
        highlightLines(view.state, view.dispatch);
        view.focus();
      },
    },
    { label: texts.copy, icon: faCopy, run: () => copyCode(view, getPos()) },
  ]);
}

async function copyCode(view: EditorView, position: number | undefined): Promise<void> {
  const node = position === undefined ? null : view.state.doc.nodeAt(position);
  const lines = node?.children.map(({ textContent }) => textContent) ?? [];
  await attempt(() => copyText(lines.join("\n")), texts.copied);
}

/** The lines of code that the selection touches, with their positions. */
function selectedLines({
  doc,
  selection,
}: EditorState): { readonly node: Node; readonly position: number }[] {
  const lines: { node: Node; position: number }[] = [];
  doc.nodesBetween(selection.from, selection.to, (node, position) => {
    if (node.type === code_line) lines.push({ node, position });
    return node.type !== code_line;
  });
  return lines;
}

/** Highlights the selected lines for readers, or no longer. */
const highlightLines: Command = (state, dispatch) => {
  const lines = selectedLines(state);
  if (lines.length === 0) return false;
  const isOn = lines.every(({ node }) => node.attrs.data.highlighted);
  const { tr } = state;
  for (const { node, position } of lines) {
    const { highlighted: _, ...data } = node.attrs.data;
    tr.setNodeAttribute(position, "data", isOn ? data : { ...data, highlighted: true });
  }
  dispatch?.(tr);
  return true;
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

/** Begins a line, with the indentation of the one before it. */
const splitLine: Command = (state, dispatch) => {
  if (!isInCode(state)) return false;
  const tr = state.tr.deleteSelection();
  const { $from } = tr.selection;
  const [spaces] = /^[ \t]*/.exec($from.parent.textBetween(0, $from.parentOffset)) ?? [""];
  tr.split($from.pos, 1, [{ type: code_line, attrs: { data: {} } }]);
  if (spaces !== "") tr.insertText(spaces);
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** Indents the line, or all selected lines. */
const indent: Command = (state, dispatch) => {
  if (!isInCode(state)) return false;
  const lines = selectedLines(state);
  if (lines.length < 2) {
    dispatch?.(state.tr.insertText("  "));
    return true;
  }
  const { tr } = state;
  for (const { position } of lines.toReversed()) tr.insertText("  ", position + 1);
  dispatch?.(tr);
  return true;
};

const outdent: Command = (state, dispatch) => {
  if (!isInCode(state)) return false;
  const { tr } = state;
  for (const { node, position } of selectedLines(state).toReversed()) {
    const [spaces] = /^(?:\t| {1,2})?/.exec(node.textContent) ?? [""];
    if (spaces !== "") tr.delete(position + 1, position + 1 + spaces.length);
  }
  if (tr.docChanged) dispatch?.(tr);
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
    Enter: chainCommands(fenceByEnter, leaveByEnter, splitLine),
    "Shift-Enter": splitLine,
    "Mod-Enter": leaveCode,
    Tab: indent,
    "Shift-Tab": outdent,
    Backspace: removeEmptyCode,
    "Mod-Alt-h": highlightLines,
  },
  plugins: [codeColors, caretClass],
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
