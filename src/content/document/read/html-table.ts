import { finish, type HtmlTag, parseBlocks, readHtmlTag } from "../../markdown/syntax/index.ts";
import {
  asFileRef,
  type Block,
  type CellValue,
  type ColumnType,
  fitsCell,
  paragraph,
  plainText,
  refOf,
  type SelectOption,
} from "../model/index.ts";
import { withoutAnnotations } from "./footnotes.ts";
import { htmlBlocks } from "./html-blocks.ts";
import type { ReadContext } from "./reading.ts";
import { buildTable, type Cell, type ColumnDraft, rowWidth, type TableOptions } from "./tables.ts";

/** A table in HTML, behind what stands in it outside of all cells; undefined where there is no row. */
export function readHtmlTable(
  source: string,
  reading: ReadContext,
  around: TableOptions = {},
): Block[] | undefined {
  const table = readHtmlTag(source, 0);
  const { rows, outside } = readRows(source, table?.end ?? 0);
  const [first, ...others] = rows;
  if (table === undefined || first === undefined) return undefined;
  const hasHead = first.isHead || first.cells.every(({ tag }) => tag.name === "th");
  const body = hasHead ? others : rows;
  const widest = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const heads = Array.from({ length: widest }, (_, i) => (hasHead ? first.cells[i] : undefined));
  const columns = heads.map((head, i) => columnOf(head, i, body, reading));
  const cells = body.map((row) =>
    columns
      .slice(0, rowWidth(row.cells.length, columns.length, body.length))
      .map(({ definition }, i) => cellOf(definition, row.cells[i]?.source ?? "", reading)),
  );
  const caption = outside === "" ? [] : [paragraph(reading.htmlInlines(outside))];
  return [...caption, buildTable(columns, cells, { ...optionsOf(table, hasHead), ...around })];
}

function optionsOf({ attributes }: HtmlTag, hasHead: boolean): TableOptions {
  return {
    isCards: attributes.get("data-view") === "cards",
    isLarge: attributes.get("data-card-size") === "large",
    hidesHeader: attributes.has("data-header-hidden") || !hasHead,
    hidesTitles: attributes.has("data-column-title-hidden"),
    ...(attributes.get("data-full-width") === "true" && { fullWidth: true as const }),
  };
}

function columnOf(
  head: HtmlCell | undefined,
  index: number,
  rows: readonly HtmlRow[],
  reading: ReadContext,
): ColumnDraft {
  const attributes = head?.tag.attributes ?? new Map<string, string>();
  const width = Number.parseFloat(attributes.get("width") ?? "");
  const role = attributes.has("data-card-target")
    ? "target"
    : attributes.has("data-card-cover")
      ? "cover"
      : attributes.has("data-card-cover-dark")
        ? "cover-dark"
        : undefined;
  return {
    title:
      head === undefined
        ? ""
        : plainText(withoutAnnotations(reading.htmlInlines(head.source), reading.context)),
    definition: definitionOf(attributes, () => rows.flatMap(({ cells }) => cells[index] ?? [])),
    ...(Number.isFinite(width) && { width }),
    ...(attributes.has("data-hidden") && { isHidden: true }),
    ...(role !== undefined && { role }),
  };
}

function definitionOf(attributes: ReadonlyMap<string, string>, cells: () => readonly HtmlCell[]): ColumnType {
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
    case "select":
      return {
        type,
        multiple: attributes.has("data-multiple"),
        options: optionsIn(attributes.get("data-options"), cells()),
      };
    default: {
      const align = attributes.get("align");
      const valign = attributes.get("valign");
      return {
        type: "text",
        textAlignment: align === "center" || align === "right" ? align : "left",
        ...((valign === "top" || valign === "middle" || valign === "bottom") && {
          verticalAlignment: valign,
        }),
      };
    }
  }
}

/** The options of a column: those that it names, else those that its cells choose. */
function optionsIn(named: string | undefined, cells: readonly HtmlCell[]): SelectOption[] {
  const known = new Map<string, SelectOption>();
  for (const option of parseOptions(named)) known.set(option.value, option);
  for (const { value, label } of cells.flatMap(({ source }) => chosenIn(source)))
    if (!known.has(value)) known.set(value, { value, label, color: "default" });
  return [...known.values()];
}

function parseOptions(text: string | undefined): SelectOption[] {
  try {
    const options: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(options)
      ? options.map((each) => ({
          value: String(each?.value),
          label: String(each?.label),
          color: String(each?.color),
        }))
      : [];
  } catch {
    return [];
  }
}

function chosenIn(source: string): { value: string; label: string }[] {
  return Array.from(
    source.matchAll(/<span data-option="([^"<>]{1,256})">([^<]{0,1024})<\/span>/g),
    (match) => ({
      value: match[1] ?? "",
      label: (match[2] ?? "").replace(/, $/, ""),
    }),
  );
}

function cellOf({ type }: ColumnType, source: string, reading: ReadContext): Cell {
  const words = source.trim();
  if (type === "text") return { blocks: markdownIn(source, reading) ?? htmlBlocks(words, reading) };
  return { value: words === "" ? undefined : typedValue(type, words, reading) };
}

/** Behind a blank line there is Markdown in a cell, if it is such as a cell can hold. */
function markdownIn(source: string, reading: ReadContext): Block[] | undefined {
  if (!/^[ \t]*\n[ \t]*\n/.test(source)) return undefined;
  const blocks = reading.blocks(finish(parseBlocks(source)).root.children);
  return blocks.length > 0 && blocks.every(fitsCell) ? blocks : undefined;
}

function typedValue(type: ColumnType["type"], source: string, reading: ReadContext): CellValue | undefined {
  const words = () => plainText(reading.htmlInlines(source)).trim();
  switch (type) {
    case "number":
    case "rating": {
      const number = Number(words());
      return Number.isFinite(number) ? number : words();
    }
    case "checkbox":
      return /^(?:true|checked|yes|x)$/i.test(words());
    case "select": {
      const chosen = chosenIn(source).map(({ value }) => value);
      return chosen.length > 0 ? chosen : words() === "" ? undefined : [words()];
    }
    case "files": {
      const addresses = addressesIn(source);
      return (addresses.length > 0 ? addresses : [words()]).map((address) => asFileRef(address).file);
    }
    case "users": {
      const addresses = addressesIn(source);
      return (addresses.length > 0 ? addresses : [words()]).map((address) =>
        address.replace(/^\/users\//, ""),
      );
    }
    default: {
      const [address = words()] = addressesIn(source);
      return refOf(address);
    }
  }
}

/** Where the links and the images of a cell lead. */
function addressesIn(source: string): string[] {
  return Array.from(source.matchAll(/<(?:a|img)\s/gi), ({ index }) => readHtmlTag(source, index)).flatMap(
    (tag) => {
      const address = tag?.attributes.get("href") ?? tag?.attributes.get("src");
      return address === undefined ? [] : address;
    },
  );
}

export interface HtmlCell {
  readonly tag: HtmlTag;
  readonly source: string;
}

export interface HtmlRow {
  readonly isHead: boolean;
  readonly cells: HtmlCell[];
}

const parts = /<\/?(?:table|thead|tbody|tfoot|tr|th|td)(?=[\s>/])/gi;

/** The rows of a table with their cells, and the text that stands outside of them. */
export function readRows(source: string, from: number): { rows: HtmlRow[]; outside: string } {
  const rows: HtmlRow[] = [];
  const outside: string[] = [];
  let isHead = false;
  let open: HtmlTag | undefined;
  let done = from;
  const close = (at: number) => {
    if (open === undefined) outside.push(source.slice(done, at));
    else rows.at(-1)?.cells.push({ tag: open, source: source.slice(open.end, at) });
    open = undefined;
  };
  for (const { index } of withoutComments(source).matchAll(parts)) {
    const tag = index < done ? undefined : readHtmlTag(source, index);
    if (tag === undefined) continue;
    const { name, isClosing, end } = tag;
    close(index);
    done = end;
    if (name === "thead") isHead = !isClosing;
    else if (name === "tr" && !isClosing) rows.push({ isHead, cells: [] });
    else if ((name === "th" || name === "td") && !isClosing) {
      if (rows.length === 0) rows.push({ isHead, cells: [] });
      open = tag;
    }
  }
  close(source.length);
  const words = outside.join(" ").replace(/<\/?(?:caption|colgroup|col)(?:\s[^<>]*)?>/gi, " ");
  return { rows: rows.filter(({ cells }) => cells.length > 0), outside: words.trim() };
}

/** The text with blanks in the places of comments, so that what is in them is no part of the table. */
function withoutComments(source: string): string {
  let result = "";
  let done = 0;
  for (let at = source.indexOf("<!--"); at >= 0; at = source.indexOf("<!--", done)) {
    const end = source.indexOf("-->", at + 4);
    if (end < 0) break;
    result += source.slice(done, at) + " ".repeat(end + 3 - at);
    done = end + 3;
  }
  return result + source.slice(done);
}
