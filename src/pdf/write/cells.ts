import {
  type Block,
  type CellValue,
  type Column,
  type ContentRef,
  type SelectOption,
  type Table,
  valuesIn,
} from "../../content/document/index.ts";
import type { Room } from "./breakable.ts";
import { writePicture } from "./media.ts";
import { titledLink, words, writeText } from "./text.ts";
import { type Code, call, join, name, num, str } from "./typst.ts";
import type { Writing } from "./writing.ts";

/** A cell by the type of its column. */
export function writeCell(
  column: Column,
  value: CellValue | undefined,
  table: Table,
  writing: Writing,
): Code {
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

/** In a right-to-left table, cells in the other direction are aligned to the start of their column. */
function writeCellText(nodes: readonly Block[] = [], writing: Writing): Code {
  const [first, ...others] = nodes;
  const isLine = first?.type === "paragraph" && others.length === 0;
  if (isLine && writing.direction === "rtl") return writeText(first.nodes ?? [], writing);
  return writing.blocks(nodes, { room: writing.room });
}

function list(items: readonly Code[]): Code {
  return join(items.flatMap((item, i) => (i === 0 ? [item] : [str(", "), item])));
}

/** A reference, or an address as text. */
export function asRef(value: CellValue): ContentRef {
  const isRef = typeof value === "object" && value !== null && "kind" in value;
  return isRef ? value : { kind: "url", url: String(value) };
}

/** The maximum of a rating. */
export function mostStars(max: number): number {
  return Math.min(20, Math.max(1, Math.round(max || 5)));
}

function writeRating(value: CellValue, max: number): Code {
  const most = mostStars(max);
  const stars = Math.min(most, Math.max(0, Math.round(Number(value) || 0)));
  return call("rating", [num(stars), num(most)]);
}

function chip(options: readonly SelectOption[], value: string, labels: Column["labels"], room: Room): Code {
  const colour = options.find((option) => option.value === value)?.color;
  return call("chip", [str(colour ?? "default"), words(labels.get(value) ?? value, room)]);
}

function writeImage(value: CellValue, writing: Writing): Code {
  const picture = writing.pictureOf(asRef(value));
  return picture === undefined ? titledLink(asRef(value), writing) : writePicture(picture, { alt: "" });
}
