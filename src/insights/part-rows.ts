import type { Steps } from "../platform/index.ts";
import type { Column } from "./column.ts";

/** The number of rows of a part that are visited in one step. */
const rowsPerStep = 2_000;

/** The number of possible combinations up to which a table has a place for each. */
const maxDense = 2 ** 17;

/** Visits rows in steps. Calling a function for each row is much cheaper than resuming a generator for each. */
export function* eachRow(rows: Uint32Array, visit: (row: number, position: number) => void): Steps<void> {
  for (let start = 0; start < rows.length; start += rowsPerStep) {
    yield;
    const end = Math.min(rows.length, start + rowsPerStep);
    for (let i = start; i < end; i++) visit(rows[i] ?? 0, i);
  }
}

/** A column with the values that a filter accepts, by their indexes. */
export interface RowFilter {
  readonly column: Column;
  readonly accepted: readonly boolean[];
}

/** The rows that all filters accept. */
export function* selectRows(filters: readonly RowFilter[], length: number): Steps<Uint32Array> {
  let rows = new Uint32Array(length);
  for (let row = 0; row < length; row++) rows[row] = row;
  for (const { column, accepted } of filters) {
    if (accepted.every(Boolean)) continue;
    if (!accepted.some(Boolean)) return new Uint32Array(0);
    let count = 0;
    // The accepted rows are moved to the beginning.
    yield* eachRow(rows, (row) => {
      if (accepted[column.indexes[row] ?? 0]) rows[count++] = row;
    });
    rows = rows.subarray(0, count);
  }
  return rows;
}

/** The combinations of values that occur in some rows. */
export interface RowCombinations {
  /** The combination of each row, by its position among the rows. */
  readonly indexes: Uint32Array;
  /** The indexes of the values of a combination, one for each column. */
  readonly combinations: readonly (readonly number[])[];
}

/** Finds the combinations of the values of several columns. */
export function* combineColumns(rows: Uint32Array, columns: readonly Column[]): Steps<RowCombinations> {
  const indexes = new Uint32Array(rows.length);
  let combinations: readonly (readonly number[])[] = [[]];
  for (const { values, indexes: valueIndexes } of columns) {
    const before = combinations;
    const after: number[][] = [];
    // The next combination for each one so far with each value, counted from 1. Where that would be far more than
    // rows, a map has only those that occur.
    const possible = before.length * values.length;
    const isDense = possible <= maxDense;
    const dense = new Uint32Array(isDense ? possible : 0);
    const sparse = new Map<number, number>();
    yield* eachRow(rows, (row, i) => {
      const value = valueIndexes[row] ?? 0;
      const index = indexes[i] ?? 0;
      const key = index * values.length + value;
      let combination = isDense ? (dense[key] ?? 0) : (sparse.get(key) ?? 0);
      if (combination === 0) {
        combination = after.push([...(before[index] ?? []), value]);
        if (isDense) dense[key] = combination;
        else sparse.set(key, combination);
      }
      indexes[i] = combination - 1;
    });
    combinations = after;
  }
  return { indexes, combinations };
}
