import { mergeValue, type Sides } from "./three-way.ts";

/** Merges the whitespace at one position. If both sides changed it, the longer one is taken. */
export function mergeGap(gaps: Sides<string>): string {
  const { value, isConflict } = mergeValue(gaps);
  return isConflict ? longestGap([gaps.ours, gaps.theirs]) : value;
}

/** The longest whitespace. The choice does not depend on the order. */
export function longestGap(gaps: readonly string[]): string {
  return gaps.reduce(
    (best, gap) => (gap.length > best.length || (gap.length === best.length && gap > best) ? gap : best),
    "",
  );
}
