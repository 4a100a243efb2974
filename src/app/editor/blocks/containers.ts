import {
  faCircleCheck,
  faCircleExclamation,
  faCircleInfo,
  faCodeBranch,
  faQuoteLeft,
  faTriangleExclamation,
} from "@fortawesome/free-solid-svg-icons";
import { wrappingInputRule } from "prosemirror-inputrules";
import type { NodeType } from "prosemirror-model";
import type { Command } from "prosemirror-state";
import { findWrapping } from "prosemirror-transform";
import type { EditorView, NodeViewConstructor } from "prosemirror-view";
import { loadClaimConditions } from "../../data/claim-conditions.ts";
import { words } from "../../words/index.ts";
import type { Kind } from "../kinds.ts";
import { schema } from "../model/schema.ts";
import { askText } from "../view/ask-text.tsx";
import { contextOf } from "../view/editor-context.ts";
import { iconElement, namedIconElement } from "../view/elements.ts";
import { iconItem } from "../view/icon-item.ts";
import { changeData } from "../view/insert-block.ts";

const { blockquote, hint, if: condition } = schema.nodes;

export const hintStyles = {
  info: faCircleInfo,
  success: faCircleCheck,
  warning: faTriangleExclamation,
  danger: faCircleExclamation,
};
export type HintStyle = keyof typeof hintStyles;

const hintView: NodeViewConstructor = (node) => {
  const style = (node.attrs.data.style ?? "info") as HintStyle;
  const dom = document.createElement("div");
  dom.className = `hint hint-${style}`;
  dom.role = "note";
  dom.ariaLabel = words.editor.hints[style];
  const contentDOM = document.createElement("div");
  const { icon } = node.attrs.data;
  dom.append(icon ? namedIconElement(icon) : iconElement(hintStyles[style]), contentDOM);
  return { dom, contentDOM, ignoreMutation: (mutation) => !contentDOM.contains(mutation.target) };
};

const conditionView: NodeViewConstructor = (node) => {
  const { expression } = node.attrs.data;
  const dom = document.createElement("div");
  dom.className = "condition";
  dom.role = "group";
  dom.ariaLabel = `${words.editor.condition}: ${expression}`;
  const label = document.createElement("p");
  label.className = "condition-text";
  label.contentEditable = "false";
  const code = document.createElement("code");
  code.textContent = expression;
  label.append(words.editor.condition, " ", code);
  const contentDOM = document.createElement("div");
  dom.append(label, contentDOM);
  return { dom, contentDOM, ignoreMutation: (mutation) => !contentDOM.contains(mutation.target) };
};

/** Wraps the selected blocks, where that needs no further block around them. */
function wrap(type: NodeType, attributes: object = {}): Command {
  return ({ selection, tr }, dispatch) => {
    const range = selection.$from.blockRange(selection.$to);
    const wrapping = range && findWrapping(range, type, { ...attributes });
    if (!range || wrapping?.length !== 1) return false;
    dispatch?.(tr.wrap(range, wrapping).scrollIntoView());
    return true;
  };
}

const texts = words.editor.blocks;

/** Asks for a condition; the claims that the sites of the space describe are offered. */
function askCondition(view: EditorView, value: string): Promise<string | undefined> {
  const { space } = contextOf(view.state).content;
  const { title, label, hint, error } = words.editor.conditions;
  return askText(view, {
    ...{ title, label, hint, value },
    check: (expression) => (expression === "" || /%\}/.test(expression) ? error : undefined),
    loadSuggestions: () => loadClaimConditions(space),
  });
}

/** Shows the selected blocks only to some visitors. */
const insertCondition: Command = (state, dispatch, view) => {
  const isPossible = wrap(condition)(state);
  if (!isPossible || dispatch === undefined || view === undefined) return isPossible;
  askCondition(view, "").then((expression) => {
    if (expression) wrap(condition, { data: { expression } })(view.state, view.dispatch);
  });
  return true;
};

/** Quotes, hints and conditions: blocks around other blocks. */
export const containers: Kind = {
  dom: {
    blockquote: () => ["blockquote", 0],
    hint: () => ["blockquote", 0],
    if: () => ["div", 0],
  },
  views: { hint: hintView, if: conditionView },
  settings: {
    hint: ({ view, position, node }) => [
      ...Object.entries(hintStyles).map(([style, icon]) => ({
        label: texts.hints[style as HintStyle],
        icon,
        isChecked: node.attrs.data.style === style,
        onSelect: () => changeData(view, position, { style, icon: undefined }),
      })),
      iconItem(view, position),
    ],
    if: ({ view, position, node }) => [
      {
        label: words.editor.conditions.change,
        icon: faCodeBranch,
        onSelect: async () => {
          const expression = await askCondition(view, node.attrs.data.expression);
          if (expression) changeData(view, position, { expression });
        },
      },
    ],
  },
  rules: [wrappingInputRule(/^>\s$/, blockquote)],
  keys: { "Mod-Shift-b": wrap(blockquote) },
  entries: [
    {
      name: texts.quote,
      keywords: "blockquote citation",
      icon: faQuoteLeft,
      group: "text",
      shortcut: "mod+shift+B",
      insert: wrap(blockquote),
    },
    ...Object.entries(hintStyles).map(([style, icon]) => ({
      name: texts.hints[style as HintStyle],
      keywords: "hint callout note admonition",
      icon,
      group: "layout" as const,
      insert: wrap(hint, { data: { style } }),
    })),
    {
      name: texts.condition,
      keywords: "if visitor claims adaptive",
      icon: faCodeBranch,
      group: "layout",
      insert: insertCondition,
    },
  ],
};
