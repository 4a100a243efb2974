import { generateNKeysBetween } from "fractional-indexing";
import { StepCounter, type Steps } from "../../../platform/index.ts";
import { alignmentsOf, cellsOf, type RawLeaf } from "../../markdown/syntax/index.ts";
import {
  type Block,
  type BlockOf,
  type CellValue,
  type ColumnDefinition,
  type ColumnType,
  definedFields,
  digest,
  type Fragment,
  fragment,
  headerName,
  type Node,
  paddedWidth,
  paragraph,
  plainText,
  soleText,
  type TableRecord,
  type TableView,
  UniqueNames,
  voidBlock,
} from "../model/index.ts";
import type { ReadContext } from "./context.ts";
import { htmlBlocksWithMarkdown, startsWithBlockTag, withoutTextTags } from "./html-blocks.ts";

export interface ColumnDraft {
  readonly title: string;
  /** The title with its links, images and marks, if it has any. */
  readonly header?: readonly Node[] | undefined;
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
  readonly search?: boolean | undefined;
}

/** The nodes of a cell with a paragraph: its value, a fragment, the paragraph, its text and a leaf. */
const nodesPerCell = 5;

/** The width of each row after padding. Throws if the table has too many cells. */
export function rowWidths(
  rows: readonly (readonly unknown[])[],
  columns: number,
  context: ReadContext,
): number[] {
  const widths = rows.map((cells) => Math.min(cells.length, columns));
  const padded = paddedWidth(widths, columns);
  const cells = padded > 0 ? padded * rows.length : widths.reduce((sum, width) => sum + width, 0);
  context.requireRoom(columns + rows.length + nodesPerCell * cells);
  return widths.map((width) => Math.max(width, padded));
}

/** The number of cells that are built per step, and of characters of rows that are read per step. */
const cellsPerStep = 100;
const charactersPerStep = 2_000;

/** Builds a table. Ids are derived from content, so that they stay the same when other rows and columns change. */
export function* buildTable(
  columns: readonly ColumnDraft[],
  rows: readonly (readonly Cell[])[],
  options: TableOptions,
): Steps<BlockOf<"table">> {
  const columnNames = new UniqueNames();
  const rowNames = new UniqueNames();
  const ids = columns.map(({ title }) => columnNames.makeUnique(digest(`column ${title}`)));
  const fragments: Fragment[] = columns.flatMap(({ header }, i) =>
    header === undefined ? [] : fragment("table-cell", [paragraph(header)], headerName(ids[i] ?? "")),
  );
  const orders = orderKeys(rows.length);
  const records: Record<string, TableRecord> = {};
  const step = new StepCounter(cellsPerStep);
  let index = 0;
  for (const row of rows) {
    const id = rowNames.makeUnique(digest(`row ${row.map(cellText).join("|")}`));
    const values: Record<string, CellValue> = {};
    for (let i = 0; i < row.length; i++) {
      const [cell, column] = [row[i], ids[i] ?? ""];
      if (cell === undefined) continue;
      if ("blocks" in cell) {
        const name = `${id}:${column}`;
        values[column] = name;
        fragments.push(fragment("table-cell", cell.blocks, name));
      } else if (cell.value !== undefined) values[column] = cell.value;
    }
    records[id] = { orderIndex: orders[index++] ?? "", values };
    if (step.isComplete(row.length)) yield;
  }
  const definition: Record<string, ColumnDefinition> = {};
  for (const [i, { title, definition: type }] of columns.entries())
    definition[ids[i] ?? ""] = { id: ids[i] ?? "", title, ...type };
  const { fullWidth, search } = options;
  const data = { view: viewOf(columns, ids, options), records, definition, fullWidth, search };
  return voidBlock("table", data, fragments);
}

const knownOrderKeys = new Map<number, readonly string[]>();
const maxKnownRows = 100;

/** The sort keys of this many rows. Those of short tables are kept: computing them takes as long as the rest of the table. */
function orderKeys(rows: number): readonly string[] {
  const generate = () => generateNKeysBetween(null, null, rows);
  return rows > maxKnownRows ? generate() : knownOrderKeys.getOrInsertComputed(rows, generate);
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

export function* readPipeTable(
  { header, delimiters, rows }: Extract<RawLeaf, { kind: "table" }>,
  context: ReadContext,
): Steps<Block> {
  const alignments = alignmentsOf(delimiters) ?? [];
  context.requireRoom(alignments.length);
  const titles = cellsOf(header).map((cell) => titleOf(context.readInlines(withoutTextTags(cell))));
  const columns = alignments.map((alignment, i) => ({
    ...(titles[i] ?? { title: "" }),
    definition: { type: "text" as const, textAlignment: alignment ?? "left" },
  }));
  const step = new StepCounter(charactersPerStep);
  const sources: string[][] = [];
  for (const row of rows) {
    sources.push(cellsOf(row));
    if (step.isComplete(row.length)) yield;
  }
  const cells: Cell[][] = [];
  for (const [row, width] of rowWidths(sources, columns.length, context).entries()) {
    const rowCells: Cell[] = [];
    for (let i = 0; i < width; i++) rowCells.push({ blocks: readCell(sources[row]?.[i] ?? "", context) });
    cells.push(rowCells);
    if (step.isComplete(width + (rows[row]?.length ?? 0))) yield;
  }
  return yield* buildTable(columns, cells, { hidesHeader: titles.every(isEmptyTitle) });
}

/** The title of a column, and its nodes if it is not plain text. */
export function titleOf(nodes: readonly Node[]): Pick<ColumnDraft, "title" | "header"> {
  const isPlain = nodes.length === 0 || soleText(nodes) !== undefined;
  return { title: plainText(nodes), header: isPlain ? undefined : nodes };
}

function isEmptyTitle({ title, header }: Pick<ColumnDraft, "title" | "header">): boolean {
  return title === "" && header === undefined;
}

/** Reads a cell, which contains blocks if it starts with one in HTML. */
function readCell(source: string, context: ReadContext): readonly Block[] {
  return startsWithBlockTag(source)
    ? htmlBlocksWithMarkdown(source, context)
    : [paragraph(context.readInlines(source))];
}
