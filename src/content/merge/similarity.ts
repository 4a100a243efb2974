/** The words of a text in order, and the number of occurrences of each. */
export interface Words {
  readonly all: readonly string[];
  readonly counts: ReadonlyMap<string, number>;
}

/** A word with the signs inside it, so that a path or URL is one word. */
const word = /[\p{L}\p{N}](?:[\p{M}_/.:@#%&=+~-]*[\p{L}\p{N}])*/gu;
const isUnspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** Splits a text into words. In scripts without spaces, each character counts as a word. */
export function wordsOf(text: string): Words {
  const found: string[] = text.toLowerCase().match(word) ?? [];
  const all = found.flatMap((name) => (isUnspaced.test(name) ? [...name] : [name]));
  const counts = new Map<string, number>();
  for (const name of all) counts.set(name, (counts.get(name) ?? 0) + 1);
  return { all, counts };
}

/** The share of words that similar texts have in common. */
const minShare = 0.8;

/** Whether two texts have most of their words in common, in any order. */
export function areSimilar(a: Words, b: Words): boolean {
  const needed = (minShare * (a.all.length + b.all.length)) / 2;
  if (needed === 0 || Math.min(a.all.length, b.all.length) < needed) return false;
  const [few, many] = a.counts.size < b.counts.size ? [a.counts, b.counts] : [b.counts, a.counts];
  let common = 0;
  for (const [name, count] of few) common += Math.min(count, many.get(name) ?? 0);
  return common >= needed;
}
