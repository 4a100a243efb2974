import { type Column, orderedTable, type Table } from "../../content/document/index.ts";
import { writeCards } from "./cards.ts";
import { writeCell } from "./cells.ts";
import { type ShownColumn, total, widthsOf } from "./column-widths.ts";
import type { PageContext, WriteBlock } from "./context.ts";
import type { LineWidth } from "./line-breaks.ts";
import { words } from "./text.ts";
import { array, type Code, call, fr, join, name, pt, sum } from "./typst.ts";

/** Wider tables are split, repeating the first column. */
const maxColumns = 10;

export const writeTable: WriteBlock<"table"> = (block, context) => {
  const table = orderedTable(block);
  if (table.view.type === "cards") return writeCards(table, table.view, context);
  const shown = table.columns.flatMap((column, index) => (column.isShown ? [{ column, index }] : []));
  const [first, ...others] = shown;
  if (first === undefined) return join([]);
  if (shown.length <= maxColumns) return writeGrid(table, shown, context);
  const count = Math.ceil(others.length / (maxColumns - 1));
  const each = Math.ceil(others.length / count);
  const groups = Array.from({ length: count }, (_, i) => others.slice(i * each, (i + 1) * each));
  return join(groups.map((group) => writeGrid(table, [first, ...group], context)));
};

function writeGrid(table: Table, shown: readonly ShownColumn[], context: PageContext): Code {
  const isHeadHidden = table.view.type === "grid" && table.view.hideHeader;
  const hasHead = !isHeadHidden && shown.some(({ column }) => column.title !== "");
  const { size, inset, lineWidth } = scaleOf(context.lineWidth, shown.length);
  const widths = widthsOf(table, shown, lineWidth, context);
  const all = total(widths);
  // Words longer than the column are broken.
  const columns = shown.map((each, i) => ({ ...each, lineWidth: ((widths[i] ?? 0) / all) * lineWidth }));
  const head = hasHead ? columns.map(({ column, lineWidth: own }) => words(column.title, own)) : [];
  const cells = table.rows.flatMap((row) =>
    columns.map(({ column, index, lineWidth: own }) =>
      writeCell(column, row[index], table, { ...context, lineWidth: own }),
    ),
  );
  const shares = widths.map((width) => fr(width + (2 * inset) / (size * relativeWidth)));
  const aligns = array(shown.map(({ column }) => alignOf(column)));
  return call("plain-table", [array(shares), pt(size), pt(inset), aligns, array(head), array(cells)]);
}

/** The width of a character in relation to the font size, and in points for body text. */
const [relativeWidth, bodyWidth] = [0.58, 5];

/** More columns get a smaller font. */
function scaleOf(lineWidth: LineWidth, count: number) {
  const each = lineWidth / count;
  const size = each < 12.5 ? 7 : each < 16 ? 7.8 : 8.5;
  const inset = each < 12.5 ? 3.5 : 6;
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
