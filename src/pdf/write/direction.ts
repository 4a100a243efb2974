export type Direction = "ltr" | "rtl";

/** A range for character classes of regular expressions. */
export const rightToLeft = "\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc";
const firstStrong = new RegExp(`([${rightToLeft}])|\\p{L}`, "u");
const rightToLeftWords = new RegExp(`[${rightToLeft}]+`, "g");

/** The direction of a text by its first strong character. */
export function directionOf(text: string): Direction | undefined {
  const [letter, rightToLeftLetter] = firstStrong.exec(text) ?? [];
  if (letter === undefined) return undefined;
  return rightToLeftLetter === undefined ? "ltr" : "rtl";
}

/** The direction of most of the words of a text. */
export function mainDirection(text: string): Direction {
  const count = text.match(rightToLeftWords)?.length ?? 0;
  return count > 0 && count > (text.match(/\p{Script=Latin}+/gu)?.length ?? 0) ? "rtl" : "ltr";
}
