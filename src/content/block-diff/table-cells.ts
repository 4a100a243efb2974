import { type CellValue, type Column, isEmptyCell, type Table } from "../document/index.ts";
import type { CellContent } from "./block-diff.ts";

/** What a cell contains; undefined for an empty one. */
export function cellContent(
  table: Table,
  { definition }: Column,
  value: CellValue | undefined,
): CellContent | undefined {
  if (value === undefined || value === null || isEmptyCell(value, table)) return undefined;
  if (definition.type !== "text") return { value };
  return { blocks: table.fragments.get(String(value))?.nodes ?? [] };
}
