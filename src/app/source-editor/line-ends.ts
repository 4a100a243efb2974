/**
 * What separates the lines of a text. The editor knows one separator: in a text with several, a carriage return stays a character
 * at the end of its line, so that no byte changes that nobody has touched.
 */
export function lineSeparatorOf(text: string): "\n" | "\r\n" {
  const isWindows = text.includes("\r\n") && !/(?<!\r)\n/.test(text);
  return isWindows ? "\r\n" : "\n";
}

/** The part of a text that another one replaces: everything but what both begin and end with. */
export function differenceOf(
  before: string,
  after: string,
): { readonly from: number; readonly to: number; readonly insert: string } {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}
