import { escapeCell, readCsv, writeTable } from "./csv.ts";
import type { NotionNode } from "./notion-tree.ts";
import { addressFrom } from "./paths.ts";

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
    return [`[${escapeCell(name)}](${addressFrom(path, target)})`, ...cells.map(escapeCell)];
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
