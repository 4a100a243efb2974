import {
  altOfCell,
  type CellValue,
  type ContentRef,
  imageRefsOfCell,
  isEmptyCell,
  plainText,
  refOfCell,
  type Table,
  type TableView,
} from "../../content/document/index.ts";
import type { Steps } from "../../platform/index.ts";
import { attributes, type Html, html } from "../html/index.ts";
import { writeCell } from "./cells.ts";
import type { PageContext, SiteImage } from "./context.ts";
import { writeImage } from "./media.ts";

export function* writeCards(
  table: Table,
  view: Extract<TableView, { type: "cards" }>,
  context: PageContext,
): Steps<Html> {
  const { columns, rows } = table;
  const indexOf = (id: string | undefined) => columns.findIndex((column) => column.id === id);
  const target = indexOf(view.targetDefinition);
  const covers = [indexOf(view.coverDefinition), indexOf(view.coverDefinitionDark)] as const;
  const special = new Set([target, ...covers]);
  const cards: Html[] = [];
  for (const row of rows) {
    const fields = columns.flatMap((column, i) => {
      if (!column.isShown || special.has(i) || isEmptyCell(row[i], table)) return [];
      const value = writeCell(column, row[i], table, context);
      const isTitled = column.title !== "" && view.hideColumnTitle !== true;
      return [
        html`<div class="card-field">${isTitled && html`<span class="card-label">${column.title}</span>`}${value}</div>`,
      ];
    });
    const link = row[target];
    const href = link === undefined || link === null ? undefined : targetUrl(link, context);
    const title = titleOf(
      row,
      columns.findIndex((column, i) => column.isShown && !special.has(i)),
      table,
    );
    const body = html`${writeCover(row[covers[0]], row[covers[1]], context)}<div class="card-body">${fields}${
      href !== undefined &&
      html`<a class="card-link"${attributes({ href })}><span class="hidden-text">${title || context.words.open}</span></a>`
    }</div>`;
    cards.push(html`<li class="card${href !== undefined && " is-link"}">${body}</li>`);
    yield;
  }
  return html`<ul class="cards${view.cardSize === "large" && " is-large"}${table.fullWidth && " is-wide"}">${cards}</ul>`;
}

function targetUrl(value: CellValue, context: PageContext): string | undefined {
  const ref: ContentRef = Array.isArray(value) ? { kind: "file", file: String(value[0]) } : refOfCell(value);
  return context.targetOf(ref).href;
}

/** The text of the first field names the link of the card. */
function titleOf(row: Table["rows"][number], index: number, { fragments }: Table): string {
  const value = row[index];
  const fragment = typeof value === "string" ? fragments.get(value) : undefined;
  return fragment === undefined ? String(value ?? "") : plainText(fragment.nodes).trim();
}

function writeCover(
  light: CellValue | undefined,
  dark: CellValue | undefined,
  context: PageContext,
): Html | undefined {
  const [image, darkImage] = [coverOf(light, context), coverOf(dark, context)];
  if (image === undefined) return undefined;
  const images =
    darkImage === undefined
      ? writeImage(image, altOf(light), { class: fitOf(light) })
      : [
          writeImage(image, altOf(light), { class: `light-only ${fitOf(light)}` }),
          writeImage(darkImage, altOf(dark), { class: `dark-only ${fitOf(dark)}` }),
        ];
  return html`<div class="card-cover">${images}</div>`;
}

function altOf(value: CellValue | undefined): string {
  return value === undefined ? "" : altOfCell(value);
}

/** How the image fills the card. */
function fitOf(value: CellValue | undefined): string {
  const isObject = typeof value === "object" && value !== null && "objectFit" in value;
  return `fit-${(isObject && value.objectFit) || "cover"}`;
}

function coverOf(value: CellValue | undefined, context: PageContext): SiteImage | undefined {
  return imageRefsOfCell(value)
    .map((ref) => context.imageOf(ref))
    .find((image) => image !== undefined);
}
