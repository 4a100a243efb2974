import {
  altOfCell,
  type CellValue,
  type Column,
  type ContentRef,
  cellValues,
  maxStars,
  refOfCell,
  starsOf,
  type Table,
} from "../../content/document/index.ts";
import { attributes, type Html, type HtmlValue, html } from "../html/index.ts";
import type { PageContext } from "./context.ts";
import { linkTo } from "./inlines.ts";
import { writeImage } from "./media.ts";

export function writeCell(
  column: Column,
  value: CellValue | undefined,
  table: Table,
  context: PageContext,
): HtmlValue {
  if (value === undefined || value === null) return undefined;
  const { definition, labels } = column;
  const { words } = context;
  switch (definition.type) {
    case "text":
      return writeFragment(table, value, context);
    case "checkbox": {
      const isChecked = value === true;
      const label = isChecked ? words.yes : words.no;
      return html`<input type="checkbox" disabled${attributes({ checked: isChecked, "aria-label": label })}>`;
    }
    case "rating":
      return writeRating(value, definition.max);
    case "select":
      return cellValues(value).map((option) => {
        const color = definition.options.find((known) => known.value === option)?.color;
        const position = chipColors[color ?? ""] ?? paletteIndex(labels.get(option) ?? option);
        return html`<span class="chip chip-${position}">${labels.get(option) ?? option}</span> `;
      });
    case "files":
      return joined(cellValues(value).map((file) => titledLink({ kind: "file", file }, context)));
    case "users":
      return joined(cellValues(value).map((user) => titledLink({ kind: "user", user }, context)));
    case "content-ref":
      return titledLink(refOfCell(value), context);
    case "image": {
      const image = context.imageOf(refOfCell(value));
      return image === undefined
        ? titledLink(refOfCell(value), context)
        : writeImage(image, altOfCell(value));
    }
    default:
      return typeof value === "object" ? JSON.stringify(value) : String(value);
  }
}

/** The content of a text cell. A single paragraph needs no element of its own. */
function writeFragment({ fragments }: Table, value: CellValue, context: PageContext): HtmlValue {
  const nodes = fragments.get(String(value))?.nodes ?? [];
  const [only, ...others] = nodes;
  if (others.length > 0 || only?.type !== "paragraph") return context.blocks(nodes);
  return context.text(only.nodes);
}

/** The chip colors by name. */
const chipColors: Readonly<Record<string, number>> = {
  ...{ red: 1, orange: 2, yellow: 3, green: 4, teal: 5, cyan: 5, blue: 6, purple: 7, violet: 7, pink: 8 },
};
const paletteSize = 8;

/** Without a known color, the same option always has the same chip color. */
function paletteIndex(text: string): number {
  let sum = 0;
  for (const character of text) sum += character.codePointAt(0) ?? 0;
  return (sum % paletteSize) + 1;
}

function titledLink(ref: ContentRef, context: PageContext): Html {
  const target = context.targetOf(ref);
  return linkTo(target, html`${target.title}`, context);
}

function joined(items: readonly Html[]): HtmlValue {
  return items.map((item, i) => (i === 0 ? item : html`, ${item}`));
}

function writeRating(value: CellValue, definedMax: number): Html {
  const [stars, max] = [starsOf(value, definedMax), maxStars(definedMax)];
  return html`<span class="rating" role="img" aria-label="${stars} / ${max}">${"★".repeat(stars)}${"☆".repeat(max - stars)}</span>`;
}
