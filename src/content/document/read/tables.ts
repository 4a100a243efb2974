import { generateNKeysBetween } from "fractional-indexing";
import { alignmentsOf, cellsOf, type RawLeaf } from "../../markdown/syntax/index.ts";
import {
  type Block,
  type BlockOf,
  type CellValue,
  type ColumnType,
  definedFields,
  digest,
  type Fragment,
  fragment,
  paragraph,
  plainText,
  type TableRecord,
  type TableView,
  UniqueNames,
  voidBlock,
} from "../model/index.ts";
import type { ReadContext } from "./context.ts";
import { withoutAnnotations } from "./footnotes.ts";

export interface ColumnDraft {
  readonly title: string;
  readonly definition: ColumnType;
  readonly width?: number | undefined;
  readonly isHidden?: boolean;
  readonly role?: "target" | "cover" | "cover-dark" | undefined;
}

export type Cell = { readonly blocks: readonly Block[] } | { readonly value: CellValue | undefined };

export interface TableOptions {
  readonly isCards?: boolean;
  readonly isLarge?: boolean;
  readonly hidesHeader: boolean;
  readonly hidesTitles?: boolean;
  readonly fullWidth?: true | undefined;
}

/** The number of cells up to which short rows of a table are padded with empty cells. */
const maxPaddedCells = 20_000;

/** The number of cells in a row after padding. */
export function rowWidth(cells: number, columns: number, rows: number): number {
  return columns * rows <= maxPaddedCells ? columns : Math.min(cells, columns);
}

/** Builds a table. Ids are derived from content, so that they stay the same when other rows and columns change. */
export function buildTable(
  columns: readonly ColumnDraft[],
  rows: readonly (readonly Cell[])[],
  options: TableOptions,
): BlockOf<"table"> {
  const columnNames = new UniqueNames();
  const rowNames = new UniqueNames();
  const ids = columns.map(({ title }) => columnNames.makeUnique(digest(`column ${title}`)));
  const orders = generateNKeysBetween(null, null, rows.length);
  const fragments: Fragment[] = [];
  const records: Record<string, TableRecord> = {};
  for (const [index, row] of rows.entries()) {
    const id = rowNames.makeUnique(digest(`row ${row.map(cellText).join("|")}`));
    const values: Record<string, CellValue> = {};
    for (const [i, cell] of row.entries()) {
      const column = ids[i] ?? "";
      if ("blocks" in cell) {
        values[column] = `${id}:${column}`;
        fragments.push(fragment("table-cell", cell.blocks, `${id}:${column}`));
      } else if (cell.value !== undefined) values[column] = cell.value;
    }
    records[id] = { orderIndex: orders[index] ?? "", values };
  }
  const definition = Object.fromEntries(
    columns.map(({ title, definition }, i) => [ids[i] ?? "", { id: ids[i] ?? "", title, ...definition }]),
  );
  const data = { view: viewOf(columns, ids, options), records, definition, fullWidth: options.fullWidth };
  return voidBlock("table", data, fragments);
}

function cellText(cell: Cell): string {
  return "blocks" in cell ? plainText(cell.blocks) : JSON.stringify(cell.value ?? "");
}

function viewOf(columns: readonly ColumnDraft[], ids: readonly string[], options: TableOptions): TableView {
  const visible = ids.filter((_, i) => !columns[i]?.isHidden);
  if (!options.isCards) {
    const widths = columns.flatMap(({ width }, i) => (width === undefined ? [] : [[ids[i], width] as const]));
    return definedFields({
      type: "grid",
      columns: visible,
      columnWidths: widths.length > 0 ? Object.fromEntries(widths) : undefined,
      hideHeader: options.hidesHeader,
    });
  }
  const withRole = (role: ColumnDraft["role"]) => ids[columns.findIndex((column) => column.role === role)];
  return definedFields({
    type: "cards",
    cardSize: options.isLarge ? "large" : "medium",
    columns: visible,
    targetDefinition: withRole("target"),
    coverDefinition: withRole("cover"),
    coverDefinitionDark: withRole("cover-dark"),
    hideColumnTitle: options.hidesTitles ? true : undefined,
  });
}

export function readPipeTable(
  { header, delimiters, rows }: Extract<RawLeaf, { kind: "table" }>,
  context: ReadContext,
): Block {
  const titles = cellsOf(header).map((cell) =>
    plainText(withoutAnnotations(context.readInlines(cell), context.inlineContext)),
  );
  const columns = (alignmentsOf(delimiters) ?? []).map((alignment, i) => ({
    title: titles[i] ?? "",
    definition: { type: "text" as const, textAlignment: alignment ?? "left" },
  }));
  const cells = rows.map((row) => {
    const sources = cellsOf(row);
    const width = rowWidth(sources.length, columns.length, rows.length);
    return Array.from({ length: width }, (_, i) => ({
      blocks: [paragraph(context.readInlines(sources[i] ?? ""))],
    }));
  });
  return buildTable(columns, cells, { hidesHeader: titles.every((title) => title === "") });
}
