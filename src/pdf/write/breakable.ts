/** How long words may be that are not broken: by how much room there is. */
export type Room = "wide" | "narrow" | "tight";

const longest: Readonly<Record<Room, number>> = { wide: 24, narrow: 14, tight: 9 };

// Where scripts are written without spaces, a line may end after every sign anyway.
const signs = "[^\\s\\u2e80-\\ud7ff\\uf900-\\ufaff\\uff00-\\uffef]";

interface Patterns {
  /** Words that are too long. */
  readonly words: RegExp;
  /** Their pieces: best behind what parts an address or a name. */
  readonly pieces: RegExp;
}

function patternsFor(most: number): Patterns {
  const ends = "/._?&=:,;|-";
  return {
    words: new RegExp(`${signs}{${most + 1},}`, "gu"),
    pieces: new RegExp(`[^${ends}]{0,${most - 4}}[${ends}]+|.{1,${most - 4}}`, "gsu"),
  };
}

const patterns = {
  wide: patternsFor(longest.wide),
  narrow: patternsFor(longest.narrow),
  tight: patternsFor(longest.tight),
};

/** The parts of a text between which a line may end, if it must. */
export function breakable(text: string, room: Room = "wide"): string[] {
  const { words, pieces } = patterns[room];
  const parts: string[] = [];
  let pending = "";
  let done = 0;
  for (const { 0: word, index } of text.matchAll(words)) {
    pending += text.slice(done, index);
    for (const piece of word.match(pieces) ?? [word]) {
      parts.push(pending + piece);
      pending = "";
    }
    // What follows a word stays with the last of its pieces.
    pending = parts.pop() ?? "";
    done = index + word.length;
  }
  parts.push(pending + text.slice(done));
  return parts.filter((part) => part !== "");
}
