import type { NotionNode } from "./notion-tree.ts";
import { relativeUrl } from "./paths.ts";

const most = { rows: 500, columns: 20 };

/** The page of a database: a table of its rows, each with a link to its page, if it has one. */
export function writeDatabase(
  { path }: NotionNode,
  csv: string,
  below: readonly NotionNode[],
): { readonly markdown: string; readonly targets: readonly string[] } {
  // The head is a row as well.
  const { rows, total } = readCsv(csv, most.rows + 1, most.columns);
  const pages = new Map<string, string[]>();
  for (const node of below.toReversed())
    pages.getOrInsertComputed(keyOf(node.title), () => []).push(node.path);
  const targets: string[] = [];
  const [head = [], ...body] = rows;
  const linked = body.map(([name = "", ...cells]) => {
    const target = pages.get(keyOf(name))?.pop();
    if (target === undefined) return [name, ...cells].map(escapeCell);
    targets.push(target);
    return [`[${escapeCell(name)}](${relativeUrl(path, target)})`, ...cells.map(escapeCell)];
  });
  const more = total > rows.length ? `\n${total - rows.length} more rows are not shown.\n` : "";
  return {
    markdown: `${writeTable([head.map(escapeCell), ...linked])}${more}`,
    targets,
  };
}

/** Names of files leave out what cannot stand in them, and what is too long. */
function keyOf(title: string): string {
  return title
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .slice(0, 40)
    .toLowerCase();
}

/** A table as it was written; rows beyond the limit are counted only. */
export interface CsvTable {
  readonly rows: readonly (readonly string[])[];
  readonly total: number;
}

/** Longer cells are no longer a table. */
const maxCellLength = 2000;

/** Reads comma separated values, at most so many rows and columns of them, in one pass. */
export function readCsv(text: string, maxRows: number, maxColumns: number): CsvTable {
  const rows: string[][] = [];
  let total = 0;
  let row: string[] = [];
  const finishCell = (cell: string): void => {
    if (row.length < maxColumns && total < maxRows) row.push(cell.slice(0, maxCellLength));
  };
  const finishRow = (): void => {
    if (total++ < maxRows) rows.push(row);
    row = [];
  };
  let at = text.startsWith("\ufeff") ? 1 : 0;
  while (at < text.length) {
    const { cell, end } = cellAt(text, at);
    finishCell(cell);
    at = end + 1;
    if (text[end] === ",") {
      // A comma at the very end still has an empty cell behind it.
      if (at === text.length) finishCell("");
      else continue;
    } else if (text[end] === "\r" && text[at] === "\n") at++;
    finishRow();
  }
  return { rows, total };
}

const plainCell = /[^,\r\n]*/y;

/** A cell, and where the sign stands that ends it. */
function cellAt(text: string, at: number): { readonly cell: string; readonly end: number } {
  const isQuoted = text[at] === '"';
  const close = isQuoted ? closingQuote(text, at + 1) : at;
  // Behind the closing quote, nothing is expected.
  plainCell.lastIndex = close;
  plainCell.test(text);
  const end = plainCell.lastIndex;
  return { cell: isQuoted ? text.slice(at + 1, close).replaceAll('""', '"') : text.slice(at, end), end };
}

/** Where the quote stands that closes a cell; the end of the text where none does. */
function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at;
  return text.length;
}

/** A Markdown table of which the first row is the head. */
export function writeTable(rows: readonly (readonly string[])[]): string {
  const width = Math.max(1, ...rows.map((row) => row.length));
  const line = (cells: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, i) => cells[i] ?? "").join(" | ")} |\n`;
  const [head = [], ...body] = rows;
  return line(head) + line(Array.from({ length: width }, () => "---")) + body.map(line).join("");
}

/** Plain text as it can stand in the cell of a table. */
export function escapeCell(text: string): string {
  const oneLine = text.replace(/\s+/g, " ").trim();
  if (/^https?:\/\/[^\s|<>]+$/.test(oneLine)) return oneLine;
  return oneLine.replace(/[\\`*_[\]<>{}|~$]/g, "\\$&");
}
