import type { Steps } from "../../platform/index.ts";
import { type BlockOf, type CellValue, nodeText, resolveTable, type Table } from "../document/index.ts";
import { diffSteps } from "../sequence/index.ts";
import type { CellContent, CellDiff, RowDiff, TableColumnDiff, TableDiff } from "./block-diff.ts";
import { diffBlocks } from "./diff-blocks.ts";
import { type Identities, settingsOf } from "./identities.ts";
import { type Comparable, pairVersions } from "./pair-blocks.ts";
import { cellContent } from "./table-cells.ts";

type Row = readonly (CellValue | undefined)[];

/** Compares two tables: their columns by title, their rows by the cells that both have, and these cells. */
export function* diffTable(
  before: BlockOf<"table">,
  after: BlockOf<"table">,
  identities: Identities,
): Steps<TableDiff> {
  const [old, current] = [resolveTable(before), resolveTable(after)];
  const comparison = new TableComparison(
    old,
    current,
    yield* diffColumns(old, current, identities),
    identities,
  );
  const { columns } = comparison;
  return {
    columns,
    rows: yield* comparison.diffRows(),
    hasOtherSettings: settingsOf(before) !== settingsOf(after),
  };
}

function* diffColumns(before: Table, after: Table, identities: Identities): Steps<TableColumnDiff[]> {
  const idsOf = ({ columns }: Table) => columns.map(({ id }) => id);
  const columns: TableColumnDiff[] = [];
  let [from, start] = [0, 0];
  function* keepUntil(limit: number): Steps<void> {
    for (; start < limit; start++, from++) {
      const [old, current] = [before.columns[from], after.columns[start]];
      if (old === undefined || current === undefined) continue;
      const isSame = (yield* identities.ofColumn(old)) === (yield* identities.ofColumn(current));
      columns.push({ change: isSame ? "unchanged" : "edited", before: old, after: current });
    }
  }
  for (const hunk of yield* diffSteps(idsOf(before), idsOf(after))) {
    yield* keepUntil(hunk.start);
    for (const column of before.columns.slice(hunk.from, hunk.to))
      columns.push({ change: "removed", before: column });
    for (const column of after.columns.slice(hunk.start, hunk.end))
      columns.push({ change: "added", after: column });
    [from, start] = [hunk.to, hunk.end];
  }
  yield* keepUntil(after.columns.length);
  return columns;
}

class TableComparison {
  readonly columns: readonly TableColumnDiff[];
  readonly #before: Table;
  readonly #after: Table;
  readonly #identities: Identities;
  readonly #indexes: {
    readonly before: ReadonlyMap<string, number>;
    readonly after: ReadonlyMap<string, number>;
  };

  constructor(before: Table, after: Table, columns: readonly TableColumnDiff[], identities: Identities) {
    this.columns = columns;
    [this.#before, this.#after, this.#identities] = [before, after, identities];
    const indexesIn = (table: Table) => new Map(table.columns.map(({ id }, i) => [id, i]));
    this.#indexes = { before: indexesIn(before), after: indexesIn(after) };
  }

  *diffRows(): Steps<RowDiff[]> {
    const [old, current] = [this.#before.rows, this.#after.rows];
    const hunks = yield* diffSteps(
      yield* this.#identify("before", old),
      yield* this.#identify("after", current),
    );
    const rows: RowDiff[] = [];
    let [from, start] = [0, 0];
    for (const hunk of [
      ...hunks,
      { from: old.length, to: old.length, start: current.length, end: current.length },
    ]) {
      for (; start < hunk.start; start++, from++) rows.push(yield* this.#diffRow(old[from], current[start]));
      const [removed, added] = [old.slice(hunk.from, hunk.to), current.slice(hunk.start, hunk.end)];
      const pairs = new Map(
        yield* pairVersions(removed.map(this.#describe("before")), added.map(this.#describe("after"))),
      );
      let next = 0;
      for (const [i, row] of removed.entries()) {
        const version = pairs.get(i);
        for (; version !== undefined && next < version; next++)
          rows.push(yield* this.#diffRow(undefined, added[next]));
        rows.push(yield* this.#diffRow(row, version === undefined ? undefined : added[version]));
        if (version !== undefined) next = version + 1;
      }
      for (; next < added.length; next++) rows.push(yield* this.#diffRow(undefined, added[next]));
      [from, start] = [hunk.to, hunk.end];
    }
    return rows;
  }

  /** Rows are equal if the cells in the common columns are. */
  *#identify(side: "before" | "after", rows: readonly Row[]): Steps<string[]> {
    const common = this.columns.filter(({ before, after }) => before !== undefined && after !== undefined);
    const identities: string[] = [];
    for (const row of rows) {
      const cells: string[] = [];
      for (const column of common) cells.push(yield* this.#identities.ofCell(this.#cell(side, column, row)));
      identities.push(this.#identities.intern(`row ${cells.join(" ")}`));
    }
    return identities;
  }

  #cell(side: "before" | "after", column: TableColumnDiff, row: Row | undefined): CellContent | undefined {
    const own = column[side];
    const table = side === "before" ? this.#before : this.#after;
    const index = own && this.#indexes[side].get(own.id);
    return own === undefined || index === undefined ? undefined : cellContent(table, own, row?.[index]);
  }

  #describe(side: "before" | "after") {
    return (row: Row): Comparable => {
      const cells = this.columns.map((column) => textOfCell(this.#cell(side, column, row)));
      const first = cells.find((text) => text !== "");
      return { kind: "row", ...(first !== undefined && { key: first }), text: cells.join(" ") };
    };
  }

  *#diffRow(before: Row | undefined, after: Row | undefined): Steps<RowDiff> {
    yield;
    const cells: CellDiff[] = [];
    for (const column of this.columns)
      cells.push(
        yield* this.#diffCell(this.#cell("before", column, before), this.#cell("after", column, after)),
      );
    if (before === undefined) return { change: "added", cells };
    if (after === undefined) return { change: "removed", cells };
    return { change: cells.every(({ change }) => change === "unchanged") ? "unchanged" : "edited", cells };
  }

  *#diffCell(before: CellContent | undefined, after: CellContent | undefined): Steps<CellDiff> {
    const content = { ...(before && { before }), ...(after && { after }) };
    const identities = this.#identities;
    if ((yield* identities.ofCell(before)) === (yield* identities.ofCell(after)))
      return { change: "unchanged", ...content };
    if (before === undefined) return { change: "added", ...content };
    if (after === undefined) return { change: "removed", ...content };
    if (!("blocks" in before && "blocks" in after)) return { change: "edited", ...content };
    return {
      change: "edited",
      ...content,
      blocks: yield* diffBlocks(before.blocks, after.blocks, identities),
    };
  }
}

function textOfCell(content: CellContent | undefined): string {
  if (content === undefined) return "";
  return "value" in content ? JSON.stringify(content.value) : content.blocks.map(nodeText).join("\n");
}
