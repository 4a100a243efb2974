import { baseKeymap, chainCommands } from "prosemirror-commands";
import { dropCursor } from "prosemirror-dropcursor";
import { gapCursor } from "prosemirror-gapcursor";
import { history, redo, undo } from "prosemirror-history";
import { inputRules, undoInputRule } from "prosemirror-inputrules";
import { keymap } from "prosemirror-keymap";
import { type DOMOutputSpec, DOMSerializer, type Node } from "prosemirror-model";
import { type Command, EditorState, type Plugin } from "prosemirror-state";
import {
  EditorView,
  type MarkViewConstructor,
  type NodeView,
  type NodeViewConstructor,
} from "prosemirror-view";
import { words } from "../../words/index.ts";
import { kinds } from "../all-kinds.ts";
import { liftFromContainer } from "../menus/editing-keys.ts";
import { menuPlugins } from "../menus/plugins.ts";
import { isEqual } from "../model/document.ts";
import { contextPlugin, type EditorContext, type InnerOptions } from "./editor-context.ts";

const nodeElements = Object.assign({}, ...kinds.map(({ dom }) => dom)) as Record<
  string,
  (node: Node) => DOMOutputSpec
>;
const markElements = Object.assign({}, ...kinds.map((kind) => kind.marks));

/** How nodes are drawn: by their view, else by their elements. */
const nodeViews: Record<string, NodeViewConstructor> = {
  ...Object.fromEntries(
    Object.entries(nodeElements).map(([name, write]) => [
      name,
      keepingElements((node) => DOMSerializer.renderSpec(document, write(node)) as NodeView),
    ]),
  ),
  ...Object.fromEntries(
    kinds.flatMap(({ views = {} }) =>
      Object.entries(views).map(([name, create]) => [name, keepingElements(create)]),
    ),
  ),
};

/** A view that stays as it is when its node only gets another key. Otherwise each save would draw blocks again under the caret. */
function keepingElements(create: NodeViewConstructor): NodeViewConstructor {
  return (node, ...others) => {
    const view = create(node, ...others);
    let drawn = node;
    const isSame = (next: Node) =>
      next.type === drawn.type && isEqual({ ...next.attrs, ...keys }, { ...drawn.attrs, ...keys });
    const { update } = view;
    view.update = (next, ...rest) => {
      const isUpdated = update ? update.call(view, next, ...rest) : isSame(next);
      if (isUpdated) drawn = next;
      return isUpdated;
    };
    return view;
  };
}

/** The attributes that are not drawn. */
const keys = { key: null, meta: null };

const markViews: Record<string, MarkViewConstructor> = Object.fromEntries(
  Object.entries(markElements).map(([name, write]) => [
    name,
    (mark) => DOMSerializer.renderSpec(document, (write as (of: typeof mark) => DOMOutputSpec)(mark)),
  ]),
);

/** What other programs get when something is copied. */
const clipboardSerializer = new DOMSerializer(
  {
    ...nodeElements,
    text: (node): DOMOutputSpec => document.createTextNode(node.text ?? "") as unknown as DOMOutputSpec,
  },
  markElements,
);

/** Commands of all kinds for the same key are tried one after the other. */
function keysOfKinds(): Record<string, Command> {
  const commands = new Map<string, Command[]>();
  for (const { keys = {} } of kinds)
    for (const [key, command] of Object.entries(keys))
      commands.set(key, [...(commands.get(key) ?? []), command]);
  return Object.fromEntries([...commands].map(([key, list]) => [key, chainCommands(...list)]));
}

/** A line break in the paragraph. */
const breakLine: Command = (state, dispatch) => {
  const { inlineContent, type } = state.selection.$from.parent;
  if (!inlineContent || type.spec.code) return false;
  dispatch?.(state.tr.insertText("\n").scrollIntoView());
  return true;
};

function pluginsOf(added: readonly Plugin[]): Plugin[] {
  return [
    ...added,
    ...menuPlugins,
    inputRules({ rules: kinds.flatMap(({ rules = [] }) => rules) }),
    keymap({
      Backspace: chainCommands(undoInputRule, liftFromContainer),
      "Mod-z": undo,
      "Mod-y": redo,
      "Shift-Mod-z": redo,
      "Shift-Enter": breakLine,
    }),
    keymap(keysOfKinds()),
    keymap(baseKeymap),
    history(),
    gapCursor(),
    dropCursor({ class: "drop-cursor", color: false, width: 2 }),
    ...kinds.flatMap(({ plugins = [] }) => plugins),
  ];
}

/**
 * Browsers report a moved caret late, after the next key if somebody types fast. Each key must act where the caret is, so it is read
 * before.
 */
function readSelection(view: EditorView, event: KeyboardEvent): boolean {
  const { domObserver } = view as unknown as { domObserver: { flush(): void } };
  if (!event.isComposing && !view.composing) domObserver.flush();
  return false;
}

/** The distance of the caret from the edges of the window after scrolling, in pixels. */
const caretMargin = { top: 72, right: 4, bottom: 96, left: 4 };

interface ViewOptions extends InnerOptions {
  readonly context: Omit<EditorContext, "createInner">;
  readonly plugins?: readonly Plugin[];
}

export function createView({ place, doc, plugins = [], label, onUpdate, context }: ViewOptions): EditorView {
  const shared = contextPlugin({ ...context, createInner: (inner) => createView({ ...inner, context }) });
  const state = EditorState.create({ doc, plugins: pluginsOf([shared, ...plugins]) });
  const view: EditorView = new EditorView((dom) => place.append(dom), {
    state,
    nodeViews,
    markViews,
    clipboardSerializer,
    attributes: {
      class: "document",
      role: "textbox",
      "aria-multiline": "true",
      "aria-label": label,
      "data-placeholder": words.editor.placeholder,
    },
    handleDOMEvents: { keydown: readSelection },
    // The line that is written is not at the very edge of the window, nor below what stays at its top.
    scrollThreshold: caretMargin,
    scrollMargin: caretMargin,
    dispatchTransaction: (transaction) => {
      view.updateState(view.state.apply(transaction));
      onUpdate(view, transaction);
    },
  });
  return view;
}
