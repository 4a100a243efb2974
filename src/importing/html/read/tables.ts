import type { AlignType, Table, TableRow } from "mdast";
import { paragraph, type RichCell } from "../markdown/index.ts";
import { childElements, type Element } from "../tree/index.ts";
import type { ContentReader } from "./content-reader.ts";
import type { Flow, Marks } from "./flow.ts";

interface Cell {
  readonly element?: Element;
  readonly isHead: boolean;
  readonly align?: "center" | "right" | undefined;
}

const maxColumns = 200;
/** The maximum number of empty cells that spans may add to a table. */
const maxEmptyCells = 20_000;

/** The rows of a table. A cell with a span is followed by empty cells. */
function rowsOf(table: Element): Cell[][] {
  const spans = new Spans();
  return rowElements(table).map((row) => {
    const cells: Cell[] = [];
    for (const element of childElements(row)) {
      if (element.name !== "td" && element.name !== "th") continue;
      spans.fillCovered(cells);
      const columnSpan = spanOf(element, "colspan");
      const rowsBelow = spanOf(element, "rowspan") - 1;
      spans.addCell(cells, columnSpan, rowsBelow, cellOf(element, row));
    }
    spans.fillCovered(cells);
    return cells;
  });
}

class Spans {
  /** The number of following rows that a cell above covers, by column. */
  readonly #covered: number[] = [];
  #cellsLeft = maxEmptyCells;

  /** Adds empty cells up to the next column that no span covers. */
  fillCovered(cells: Cell[]): void {
    while ((this.#covered[cells.length] ?? 0) > 0 && this.#cellsLeft > 0) {
      this.#covered[cells.length] = (this.#covered[cells.length] ?? 0) - 1;
      this.#cellsLeft--;
      cells.push({ isHead: false });
    }
  }

  addCell(cells: Cell[], columnSpan: number, rowsBelow: number, cell: Cell): void {
    for (let i = 0; i < columnSpan && (i === 0 || (this.#cellsLeft > 0 && cells.length < maxColumns)); i++) {
      if (i > 0) this.#cellsLeft--;
      this.#covered[cells.length] = rowsBelow;
      cells.push(i === 0 ? cell : { isHead: cell.isHead });
    }
  }
}

/** The rows of a table, without those of nested tables. */
function rowElements(table: Element): Element[] {
  return childElements(table).flatMap((part) => {
    if (part.name === "tr") return part;
    return /^(?:thead|tbody|tfoot)$/.test(part.name)
      ? childElements(part).filter(({ name }) => name === "tr")
      : [];
  });
}

function cellOf(element: Element, row: Element): Cell {
  const { attributes } = element;
  const [, cssAlign] =
    /text-align:\s*(center|right)/i.exec((attributes.get("style") ?? "").slice(0, 500)) ?? [];
  const align = (attributes.get("align") ?? cssAlign ?? "").toLowerCase();
  const isAligned = align === "center" || align === "right";
  const isHead = element.name === "th" || row.parent?.name === "thead";
  return { element, isHead, align: isAligned ? align : undefined };
}

function spanOf({ attributes }: Element, name: "colspan" | "rowspan"): number {
  const span = Number.parseInt(attributes.get(name) ?? "1", 10);
  if (name === "rowspan" && span === 0) return 1000;
  return Number.isInteger(span) && span > 0 ? Math.min(span, 1000) : 1;
}

function isLayout(table: Element, rows: readonly (readonly Cell[])[]): boolean {
  const role = table.attributes.get("role");
  if (role === "presentation" || role === "none") return true;
  const widest = rows.reduce((max, cells) => Math.max(max, cells.length), 0);
  if (widest > maxColumns) return true;
  return widest <= 1 && !rows.some((cells) => cells.some((cell) => cell.isHead));
}

/** Reads a table; false for one that is used for layout. */
export function readTable(reader: ContentReader, element: Element, flow: Flow, marks: Marks): boolean {
  const cells = rowsOf(element);
  if (isLayout(element, cells)) return false;
  const caption = childElements(element).find(({ name }) => name === "caption");
  const captionText = reader.readPhrasing(caption?.children ?? [], []);
  if (captionText.length > 0) flow.addBlock(paragraph(captionText));
  const rows = cells
    .map((row) =>
      row.map(({ element: cell, isHead, align }): RichCell => {
        return { isHead, align, children: reader.readBlocks(cell?.children ?? [], marks) };
      }),
    )
    .filter((row) => row.some(({ children }) => children.length > 0));
  if (rows.length > 0) flow.addBlock(plainTable(rows) ?? { type: "richTable", rows });
  return true;
}

/** A Markdown table; undefined if a cell contains more than one paragraph. */
function plainTable(rows: readonly (readonly RichCell[])[]): Table | undefined {
  const body: TableRow[] = [];
  for (const row of rows) {
    const cells: TableRow["children"] = [];
    for (const { children } of row) {
      const [only, ...others] = children;
      if (others.length > 0 || (only !== undefined && only.type !== "paragraph")) return undefined;
      cells.push({ type: "tableCell", children: only?.children ?? [] });
    }
    body.push({ type: "tableRow", children: cells });
  }
  const hasHead = rows[0]?.every(({ isHead, children }) => isHead || children.length === 0) === true;
  const width = rows.reduce((max, row) => Math.max(max, row.length), 0);
  const align = Array.from({ length: width }, (_, i) => alignmentOf(rows, i));
  return { type: "table", align, children: hasHead ? body : [{ type: "tableRow", children: [] }, ...body] };
}

/** The alignment of a column, by its first two rows. */
function alignmentOf(rows: readonly (readonly RichCell[])[], column: number): AlignType {
  return (
    rows
      .slice(0, 2)
      .map((row) => row[column]?.align)
      .find((align) => align !== undefined) ?? null
  );
}
