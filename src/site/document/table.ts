import { type BlockOf, type Column, resolveTable, type Table } from "../../content/document/index.ts";
import { finish, type Steps } from "../../platform/index.ts";
import { attributes, type Html, html } from "../html/index.ts";
import { writeCards } from "./cards.ts";
import { writeCell } from "./cells.ts";
import type { PageContext, WriteBlock } from "./context.ts";
import { imageName, writeText } from "./inlines.ts";

export const writeTable: WriteBlock<"table"> = (block, context) => finish(writeTableSteps(block, context));

/** Writes a table row by row. */
export function* writeTableSteps(block: BlockOf<"table">, context: PageContext): Steps<Html> {
  const table = resolveTable(block);
  const { view, rows, search = rows.length >= minSearchedRows } = table;
  const body =
    view.type === "cards" ? yield* writeCards(table, view, context) : yield* writeGrid(table, context);
  return search ? writeSearch(body, table, context) : body;
}

/** Shorter tables are searched only if the author says so. */
const minSearchedRows = 30;

/** A field that filters the rows by a script, which also announces how many match. */
function writeSearch(body: Html, { fullWidth }: Table, { words }: PageContext): Html {
  const { searchTable: label, matches } = words;
  return html`<div class="searched${fullWidth && " is-wide"}"><div class="table-search script-only"><input type="search" autocomplete="off"${attributes({ "aria-label": label, placeholder: label })}><span role="status" data-label="${matches}"></span></div>${body}</div>`;
}

interface ShownColumn {
  readonly column: Column;
  readonly index: number;
  readonly class: string | undefined;
}

function* writeGrid(table: Table, context: PageContext): Steps<Html> {
  const { view } = table;
  const widths = view.type === "grid" ? view.columnWidths : undefined;
  const shown = table.columns.flatMap((column, index): ShownColumn[] =>
    column.isShown ? [{ column, index, class: alignmentOf(column) }] : [],
  );
  const hasHead =
    !(view.type === "grid" && view.hideHeader) && !shown.every(({ column }) => isEmptyHead(column));
  const head =
    hasHead &&
    html`<thead><tr>${shown.map(({ column, class: name }) => {
      const width = widths?.[column.id];
      const sized =
        width !== undefined && width > 0 ? context.classFor(`min-inline-size:${width}px`) : undefined;
      const names = [name, sized].filter(Boolean).join(" ");
      const title = writeTitle(column, context);
      return title === undefined
        ? html`<td></td>`
        : html`<th scope="col"${attributes({ class: names || undefined })}>${title}</th>`;
    })}</tr></thead>`;
  const rows: Html[] = [];
  for (const row of table.rows) {
    const cells = shown.map(
      ({ column, index, class: name }) =>
        html`<td${attributes({ class: name })}>${writeCell(column, row[index], table, context)}</td>`,
    );
    rows.push(html`<tr>${cells}</tr>`);
    yield;
  }
  return html`<div class="table${table.fullWidth && " is-wide"}" tabindex="0" role="group" aria-label="${
    context.words.table
  }"><table>${head}<tbody>${rows}</tbody></table></div>`;
}

/** Writes the title of a column, which has a name for screen readers also if it is an image; undefined if it is empty. */
function writeTitle({ title, header }: Column, context: PageContext): Html | string | undefined {
  if (header === undefined) return title || undefined;
  const written = writeText(header, context);
  if (written.text === "") return undefined;
  const name = imageName(header, context);
  return name === undefined ? written : html`<span role="img" aria-label="${name}">${written}</span>`;
}

function isEmptyHead({ title, header }: Column): boolean {
  return title === "" && header === undefined;
}

function alignmentOf({ definition }: Column): string | undefined {
  if (definition.type === "number") return "align-end";
  if (definition.type !== "text") return undefined;
  const { textAlignment, verticalAlignment } = definition;
  const names = [
    textAlignment === "center" && "align-center",
    textAlignment === "right" && "align-end",
    verticalAlignment !== undefined && verticalAlignment !== "top" && `vertical-${verticalAlignment}`,
  ];
  return names.filter(Boolean).join(" ") || undefined;
}
