/**
 * Repeats the last of some values up to a power of two: so lists of all lengths make few different statements, each prepared
 * once. There must be one at least.
 */
export function padded<T>(values: readonly T[]): T[] {
  const length = 2 ** Math.ceil(Math.log2(values.length));
  return [...values, ...Array.from({ length: length - values.length }, () => values.at(-1) as T)];
}
