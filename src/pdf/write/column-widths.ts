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

/** A column and the index of its values. */
export interface Placed {
  readonly column: Column;
  readonly place: number;
}

/** The wanted widths of a column, in characters. */
interface Wish {
  /** Set by the author. */
  readonly given?: number | undefined;
  readonly word: number;
  readonly longest: number;
  /** Its share of the remaining width. */
  readonly weight: number;
}

/** The page width in pixels to which authors' widths refer. */
const screen = 750;

/** The widths of the columns in characters. Their sum is the available width. */
export function widthsOf(table: Table, shown: readonly Placed[], room: Room, writing: Writing): number[] {
  const widths = (table.view.type === "grid" && table.view.columnWidths) || {};
  // A sample of the rows is enough.
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

/** Authors' widths, reduced where the content does not need them. */
function asGiven(wishes: readonly Wish[], room: Room): number[] {
  const wanted = wishes.map(({ given, word, weight }) => given ?? Math.max(Math.min(word, 24), weight));
  if (total(wanted) <= room) return wanted;
  return wishes.map(({ longest }, i) => Math.min(wanted[i] ?? 0, longest));
}

/** Minimum widths without broken words; the longest words are broken if necessary. */
function byWords(wishes: readonly Wish[], room: Room): number[] {
  const upTo = (most: number) => wishes.map(({ word }) => Math.min(word, most));
  let most = 24;
  while (most > 4 && total(upTo(most)) > room) most--;
  return upTo(most);
}

export function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

/** The text of a cell. */
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
    // Stars are wider than letters and are not wrapped.
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

/** The width in Latin characters. CJK characters are wider. */
function lengthOf(text: string): number {
  return text.length + (text.match(wideSigns)?.length ?? 0) * 0.8;
}
