import { faListCheck, faListOl, faListUl } from "@fortawesome/free-solid-svg-icons";
import { chainCommands } from "prosemirror-commands";
import { InputRule, wrappingInputRule } from "prosemirror-inputrules";
import type { NodeType } from "prosemirror-model";
import { liftListItem, sinkListItem, splitListItem, wrapInList } from "prosemirror-schema-list";
import type { Command } from "prosemirror-state";
import { findWrapping } from "prosemirror-transform";
import type { NodeViewConstructor } from "prosemirror-view";
import { words } from "../../words/index.ts";
import type { Kind } from "../kinds.ts";
import { schema } from "../model/schema.ts";

const { list_unordered, list_ordered, list_tasks, list_item } = schema.nodes;

/** An item of a list. In a list of tasks it has a box to check. */
const itemView: NodeViewConstructor = (node, view, getPos) => {
  const dom = document.createElement("li");
  const list = view.state.doc.resolve(getPos() ?? 0).parent.type;
  if (list !== list_tasks) return { dom, contentDOM: dom };
  const box = document.createElement("input");
  box.type = "checkbox";
  box.checked = node.attrs.data.checked === true;
  box.ariaLabel = words.editor.taskDone;
  box.contentEditable = "false";
  box.addEventListener("change", () => {
    const position = getPos();
    if (position === undefined) return;
    const { data } = view.state.doc.nodeAt(position)?.attrs ?? {};
    view.dispatch(view.state.tr.setNodeAttribute(position, "data", { ...data, checked: box.checked }));
  });
  const contentDOM = document.createElement("div");
  dom.append(box, contentDOM);
  return {
    dom,
    contentDOM,
    update: (next) => {
      if (next.type !== list_item) return false;
      box.checked = next.attrs.data.checked === true;
      return true;
    },
    ignoreMutation: (mutation) => !contentDOM.contains(mutation.target),
    stopEvent: ({ target }) => target === box,
  };
};

/** Makes a list of the selected blocks. Items of another list change its type. */
export function listCommand(type: NodeType): Command {
  return (state, dispatch) => {
    const { $from } = state.selection;
    for (let depth = $from.depth; depth > 0; depth--) {
      const list = $from.node(depth);
      if (![list_unordered, list_ordered, list_tasks].includes(list.type)) continue;
      if (list.type === type) break;
      dispatch?.(state.tr.setNodeMarkup($from.before(depth), type, { ...list.attrs, data: {} }));
      return true;
    }
    return wrapInList(type)(state, dispatch);
  };
}

const taskRule = new InputRule(/^\[([ x]?)\]\s$/, (state, match, start, end) => {
  const tr = state.tr.delete(start, end);
  const range = tr.doc.resolve(start).blockRange();
  const wrapping = range && findWrapping(range, list_tasks);
  if (!range || !wrapping) return null;
  tr.wrap(range, wrapping);
  return tr.setNodeAttribute(range.start + 1, "data", { checked: match[1] === "x" });
});

/** A new task is not done. */
const splitTask: Command = (state, dispatch) => {
  const { $from } = state.selection;
  const isTask = $from.depth > 2 && $from.node(-2).type === list_tasks;
  return splitListItem(list_item, isTask ? { data: { checked: false } } : { data: {} })(state, dispatch);
};

const texts = words.editor.blocks;

export const lists: Kind = {
  dom: {
    list_unordered: () => ["ul", 0],
    list_ordered: ({ attrs }) => ["ol", { start: attrs.data.start ?? null }, 0],
    list_tasks: () => ["ul", { class: "tasks" }, 0],
    list_item: () => ["li", 0],
  },
  views: { list_item: itemView },
  rules: [
    wrappingInputRule(/^[-*+]\s$/, list_unordered),
    wrappingInputRule(
      /^(\d{1,9})[.)]\s$/,
      list_ordered,
      ([, start]) => ({ data: start === "1" ? {} : { start: Number(start) } }),
      (match, node) => node.childCount + (node.attrs.data.start ?? 1) === Number(match[1]),
    ),
    taskRule,
  ],
  keys: {
    Enter: splitTask,
    Tab: chainCommands(sinkListItem(list_item), inListItem),
    "Shift-Tab": liftListItem(list_item),
    "Mod-Shift-7": listCommand(list_ordered),
    "Mod-Shift-8": listCommand(list_unordered),
    "Mod-Shift-9": listCommand(list_tasks),
  },
  entries: [
    {
      name: texts.list,
      keywords: "bullet unordered ul",
      icon: faListUl,
      group: "lists",
      shortcut: "mod+shift+8",
      insert: listCommand(list_unordered),
    },
    {
      name: texts.numbered,
      keywords: "ordered ol",
      icon: faListOl,
      group: "lists",
      shortcut: "mod+shift+7",
      insert: listCommand(list_ordered),
    },
    {
      name: texts.tasks,
      keywords: "checkbox todo",
      icon: faListCheck,
      group: "lists",
      shortcut: "mod+shift+9",
      insert: listCommand(list_tasks),
    },
  ],
};

/** In a list, Tab never leaves the editor. */
function inListItem(state: Parameters<Command>[0]): boolean {
  const { $from } = state.selection;
  return $from.depth > 1 && $from.node(-1).type === list_item;
}
