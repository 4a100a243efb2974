import { finish, StepCounter, type Steps } from "../../../platform/index.ts";
import { type HtmlTag, oneLine, parseBlocks, readHtmlTag } from "../../markdown/syntax/index.ts";
import {
  asFileRef,
  type Block,
  type CellValue,
  type ColumnType,
  definedFields,
  destinationOf,
  fileRefOf,
  isAllowedInCell,
  objectFits,
  paragraph,
  plainText,
  refInCell,
  refOf,
} from "../model/index.ts";
import { placeCells } from "./cell-spans.ts";
import type { ReadContext } from "./context.ts";
import { htmlBlocks } from "./html-blocks.ts";
import { readHeader, selectColumn, selectedIn } from "./select-columns.ts";
import { buildTable, type Cell, type ColumnDraft, rowWidths, titleOf } from "./tables.ts";

/** Reads an HTML table, preceded by the text outside its cells. Undefined if it has no rows. */
export function* readHtmlTable(
  source: string,
  context: ReadContext,
  fullWidth?: true,
): Steps<Block[] | undefined> {
  const table = readHtmlTag(source, 0);
  const { rows, outside } = yield* readRows(source, table?.end ?? 0);
  const [first, ...others] = rows;
  if (table === undefined || first === undefined) return undefined;
  const hasHead = first.isHead || first.cells.every((cell) => cell === undefined || cell.tag.name === "th");
  const body = hasHead ? others : rows;
  const width = rows.reduce((max, { cells }) => Math.max(max, cells.length), 0);
  const widths = rowWidths(
    body.map(({ cells }) => cells),
    width,
    context,
  );
  const heads = Array.from({ length: width }, (_, i) => (hasHead ? first.cells[i] : undefined));
  const columns: ColumnDraft[] = [];
  for (const [i, head] of heads.entries()) columns.push(yield* columnOf(head, i, body, context));
  const cells: Cell[][] = [];
  for (const [row, width] of widths.entries()) {
    const htmlCells = body[row]?.cells ?? [];
    cells.push(columns.slice(0, width).map(({ definition }, i) => cellOf(definition, htmlCells[i], context)));
    yield;
  }
  const caption = outside === "" ? [] : [paragraph(context.readHtmlInlines(outside))];
  const { attributes } = table;
  const options = {
    isCards: attributes.get("data-view") === "cards",
    isLarge: attributes.get("data-card-size") === "large",
    hidesHeader: attributes.has("data-header-hidden") || !hasHead,
    hidesTitles: attributes.has("data-column-title-hidden"),
    fullWidth: attributes.get("data-full-width") === "true" ? true : fullWidth,
    search: attributes.has("data-search") ? attributes.get("data-search") === "true" : undefined,
  };
  return [...caption, yield* buildTable(columns, cells, options)];
}

const roles = {
  "data-card-target": "target",
  "data-card-cover": "cover",
  "data-card-cover-dark": "cover-dark",
} as const;

function* columnOf(
  head: HtmlCell | undefined,
  index: number,
  rows: readonly HtmlRow[],
  context: ReadContext,
): Steps<ColumnDraft> {
  const attributes = head?.tag.attributes ?? new Map<string, string>();
  const width = Number.parseFloat(attributes.get("width") ?? "");
  const header = yield* readHeader(head?.source ?? "", context);
  const sources = () => rows.flatMap(({ cells }) => cells[index]?.source ?? []);
  const isSelect = header.options !== undefined || attributes.get("data-type") === "select";
  return {
    ...titleOf(context.readHtmlInlines(header.title)),
    definition: isSelect
      ? yield* selectColumn(header, attributes, sources(), context)
      : definitionOf(attributes),
    width: Number.isFinite(width) ? width : undefined,
    isHidden: attributes.has("data-hidden"),
    role: Object.entries(roles).find(([name]) => attributes.has(name))?.[1],
  };
}

function definitionOf(attributes: ReadonlyMap<string, string>): ColumnType {
  const type = attributes.get("data-type");
  switch (type) {
    case "number":
    case "checkbox":
    case "files":
    case "content-ref":
    case "image":
      return { type };
    case "users":
      return { type, multiple: attributes.has("data-multiple") };
    case "rating":
      return { type, max: Number(attributes.get("data-max")) || 5 };
    default: {
      const [align, valign] = [attributes.get("align"), attributes.get("valign")];
      const isVertical = valign === "top" || valign === "middle" || valign === "bottom";
      return definedFields({
        type: "text",
        textAlignment: align === "center" || align === "right" ? align : "left",
        verticalAlignment: isVertical ? valign : undefined,
      });
    }
  }
}

function cellOf({ type }: ColumnType, cell: HtmlCell | undefined, context: ReadContext): Cell {
  const { source = "", tag } = cell ?? {};
  const html = source.trim();
  if (type === "image") return { value: html === "" ? undefined : imageValue(html, tag, context) };
  if (type === "text") return { blocks: markdownIn(source, context) ?? htmlBlocks(html, context) };
  return { value: html === "" ? undefined : typedValue(type, html, context) };
}

/** Reads a cell that starts with a blank line as Markdown. Undefined if a cell may not contain its blocks. */
function markdownIn(source: string, context: ReadContext): Block[] | undefined {
  if (!/^[ \t]*\n[ \t]*\n/.test(source)) return undefined;
  const blocks = finish(context.readBlocks(finish(parseBlocks(source)).root.children));
  return blocks.length > 0 && blocks.every(isAllowedInCell) ? blocks : undefined;
}

function typedValue(type: ColumnType["type"], source: string, context: ReadContext): CellValue | undefined {
  const text = () => plainText(context.readHtmlInlines(source)).trim();
  switch (type) {
    case "number":
    case "rating": {
      const number = Number(text());
      return Number.isFinite(number) ? number : text();
    }
    case "checkbox":
      return /^(?:true|checked|yes|x)$/i.test(text());
    case "select": {
      const options = selectedIn(source, context).map(({ value }) => value);
      return options.length === 0 ? undefined : options;
    }
  }
  const addresses = destinationsIn(source);
  if (addresses.length === 0) addresses.push(text());
  if (type === "files") return addresses.map((address) => asFileRef(address).file);
  if (type === "users") return addresses.map((address) => address.replace(/^\/users\//, ""));
  return refOf(addresses[0] ?? "");
}

/** The reference to an image, with its options if it has any. */
function imageValue(source: string, tag: HtmlTag | undefined, context: ReadContext): CellValue | undefined {
  const value = typedValue("image", source, context);
  const objectFit = objectFits.find((fit) => fit === tag?.attributes.get("data-object-fit"));
  const alt = readHtmlTag(source, 0)?.attributes.get("alt") || undefined;
  if (objectFit === undefined && alt === undefined) return value;
  const ref = fileRefOf(destinationOf(refInCell(value)));
  return definedFields({ ref, objectFit, alt: alt && oneLine(alt) });
}

function destinationsIn(source: string): string[] {
  return Array.from(source.matchAll(/<(?:a|img)\s/gi)).flatMap(({ index }) => {
    const { attributes } = readHtmlTag(source, index) ?? {};
    return attributes?.get("href") ?? attributes?.get("src") ?? [];
  });
}

interface HtmlCell {
  readonly tag: HtmlTag;
  readonly source: string;
}

interface HtmlRow {
  readonly isHead: boolean;
  /** The cells by column; undefined where the span of another cell covers the column. */
  readonly cells: readonly (HtmlCell | undefined)[];
}

const tableTag = /<\/?(?:table|thead|tbody|tfoot|tr|th|td)(?=[\s>/])/gi;

/** The number of tags of a table that are read per step. */
const tagsPerStep = 500;

function* readRows(source: string, from: number): Steps<{ rows: HtmlRow[]; outside: string }> {
  const rows: { isHead: boolean; cells: HtmlCell[] }[] = [];
  const outside: string[] = [];
  let isHead = false;
  let open: HtmlTag | undefined;
  let readTo = from;
  const close = (at: number) => {
    if (open === undefined) outside.push(source.slice(readTo, at));
    else rows.at(-1)?.cells.push({ tag: open, source: source.slice(open.end, at) });
    open = undefined;
  };
  const step = new StepCounter(tagsPerStep);
  for (const { index } of withoutComments(source).matchAll(tableTag)) {
    if (step.isComplete()) yield;
    const tag = index < readTo ? undefined : readHtmlTag(source, index);
    if (tag === undefined) continue;
    const { name, isClosing, end } = tag;
    const isCell = name === "th" || name === "td";
    close(index);
    readTo = end;
    if (name === "thead") isHead = !isClosing;
    if (!isClosing && (name === "tr" || (isCell && rows.length === 0))) rows.push({ isHead, cells: [] });
    if (!isClosing && isCell) open = tag;
  }
  close(source.length);
  const text = outside.join(" ").replace(/<\/?(?:caption|colgroup|col)(?:\s[^<>]*)?>/gi, " ");
  const filled = rows.filter(({ cells }) => cells.length > 0);
  const placed = placeCells(filled.map(({ cells }) => cells));
  return {
    rows: filled.map(({ isHead }, i) => ({ isHead, cells: placed[i] ?? [] })),
    outside: text.trim(),
  };
}

/** Replaces comments with spaces, so that tags in them are ignored and offsets stay valid. */
function withoutComments(source: string): string {
  let result = "";
  let copiedTo = 0;
  for (let at = source.indexOf("<!--"); at >= 0; at = source.indexOf("<!--", copiedTo)) {
    const end = source.indexOf("-->", at + 4);
    if (end < 0) break;
    result += source.slice(copiedTo, at) + " ".repeat(end + 3 - at);
    copiedTo = end + 3;
  }
  return result + source.slice(copiedTo);
}
