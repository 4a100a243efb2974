import { begin, end, middle, splitBlocks } from "../markdown/index.ts";

const markerLine = new RegExp(`^(?:${begin}|${end})[ \\t]*\\r?$`, "m");

/** Both versions, one after the other, each on lines of its own. */
export function markConflict(
  ours: string,
  theirs: string,
  lineBreak: string,
): { text: string; oursAt: number; theirsAt: number } {
  const first = `${begin}${lineBreak}`;
  const opening = `${first}${ours}${lineEnd(ours, lineBreak)}${middle}${lineBreak}`;
  return {
    text: `${opening}${theirs}${lineEnd(theirs, lineBreak)}${end}`,
    oursAt: first.length,
    theirsAt: opening.length,
  };
}

/** The kind of line break that these texts have. */
export function lineBreakOf(...texts: string[]): string {
  return texts.some((text) => text.includes("\r\n")) ? "\r\n" : "\n";
}

/** What is missing for the next text to begin on a line of its own. */
export function lineEnd(text: string, lineBreak = "\n"): string {
  return text === "" || text.endsWith("\n") ? "" : lineBreak;
}

/** What code shows of them is no conflict. */
export function hasMarkers(text: string): boolean {
  return (
    markerLine.test(text) &&
    splitBlocks(text).blocks.some((block) => !block.isCode && markerLine.test(block.text))
  );
}

/** The same of what is a line by itself, such as a name: undefined where a side has none. */
export function markValue(ours: string | undefined, theirs: string | undefined): string {
  return ["<<<<<<<", ours, middle, theirs, ">>>>>>>"].filter((part) => part !== undefined).join(" ");
}

export function hasMarkedValue(text: string): boolean {
  const [first, second] = [text.indexOf("<<<<<<< "), ` ${middle} `];
  const between = first < 0 ? -1 : text.indexOf(second, first + 7);
  return between >= 0 && text.includes(" >>>>>>>", between + second.length - 1);
}
