import { htmlAttributes, type Json } from "../../markdown/syntax/index.ts";
import {
  addressOf,
  asData,
  type Block,
  type Column,
  type ContentRef,
  type Data,
  labelOf,
  type Table,
  tableOf,
  valuesIn,
} from "../model/index.ts";
import { widthOf } from "../read/index.ts";
import { escapeHtmlText, escapeText, keepEdges } from "./escape.ts";
import { cellHtml } from "./html-blocks.ts";
import { writeInlines } from "./write-inlines.ts";
import type { Writing } from "./writing.ts";

/** A table: with bars between the cells where that says all, else in HTML. */
export function writeTable(node: Block, writing: Writing): string {
  const table = tableOf(node);
  if (table.columns.length === 0) return "";
  return isPlain(table) ? pipeTable(table, writing) : htmlTable(table, writing);
}

/** Whether it has nothing but text, alignment and a head. */
function isPlain({ view, columns, rows, fragments, fullWidth }: Table): boolean {
  const hidesHeader = view.hideHeader === true;
  const hasNoTitles = columns.every(({ title }) => title === "");
  if (view.type === "cards" || fullWidth || view.columnWidths !== undefined || hidesHeader !== hasNoTitles)
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
      return (
        nodes.length <= 1 && nodes.every(({ type, data }) => type === "paragraph" && data.align === undefined)
      );
    }),
  );
}

const dashes: Readonly<Record<string, string>> = { center: ":-:", right: "--:" };

function pipeTable({ columns, rows, fragments }: Table, { notes }: Writing): string {
  const heads = columns.map(({ title }) => pipeCell(escapeText(title, { isFollowed: true })));
  const lines = columns.map(({ definition }) => dashes[String(definition.textAlignment)] ?? "---");
  const body = rows.map((cells) =>
    Array.from({ length: Math.max(1, widthOf(cells.length, columns.length, rows.length)) }, (_, i) => {
      const [block] = fragments.get(String(cells[i]))?.nodes ?? [];
      return pipeCell(writeInlines(block?.nodes ?? [], notes));
    }),
  );
  return [heads, lines, ...body].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function pipeCell(text: string): string {
  return keepEdges(text.replaceAll("\n", "<br>")).replaceAll("|", "\\|");
}

function htmlTable(table: Table, writing: Writing): string {
  const { view, columns, rows, fullWidth } = table;
  const isCards = view.type === "cards";
  const attributes = htmlAttributes({
    "data-view": isCards ? "cards" : undefined,
    "data-card-size": isCards && view.cardSize === "large" ? "large" : undefined,
    "data-header-hidden": view.hideHeader === true || undefined,
    "data-column-title-hidden": view.hideColumnTitle === true || undefined,
    "data-full-width": fullWidth ? "true" : undefined,
  });
  const heads = columns.map(
    (column) => `<th${headAttributes(column, view)}>${keepEdges(escapeHtmlText(column.title))}</th>`,
  );
  const body = rows.map((cells) => {
    const written = Array.from(
      { length: Math.max(1, widthOf(cells.length, columns.length, rows.length)) },
      (_, i) => htmlCell(columns[i], cells[i], table, writing),
    );
    return `<tr>${written.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
  });
  return `<table${attributes}><thead><tr>${heads.join("")}</tr></thead><tbody>${body.join("")}</tbody></table>`;
}

function headAttributes({ id, definition, isShown }: Column, view: Data): string {
  const width = asData(view.columnWidths)[id];
  const { type, textAlignment, verticalAlignment, multiple, max, options } = definition;
  return htmlAttributes({
    width: typeof width === "number" ? width : undefined,
    align: textAlignment === "center" || textAlignment === "right" ? textAlignment : undefined,
    valign: typeof verticalAlignment === "string" ? verticalAlignment : undefined,
    "data-hidden": isShown ? undefined : true,
    "data-card-target": view.targetDefinition === id || undefined,
    "data-card-cover": view.coverDefinition === id || undefined,
    "data-card-cover-dark": view.coverDefinitionDark === id || undefined,
    "data-type": type === "text" ? undefined : String(type),
    "data-multiple": multiple === true || undefined,
    "data-max": typeof max === "number" ? max : undefined,
    "data-options": Array.isArray(options) && options.length > 0 ? JSON.stringify(options) : undefined,
  });
}

function htmlCell(
  column: Column | undefined,
  value: Json | undefined,
  { fragments }: Table,
  writing: Writing,
): string {
  if (column === undefined || value === undefined || value === null) return "";
  const { definition, labels } = column;
  switch (definition.type) {
    case "text":
      return cellHtml(fragments.get(String(value))?.nodes ?? [], writing);
    case "select":
      return valuesIn(value)
        .map(
          (each) =>
            `<span${htmlAttributes({ "data-option": each })}>${escapeHtmlText(labels.get(each) ?? each)}</span>`,
        )
        .join(", ");
    case "files":
      return valuesIn(value)
        .map((file) => anchor({ kind: "file", file }))
        .join(" ");
    case "users":
      return valuesIn(value)
        .map((user) => anchor({ kind: "user", user }))
        .join(" ");
    case "content-ref":
    case "image":
      return typeof value === "object" ? anchor(value as ContentRef) : escapeHtmlText(String(value));
    default:
      return escapeHtmlText(typeof value === "object" ? JSON.stringify(value) : String(value));
  }
}

function anchor(ref: ContentRef): string {
  return `<a${htmlAttributes({ href: addressOf(ref) })}>${escapeHtmlText(labelOf(ref))}</a>`;
}
