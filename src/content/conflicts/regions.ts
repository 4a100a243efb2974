import type { Steps } from "../../platform/index.ts";
import { conflictEnd, conflictMiddle, conflictStart, splitSteps } from "../markdown/index.ts";
import { emptyText, type LinkedText, sliceText } from "../merge/index.ts";

/** A part of a document between conflict markers, which belong to it. */
export interface Region {
  readonly from: number;
  readonly to: number;
  readonly ours: LinkedText;
  readonly theirs: LinkedText;
}

/** Finds the conflicts that are marked in a document. A marker without its others is a region without text. */
export function* regionSteps(document: LinkedText): Steps<Region[]> {
  const { text } = document;
  if (!text.includes(conflictStart) && !text.includes(conflictEnd)) return [];
  const regions: Region[] = [];
  let open: Line | undefined;
  let middle: Line | undefined;
  let depth = 0;
  const addMarker = ({ from, to }: Line) => regions.push({ from, to, ours: emptyText, theirs: emptyText });
  for (const line of yield* markerLines(text)) {
    if (line.marker === conflictStart) {
      if (depth++ === 0) open = line;
    } else if (open === undefined) {
      if (line.marker === conflictEnd) addMarker(line);
    } else if (line.marker === conflictMiddle) {
      if (depth === 1) middle ??= line;
    } else if (--depth === 0) {
      if (middle === undefined) for (const marker of [open, line]) addMarker(marker);
      else {
        const ours = withoutLastBreak(sliceText(document, open.next, middle.from));
        const theirs = withoutLastBreak(sliceText(document, middle.next, line.from));
        regions.push({ from: open.from, to: line.to, ours, theirs });
      }
      open = middle = undefined;
    }
  }
  if (open !== undefined) addMarker(open);
  return regions;
}

interface Line {
  readonly marker: string;
  readonly from: number;
  readonly to: number;
  /** Where the next line starts. */
  readonly next: number;
}

/** The lines of a text that may be markers: those in code are not. */
function* markerLines(text: string): Steps<Line[]> {
  const lines: Line[] = [];
  for (const block of (yield* splitSteps(text)).blocks) {
    if (block.isCode) continue;
    let from = block.at;
    for (const line of block.text.split("\n")) {
      const marker = line.trimEnd();
      const next = Math.min(from + line.length + 1, text.length);
      if (marker === conflictStart || marker === conflictMiddle || marker === conflictEnd)
        lines.push({ marker, from, to: from + marker.length, next: nextLine(text, from, next) });
      from = next;
    }
  }
  return lines;
}

/** The last line of a block may end with a carriage return that is not part of the block. */
function nextLine(text: string, from: number, next: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : Math.max(end + 1, next);
}

function withoutLastBreak(text: LinkedText): LinkedText {
  return sliceText(text, 0, text.text.replace(/\r?\n$/, "").length);
}
