import type { HtmlTag } from "../../markdown/syntax/index.ts";

/** Spans do not reach beyond this column. */
const maxSpannedColumns = 50;
/** The number of columns without a cell that any table may have. More are allowed with more cells: a short text is a small table. */
const maxEmptyOfAny = 20;

/**
 * Places the cells of each row in columns. A column that a cell before or above covers by its `colspan` or `rowspan` has no cell.
 * The document model has no spans.
 */
export function placeCells<Cell extends { readonly tag: HtmlTag }>(
  rows: readonly (readonly Cell[])[],
): (Cell | undefined)[][] {
  /** The number of rows below that a cell covers, by column. */
  let covered: number[] = [];
  let emptyLeft = maxEmptyOfAny + rows.reduce((sum, cells) => sum + cells.length, 0);
  return rows.map((cells) => {
    const placed: (Cell | undefined)[] = [];
    const coveredBelow = covered.map((rowCount) => Math.max(0, rowCount - 1));
    let column = 0;
    for (const cell of cells) {
      while ((covered[column] ?? 0) > 0) column++;
      for (; placed.length < column && emptyLeft > 0; emptyLeft--) placed.push(undefined);
      placed.push(cell);
      const end = Math.max(column + 1, Math.min(column + spanOf(cell.tag, "colspan"), maxSpannedColumns));
      const rowsBelow = spanOf(cell.tag, "rowspan") - 1;
      for (; column < end; column++) if (column < maxSpannedColumns) coveredBelow[column] = rowsBelow;
    }
    covered = coveredBelow;
    return placed;
  });
}

function spanOf({ attributes }: HtmlTag, name: "colspan" | "rowspan"): number {
  const span = Number.parseInt(attributes.get(name) ?? "", 10);
  return span > 0 ? span : 1;
}
