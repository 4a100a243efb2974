/** Characters per line, approximately. */
export type LineWidth = number;

export const fullWidth: LineWidth = 90;

/** Longer words get break opportunities. */
const maxWordLength = 24;
/** Words beyond the length are broken into parts of nearly a line. */
const [veryLongWord, veryLongPart] = [2_000, 40];

/** CJK characters: a line may break after each of them. */
export const cjkCharacters = "\\u2e80-\\ud7ff\\uf900-\\ufaff\\uff00-\\uffef";

/** Words are preferably broken after the separators of addresses and names. */
const separators = "/._?&=:,;|-";
const segments = new RegExp(`[^${separators}]*[${separators}]+|[^${separators}]+`, "gu");

const patterns = new Map<string, RegExp>();

function repeated(character: string, min: number, max: number | ""): RegExp {
  const source = `${character}{${min},${max}}`;
  return patterns.getOrInsertComputed(source, () => new RegExp(source, "gsu"));
}

/** Splits a word into parts of equal length. */
function partsOf(word: string, maxLength: number): string[] {
  if (word.length > veryLongWord)
    return word.match(repeated(".", 1, maxLength < 20 ? maxLength : veryLongPart)) ?? [word];
  return (word.match(segments) ?? [word]).flatMap((segment) => {
    const length = Math.ceil(segment.length / Math.ceil(segment.length / maxLength));
    return segment.match(repeated(".", 1, length)) ?? [segment];
  });
}

export function breakableParts(text: string, lineWidth: LineWidth = fullWidth): string[] {
  const maxLength = Math.min(maxWordLength, Math.max(4, Math.floor(lineWidth)));
  const maxPartLength = Math.max(maxLength - 4, Math.ceil(maxLength / 2));
  const parts: string[] = [];
  let pending = "";
  let done = 0;
  for (const { 0: word, index } of text.matchAll(repeated(`[^\\s${cjkCharacters}]`, maxLength + 1, ""))) {
    pending += text.slice(done, index);
    for (const part of partsOf(word, maxPartLength)) {
      parts.push(pending + part);
      pending = "";
    }
    // White space stays with the last part.
    pending = parts.pop() ?? "";
    done = index + word.length;
  }
  parts.push(pending + text.slice(done));
  return parts.filter((part) => part !== "");
}
