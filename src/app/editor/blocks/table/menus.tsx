import {
  faArrowDown,
  faArrowLeft,
  faArrowRight,
  faArrowsLeftRight,
  faArrowUp,
  faClone,
  faEye,
  faEyeSlash,
  faGear,
  faHeading,
  faIdCard,
  faMagnifyingGlass,
  faPlus,
  faTable,
  faTrash,
} from "@fortawesome/free-solid-svg-icons";
import type { Transaction } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { type MenuItem, MenuList } from "../../../parts/menu.tsx";
import { words } from "../../../words/index.ts";
import { columnName } from "./cell-views.ts";
import { CardSettings, ColumnSettings } from "./column-settings.tsx";
import {
  deleteColumns,
  deleteRows,
  duplicateRow,
  insertColumn,
  insertRows,
  moveColumn,
  moveRow,
  newRow,
  selectCell,
  setColumn,
  setOptions,
  setViewOptions,
  setViewType,
} from "./edit-table.ts";
import { float } from "./floating.ts";
import { type CellPlace, columnsIn, type TablePlace } from "./places.ts";

const texts = words.tables;

/** Changes a table, and selects a cell of it. */
function change(
  view: EditorView,
  pos: number,
  edit: (tr: Transaction) => Transaction,
  cell?: readonly [row: number, column: number],
): void {
  const tr = edit(view.state.tr);
  const isTable = tr.doc.nodeAt(pos)?.type.name === "table";
  if (cell && isTable) selectCell(tr, pos, ...cell);
  view.dispatch(tr.scrollIntoView());
}

function rowItems(view: EditorView, { table, pos }: TablePlace, row: number, column: number): MenuItem[] {
  const isCards = table.attrs.data.view.type === "cards";
  const labels = isCards ? texts.cardMenu : texts.rowMenu;
  const insert = (at: number) => () =>
    change(view, pos, (tr) => insertRows(tr, pos, at, [newRow(table)]), [at, column]);
  const move = (to: number) => () => change(view, pos, (tr) => moveRow(tr, pos, row, to), [to, column]);
  const isFirst = row <= 1;
  const isLast = row === table.childCount - 1;
  if (row === 0) return [{ label: labels.below, icon: faArrowDown, onSelect: insert(1) }];
  return [
    { label: labels.above, icon: faArrowUp, onSelect: insert(row) },
    { label: labels.below, icon: faArrowDown, onSelect: insert(row + 1) },
    {
      label: labels.duplicate,
      icon: faClone,
      onSelect: () => change(view, pos, (tr) => duplicateRow(tr, pos, row), [row + 1, column]),
    },
    ...(isFirst ? [] : [{ label: labels.up, icon: faArrowUp, shortcut: "alt ↑", onSelect: move(row - 1) }]),
    ...(isLast
      ? []
      : [{ label: labels.down, icon: faArrowDown, shortcut: "alt ↓", onSelect: move(row + 1) }]),
    {
      label: labels.delete,
      icon: faTrash,
      isDangerous: true,
      onSelect: () =>
        change(view, pos, (tr) => deleteRows(tr, pos, row, row), [Math.max(row - 1, 0), column]),
    },
  ];
}

function columnItems(
  view: EditorView,
  place: TablePlace,
  row: number,
  column: number,
  anchor: HTMLElement,
): MenuItem[] {
  const { table, pos } = place;
  const labels = texts.columnMenu;
  const insert = (at: number) => () => change(view, pos, (tr) => insertColumn(tr, pos, at), [0, at]);
  const move = (to: number) => () => change(view, pos, (tr) => moveColumn(tr, pos, column, to), [row, to]);
  const count = table.child(0).childCount;
  return [
    {
      label: labels.settings,
      icon: faGear,
      onSelect: () =>
        float(view, anchor, (close) => (
          <ColumnSettings view={view} pos={pos} column={column} onClose={close} />
        )),
    },
    { label: labels.before, icon: faArrowLeft, onSelect: insert(column) },
    { label: labels.after, icon: faArrowRight, onSelect: insert(column + 1) },
    ...(column === 0
      ? []
      : [{ label: labels.back, icon: faArrowLeft, shortcut: "alt shift ←", onSelect: move(column - 1) }]),
    ...(column === count - 1
      ? []
      : [{ label: labels.forth, icon: faArrowRight, shortcut: "alt shift →", onSelect: move(column + 1) }]),
    {
      label: labels.hide,
      icon: faEyeSlash,
      onSelect: () => change(view, pos, (tr) => setColumn(tr, pos, column, { isHidden: true }), [row, 0]),
    },
    {
      label: labels.delete,
      icon: faTrash,
      isDangerous: true,
      onSelect: () => change(view, pos, (tr) => deleteColumns(tr, pos, column, column), [row, column - 1]),
    },
  ];
}

export function openRowMenu(view: EditorView, place: TablePlace, row: number, anchor: HTMLElement): void {
  const items = rowItems(view, place, row, 0);
  float(view, anchor, (close) => <MenuList label={texts.row} items={items} onClose={close} />);
}

export function openColumnMenu(
  view: EditorView,
  place: TablePlace,
  column: number,
  anchor: HTMLElement,
): void {
  const items = columnItems(view, place, 0, column, anchor);
  float(view, anchor, (close) => <MenuList label={texts.column} items={items} onClose={close} />);
}

/** The menu of a cell by keyboard: its row, its column and its table. */
export function openCellMenu(view: EditorView, place: CellPlace, anchor: HTMLElement): void {
  const { row, column } = place;
  const [firstOfColumn, ...others] = columnItems(view, place, row, column, anchor);
  const items: MenuItem[] = [
    ...rowItems(view, place, row, column),
    ...(firstOfColumn ? [{ ...firstOfColumn, isFirstOfGroup: true }] : []),
    ...others,
    {
      label: texts.options,
      icon: faTable,
      isFirstOfGroup: true,
      onSelect: () => openTableMenu(view, place, anchor),
    },
  ];
  float(view, anchor, (close) => <MenuList label={texts.cell} items={items} onClose={close} />);
}

export function openTableMenu(view: EditorView, place: TablePlace, anchor: HTMLElement): void {
  const { table, pos } = place;
  const { view: options, fullWidth, search } = table.attrs.data;
  const labels = texts.tableMenu;
  const isCards = options.type === "cards";
  const set = (data: Record<string, unknown>) => () => change(view, pos, (tr) => setOptions(tr, pos, data));
  const setView = (data: Record<string, unknown>) => () =>
    change(view, pos, (tr) => setViewOptions(tr, pos, data));
  const hidden = columnsIn(table).flatMap(({ isHidden }, i) =>
    isHidden ? [{ i, name: columnName(table.child(0).child(i).textContent, i) }] : [],
  );
  const items: MenuItem[] = [
    isCards
      ? {
          label: labels.grid,
          icon: faTable,
          onSelect: () => change(view, pos, (tr) => setViewType(tr, pos, "grid")),
        }
      : {
          label: labels.cards,
          icon: faIdCard,
          onSelect: () => change(view, pos, (tr) => setViewType(tr, pos, "cards")),
        },
    isCards
      ? {
          label: labels.cardSettings,
          icon: faGear,
          onSelect: () =>
            float(view, anchor, (close) => <CardSettings view={view} pos={pos} onClose={close} />),
        }
      : {
          label: labels.header,
          icon: faHeading,
          isChecked: options.hideHeader !== true,
          onSelect: setView({ hideHeader: options.hideHeader !== true }),
        },
    {
      label: labels.fullWidth,
      icon: faArrowsLeftRight,
      isChecked: fullWidth === true,
      onSelect: set({ fullWidth: fullWidth ? undefined : true }),
    },
    {
      label: labels.searchAuto,
      icon: faMagnifyingGlass,
      isFirstOfGroup: true,
      isChecked: search === undefined,
      onSelect: set({ search: undefined }),
    },
    { label: labels.searchOn, isChecked: search === true, onSelect: set({ search: true }) },
    { label: labels.searchOff, isChecked: search === false, onSelect: set({ search: false }) },
    {
      label: labels.addColumn,
      icon: faPlus,
      isFirstOfGroup: true,
      onSelect: () => {
        const at = table.child(0).childCount;
        change(view, pos, (tr) => insertColumn(tr, pos, at), [isCards ? 1 : 0, at]);
      },
    },
    ...columnsIn(table).flatMap(({ isHidden }, i): MenuItem[] =>
      isHidden || (!isCards && options.hideHeader !== true)
        ? []
        : [
            {
              id: `settings-${i}`,
              label: labels.settingsOf(columnName(table.child(0).child(i).textContent, i)),
              icon: faGear,
              onSelect: () =>
                float(view, anchor, (close) => (
                  <ColumnSettings view={view} pos={pos} column={i} onClose={close} />
                )),
            },
          ],
    ),
    ...hidden.map(({ i, name }) => ({
      id: `show-${i}`,
      label: labels.show(name),
      icon: faEye,
      onSelect: () => change(view, pos, (tr) => setColumn(tr, pos, i, { isHidden: false })),
    })),
    {
      label: isCards ? labels.deleteCards : labels.delete,
      icon: faTrash,
      isDangerous: true,
      isFirstOfGroup: true,
      onSelect: () => change(view, pos, (tr) => tr.delete(pos, pos + table.nodeSize)),
    },
  ];
  float(view, anchor, (close) => <MenuList label={texts.options} items={items} onClose={close} />);
}
