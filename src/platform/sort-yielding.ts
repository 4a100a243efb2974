import { finishYielding, type Steps } from "./steps.ts";

/** The number of items that are sorted or merged in a step. */
const batchSize = 1024;

type Compare<T> = (a: T, b: T) => number;

/** Sorts like `toSorted`, and yields to the event loop. */
export function sortYielding<T extends object | string>(
  items: readonly T[],
  compare: Compare<T>,
): Promise<T[]> {
  return finishYielding(sortSteps(items, compare));
}

/** Sorts runs of items, and then merges them in pairs. */
export function* sortSteps<T extends object | string>(items: readonly T[], compare: Compare<T>): Steps<T[]> {
  let runs: T[][] = [];
  for (let start = 0; start < items.length; start += batchSize) {
    runs.push(items.slice(start, start + batchSize).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let i = 0; i < runs.length; i += 2)
      merged.push(yield* mergeSteps(runs[i] ?? [], runs[i + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergeSteps<T extends object | string>(
  left: readonly T[],
  right: readonly T[],
  compare: Compare<T>,
): Steps<T[]> {
  const merged: T[] = [];
  for (let [leftIndex, rightIndex] = [0, 0]; ; ) {
    const item = left[leftIndex];
    const other = right[rightIndex];
    if (item === undefined || other === undefined)
      return merged.concat(left.slice(leftIndex), right.slice(rightIndex));
    if (compare(item, other) <= 0) {
      merged.push(item);
      leftIndex += 1;
    } else {
      merged.push(other);
      rightIndex += 1;
    }
    if (merged.length % batchSize === 0) yield;
  }
}
