/**
 * Where cards stand beside what they are about: at their tops or below, in order, without covering each other. The opened one stands
 * at its top, if there is room for those before it above.
 */
export function placeCards(
  tops: readonly (number | undefined)[],
  heights: readonly number[],
  start: number,
  gap: number,
  opened = -1,
): number[] {
  const placed = pushDown(tops, heights, start, gap);
  const wanted = tops[opened];
  if (wanted === undefined || (placed[opened] ?? 0) <= wanted) return placed;
  const pulled: (number | undefined)[] = [...tops];
  let limit = wanted;
  for (let i = opened; i >= 0; i--) {
    const end = limit - (i === opened ? 0 : (heights[i] ?? 0) + gap);
    limit = Math.min(placed[i] ?? 0, end);
    pulled[i] = limit;
  }
  return pushDown(pulled, heights, start, gap);
}

function pushDown(
  tops: readonly (number | undefined)[],
  heights: readonly number[],
  start: number,
  gap: number,
): number[] {
  let end = start;
  return heights.map((height, i) => {
    const first = i === 0 ? end : end + gap;
    const top = Math.max(first, tops[i] ?? first);
    end = top + height;
    return top;
  });
}
