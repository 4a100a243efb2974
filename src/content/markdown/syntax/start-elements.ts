import { elementAt } from "./block-starts.ts";
import { readHtmlTag } from "./html-syntax.ts";
import type { BlockStart, OpenBlocks, Started } from "./open-blocks.ts";
import type { RawElement } from "./raw-blocks.ts";

/** Opens an element of HTML that is a block here, if it is closed further on. */
export function startElement(open: OpenBlocks, start: BlockStart, canNest: boolean): Started {
  const { text, depth } = start;
  if (!text.startsWith("<")) return undefined;
  if (/^<\/?details[\s>]/i.test(text)) return canNest ? startDetails(open, start) : undefined;
  const isSummary = start.container.kind === "details" && /^<summary[\s>]/i.test(text);
  const found = isSummary ? { name: "summary", closing: /<\/summary\s*>/i } : elementAt(text);
  if (found === undefined) return undefined;
  if (!open.ahead.has(new RegExp(found.closing, "gi"), open.offsetOf(start))) return undefined;
  const element: RawElement = { kind: "element", ...found, lines: [] };
  open.add(depth, element);
  addToElement(open, element, text);
  return "done";
}

/** Gives a line to an element: up to its end, if that is on it. */
export function addToElement(open: OpenBlocks, element: RawElement, text: string): void {
  open.take(element);
  const close = element.closing.exec(text);
  if (close === null) {
    element.lines.push(text);
    return;
  }
  const end = close.index + close[0].length;
  element.lines.push(text.slice(0, end));
  element.isClosed = true;
  open.closeTo(open.depth - 1);
  open.behind = text.slice(end).trim();
}

/** Blocks may stand inside of this one, so it is open until it is closed. */
function startDetails(open: OpenBlocks, start: BlockStart): "done" | undefined {
  const { text, depth } = start;
  const tag = readHtmlTag(text, 0);
  if (tag === undefined) return undefined;
  const source = text.slice(0, tag.end);
  if (tag.isClosing) {
    const at = open.findInnermost(depth, ({ kind }) => kind === "details");
    const block = at === undefined ? undefined : open.block(at);
    if (at === undefined || block?.kind !== "details") return undefined;
    block.end = source;
    open.take(block);
    open.closeTo(at);
  } else {
    if (!open.ahead.has(/<\/details\s*>/gi, open.offsetOf(start) + tag.end)) return undefined;
    open.add(depth, { kind: "details", source, children: [] });
  }
  open.behind = text.slice(tag.end).trim();
  return "done";
}
