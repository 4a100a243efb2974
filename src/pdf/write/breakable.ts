/** Characters per line, approximately. */
export type Room = number;

export const wide: Room = 90;

/** Longer words get break opportunities. */
const longest = 24;

/** CJK characters: a line may break after each of them. */
export const eastern = "\\u2e80-\\ud7ff\\uf900-\\ufaff\\uff00-\\uffef";

const signs = `[^\\s${eastern}]`;

/** Breaks words preferably after separators of addresses and names. */
const ends = "/._?&=:,;|-";
const segments = new RegExp(`[^${ends}]*[${ends}]+|[^${ends}]+`, "gu");

const known = new Map<string, RegExp>();

function pattern(sign: string, least: number, most: number | ""): RegExp {
  const source = `${sign}{${least},${most}}`;
  const made = known.get(source) ?? new RegExp(source, "gsu");
  known.set(source, made);
  return made;
}

/** Very long words are broken into pieces of nearly a line. */
const endless = { length: 2_000, piece: 40 };

/** Splits a word into pieces of equal length. */
function piecesOf(word: string, most: number): string[] {
  if (word.length > endless.length)
    return word.match(pattern(".", 1, most < 20 ? most : endless.piece)) ?? [word];
  return (word.match(segments) ?? [word]).flatMap((segment) => {
    const each = Math.ceil(segment.length / Math.ceil(segment.length / most));
    return segment.match(pattern(".", 1, each)) ?? [segment];
  });
}

/** Splits a text at its break opportunities. */
export function breakable(text: string, room: Room = wide): string[] {
  const most = Math.min(longest, Math.max(4, Math.floor(room)));
  const piece = Math.max(most - 4, Math.ceil(most / 2));
  const parts: string[] = [];
  let pending = "";
  let done = 0;
  for (const { 0: word, index } of text.matchAll(pattern(signs, most + 1, ""))) {
    pending += text.slice(done, index);
    for (const part of piecesOf(word, piece)) {
      parts.push(pending + part);
      pending = "";
    }
    // White space stays with the last piece.
    pending = parts.pop() ?? "";
    done = index + word.length;
  }
  parts.push(pending + text.slice(done));
  return parts.filter((part) => part !== "");
}
