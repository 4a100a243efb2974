/** The letters of alphabets, without accents, as ranges of code points. Other scripts have other kinds of mistakes. */
const alphabets: readonly (readonly [first: string, last: string, others?: string])[] = [
  ["a", "z"],
  ["а", "џ", "ґ"],
  ["α", "ω"],
  ["א", "ת"],
  ["ء", "ي"],
  ["ա", "ֆ"],
  ["ა", "ჰ"],
  ["ऀ", "ॿ"],
];

const lettersByRange = alphabets.map(([first, last, others = ""]) => {
  const [start, end] = [first.charCodeAt(0), last.charCodeAt(0)];
  const letters = Array.from({ length: end - start + 1 }, (_, i) => String.fromCharCode(start + i));
  return [...letters, ...others];
});

/** The letters that may have been meant in a word: those of its alphabet. */
function lettersFor(word: string): readonly string[] {
  return lettersByRange.find((letters) => [...word].some((letter) => letters.includes(letter))) ?? [];
}

/** All texts that one insertion, deletion, substitution or transposition of letters makes from a word. */
export function editsOf(word: string): Set<string> {
  const letters = lettersFor(word);
  const edits = new Set<string>();
  for (let i = 0; i <= word.length; i++) {
    const [before, first = "", second = ""] = [word.slice(0, i), word[i], word[i + 1]];
    const [after, afterNext] = [word.slice(i + 1), word.slice(i + 2)];
    if (first !== "") edits.add(before + after);
    if (second !== "") edits.add(before + second + first + afterNext);
    for (const letter of letters) {
      edits.add(before + letter + first + after);
      if (first !== "") edits.add(before + letter + after);
    }
  }
  edits.delete(word);
  return edits;
}

/** The number of edits that make one word from another; `limit` + 1 if there are more. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let rows: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const [beforeLast, last] = rows;
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    rows = [last, row];
  }
  return Math.min(rows[1][b.length] ?? 0, limit + 1);
}
