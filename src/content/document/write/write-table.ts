import type { Steps } from "../../../platform/index.ts";
import { htmlAttributes, oneLine } from "../../markdown/syntax/index.ts";
import {
  type BlockOf,
  type CellValue,
  type Column,
  type ContentRef,
  cellValues,
  destinationOf,
  fallbackLabel,
  type ImageValue,
  paddedWidth,
  refInCell,
  resolveTable,
  type Table,
  type TableView,
} from "../model/index.ts";
import type { WriteContext } from "./context.ts";
import { encodeEdgeSpaces, escapeHtmlText, escapeText } from "./escape.ts";
import { cellHtml, isAligned } from "./html-blocks.ts";
import { writeHtmlInlines, writeInlines } from "./write-inlines.ts";

/** Writes a GFM table, or an HTML table if GFM cannot represent its columns, cells or view. */
export function* writeTable(node: BlockOf<"table">, context: WriteContext): Steps<string> {
  const table = resolveTable(node);
  if (table.columns.length === 0) return "";
  return yield* canWritePipeTable(table) ? pipeTable(table, context) : htmlTable(table, context);
}

function canWritePipeTable({ view, columns, rows, fragments, fullWidth, search }: Table): boolean {
  if (view.type === "cards" || fullWidth || search !== undefined || view.columnWidths !== undefined)
    return false;
  if (view.hideHeader !== columns.every(isEmptyHead)) return false;
  const isPlainColumn = ({ isShown, definition }: Column) =>
    isShown && definition.type === "text" && !definition.verticalAlignment;
  const isPlainCell = (cell: CellValue | undefined) => {
    const nodes = fragments.get(String(cell))?.nodes ?? [];
    return nodes.length <= 1 && nodes.every((node) => node.type === "paragraph" && !isAligned(node));
  };
  return columns.every(isPlainColumn) && rows.every((cells) => cells.every(isPlainCell));
}

function isEmptyHead({ title, header }: Column): boolean {
  return title === "" && header === undefined;
}

/** Writes the cells of each row. Rows are padded as the reader pads them. */
function* writeRows(
  { columns, rows }: Table,
  write: (value: CellValue | undefined, column: Column | undefined) => string,
): Steps<string[][]> {
  const widths = rows.map((cells) => Math.max(1, cells.length));
  const padded = paddedWidth(widths, columns.length);
  const written: string[][] = [];
  for (const [row, cells] of rows.entries()) {
    const length = Math.max(widths[row] ?? 1, padded);
    written.push(Array.from({ length }, (_, i) => write(cells[i], columns[i])));
    yield;
  }
  return written;
}

const dashes = { left: "---", center: ":-:", right: "--:" };

function* pipeTable(table: Table, { notes }: WriteContext): Steps<string> {
  const { columns, fragments } = table;
  const heads = columns.map(({ title, header }) =>
    pipeCell(header === undefined ? escapeText(title, { isFollowed: true }) : writeInlines(header, notes)),
  );
  const delimiters = columns.map(({ definition }) =>
    definition.type === "text" ? dashes[definition.textAlignment] : "---",
  );
  const body = yield* writeRows(table, (value) => {
    const [block] = fragments.get(String(value))?.nodes ?? [];
    return pipeCell(writeInlines(block?.nodes ?? [], notes));
  });
  return [heads, delimiters, ...body].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function pipeCell(text: string): string {
  return encodeEdgeSpaces(text.replaceAll("\n", "<br>")).replaceAll("|", "\\|");
}

function* htmlTable(table: Table, context: WriteContext): Steps<string> {
  const { view, columns, fullWidth, search } = table;
  const isCards = view.type === "cards";
  const attributes = htmlAttributes({
    "data-view": isCards ? "cards" : undefined,
    "data-card-size": isCards && view.cardSize === "large" ? "large" : undefined,
    "data-header-hidden": (!isCards && view.hideHeader) || undefined,
    "data-column-title-hidden": isCards ? view.hideColumnTitle : undefined,
    "data-full-width": fullWidth ? "true" : undefined,
    "data-search": search?.toString(),
  });
  const heads = columns.map((column) => {
    const { title, header } = column;
    const inner = header === undefined ? escapeHtmlText(title) : writeHtmlInlines(header, context.notes);
    return `<th${headAttributes(column, view)}>${encodeEdgeSpaces(inner)}${selectHtml(column)}</th>`;
  });
  const rows = yield* writeRows(
    table,
    (value, column) => `<td${cellAttributes(value)}>${htmlCell(column, value, table, context)}</td>`,
  );
  const body = rows.map((cells) => `<tr>${cells.join("")}</tr>`).join("");
  return `<table${attributes}><thead><tr>${heads.join("")}</tr></thead><tbody>${body}</tbody></table>`;
}

function headAttributes({ id, definition, isShown }: Column, view: TableView): string {
  const { type } = definition;
  const hasRole = (role: "targetDefinition" | "coverDefinition" | "coverDefinitionDark") =>
    (view.type === "cards" && view[role] === id) || undefined;
  return htmlAttributes({
    width: view.type === "grid" ? view.columnWidths?.[id] : undefined,
    align: type === "text" && definition.textAlignment !== "left" ? definition.textAlignment : undefined,
    valign: type === "text" ? definition.verticalAlignment : undefined,
    "data-hidden": isShown ? undefined : true,
    "data-card-target": hasRole("targetDefinition"),
    "data-card-cover": hasRole("coverDefinition"),
    "data-card-cover-dark": hasRole("coverDefinitionDark"),
    "data-type": type === "text" || type === "select" ? undefined : type,
    "data-multiple": (type === "users" && definition.multiple) || undefined,
    "data-max": type === "rating" ? definition.max : undefined,
  });
}

/** The list of options of a column. */
function selectHtml({ definition }: Column): string {
  if (definition.type !== "select") return "";
  const options = definition.options.map(
    ({ value, label, color }) => `<option${htmlAttributes({ value, label, color })}></option>`,
  );
  return `<select${htmlAttributes({ multiple: definition.multiple || undefined })}>${options.join("")}</select>`;
}

function cellAttributes(value: CellValue | undefined): string {
  return isImage(value) ? htmlAttributes({ "data-object-fit": value.objectFit }) : "";
}

function isImage(value: CellValue | undefined): value is ImageValue {
  return typeof value === "object" && value !== null && "ref" in value;
}

function htmlCell(
  column: Column | undefined,
  value: CellValue | undefined,
  { fragments }: Table,
  context: WriteContext,
): string {
  if (column === undefined || value === undefined || value === null) return "";
  const { definition, labels } = column;
  switch (definition.type) {
    case "text":
      return cellHtml(fragments.get(String(value))?.nodes ?? [], context);
    case "select":
      return cellValues(value)
        .map((option, i, { length }) => {
          const label = escapeHtmlText(oneLine(labels.get(option) ?? option));
          return `<span${htmlAttributes({ "data-option": option })}>${label}${i < length - 1 ? ", " : ""}</span>`;
        })
        .join("");
    case "files":
      return cellValues(value)
        .map((file) => linkHtml({ kind: "file", file }))
        .join(" ");
    case "users":
      return cellValues(value)
        .map((user) => linkHtml({ kind: "user", user }))
        .join(" ");
    case "content-ref":
    case "image": {
      if (isImage(value) && value.alt !== undefined)
        return `<img${htmlAttributes({ src: destinationOf(value.ref), alt: value.alt })}>`;
      const ref = refInCell(value);
      return ref === undefined ? escapeHtmlText(String(value)) : linkHtml(ref);
    }
    default:
      return escapeHtmlText(typeof value === "object" ? JSON.stringify(value) : String(value));
  }
}

function linkHtml(ref: ContentRef): string {
  return `<a${htmlAttributes({ href: destinationOf(ref) })}>${escapeHtmlText(fallbackLabel(ref))}</a>`;
}
