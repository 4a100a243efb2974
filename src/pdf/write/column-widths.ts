import {
  type CellValue,
  type Column,
  type ContentRef,
  cellValues,
  plainText,
  type Table,
} from "../../content/document/index.ts";
import { asRef, maxStars } from "./cells.ts";
import type { PageContext } from "./context.ts";
import { cjkCharacters, type LineWidth } from "./line-breaks.ts";

export interface ShownColumn {
  readonly column: Column;
  readonly index: number;
}

/** The wanted widths of a column, in characters. */
interface WantedWidth {
  /** Set by the author. */
  readonly authored?: number | undefined;
  readonly longestWord: number;
  readonly longestText: number;
  /** Its share of the remaining width. */
  readonly weight: number;
}

/** The page width in pixels to which authors' widths refer. */
const screen = 750;

/** The widths of the columns in characters. Their sum is the available width. */
export function widthsOf(
  table: Table,
  shown: readonly ShownColumn[],
  lineWidth: LineWidth,
  context: PageContext,
): number[] {
  const widths = (table.view.type === "grid" && table.view.columnWidths) || {};
  // A sample of the rows is enough.
  const sample = table.rows.slice(0, 200);
  const columns = shown.map(({ column, index }): WantedWidth => {
    const width = widths[column.id] ?? 0;
    const texts = [column.title, ...sample.map((row) => textOf(column, row[index], table, context))];
    const longestText = Math.max(...texts.map(lengthOf), 4);
    const longestWord = Math.max(...texts.flatMap((text) => text.split(/\s+/)).map(lengthOf), 3);
    const authored =
      width > 0 ? Math.max((width / screen) * lineWidth, Math.min(longestWord, 10)) : undefined;
    const weight = authored === undefined ? Math.min(longestText, 70) ** 0.8 : 0;
    return { authored, longestWord, longestText, weight };
  });
  const isAuthored = columns.some(({ authored }) => authored !== undefined);
  const min = isAuthored ? authoredWidths(columns, lineWidth) : wordWidths(columns, lineWidth);
  const left = Math.max(0, lineWidth - total(min));
  const weights = total(columns.map(({ weight }) => weight)) || 1;
  return columns.map(({ weight }, i) => (min[i] ?? 0) + (left * weight) / weights);
}

/** Authors' widths, reduced where the content does not need them. */
function authoredWidths(columns: readonly WantedWidth[], lineWidth: LineWidth): number[] {
  const widths = columns.map(
    ({ authored, longestWord, weight }) => authored ?? Math.max(Math.min(longestWord, 24), weight),
  );
  if (total(widths) <= lineWidth) return widths;
  return columns.map(({ longestText }, i) => Math.min(widths[i] ?? 0, longestText));
}

/** Minimum widths without broken words; the longest words are broken if necessary. */
function wordWidths(columns: readonly WantedWidth[], lineWidth: LineWidth): number[] {
  const limitedTo = (max: number) => columns.map(({ longestWord }) => Math.min(longestWord, max));
  let max = 24;
  while (max > 4 && total(limitedTo(max)) > lineWidth) max--;
  return limitedTo(max);
}

export function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

function textOf(
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
        .map((each) => `${labels.get(each) ?? each}--`)
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
      return titleOf(asRef(value));
    default:
      return typeof value === "object" ? "as an image" : String(value);
  }
}

const cjk = new RegExp(`[${cjkCharacters}]`, "g");

/** The width in Latin characters. CJK characters are wider. */
function lengthOf(text: string): number {
  return text.length + (text.match(cjk)?.length ?? 0) * 0.8;
}
