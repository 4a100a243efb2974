import type { Block, ContentRef, Json } from "../../content/document/model.ts";
import { plainText } from "../../content/document/plain-text.ts";
import { asData, type Column, type Table, tableOf, valuesIn } from "../../content/document/table.ts";
import type { Room } from "./breakable.ts";
import { writePicture } from "./media.ts";
import { linkTo, titledLink, words } from "./text.ts";
import { array, type Code, call, fr, join, name, none, num, pt, str, sum } from "./typst.ts";
import type { Picture, WriteBlock, Writing } from "./writing.ts";

/** So many columns fit beside each other; more go on below, with the first of them again. */
const mostColumns = 10;

export const writeTable: WriteBlock = (block, writing) => {
  const table = tableOf(block);
  if (table.view.type === "cards") return writeCards(table, writing);
  const shown = table.columns.flatMap((column, place) => (column.isShown ? [{ column, place }] : []));
  const [first, ...others] = shown;
  if (first === undefined) return join([]);
  if (shown.length <= mostColumns) return writeGrid(table, shown, writing);
  const count = Math.ceil(others.length / (mostColumns - 1));
  const each = Math.ceil(others.length / count);
  const pieces = Array.from({ length: count }, (_, i) => others.slice(i * each, (i + 1) * each));
  return join(pieces.map((piece) => writeGrid(table, [first, ...piece], writing)));
};

/** A column, and which of a row's values are its own. */
interface Placed {
  readonly column: Column;
  readonly place: number;
}

function writeGrid(table: Table, shown: readonly Placed[], writing: Writing): Code {
  const hasHead = table.view.hideHeader !== true && shown.some(({ column }) => column.title !== "");
  const isNarrow = writing.room !== "wide" || shown.length > 6;
  const room: Room = isNarrow ? "tight" : shown.length > 2 ? "narrow" : "wide";
  const head = hasHead ? shown.map(({ column }) => words(column.title, room)) : [];
  const cells = table.rows.flatMap((row) =>
    shown.map(({ column, place }) => writeCell(column, row[place], table, { ...writing, room })),
  );
  const size = shown.length > 7 ? 7 : shown.length > 5 ? 7.8 : 8.5;
  const aligns = array(shown.map(({ column }) => alignOf(column)));
  return call("plain-table", [array(widthsOf(table, shown)), pt(size), aligns, array(head), array(cells)]);
}

const heights = { middle: "horizon", bottom: "bottom" } as const;

function alignOf({ definition }: Column): Code {
  const { type, textAlignment, verticalAlignment } = definition;
  const height = heights[String(verticalAlignment) as keyof typeof heights] ?? "top";
  return sum(name(sideOf(type, textAlignment)), name(height));
}

function sideOf(type: Json | undefined, textAlignment: Json | undefined): "start" | "center" | "right" {
  if (type === "checkbox") return "center";
  if (textAlignment === "center" || textAlignment === "right") return textAlignment;
  return type === "number" ? "right" : "start";
}

/** In characters: so many pixels of an author's screen are one. */
const pixelsOfOne = 7;

/** As wide as an author made them; else by what is in them, where long texts leave room for others. */
function widthsOf({ view, rows, fragments }: Table, shown: readonly Placed[]): Code[] {
  const given = asData(view.columnWidths);
  // The first rows stand for all.
  const sample = rows.slice(0, 200);
  return shown.map(({ column, place }) => {
    const width = given[column.id];
    if (typeof width === "number" && width > 0) return fr(width / pixelsOfOne);
    const texts = sample.map((row) => textOf(column, row[place], fragments));
    const longest = Math.max(...texts.map((text) => text.length), column.title.length, 4);
    const word = Math.max(...[...texts, column.title].map(longestWord), 3);
    return fr(Math.max(Math.min(longest, 70) ** 0.8, Math.min(word, 20)));
  });
}

function textOf({ definition }: Column, value: Json | undefined, fragments: Table["fragments"]): string {
  if (value === undefined || value === null) return "";
  if (definition.type === "rating") return "*".repeat(mostStars(definition.max));
  if (definition.type !== "text") return typeof value === "object" ? "a reference" : String(value);
  const [block] = fragments.get(String(value))?.nodes ?? [];
  return plainText(block?.nodes ?? []);
}

function longestWord(text: string): number {
  return text.split(/\s+/).reduce((longest, word) => Math.max(longest, word.length), 0);
}

function writeCell(column: Column, value: Json | undefined, table: Table, writing: Writing): Code {
  if (value === undefined || value === null) return join([]);
  const { definition, labels } = column;
  switch (definition.type) {
    case "text":
      return writing.blocks(table.fragments.get(String(value))?.nodes, { room: writing.room });
    case "checkbox":
      return call("box-drawing", [name(value === true ? "true" : "false")]);
    case "rating":
      return writeRating(value, definition.max);
    case "select":
      return join(valuesIn(value).flatMap((each) => [chip(definition.options, each, labels), str(" ")]));
    case "files":
      return list(valuesIn(value).map((file) => titledLink({ kind: "file", file }, writing)));
    case "users":
      return list(valuesIn(value).map((user) => titledLink({ kind: "user", user }, writing)));
    case "content-ref":
      return titledLink(asRef(value), writing);
    case "image":
      return writeImage(value, writing);
    default:
      return words(typeof value === "object" ? JSON.stringify(value) : String(value));
  }
}

function list(items: readonly Code[]): Code {
  return join(items.flatMap((item, i) => (i === 0 ? [item] : [str(", "), item])));
}

/** A value that was checked to be a reference, or a text that stands for an address. */
function asRef(value: Json): ContentRef {
  const isRef = typeof value === "object" && !Array.isArray(value);
  return isRef ? (value as ContentRef) : { kind: "url", url: String(value) };
}

function mostStars(max: Json | undefined): number {
  return Math.min(20, Math.max(1, Math.round(Number(max) || 5)));
}

function writeRating(value: Json, max: Json | undefined): Code {
  const most = mostStars(max);
  const stars = Math.min(most, Math.max(0, Math.round(Number(value) || 0)));
  return call("rating", [num(stars), num(most)]);
}

function chip(options: Json | undefined, value: string, labels: Column["labels"]): Code {
  const all = Array.isArray(options) ? options.map(asData) : [];
  const colour = all.find((option) => option.value === value)?.color;
  return call("chip", [str(String(colour ?? "default")), str(labels.get(value) ?? value)]);
}

function writeImage(value: Json, writing: Writing): Code {
  const picture = writing.pictureOf(asRef(value));
  return picture === undefined ? titledLink(asRef(value), writing) : writePicture(picture, { alt: "" });
}

/** Each row as a card: its picture, its fields, and where it leads. */
function writeCards(table: Table, writing: Writing): Code {
  const { view, columns, rows } = table;
  const placeOf = (id: Json | undefined) => columns.findIndex((column) => column.id === id);
  const [cover, target] = [placeOf(view.coverDefinition), placeOf(view.targetDefinition)];
  const cards = rows.map((row) => {
    const fields = columns.flatMap((column, i) => {
      if (!column.isShown || i === cover || i === target || isEmptyCell(row[i], table)) return [];
      const value = writeCell(column, row[i], table, { ...writing, room: "narrow" });
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

/** The first image of those that there are. */
function coverOf(value: Json | undefined, writing: Writing): Picture | undefined {
  if (value === undefined || value === null) return undefined;
  const isRef = typeof value === "object" && !Array.isArray(value);
  const refs = isRef ? [asRef(value)] : valuesIn(value).map((file): ContentRef => ({ kind: "file", file }));
  return refs.map((ref) => writing.pictureOf(ref)).find((picture) => picture !== undefined);
}

/** Where a card leads: mostly a reference, but any column may be meant. */
function writeGoal(value: Json, column: Column | undefined, table: Table, writing: Writing): Code {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return column === undefined ? none : writeCell(column, value, table, writing);
  const target = writing.targetOf(asRef(value), writing.page);
  const sign = str(target.name === undefined ? "↗" : "→");
  return linkTo(target, join([words(target.title, "narrow"), str(" "), sign]));
}

function isEmptyCell(value: Json | undefined, { fragments }: Table): boolean {
  if (value === undefined || value === null || value === "") return true;
  const fragment = typeof value === "string" ? fragments.get(value) : undefined;
  return fragment?.nodes.every(isEmptyParagraph) === true;
}

function isEmptyParagraph({ type, nodes = [] }: Block): boolean {
  const isText = nodes.every((node) => node.object === "text");
  return type === "paragraph" && isText && plainText(nodes).trim() === "";
}
