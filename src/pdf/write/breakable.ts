/** Words up to this length need not be broken. */
const longest = 24;

// Where scripts are written without spaces, a line may end after every sign anyway.
const longWords = new RegExp(`[^\\s\\u2e80-\\ud7ff\\uf900-\\ufaff\\uff00-\\uffef]{${longest + 1},}`, "gu");

/** Best behind what parts an address or a name. */
const pieces = /[^/._?&=:,;|-]{0,19}[/._?&=:,;|-]+|.{1,20}/gsu;

/** The parts of a text between which a line may end, if it must. */
export function breakable(text: string): string[] {
  const parts: string[] = [];
  let done = 0;
  for (const { 0: word, index } of text.matchAll(longWords)) {
    const [first = "", ...others] = word.match(pieces) ?? [word];
    parts.push(text.slice(done, index) + first, ...others.slice(0, -1));
    done = index + word.length - (others.at(-1)?.length ?? 0);
  }
  parts.push(text.slice(done));
  return parts.filter((part) => part !== "");
}
