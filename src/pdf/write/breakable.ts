/** How many characters a line has, about. */
export type Room = number;

/** Of a line as wide as the page. */
export const wide: Room = 90;

/** Longer words may be broken wherever they stand. */
const longest = 24;

/** The signs of China, Japan and Korea: a line may end after each of them anyway, as there are no spaces. */
export const eastern = "\\u2e80-\\ud7ff\\uf900-\\ufaff\\uff00-\\uffef";

const signs = `[^\\s${eastern}]`;

/** Parts of a word: best behind what parts an address or a name. */
const ends = "/._?&=:,;|-";
const segments = new RegExp(`[^${ends}]*[${ends}]+|[^${ends}]+`, "gu");

const known = new Map<string, RegExp>();

/** What has so many signs. */
function pattern(sign: string, least: number, most: number | ""): RegExp {
  const source = `${sign}{${least},${most}}`;
  const made = known.get(source) ?? new RegExp(source, "gsu");
  known.set(source, made);
  return made;
}

/** Of words without an end, most of a line at a time: each piece takes its time to be set. */
const endless = { length: 2_000, piece: 40 };

/** A word in pieces of one length, so that no letter is left alone. */
function piecesOf(word: string, most: number): string[] {
  if (word.length > endless.length)
    return word.match(pattern(".", 1, most < 20 ? most : endless.piece)) ?? [word];
  return (word.match(segments) ?? [word]).flatMap((segment) => {
    const each = Math.ceil(segment.length / Math.ceil(segment.length / most));
    return segment.match(pattern(".", 1, each)) ?? [segment];
  });
}

/** The parts of a text between which a line may end, if it must. */
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
    // What follows a word stays with the last of its pieces.
    pending = parts.pop() ?? "";
    done = index + word.length;
  }
  parts.push(pending + text.slice(done));
  return parts.filter((part) => part !== "");
}
