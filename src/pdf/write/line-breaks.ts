/** The approximate number of characters per line. */
export type LineWidth = number;

export const fullWidth: LineWidth = 90;

/** The maximum length of a word without break opportunities. */
const maxWordLength = 24;
/** The length beyond which a word is broken into long parts, and the length of these parts. */
const [longWordLength, longPartLength] = [2_000, 40];

/** CJK characters, after each of which a line may break. */
export const cjkCharacters = "\\u2e80-\\ud7ff\\uf900-\\ufaff\\uff00-\\uffef";

/** The number of words whose widths are compared. The widest word is nearly always one of the longest. */
const maxUnbrokenWords = 20;

/** Separators in URLs and names, after which words are preferably broken. */
const separators = "/._?&=:,;|-";
const segments = new RegExp(`[^${separators}]*[${separators}]+|[^${separators}]+`, "gu");

const patterns = new Map<string, RegExp>();

function repeated(character: string, min: number, max: number | ""): RegExp {
  const source = `${character}{${min},${max}}`;
  return patterns.getOrInsertComputed(source, () => new RegExp(source, "gsu"));
}

/** Splits a word after separators, and longer segments into parts of about equal length. */
function partsOf(word: string, maxLength: number): string[] {
  if (word.length > longWordLength)
    return word.match(repeated(".", 1, maxLength < 20 ? maxLength : longPartLength)) ?? [word];
  return (word.match(segments) ?? [word]).flatMap((segment) => {
    const length = Math.ceil(segment.length / Math.ceil(segment.length / maxLength));
    return segment.match(repeated(".", 1, length)) ?? [segment];
  });
}

/** The longest parts of a text in which lines cannot break. */
export function unbrokenWords(text: string): string[] {
  const words = breakableParts(text).flatMap((part) => part.split(new RegExp(`[\\s${cjkCharacters}]+`, "u")));
  return [...new Set(words)].toSorted((a, b) => b.length - a.length).slice(0, maxUnbrokenWords);
}

/** Splits a text at the positions in long words where lines may break. */
export function breakableParts(text: string, lineWidth: LineWidth = fullWidth): string[] {
  const maxLength = Math.min(maxWordLength, Math.max(4, Math.floor(lineWidth)));
  const maxPartLength = Math.max(maxLength - 4, Math.ceil(maxLength / 2));
  const parts: string[] = [];
  let pending = "";
  let readTo = 0;
  for (const { 0: word, index } of text.matchAll(repeated(`[^\\s${cjkCharacters}]`, maxLength + 1, ""))) {
    pending += text.slice(readTo, index);
    for (const part of partsOf(word, maxPartLength)) {
      parts.push(pending + part);
      pending = "";
    }
    // White space stays with the last part.
    pending = parts.pop() ?? "";
    readTo = index + word.length;
  }
  parts.push(pending + text.slice(readTo));
  return parts.filter((part) => part !== "");
}
