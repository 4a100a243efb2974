/** Text without case and accents, for comparing. */
export function foldText(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase();
}

/** How well a text matches what was typed; undefined if a word of it is missing. Greater is better. */
export function matchScore(query: string, text: string): number | undefined {
  const folded = foldText(text);
  const whole = foldText(query).trim();
  if (whole === "") return 0;
  let score = folded === whole ? 8 : folded.startsWith(whole) ? 4 : 0;
  for (const word of whole.split(/\s+/)) {
    const index = folded.indexOf(word);
    if (index === -1) return undefined;
    const beginsWord = index === 0 || /[^\p{L}\p{N}]/u.test(folded[index - 1] ?? "");
    score += beginsWord ? 2 : 1;
  }
  return score;
}

/** The items that match, the best first; equal ones keep their order. */
export function findMatches<T>(
  items: readonly T[],
  query: string,
  textOf: (item: T) => string,
  limit: number,
): T[] {
  const found: { readonly item: T; readonly score: number }[] = [];
  for (const item of items) {
    const score = matchScore(query, textOf(item));
    if (score !== undefined) found.push({ item, score });
  }
  return found
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ item }) => item);
}
