import { normalizeSpace } from "../../platform/index.ts";
import type { NotionNode } from "./notion-tree.ts";
import { relativeUrl } from "./tree-builder.ts";

const maxRows = 500;
const maxColumns = 20;

/** Writes a database as a table. A row with a subpage links to it. */
export function writeDatabase(
  { path }: NotionNode,
  csv: string,
  subpages: readonly NotionNode[],
): { readonly markdown: string; readonly targets: readonly string[] } {
  // The header is a row, too.
  const { rows, total } = readCsv(csv, maxRows + 1, maxColumns);
  const pages = new Map<string, string[]>();
  for (const node of subpages.toReversed())
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

/** A key to match titles with file names, which are shortened and lack some characters. */
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
  let position = text.startsWith("\ufeff") ? 1 : 0;
  while (position < text.length) {
    const { cell, end } = cellAt(text, position);
    finishCell(cell);
    position = end + 1;
    if (text[end] === ",") {
      // A comma at the end is followed by an empty cell.
      if (position === text.length) finishCell("");
      else continue;
    } else if (text[end] === "\r" && text[position] === "\n") position++;
    finishRow();
  }
  return { rows, total };
}

const plainCell = /[^,\r\n]*/y;

function cellAt(text: string, start: number): { readonly cell: string; readonly end: number } {
  const isQuoted = text[start] === '"';
  const stop = isQuoted ? closingQuote(text, start + 1) : start;
  // Text after the closing quote is ignored.
  plainCell.lastIndex = stop;
  plainCell.test(text);
  const end = plainCell.lastIndex;
  return { cell: isQuoted ? text.slice(start + 1, stop).replaceAll('""', '"') : text.slice(start, end), end };
}

function closingQuote(text: string, from: number): number {
  for (let position = text.indexOf('"', from); position >= 0; position = text.indexOf('"', position + 2))
    if (text[position + 1] !== '"') return position;
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
  const oneLine = normalizeSpace(text);
  if (/^https?:\/\/[^\s|<>]+$/.test(oneLine)) return oneLine;
  return oneLine.replace(/[\\`*_[\]<>{}|~$]/g, "\\$&");
}
