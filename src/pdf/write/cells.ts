import {
  altOfCell,
  type Block,
  type CellValue,
  type Column,
  cellValues,
  maxStars,
  refOfCell,
  type SelectOption,
  starsOf,
  type Table,
} from "../../content/document/index.ts";
import type { PageContext } from "./context.ts";
import type { LineWidth } from "./line-breaks.ts";
import { writeSizedImage } from "./media.ts";
import { titledLink, words, writeText } from "./text.ts";
import { type Code, call, join, name, num, str } from "./typst.ts";

export function writeCell(
  column: Column,
  value: CellValue | undefined,
  table: Table,
  context: PageContext,
): Code {
  if (value === undefined || value === null) return join([]);
  const { definition, labels } = column;
  switch (definition.type) {
    case "text":
      return writeCellText(table.fragments.get(String(value))?.nodes, context);
    case "checkbox":
      return call("checkbox", [name(value === true ? "true" : "false")]);
    case "rating":
      return writeRating(value, definition.max);
    case "select":
      return join(
        cellValues(value).flatMap((option) => [
          chip(definition.options, option, labels, context.lineWidth),
          str(" "),
        ]),
      );
    case "files":
      return list(cellValues(value).map((file) => titledLink({ kind: "file", file }, context)));
    case "users":
      return list(cellValues(value).map((user) => titledLink({ kind: "user", user }, context)));
    case "content-ref":
      return titledLink(refOfCell(value), context);
    case "image":
      return writeImage(value, context);
    default:
      return words(typeof value === "object" ? JSON.stringify(value) : String(value), context.lineWidth);
  }
}

/** In a right-to-left page, single paragraphs are written inline, so that they are aligned to the start of their column. */
function writeCellText(nodes: readonly Block[] = [], context: PageContext): Code {
  const [first, ...others] = nodes;
  const isLine = first?.type === "paragraph" && others.length === 0;
  if (isLine && context.direction === "rtl") return writeText(first.nodes ?? [], context);
  return context.blocks(nodes, { lineWidth: context.lineWidth });
}

function list(items: readonly Code[]): Code {
  return join(items.flatMap((item, i) => (i === 0 ? [item] : [str(", "), item])));
}

function writeRating(value: CellValue, definedMax: number): Code {
  return call("rating", [num(starsOf(value, definedMax)), num(maxStars(definedMax))]);
}

function chip(
  options: readonly SelectOption[],
  value: string,
  labels: Column["labels"],
  lineWidth: LineWidth,
): Code {
  const color = options.find((option) => option.value === value)?.color;
  return call("chip", [str(color ?? "default"), words(labels.get(value) ?? value, lineWidth)]);
}

function writeImage(value: CellValue, context: PageContext): Code {
  const ref = refOfCell(value);
  const image = context.imageOf(ref);
  return image === undefined ? titledLink(ref, context) : writeSizedImage(image, { alt: altOfCell(value) });
}
