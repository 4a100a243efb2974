import { finishYielding } from "../../platform/index.ts";
import { conflictEnd, conflictMiddle, conflictStart, splitSteps } from "../markdown/index.ts";
import { type LinkedText, shiftLinks } from "./linked-text.ts";

const markerLine = new RegExp(`^(?:${conflictStart}|${conflictEnd})[ \\t]*\\r?$`, "m");

/** Writes both versions between conflict markers, each on separate lines. */
export function markConflict(
  ours: LinkedText,
  theirs: LinkedText,
  lineBreak = lineBreakOf(ours.text, theirs.text),
): LinkedText {
  const first = `${conflictStart}${lineBreak}`;
  const opening = `${first}${ours.text}${lineEnd(ours.text, lineBreak)}${conflictMiddle}${lineBreak}`;
  return {
    text: `${opening}${theirs.text}${lineEnd(theirs.text, lineBreak)}${conflictEnd}`,
    links: [...shiftLinks(ours.links, first.length), ...shiftLinks(theirs.links, opening.length)],
  };
}

export function lineBreakOf(...texts: string[]): string {
  return texts.some((text) => text.includes("\r\n")) ? "\r\n" : "\n";
}

/** The line break to append so that the next text starts on a new line. */
export function lineEnd(text: string, lineBreak = "\n"): string {
  return text === "" || text.endsWith("\n") ? "" : lineBreak;
}

/** Whether a document contains conflict markers outside code blocks. */
export async function hasMarkers(text: string): Promise<boolean> {
  if (!markerLine.test(text)) return false;
  const { blocks } = await finishYielding(splitSteps(text));
  return blocks.some((block) => !block.isCode && markerLine.test(block.text));
}

/** Writes both versions of a single-line value between conflict markers; an undefined version is omitted. */
export function markValue(ours: string | undefined, theirs: string | undefined): string {
  return ["<<<<<<<", ours, conflictMiddle, theirs, ">>>>>>>"].filter((part) => part !== undefined).join(" ");
}

/** The versions in a value between conflict markers, and what is before them; undefined without markers. */
export function splitMarkedValue(
  text: string,
): { readonly before: string; readonly ours?: string; readonly theirs?: string } | undefined {
  const [start, separator] = [text.indexOf("<<<<<<< "), ` ${conflictMiddle} `];
  const middle = start < 0 ? -1 : text.indexOf(separator, start + 7);
  const end = middle < 0 ? -1 : text.lastIndexOf(" >>>>>>>");
  if (end < middle + separator.length - 1 || middle < 0) return undefined;
  const ours = text.slice(start + 8, middle);
  const theirs = text.slice(middle + separator.length, end);
  const before = text.slice(0, start).trimEnd();
  return {
    before,
    ...(middle > start + 7 && { ours }),
    ...(end > middle + separator.length - 1 && { theirs }),
  };
}

export function hasMarkedValue(text: string): boolean {
  return splitMarkedValue(text) !== undefined;
}
