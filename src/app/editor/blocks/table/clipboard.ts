import { Node, type Slice } from "prosemirror-model";
import type { EditorView } from "prosemirror-view";
import { schema } from "../../model/schema.ts";
import type { ColumnType } from "../../model/table.ts";
import { CellSelection } from "./cell-selection.ts";
import { formatTsv, parseTsv } from "./clipboard-cells.ts";
import { cellText } from "./convert.ts";
import { selectCell, tableOf, withoutKeys } from "./edit-table.ts";
import { fillCells, type PastedCell } from "./fill-cells.ts";
import { columnsIn, selectedCells } from "./places.ts";

const { table_cell } = schema.nodes;

/** Where the HTML of copied cells has the cells themselves. */
const attribute = "data-lectern-cells";

/** Copies the selected cells as a table, for spreadsheets and for this editor. */
export function copyCells(view: EditorView, event: ClipboardEvent): boolean {
  const { selection } = view.state;
  const range = selection instanceof CellSelection ? selectedCells(selection) : undefined;
  if (range === undefined || event.clipboardData === null) return false;
  const { table, top, bottom, left, right } = range;
  const columns = columnsIn(table).slice(left, right + 1);
  const rows = table.children.slice(top, bottom + 1).map((row) => row.children.slice(left, right + 1));
  const texts = rows.map((cells, i) =>
    cells.map((cell, j) =>
      top + i === 0 ? cell.textContent : cellText(cell, columns[j]?.data ?? { type: "text" }),
    ),
  );
  const copied = rows.map((cells, i) =>
    cells.map((cell) =>
      top + i === 0
        ? null
        : table_cell.create({ value: cell.attrs.value, isBlank: true }, withoutKeys(cell.content)).toJSON(),
    ),
  );
  const html = document.createElement("table");
  html.setAttribute(attribute, JSON.stringify({ columns: columns.map(({ data }) => data), rows: copied }));
  for (const cells of texts) {
    const row = html.insertRow();
    for (const text of cells) row.insertCell().innerText = text;
  }
  event.preventDefault();
  event.clipboardData.setData("text/html", html.outerHTML);
  event.clipboardData.setData("text/plain", formatTsv(texts));
  return true;
}

/** Pastes cells of a spreadsheet or a table: into the cells from the selection on, elsewhere as a table. */
export function pasteCells(view: EditorView, event: ClipboardEvent, _slice: Slice): boolean {
  const { clipboardData: data } = event;
  const cells = data && cellsIn(data);
  if (!cells) return false;
  const range = selectedCells(view.state.selection);
  const { tr } = view.state;
  if (range !== undefined) {
    const { pos, top, left, bottom, right } = range;
    fillCells(tr, pos, top, left, repeated(cells, bottom - top + 1, right - left + 1));
    view.dispatch(selectCell(tr, pos, top, left).scrollIntoView());
    return true;
  }
  if (view.state.selection.$from.parent.type.spec.code) return false;
  tr.replaceSelectionWith(tableOf(cells.map((row) => row.map(({ text }) => text))));
  view.dispatch(tr.scrollIntoView());
  return true;
}

/** A single cell is pasted into all selected ones. */
function repeated(
  cells: readonly (readonly PastedCell[])[],
  rows: number,
  columns: number,
): readonly (readonly PastedCell[])[] {
  const only = cells.length === 1 && cells[0]?.length === 1 ? cells[0][0] : undefined;
  if (only === undefined) return cells;
  return Array.from({ length: rows }, () => Array.from({ length: columns }, () => only));
}

/** A tag without its style, which the policy of the workspace forbids even in documents that are not shown. */
function withoutStyle(tag: string): string {
  return tag.replace(/^<(\/?)style\b/i, "<$1template").replace(/\sstyle\s*=/gi, " data-style=");
}

/** The cells on the clipboard, if that is nothing but a table. */
function cellsIn(data: DataTransfer): readonly (readonly PastedCell[])[] | undefined {
  const html = data.getData("text/html");
  if (html !== "") {
    const { body } = new DOMParser().parseFromString(html.replaceAll(/<[^<>]*>/g, withoutStyle), "text/html");
    const tables = body.querySelectorAll("table");
    const [only] = tables;
    if (tables.length !== 1 || only === undefined) return undefined;
    const own = ownCells(only);
    if (own !== undefined) return own;
    const rest = body.textContent?.replace(only.textContent ?? "", "").trim();
    // Links, images and lists are for the server to read, unless they are in cells of a spreadsheet.
    const isRich = only.querySelector("a[href], img, ul, ol, pre, h1, h2, h3, strong, b, em, code") !== null;
    return rest === "" && !isRich ? htmlCells(only) : undefined;
  }
  const text = data.getData("text/plain");
  const lines = text.replace(/\r?\n$/, "");
  return lines.includes("\t") ? parseTsv(text).map((row) => row.map((cell) => ({ text: cell }))) : undefined;
}

function ownCells(table: HTMLTableElement): PastedCell[][] | undefined {
  const json = table.getAttribute(attribute);
  if (json === null) return undefined;
  try {
    const { columns, rows } = JSON.parse(json) as { columns: ColumnType[]; rows: unknown[][] };
    return rows.map((row, i) =>
      row.map((cell, j) => {
        const text = table.rows[i]?.cells[j]?.innerText ?? "";
        if (cell === null) return { text };
        const node = Node.fromJSON(schema, cell);
        node.check();
        return { text, cell: node, column: columns[j] ?? { type: "text" } };
      }),
    );
  } catch {
    return undefined;
  }
}

/** The texts of the cells of a table. A cell over several columns or rows is followed by empty ones. */
function htmlCells(table: HTMLTableElement): PastedCell[][] {
  const rows: PastedCell[][] = [];
  for (const [i, row] of [...table.rows].entries()) {
    rows[i] ??= [];
    let column = 0;
    for (const cell of row.cells) {
      while (rows[i]?.[column] !== undefined) column++;
      const text = textIn(cell);
      for (let down = 0; down < Math.min(cell.rowSpan, table.rows.length - i); down++)
        for (let along = 0; along < Math.min(cell.colSpan, maxSpan); along++) {
          rows[i + down] ??= [];
          (rows[i + down] as PastedCell[])[column + along] = { text: down + along === 0 ? text : "" };
        }
      column += Math.min(cell.colSpan, maxSpan);
    }
  }
  return rows
    .map((row) => Array.from(row, (cell) => cell ?? { text: "" }))
    .filter(({ length }) => length > 0);
}

const maxSpan = 100;

/** The text of a cell. White space of the source is no text; line breaks are. */
function textIn(cell: Element): string {
  for (const br of cell.querySelectorAll("br")) br.replaceWith("\u2028");
  return (cell.textContent ?? "").replace(/\s+/g, (space) => (space.includes("\u2028") ? "\n" : " ")).trim();
}
