import { generateNKeysBetween } from "fractional-indexing";
import { alignmentsOf, cellsOf, type RawLeaf } from "../../markdown/syntax/index.ts";
import {
  type Block,
  type BlockOf,
  type CellValue,
  type ColumnType,
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
import { withoutAnnotations } from "./footnotes.ts";
import type { ReadContext } from "./reading.ts";

/** A column of a table, before it has an id. */
export interface ColumnDraft {
  readonly title: string;
  /** What the type of the column asks for besides its title. */
  readonly definition: ColumnType;
  readonly width?: number;
  readonly isHidden?: boolean;
  readonly role?: "target" | "cover" | "cover-dark";
}

/** What is in a cell: blocks, or a plain value where the column has a type. */
export type Cell = { readonly blocks: readonly Block[] } | { readonly value: CellValue | undefined };

export type Row = readonly Cell[];

export interface TableOptions {
  readonly isCards?: boolean;
  readonly isLarge?: boolean;
  readonly hidesHeader?: boolean;
  readonly hidesTitles?: boolean;
  readonly fullWidth?: true;
}

/** Cells that are missing at the end of a row are filled in, unless that would make very many of a few. */
const maxFilledCells = 20_000;

/** How many cells a row shall have that has only so many. */
export function rowWidth(cells: number, columns: number, rows: number): number {
  return columns * rows <= maxFilledCells ? columns : Math.min(cells, columns);
}

/** A table from its columns and rows. Ids are made from what they stand for, so that they outlast other changes. */
export function buildTable(
  columns: readonly ColumnDraft[],
  rows: readonly Row[],
  options: TableOptions,
): BlockOf<"table"> {
  const columnNames = new UniqueNames();
  const rowNames = new UniqueNames();
  const ids = columns.map(({ title }) => columnNames.name(digest(`column ${title}`)));
  const orders = generateNKeysBetween(null, null, rows.length);
  const fragments: Fragment[] = [];
  const records: Record<string, TableRecord> = {};
  for (const [index, row] of rows.entries()) {
    const id = rowNames.name(digest(`row ${row.map(wordsOf).join("|")}`));
    const values: Record<string, CellValue> = {};
    for (const [i, cell] of row.entries()) {
      const column = ids[i] ?? "";
      if ("blocks" in cell) {
        const name = `${id}:${column}`;
        fragments.push(fragment("table-cell", cell.blocks, name));
        values[column] = name;
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

/** What a cell is known by. */
function wordsOf(cell: Cell): string {
  return "blocks" in cell ? plainText(cell.blocks) : JSON.stringify(cell.value ?? "");
}

function viewOf(columns: readonly ColumnDraft[], ids: readonly string[], options: TableOptions): TableView {
  const shown = ids.filter((_, i) => !columns[i]?.isHidden);
  if (!options.isCards) {
    const widths = columns.flatMap(({ width }, i) =>
      width === undefined ? [] : [[ids[i] ?? "", width] as const],
    );
    return {
      type: "grid",
      columns: shown,
      ...(widths.length > 0 && { columnWidths: Object.fromEntries(widths) }),
      hideHeader: options.hidesHeader ?? false,
    };
  }
  const withRole = (role: ColumnDraft["role"]) => ids[columns.findIndex((column) => column.role === role)];
  const [target, cover, dark] = [withRole("target"), withRole("cover"), withRole("cover-dark")];
  return {
    type: "cards",
    cardSize: options.isLarge ? "large" : "medium",
    columns: shown,
    ...(target !== undefined && { targetDefinition: target }),
    ...(cover !== undefined && { coverDefinition: cover }),
    ...(dark !== undefined && { coverDefinitionDark: dark }),
    ...(options.hidesTitles && { hideColumnTitle: true }),
  };
}

/** A table of lines with bars between the cells. Every row has as many cells as the head. */
export function pipeTable(
  { header, delimiters, rows }: Extract<RawLeaf, { kind: "table" }>,
  reading: ReadContext,
): Block {
  const alignments = alignmentsOf(delimiters) ?? [];
  const titles = cellsOf(header).map((cell) =>
    plainText(withoutAnnotations(reading.inlines(cell), reading.context)),
  );
  const columns = alignments.map((alignment, i) => ({
    title: titles[i] ?? "",
    definition: { type: "text" as const, textAlignment: alignment ?? "left" },
  }));
  return buildTable(
    columns,
    rows.map((row) => {
      const cells = cellsOf(row);
      return columns
        .slice(0, rowWidth(cells.length, columns.length, rows.length))
        .map((_, i) => ({ blocks: [paragraph(reading.inlines(cells[i] ?? ""))] }));
    }),
    { hidesHeader: titles.every((title) => title === "") },
  );
}
