import {
  type CellValue,
  type Column,
  type ContentRef,
  cellValues,
  maxStars,
  plainText,
  refOfCell,
  type Table,
} from "../../content/document/index.ts";
import type { PageContext } from "./context.ts";
import { cjkCharacters, type LineWidth } from "./line-breaks.ts";

export interface VisibleColumn {
  readonly column: Column;
  readonly index: number;
}

/** The measurements of a column in characters. */
interface ColumnMeasure {
  /** The width set by the author. */
  readonly authored?: number | undefined;
  readonly longestWord: number;
  readonly longestText: number;
  /** The weight for distributing the remaining width. */
  readonly weight: number;
}

/** The page width in pixels that the authors' widths refer to. */
const screenWidth = 750;

/** The widths of the columns in characters. Their sum is the available width. */
export function columnWidths(
  table: Table,
  visible: readonly VisibleColumn[],
  lineWidth: LineWidth,
  context: PageContext,
): number[] {
  const authoredPixels = (table.view.type === "grid" && table.view.columnWidths) || {};
  // A sample of the rows is enough.
  const sample = table.rows.slice(0, 200);
  const columns = visible.map(({ column, index }): ColumnMeasure => {
    const pixels = authoredPixels[column.id] ?? 0;
    const texts = [column.title, ...sample.map((row) => estimatedText(column, row[index], table, context))];
    const longestText = Math.max(...texts.map(widthOf), 4);
    const longestWord = Math.max(...texts.flatMap((text) => text.split(/\s+/)).map(widthOf), 3);
    const authored =
      pixels > 0 ? Math.max((pixels / screenWidth) * lineWidth, Math.min(longestWord, 10)) : undefined;
    const weight = authored === undefined ? Math.min(longestText, 70) ** 0.8 : 0;
    return { authored, longestWord, longestText, weight };
  });
  const isAuthored = columns.some(({ authored }) => authored !== undefined);
  const minWidths = isAuthored ? authoredWidths(columns, lineWidth) : wordWidths(columns, lineWidth);
  const remaining = Math.max(0, lineWidth - sumOf(minWidths));
  const totalWeight = sumOf(columns.map(({ weight }) => weight)) || 1;
  return columns.map(({ weight }, i) => (minWidths[i] ?? 0) + (remaining * weight) / totalWeight);
}

/** The authors' widths. If they exceed the line, columns are reduced to their longest text. */
function authoredWidths(columns: readonly ColumnMeasure[], lineWidth: LineWidth): number[] {
  const widths = columns.map(
    ({ authored, longestWord, weight }) => authored ?? Math.max(Math.min(longestWord, 24), weight),
  );
  if (sumOf(widths) <= lineWidth) return widths;
  return columns.map(({ longestText }, i) => Math.min(widths[i] ?? 0, longestText));
}

/** The widths of the longest words, limited to a common maximum that fits the line. */
function wordWidths(columns: readonly ColumnMeasure[], lineWidth: LineWidth): number[] {
  const limitedTo = (max: number) => columns.map(({ longestWord }) => Math.min(longestWord, max));
  let max = 24;
  while (max > 4 && sumOf(limitedTo(max)) > lineWidth) max--;
  return limitedTo(max);
}

export function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, value) => sum + value, 0);
}

function estimatedText(
  { definition, labels }: Column,
  value: CellValue | undefined,
  { fragments }: Table,
  { targetOf }: PageContext,
): string {
  if (value === undefined || value === null) return "";
  const titleOf = (ref: ContentRef) => targetOf(ref).title;
  switch (definition.type) {
    case "text":
      return plainText(fragments.get(String(value))?.nodes[0]?.nodes ?? []);
    case "checkbox":
      return "";
    // Stars are wider than letters and are not wrapped.
    case "rating":
      return "*".repeat(Math.ceil(maxStars(definition.max) * 1.7));
    case "select":
      return cellValues(value)
        .map((option) => `${labels.get(option) ?? option}--`)
        .join(" ");
    case "files":
      return cellValues(value)
        .map((file) => titleOf({ kind: "file", file }))
        .join(", ");
    case "users":
      return cellValues(value)
        .map((user) => titleOf({ kind: "user", user }))
        .join(", ");
    case "content-ref":
      return titleOf(refOfCell(value));
    default:
      // A placeholder with about the width of an image.
      return typeof value === "object" ? "as an image" : String(value);
  }
}

const cjk = new RegExp(`[${cjkCharacters}]`, "g");

/** The width of a text in Latin characters. CJK characters are wider. */
function widthOf(text: string): number {
  return text.length + (text.match(cjk)?.length ?? 0) * 0.8;
}
