import {
  type CellValue,
  type Column,
  imageRefsOfCell,
  isEmptyCell,
  refOfCell,
  type Table,
  type TableView,
} from "../../content/document/index.ts";
import { writeCell } from "./cells.ts";
import type { BookImage, PageContext } from "./context.ts";
import type { LineWidth } from "./line-breaks.ts";
import { linkTo, words } from "./text.ts";
import { array, type Code, call, join, none, num, str } from "./typst.ts";

const cardWidth: LineWidth = 22;

export function writeCards(
  table: Table,
  view: Extract<TableView, { type: "cards" }>,
  context: PageContext,
): Code {
  const { columns, rows } = table;
  const indexOf = (id: string | undefined) => columns.findIndex((column) => column.id === id);
  const [cover, target] = [indexOf(view.coverDefinition), indexOf(view.targetDefinition)];
  const cards = rows.map((row) => {
    const fields = columns.flatMap((column, i) => {
      if (!column.isShown || i === cover || i === target || isEmptyCell(row[i], table)) return [];
      const value = writeCell(column, row[i], table, { ...context, lineWidth: cardWidth });
      const isTitled = column.title !== "" && view.hideColumnTitle !== true;
      return [isTitled ? call("titled", [words(column.title), value]) : value];
    });
    const image = coverOf(row[cover], context);
    const link = row[target];
    return call("card-cell", [
      image === undefined ? none : call("card-cover", [str(image.path)]),
      array(fields),
      link === undefined || link === null ? none : writeTarget(link, columns[target], table, context),
    ]);
  });
  return call("cards", [num(view.cardSize === "large" ? 2 : 3), array(cards)]);
}

function coverOf(value: CellValue | undefined, context: PageContext): BookImage | undefined {
  return imageRefsOfCell(value)
    .map((ref) => context.imageOf(ref))
    .find((image) => image !== undefined);
}

function writeTarget(value: CellValue, column: Column | undefined, table: Table, context: PageContext): Code {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return column === undefined ? none : writeCell(column, value, table, context);
  const target = context.targetOf(refOfCell(value));
  const arrow = str(target.label === undefined ? "↗" : "→");
  return linkTo(target, join([words(target.title, cardWidth), str(" "), arrow]));
}
