import { readFileSync } from "node:fs";
import { roles } from "../../src/identity/roles/library-item-roles.ts";

/** The kinds of callers, in the order of the columns. */
export const columns = ["outsider", "key", "visitor", "away", "guest", ...roles.toReversed()] as const;
export type Column = (typeof columns)[number];

/** The values of a cell: allowed, refused with this status, or not applicable. */
const verdicts = ["yes", "400", "403", "404", "409", "–"] as const;
export type Verdict = (typeof verdicts)[number];

/** A row of the matrix: an operation on one kind of target. */
export interface Row {
  readonly operation: string;
  /** Method and path. */
  readonly request: string;
  /** The column `on`. */
  readonly target: string;
  readonly cells: ReadonlyMap<Column, Verdict>;
}

const head = ["operation", "request", "on", ...columns].join(" | ");

export function readMatrix(): Row[] {
  const text = readFileSync(new URL("../../docs/permissions.md", import.meta.url), "utf8");
  const tables = text.split(/\n\n+/).filter((part) => part.startsWith(`| ${head} |`));
  return tables.flatMap((table) => table.trim().split("\n").slice(2).map(readRow));
}

function readRow(line: string): Row {
  const [operation = "", request = "", target = "", ...cells] = line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
  if (cells.length !== columns.length)
    throw new Error(`expected ${columns.length} cells, not ${cells.length}: ${line}`);
  return {
    operation: operation.replaceAll("`", ""),
    request: request.replaceAll("`", ""),
    target,
    cells: new Map(columns.map((column, index) => [column, readVerdict(cells[index] ?? "", line)])),
  };
}

function readVerdict(cell: string, line: string): Verdict {
  const verdict = verdicts.find((value) => value === cell);
  if (verdict === undefined) throw new Error(`"${cell}" is not a verdict: ${line}`);
  return verdict;
}
