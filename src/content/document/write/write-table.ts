import { htmlAttributes } from "../../markdown/syntax/index.ts";
import {
  addressOf,
  type BlockOf,
  type CellValue,
  type Column,
  type ContentRef,
  cellValues,
  fallbackLabel,
  orderedTable,
  type Table,
  type TableView,
} from "../model/index.ts";
import { rowWidth } from "../read/index.ts";
import { encodeEdgeSpaces, escapeHtmlText, escapeText } from "./escape.ts";
import { cellHtml, isAligned } from "./html-blocks.ts";
import type { WriteContext } from "./notes.ts";
import { writeInlines } from "./write-inlines.ts";

/** A table: with bars between the cells where that says all, else in HTML. */
export function writeTable(node: BlockOf<"table">, writing: WriteContext): string {
  const table = orderedTable(node);
  if (table.columns.length === 0) return "";
  return isPlain(table) ? pipeTable(table, writing) : htmlTable(table, writing);
}

/** Whether it has nothing but text, alignment and a head. */
function isPlain({ view, columns, rows, fragments, fullWidth }: Table): boolean {
  const hasNoTitles = columns.every(({ title }) => title === "");
  if (
    view.type === "cards" ||
    fullWidth ||
    view.columnWidths !== undefined ||
    view.hideHeader !== hasNoTitles
  )
    return false;
  if (
    columns.some(
      ({ isShown, definition }) => !isShown || definition.type !== "text" || definition.verticalAlignment,
    )
  )
    return false;
  return rows.every((cells) =>
    cells.every((cell) => {
      const nodes = fragments.get(String(cell))?.nodes ?? [];
      return nodes.length <= 1 && nodes.every((node) => node.type === "paragraph" && !isAligned(node));
    }),
  );
}

const dashes = { left: "---", center: ":-:", right: "--:" };

function pipeTable({ columns, rows, fragments }: Table, { notes }: WriteContext): string {
  const heads = columns.map(({ title }) => pipeCell(escapeText(title, { isFollowed: true })));
  const lines = columns.map(({ definition }) =>
    definition.type === "text" ? dashes[definition.textAlignment] : "---",
  );
  const body = rows.map((cells) =>
    Array.from({ length: Math.max(1, rowWidth(cells.length, columns.length, rows.length)) }, (_, i) => {
      const [block] = fragments.get(String(cells[i]))?.nodes ?? [];
      return pipeCell(writeInlines(block?.nodes ?? [], notes));
    }),
  );
  return [heads, lines, ...body].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function pipeCell(text: string): string {
  return encodeEdgeSpaces(text.replaceAll("\n", "<br>")).replaceAll("|", "\\|");
}

function htmlTable(table: Table, writing: WriteContext): string {
  const { view, columns, rows, fullWidth } = table;
  const isCards = view.type === "cards";
  const attributes = htmlAttributes({
    "data-view": isCards ? "cards" : undefined,
    "data-card-size": isCards && view.cardSize === "large" ? "large" : undefined,
    "data-header-hidden": (!isCards && view.hideHeader) || undefined,
    "data-column-title-hidden": isCards ? view.hideColumnTitle : undefined,
    "data-full-width": fullWidth ? "true" : undefined,
  });
  const heads = columns.map(
    (column) => `<th${headAttributes(column, view)}>${encodeEdgeSpaces(escapeHtmlText(column.title))}</th>`,
  );
  const body = rows.map((cells) => {
    const written = Array.from(
      { length: Math.max(1, rowWidth(cells.length, columns.length, rows.length)) },
      (_, i) => htmlCell(columns[i], cells[i], table, writing),
    );
    return `<tr>${written.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
  });
  return `<table${attributes}><thead><tr>${heads.join("")}</tr></thead><tbody>${body.join("")}</tbody></table>`;
}

function headAttributes({ id, definition, isShown }: Column, view: TableView): string {
  const { type } = definition;
  const isRole = (role: "targetDefinition" | "coverDefinition" | "coverDefinitionDark") =>
    (view.type === "cards" && view[role] === id) || undefined;
  return htmlAttributes({
    width: view.type === "grid" ? view.columnWidths?.[id] : undefined,
    align: type === "text" && definition.textAlignment !== "left" ? definition.textAlignment : undefined,
    valign: type === "text" ? definition.verticalAlignment : undefined,
    "data-hidden": isShown ? undefined : true,
    "data-card-target": isRole("targetDefinition"),
    "data-card-cover": isRole("coverDefinition"),
    "data-card-cover-dark": isRole("coverDefinitionDark"),
    "data-type": type === "text" ? undefined : type,
    "data-multiple": ((type === "users" || type === "select") && definition.multiple) || undefined,
    "data-max": type === "rating" ? definition.max : undefined,
    "data-options":
      type === "select" && definition.options.length > 0 ? JSON.stringify(definition.options) : undefined,
  });
}

function htmlCell(
  column: Column | undefined,
  value: CellValue | undefined,
  { fragments }: Table,
  writing: WriteContext,
): string {
  if (column === undefined || value === undefined || value === null) return "";
  const { definition, labels } = column;
  switch (definition.type) {
    case "text":
      return cellHtml(fragments.get(String(value))?.nodes ?? [], writing);
    case "select":
      return cellValues(value)
        .map(
          (each) =>
            `<span${htmlAttributes({ "data-option": each })}>${escapeHtmlText(labels.get(each) ?? each)}</span>`,
        )
        .join(", ");
    case "files":
      return cellValues(value)
        .map((file) => anchor({ kind: "file", file }))
        .join(" ");
    case "users":
      return cellValues(value)
        .map((user) => anchor({ kind: "user", user }))
        .join(" ");
    case "content-ref":
    case "image":
      return typeof value === "object" && "kind" in value ? anchor(value) : escapeHtmlText(String(value));
    default:
      return escapeHtmlText(typeof value === "object" ? JSON.stringify(value) : String(value));
  }
}

function anchor(ref: ContentRef): string {
  return `<a${htmlAttributes({ href: addressOf(ref) })}>${escapeHtmlText(fallbackLabel(ref))}</a>`;
}
