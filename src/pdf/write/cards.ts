import {
  type CellValue,
  type Column,
  type ContentRef,
  cellValues,
  type Table,
  type TableView,
} from "../../content/document/index.ts";
import { asRef, writeCell } from "./cells.ts";
import type { BookImage, PageContext } from "./context.ts";
import type { LineWidth } from "./line-breaks.ts";
import { isBlank, linkTo, words } from "./text.ts";
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
  if (value === undefined || value === null) return undefined;
  const isRef = typeof value === "object" && !Array.isArray(value);
  const refs = isRef ? [asRef(value)] : cellValues(value).map((file): ContentRef => ({ kind: "file", file }));
  return refs.map((ref) => context.imageOf(ref)).find((image) => image !== undefined);
}

function writeTarget(value: CellValue, column: Column | undefined, table: Table, context: PageContext): Code {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return column === undefined ? none : writeCell(column, value, table, context);
  const target = context.targetOf(asRef(value));
  const arrow = str(target.label === undefined ? "↗" : "→");
  return linkTo(target, join([words(target.title, cardWidth), str(" "), arrow]));
}

function isEmptyCell(value: CellValue | undefined, { fragments }: Table): boolean {
  if (value === undefined || value === null || value === "") return true;
  const fragment = typeof value === "string" ? fragments.get(value) : undefined;
  return fragment?.nodes.every((block) => block.type === "paragraph" && isBlank(block.nodes)) === true;
}
