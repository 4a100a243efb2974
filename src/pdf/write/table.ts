import type { Block, ContentRef, Json } from "../../content/document/model.ts";
import { plainText } from "../../content/document/plain-text.ts";
import { asData, type Column, type Table, tableOf, valuesIn } from "../../content/document/table.ts";
import { eastern, type Room } from "./breakable.ts";
import { writePicture } from "./media.ts";
import { linkTo, titledLink, words, writeText } from "./text.ts";
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
  const { size, inset, room } = scaleOf(writing.room, shown.length);
  const widths = widthsOf(table, shown, room, writing);
  const all = total(widths);
  // No word may be longer than its column is wide: it would stand in the next one.
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

/** How wide a character is, in a column of such text. */
function widthOfOne(size: number): number {
  return size * 0.58;
}

/** The more columns there are, the smaller is what stands in them. The room is what they have of it together. */
function scaleOf(room: Room, count: number): { size: number; inset: number; room: Room } {
  const each = room / count;
  const size = each < 12.5 ? 7 : each < 16 ? 7.8 : 8.5;
  const inset = each < 12.5 ? 3.5 : 6;
  const points = room * pointsOfOne - 2 * inset * count;
  return { size, inset, room: Math.max(points / widthOfOne(size), 3 * count) };
}

/** Of the page's own text: so many points are one character. */
const pointsOfOne = 5;

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

/** What a column would have, in characters. */
interface Wish {
  /** What its author gave it. */
  readonly given?: number | undefined;
  /** Its longest word, and its longest text. */
  readonly word: number;
  readonly longest: number;
  /** What it has of the room that is left: long texts leave some for others. */
  readonly weight: number;
}

/** In pixels: how wide a page is for who gives a column its width. */
const screen = 750;

function widthsOf(table: Table, shown: readonly Placed[], room: Room, writing: Writing): number[] {
  const widths = asData(table.view.columnWidths);
  // The first rows stand for all.
  const sample = table.rows.slice(0, 200);
  const wishes = shown.map(({ column, place }): Wish => {
    const width = widths[column.id];
    const texts = [column.title, ...sample.map((row) => textOf(column, row[place], table, writing))];
    const longest = Math.max(...texts.map(lengthOf), 4);
    const word = Math.max(...texts.map(longestWord), 3);
    const isGiven = typeof width === "number" && width > 0;
    const given = isGiven ? Math.max((width / screen) * room, Math.min(word, 10)) : undefined;
    return { given, word, longest, weight: given === undefined ? Math.min(longest, 70) ** 0.8 : 0 };
  });
  const least = wishes.some(({ given }) => given !== undefined)
    ? asGiven(wishes, room)
    : byWords(wishes, room);
  const left = Math.max(0, room - total(least));
  const weights = total(wishes.map(({ weight }) => weight)) || 1;
  return wishes.map(({ weight }, i) => (least[i] ?? 0) + (left * weight) / weights);
}

/** As an author made them. A screen may have more room than paper: then what would stay empty is given up. */
function asGiven(wishes: readonly Wish[], room: Room): number[] {
  const wanted = wishes.map(({ given, word, weight }) => given ?? Math.max(Math.min(word, 24), weight));
  if (total(wanted) <= room) return wanted;
  return wishes.map(({ longest }, i) => Math.min(wanted[i] ?? 0, longest));
}

/** What they need for words that are not broken; where there is no room for all, the longest are. */
function byWords(wishes: readonly Wish[], room: Room): number[] {
  const upTo = (most: number) => wishes.map(({ word }) => Math.min(word, most));
  let most = 24;
  while (most > 4 && total(upTo(most)) > room) most--;
  return upTo(most);
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

/** What a cell says, as far as it matters to the width of its column. */
function textOf(
  { definition, labels }: Column,
  value: Json | undefined,
  { fragments }: Table,
  { targetOf, page }: Writing,
): string {
  if (value === undefined || value === null) return "";
  const titleOf = (ref: ContentRef) => targetOf(ref, page).title;
  switch (definition.type) {
    case "text":
      return plainText(fragments.get(String(value))?.nodes[0]?.nodes ?? []);
    case "checkbox":
      return "";
    // Stars are wider than letters, and stay in one line.
    case "rating":
      return "*".repeat(Math.ceil(mostStars(definition.max) * 1.7));
    case "select":
      return valuesIn(value)
        .map((each) => `${labels.get(each) ?? each}--`)
        .join(" ");
    case "files":
      return valuesIn(value)
        .map((file) => titleOf({ kind: "file", file }))
        .join(", ");
    case "users":
      return valuesIn(value)
        .map((user) => titleOf({ kind: "user", user }))
        .join(", ");
    case "content-ref":
      return titleOf(asRef(value));
    default:
      return typeof value === "object" ? "as an image" : String(value);
  }
}

function longestWord(text: string): number {
  return text.split(/\s+/).reduce((longest, word) => Math.max(longest, lengthOf(word)), 0);
}

const wideSigns = new RegExp(`[${eastern}]`, "g");

/** In letters: signs of China, Japan and Korea are wider. */
function lengthOf(text: string): number {
  return text.length + (text.match(wideSigns)?.length ?? 0) * 0.8;
}

function writeCell(column: Column, value: Json | undefined, table: Table, writing: Writing): Code {
  if (value === undefined || value === null) return join([]);
  const { definition, labels } = column;
  switch (definition.type) {
    case "text":
      return writeCellText(table.fragments.get(String(value))?.nodes, writing);
    case "checkbox":
      return call("box-drawing", [name(value === true ? "true" : "false")]);
    case "rating":
      return writeRating(value, definition.max);
    case "select":
      return join(
        valuesIn(value).flatMap((each) => [chip(definition.options, each, labels, writing.room), str(" ")]),
      );
    case "files":
      return list(valuesIn(value).map((file) => titledLink({ kind: "file", file }, writing)));
    case "users":
      return list(valuesIn(value).map((user) => titledLink({ kind: "user", user }, writing)));
    case "content-ref":
      return titledLink(asRef(value), writing);
    case "image":
      return writeImage(value, writing);
    default:
      return words(typeof value === "object" ? JSON.stringify(value) : String(value), writing.room);
  }
}

/** In a table that is read from the right, what is not stands at the side that its column begins on, too. */
function writeCellText(nodes: readonly Block[] = [], writing: Writing): Code {
  const [first, ...others] = nodes;
  const isLine = first?.type === "paragraph" && others.length === 0;
  if (isLine && writing.direction === "rtl") return writeText(first.nodes ?? [], writing);
  return writing.blocks(nodes, { room: writing.room });
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

function chip(options: Json | undefined, value: string, labels: Column["labels"], room: Room): Code {
  const all = Array.isArray(options) ? options.map(asData) : [];
  const colour = all.find((option) => option.value === value)?.color;
  return call("chip", [str(String(colour ?? "default")), words(labels.get(value) ?? value, room)]);
}

function writeImage(value: Json, writing: Writing): Code {
  const picture = writing.pictureOf(asRef(value));
  return picture === undefined ? titledLink(asRef(value), writing) : writePicture(picture, { alt: "" });
}

/** Of one of three cards beside each other. */
const cardRoom: Room = 22;

/** Each row as a card: its picture, its fields, and where it leads. */
function writeCards(table: Table, writing: Writing): Code {
  const { view, columns, rows } = table;
  const placeOf = (id: Json | undefined) => columns.findIndex((column) => column.id === id);
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
  return linkTo(target, join([words(target.title, cardRoom), str(" "), sign]));
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
