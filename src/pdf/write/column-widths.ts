import {
  type CellValue,
  type Column,
  type ContentRef,
  plainText,
  type Table,
  valuesIn,
} from "../../content/document/index.ts";
import { eastern, type Room } from "./breakable.ts";
import { asRef, mostStars } from "./cells.ts";
import type { Writing } from "./writing.ts";

/** A column, and which of a row's values are its own. */
export interface Placed {
  readonly column: Column;
  readonly place: number;
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

/** How wide each column is, in characters: all together as many as there is room for. */
export function widthsOf(table: Table, shown: readonly Placed[], room: Room, writing: Writing): number[] {
  const widths = (table.view.type === "grid" && table.view.columnWidths) || {};
  // The first rows stand for all.
  const sample = table.rows.slice(0, 200);
  const wishes = shown.map(({ column, place }): Wish => {
    const width = widths[column.id];
    const texts = [column.title, ...sample.map((row) => textOf(column, row[place], table, writing))];
    const longest = Math.max(...texts.map(lengthOf), 4);
    const word = Math.max(...texts.map(longestWord), 3);
    const isGiven = width !== undefined && width > 0;
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

export function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

/** What a cell says, as far as it matters to the width of its column. */
function textOf(
  { definition, labels }: Column,
  value: CellValue | undefined,
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
