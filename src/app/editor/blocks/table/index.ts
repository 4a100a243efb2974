import { faIdCard, faSliders, faTable } from "@fortawesome/free-solid-svg-icons";
import type { Node } from "prosemirror-model";
import { type Command, type EditorState, TextSelection, type Transaction } from "prosemirror-state";
import { words } from "../../../words/index.ts";
import type { Kind } from "../../kinds.ts";
import { schema } from "../../model/schema.ts";
import { cellView, titleView } from "./cell-views.ts";
import { insertColumn, selectCell, setViewType, tableOf } from "./edit-table.ts";
import { tableKeys } from "./keys.ts";
import { openTableMenu } from "./open-overlay.ts";
import { currentCell } from "./places.ts";
import { redrawnTables, tablePlugin } from "./plugin.ts";
import { headView, rowView, tableView } from "./table-view.ts";

const { paragraph } = schema.nodes;

/** Puts a table in the place of an empty paragraph, or after the block, and the caret into its first cell. */
function insertTable(state: EditorState, tr: Transaction, table: Node): Transaction | undefined {
  const { $from } = tr.selection;
  if (currentCell(state) !== undefined) return undefined;
  for (let depth = $from.depth; depth > 0; depth--) {
    const parent = $from.node(depth - 1);
    const index = $from.index(depth - 1);
    const isReplaced = depth === $from.depth && $from.parent.childCount === 0;
    if (!parent.canReplaceWith(isReplaced ? index : index + 1, index + 1, table.type)) continue;
    const [start, end] = [isReplaced ? $from.before(depth) : $from.after(depth), $from.after(depth)];
    tr.replaceWith(start, end, table);
    if (tr.doc.resolve(start + table.nodeSize).nodeAfter === null)
      tr.insert(start + table.nodeSize, paragraph.create());
    return selectCell(tr, start, 0, 0).scrollIntoView();
  }
  return undefined;
}

function insertCommand(create: (tr: Transaction) => Transaction | undefined): Command {
  return (state, dispatch) => {
    const tr = create(state.tr);
    if (tr) dispatch?.(tr);
    return tr !== undefined;
  };
}

/** Titles that can be typed over. The server hides a header without any. */
const emptyRows = [[1, 2, 3].map(words.tables.unnamed), ["", "", ""], ["", "", ""]];

const insertGrid: Command = (state, dispatch) =>
  insertCommand((tr) => {
    const inserted = insertTable(state, tr, tableOf(emptyRows));
    if (!inserted) return undefined;
    const { $from } = inserted.selection;
    return inserted.setSelection(TextSelection.create(inserted.doc, $from.start(), $from.end()));
  })(state, dispatch);

const insertCards: Command = (state, dispatch) =>
  insertCommand((tr) => {
    const inserted = insertTable(
      state,
      tr,
      tableOf([
        ["", ""],
        ["", ""],
        ["", ""],
        ["", ""],
      ]),
    );
    const place = inserted && currentCell({ selection: inserted.selection } as EditorState);
    if (!inserted || !place) return undefined;
    const { pos } = place;
    insertColumn(inserted, pos, 2, { type: "content-ref" }, words.tables.types["content-ref"]);
    insertColumn(inserted, pos, 3, { type: "image" }, words.tables.types.image);
    setViewType(inserted, pos, "cards");
    return selectCell(inserted, pos, 1, 0).scrollIntoView();
  })(state, dispatch);

/** `|a|b|` and Enter is a table with these titles. */
const tableByEnter: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  const { textContent, type } = $from.parent;
  if (!empty || type !== paragraph || $from.parentOffset < textContent.length) return false;
  if (!/^\|[^|]+(?:\|[^|]+)*\|?$/.test(textContent.trim()) || !textContent.slice(1).includes("|"))
    return false;
  const titles = textContent
    .trim()
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((title) => title.trim());
  return insertCommand((tr) => {
    tr.delete($from.start(), $from.end());
    const inserted = insertTable(state, tr, tableOf([titles, titles.map(() => "")]));
    const place = inserted && currentCell({ selection: inserted.selection } as EditorState);
    return inserted && place && selectCell(inserted, place.pos, 1, 0);
  })(state, dispatch);
};

export const table: Kind = {
  dom: {
    table: () => ["table", ["tbody", 0]],
    table_head: () => ["tr", 0],
    table_title: () => ["th", 0],
    table_row: () => ["tr", 0],
    table_cell: () => ["td", 0],
  },
  views: {
    table: tableView,
    table_head: headView,
    table_title: titleView,
    table_row: rowView,
    table_cell: cellView,
  },
  keys: {
    ...tableKeys,
    Enter: (state, dispatch, view) =>
      tableByEnter(state, dispatch) || (tableKeys.Enter?.(state, dispatch, view) ?? false),
  },
  plugins: [tablePlugin, redrawnTables],
  settings: {
    table: ({ view, node, position }) => [
      {
        label: words.tables.options,
        icon: faSliders,
        onSelect: () => {
          const dom = view.nodeDOM(position);
          if (dom instanceof HTMLElement) openTableMenu(view, { table: node, pos: position }, dom);
        },
      },
    ],
  },
  entries: [
    {
      name: words.tables.table,
      group: "data",
      keywords: "grid rows columns spreadsheet",
      icon: faTable,
      insert: insertGrid,
    },
    {
      name: words.tables.cards,
      group: "data",
      keywords: "gallery tiles table covers",
      icon: faIdCard,
      insert: insertCards,
    },
  ],
};
