import {
  type Block,
  type CellValue,
  type Column,
  type ContentRef,
  plainText,
  type Table,
  type TableView,
  valuesIn,
} from "../../content/document/index.ts";
import type { Room } from "./breakable.ts";
import { asRef, writeCell } from "./cells.ts";
import { linkTo, words } from "./text.ts";
import { array, type Code, call, join, none, num, str } from "./typst.ts";
import type { Picture, Writing } from "./writing.ts";

const cardRoom: Room = 22;

/** Each row as a card: cover, fields and target. */
export function writeCards(
  table: Table,
  view: Extract<TableView, { type: "cards" }>,
  writing: Writing,
): Code {
  const { columns, rows } = table;
  const placeOf = (id: string | undefined) => columns.findIndex((column) => column.id === id);
  const [cover, target] = [placeOf(view.coverDefinition), placeOf(view.targetDefinition)];
  const cards = rows.map((row) => {
    const fields = columns.flatMap((column, i) => {
      if (!column.isShown || i === cover || i === target || isEmptyCell(row[i], table)) return [];
      const value = writeCell(column, row[i], table, { ...writing, room: cardRoom });
      const isTitled = column.title !== "" && view.hideColumnTitle !== true;
      return [isTitled ? call("titled", [words(column.title), value]) : value];
    });
    const picture = coverOf(row[cover], writing);
    const goal = row[target];
    return call("card-of", [
      picture === undefined ? none : call("card-cover", [str(picture.path)]),
      array(fields),
      goal === undefined || goal === null ? none : writeGoal(goal, columns[target], table, writing),
    ]);
  });
  return call("cards", [num(view.cardSize === "large" ? 2 : 3), array(cards)]);
}

function coverOf(value: CellValue | undefined, writing: Writing): Picture | undefined {
  if (value === undefined || value === null) return undefined;
  const isRef = typeof value === "object" && !Array.isArray(value);
  const refs = isRef ? [asRef(value)] : valuesIn(value).map((file): ContentRef => ({ kind: "file", file }));
  return refs.map((ref) => writing.pictureOf(ref)).find((picture) => picture !== undefined);
}

/** The target of a card. */
function writeGoal(value: CellValue, column: Column | undefined, table: Table, writing: Writing): Code {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return column === undefined ? none : writeCell(column, value, table, writing);
  const target = writing.targetOf(asRef(value), writing.page);
  const sign = str(target.name === undefined ? "↗" : "→");
  return linkTo(target, join([words(target.title, cardRoom), str(" "), sign]));
}

function isEmptyCell(value: CellValue | undefined, { fragments }: Table): boolean {
  if (value === undefined || value === null || value === "") return true;
  const fragment = typeof value === "string" ? fragments.get(value) : undefined;
  return fragment?.nodes.every(isEmptyParagraph) === true;
}

function isEmptyParagraph({ type, nodes = [] }: Block): boolean {
  const isText = nodes.every((node) => node.object === "text");
  return type === "paragraph" && isText && plainText(nodes).trim() === "";
}
