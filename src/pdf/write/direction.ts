const rightToLeft = "\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc";
const firstStrong = new RegExp(`[${rightToLeft}]|\\p{L}`, "u");
const isRightToLeft = new RegExp(`[${rightToLeft}]`);

/** Whether a text is written from right to left: its first letter says so. */
export function readsFromRight(text: string): boolean {
  const [letter = ""] = firstStrong.exec(text) ?? [];
  return isRightToLeft.test(letter);
}
