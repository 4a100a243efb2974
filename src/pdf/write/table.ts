import { type Column, type Table, tableOf } from "../../content/document/index.ts";
import type { Room } from "./breakable.ts";
import { writeCards } from "./cards.ts";
import { writeCell } from "./cells.ts";
import { type Placed, total, widthsOf } from "./column-widths.ts";
import { words } from "./text.ts";
import { array, type Code, call, fr, join, name, pt, sum } from "./typst.ts";
import type { WriteBlock, Writing } from "./writing.ts";

/** Wider tables are split, repeating the first column. */
const mostColumns = 10;

export const writeTable: WriteBlock<"table"> = (block, writing) => {
  const table = tableOf(block);
  if (table.view.type === "cards") return writeCards(table, table.view, writing);
  const shown = table.columns.flatMap((column, place) => (column.isShown ? [{ column, place }] : []));
  const [first, ...others] = shown;
  if (first === undefined) return join([]);
  if (shown.length <= mostColumns) return writeGrid(table, shown, writing);
  const count = Math.ceil(others.length / (mostColumns - 1));
  const each = Math.ceil(others.length / count);
  const pieces = Array.from({ length: count }, (_, i) => others.slice(i * each, (i + 1) * each));
  return join(pieces.map((piece) => writeGrid(table, [first, ...piece], writing)));
};

function writeGrid(table: Table, shown: readonly Placed[], writing: Writing): Code {
  const isHeadHidden = table.view.type === "grid" && table.view.hideHeader;
  const hasHead = !isHeadHidden && shown.some(({ column }) => column.title !== "");
  const { size, inset, room } = scaleOf(writing.room, shown.length);
  const widths = widthsOf(table, shown, room, writing);
  const all = total(widths);
  // Words longer than the column are broken.
  const columns = shown.map((each, i) => ({ ...each, room: ((widths[i] ?? 0) / all) * room }));
  const head = hasHead ? columns.map(({ column, room: own }) => words(column.title, own)) : [];
  const cells = table.rows.flatMap((row) =>
    columns.map(({ column, place, room: own }) =>
      writeCell(column, row[place], table, { ...writing, room: own }),
    ),
  );
  const shares = widths.map((width) => fr(width + (2 * inset) / widthOfOne(size)));
  const aligns = array(shown.map(({ column }) => alignOf(column)));
  return call("plain-table", [array(shares), pt(size), pt(inset), aligns, array(head), array(cells)]);
}

/** The width of a character. */
function widthOfOne(size: number): number {
  return size * 0.58;
}

/** More columns get a smaller font. */
function scaleOf(room: Room, count: number): { size: number; inset: number; room: Room } {
  const each = room / count;
  const size = each < 12.5 ? 7 : each < 16 ? 7.8 : 8.5;
  const inset = each < 12.5 ? 3.5 : 6;
  const points = room * pointsOfOne - 2 * inset * count;
  return { size, inset, room: Math.max(points / widthOfOne(size), 3 * count) };
}

/** Points per character of body text. */
const pointsOfOne = 5;

function alignOf({ definition }: Column): Code {
  if (definition.type === "checkbox") return sum(name("center"), name("top"));
  if (definition.type !== "text")
    return sum(name(definition.type === "number" ? "right" : "start"), name("top"));
  const { textAlignment, verticalAlignment } = definition;
  const height =
    verticalAlignment === "middle" ? "horizon" : verticalAlignment === "bottom" ? "bottom" : "top";
  return sum(name(textAlignment === "left" ? "start" : textAlignment), name(height));
}
