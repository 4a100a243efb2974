import { type Column, resolveTable, type Table } from "../../content/document/index.ts";
import { writeCards } from "./cards.ts";
import { writeCell } from "./cells.ts";
import { columnWidths, sumOf, type VisibleColumn } from "./column-widths.ts";
import type { PageContext, WriteBlock } from "./context.ts";
import type { LineWidth } from "./line-breaks.ts";
import { words, writeText } from "./text.ts";
import { array, type Code, call, fr, join, name, pt, sum } from "./typst.ts";

/** The maximum number of columns. Wider tables are split, and each part repeats the first column. */
const maxColumns = 10;

export const writeTable: WriteBlock<"table"> = (block, context) => {
  const table = resolveTable(block);
  if (table.view.type === "cards") return writeCards(table, table.view, context);
  const visible = table.columns.flatMap((column, index) => (column.isShown ? [{ column, index }] : []));
  const [first, ...others] = visible;
  if (first === undefined) return join([]);
  if (visible.length <= maxColumns) return writeGrid(table, visible, context);
  const count = Math.ceil(others.length / (maxColumns - 1));
  const size = Math.ceil(others.length / count);
  const groups = Array.from({ length: count }, (_, i) => others.slice(i * size, (i + 1) * size));
  return join(groups.map((group) => writeGrid(table, [first, ...group], context)));
};

function writeGrid(table: Table, visible: readonly VisibleColumn[], context: PageContext): Code {
  const isHeadHidden = table.view.type === "grid" && table.view.hideHeader;
  const hasHead =
    !isHeadHidden && visible.some(({ column }) => column.title !== "" || column.header !== undefined);
  const { size, inset, lineWidth } = scaleOf(context.lineWidth, visible.length);
  const widths = columnWidths(table, visible, lineWidth, context);
  const totalWidth = sumOf(widths);
  // Words longer than the column are broken.
  const columns = visible.map((column, i) => ({
    ...column,
    lineWidth: ((widths[i] ?? 0) / totalWidth) * lineWidth,
  }));
  const head = hasHead
    ? columns.map(({ column, lineWidth: width }) => writeTitle(column, { ...context, lineWidth: width }))
    : [];
  const cells = table.rows.flatMap((row) =>
    columns.map(({ column, index, lineWidth: width }) =>
      writeCell(column, row[index], table, { ...context, lineWidth: width }),
    ),
  );
  const shares = widths.map((width) => fr(width + (2 * inset) / (size * relativeWidth)));
  const aligns = array(visible.map(({ column }) => alignOf(column)));
  return call("plain-table", [array(shares), pt(size), pt(inset), aligns, array(head), array(cells)]);
}

function writeTitle({ title, header }: Column, context: PageContext): Code {
  return header === undefined ? words(title, context.lineWidth) : writeText(header, context);
}

/** The width of a character relative to the font size, and in points for body text. */
const [relativeWidth, bodyWidth] = [0.58, 5];

/** The font size, cell padding and line width of a table. More columns get a smaller font. */
function scaleOf(lineWidth: LineWidth, count: number) {
  const columnWidth = lineWidth / count;
  const size = columnWidth < 12.5 ? 7 : columnWidth < 16 ? 7.8 : 8.5;
  const inset = columnWidth < 12.5 ? 3.5 : 6;
  const points = lineWidth * bodyWidth - 2 * inset * count;
  return { size, inset, lineWidth: Math.max(points / (size * relativeWidth), 3 * count) };
}

function alignOf({ definition }: Column): Code {
  if (definition.type === "checkbox") return sum(name("center"), name("top"));
  if (definition.type !== "text")
    return sum(name(definition.type === "number" ? "right" : "start"), name("top"));
  const { textAlignment, verticalAlignment } = definition;
  const height =
    verticalAlignment === "middle" ? "horizon" : verticalAlignment === "bottom" ? "bottom" : "top";
  return sum(name(textAlignment === "left" ? "start" : textAlignment), name(height));
}
