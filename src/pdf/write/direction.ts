/** Signs of scripts that are written from right to left, as a class of a pattern has them. */
export const rightToLeft = "\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc";
const firstStrong = new RegExp(`[${rightToLeft}]|\\p{L}`, "u");
const isRightToLeft = new RegExp(`[${rightToLeft}]`);
const wordsFromRight = new RegExp(`[${rightToLeft}]+`, "g");

/** From which side a text is read: its first letter says so. Undefined where it has none. */
export function directionOf(text: string): Direction | undefined {
  const [letter] = firstStrong.exec(text) ?? [];
  if (letter === undefined) return undefined;
  return isRightToLeft.test(letter) ? "rtl" : "ltr";
}

export type Direction = "ltr" | "rtl";

/** From which side most of a text is read. */
export function mostlyFrom(text: string): Direction {
  const fromRight = text.match(wordsFromRight)?.length ?? 0;
  return fromRight > 0 && fromRight > (text.match(/\p{Script=Latin}+/gu)?.length ?? 0) ? "rtl" : "ltr";
}
