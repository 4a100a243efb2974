import type { NotionNode } from "./notion-tree.ts";
import { relativeUrl } from "./tree-builder.ts";

const maxRows = 500;
const maxColumns = 20;

/** Writes the table of a database. Rows with a page link to it. */
export function writeDatabase(
  { path }: NotionNode,
  csv: string,
  below: readonly NotionNode[],
): { readonly markdown: string; readonly targets: readonly string[] } {
  // The header is a row, too.
  const { rows, total } = readCsv(csv, maxRows + 1, maxColumns);
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
  return { markdown: writeTable([head.map(escapeCell), ...linked]) + more, targets };
}

/** File names are shortened, and lack some characters of the title. */
function keyOf(title: string): string {
  return title
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .slice(0, 40)
    .toLowerCase();
}

const maxCellLength = 2000;

/** Reads CSV. Rows over the limit are only counted. */
export function readCsv(
  text: string,
  rowLimit: number,
  columnLimit: number,
): { rows: string[][]; total: number } {
  const rows: string[][] = [];
  let total = 0;
  let row: string[] = [];
  const finishCell = (cell: string): void => {
    if (row.length < columnLimit && total < rowLimit) row.push(cell.slice(0, maxCellLength));
  };
  const finishRow = (): void => {
    if (total++ < rowLimit) rows.push(row);
    row = [];
  };
  let at = text.startsWith("\ufeff") ? 1 : 0;
  while (at < text.length) {
    const { cell, end } = cellAt(text, at);
    finishCell(cell);
    at = end + 1;
    if (text[end] === ",") {
      // A comma at the end is followed by an empty cell.
      if (at === text.length) finishCell("");
      else continue;
    } else if (text[end] === "\r" && text[at] === "\n") at++;
    finishRow();
  }
  return { rows, total };
}

const plainCell = /[^,\r\n]*/y;

function cellAt(text: string, at: number): { readonly cell: string; readonly end: number } {
  const isQuoted = text[at] === '"';
  const close = isQuoted ? closingQuote(text, at + 1) : at;
  // Text after the closing quote is ignored.
  plainCell.lastIndex = close;
  plainCell.test(text);
  const end = plainCell.lastIndex;
  return { cell: isQuoted ? text.slice(at + 1, close).replaceAll('""', '"') : text.slice(at, end), end };
}

function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at;
  return text.length;
}

function writeTable(rows: readonly (readonly string[])[]): string {
  const width = Math.max(1, ...rows.map((row) => row.length));
  const line = (cells: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, i) => cells[i] ?? "").join(" | ")} |\n`;
  const [head = [], ...body] = rows;
  return line(head) + line(Array.from({ length: width }, () => "---")) + body.map(line).join("");
}

/** Escapes plain text for the cell of a Markdown table. */
export function escapeCell(text: string): string {
  const oneLine = text.replace(/\s+/g, " ").trim();
  if (/^https?:\/\/[^\s|<>]+$/.test(oneLine)) return oneLine;
  return oneLine.replace(/[\\`*_[\]<>{}|~$]/g, "\\$&");
}
