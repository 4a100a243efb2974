import type { AlignType, Table, TableRow } from "mdast";
import { paragraph, type RichCell } from "../markdown/index.ts";
import { type Element, elementsIn } from "../tree/index.ts";
import type { Flow } from "./flow.ts";
import type { Marks } from "./inline-run.ts";
import type { Reader } from "./reader.ts";
import { type Cell, isLayout, rowsOf } from "./tables.ts";

/** Reads a table, if it is one: some only place what is in them. */
export function readTable(reader: Reader, element: Element, flow: Flow, marks: Marks): boolean {
  const cells = rowsOf(element);
  if (isLayout(element, cells)) return false;
  const caption = elementsIn(element).find(({ name }) => name === "caption");
  const words = caption === undefined ? [] : reader.phrasing(caption.children, []);
  if (words.length > 0) flow.block(paragraph(words));
  const rows = cells
    .map((row) => row.map((cell) => readCell(reader, cell, marks)))
    .filter((row) => row.some(({ children }) => children.length > 0));
  if (rows.length > 0) flow.block(plainTable(rows) ?? { type: "richTable", rows });
  return true;
}

function readCell(reader: Reader, { element, isHead, align }: Cell, marks: Marks): RichCell {
  return { isHead, align, children: element === undefined ? [] : reader.inside(element.children, marks) };
}

/** With lines of text only, a table is one of Markdown. A row may end early. */
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
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const align = Array.from({ length: width }, (_, i) => alignmentOf(rows, i));
  return { type: "table", align, children: hasHead ? body : [{ type: "tableRow", children: [] }, ...body] };
}

/** The alignment of a column, as its first rows have it. */
function alignmentOf(rows: readonly (readonly RichCell[])[], column: number): AlignType {
  return (
    rows
      .slice(0, 2)
      .map((row) => row[column]?.align)
      .find((each) => each !== undefined) ?? null
  );
}
