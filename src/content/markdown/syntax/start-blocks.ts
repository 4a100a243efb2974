import {
  alignmentsOf,
  cellsOf,
  elementAt,
  fenceAt,
  footnoteAt,
  headingAt,
  listMarkAt,
  underlineLevel,
} from "./block-starts.ts";
import { readHtmlTag } from "./html-syntax.ts";
import type { BlockStart, OpenBlocks, Started } from "./open-blocks.ts";
import type { ListStyle, RawBlock, RawElement } from "./raw-blocks.ts";

/** A heading, code, or a formula. */
export function startLeaf(open: OpenBlocks, { line, text, depth, container }: BlockStart): Started {
  const heading = headingAt(text);
  if (heading !== undefined) return open.addClosed(depth, { kind: "heading", ...heading });
  const fence = fenceAt(text);
  if (fence !== undefined) {
    const { mark, info } = fence;
    open.add(depth, { kind: "code", lines: [], info, fence: { mark, indent: line.indent } });
    return "done";
  }
  if (text.trimEnd() === "$$" && open.ahead.has(/^[ \t>]*\$\$[ \t]*$/gm, open.at + line.text.length)) {
    open.add(depth, { kind: "math", lines: [] });
    return "done";
  }
  const level = container.kind === "paragraph" ? underlineLevel(text) : undefined;
  if (container.kind !== "paragraph" || level === undefined) return undefined;
  open.replaceLast(depth - 1, { kind: "heading", level, text: container.lines.join("\n") });
  open.closeTo(depth - 1);
  return "done";
}

/** A table begins with its second line: the first was taken for a paragraph. */
export function startTable(open: OpenBlocks, { text, depth, container }: BlockStart): Started {
  // What could be an item of a list is one.
  if (container.kind !== "paragraph" || !text.includes("-") || listMarkAt(text) !== undefined)
    return undefined;
  const header = container.lines.at(-1) ?? "";
  if (!text.includes("|") && !header.includes("|")) return undefined;
  const alignments = alignmentsOf(text.trimEnd());
  if (alignments === undefined || cellsOf(header).length !== alignments.length) return undefined;
  container.lines.pop();
  const table: RawBlock = { kind: "table", header, delimiters: text.trimEnd(), rows: [] };
  if (container.lines.length === 0) open.replaceLast(depth - 1, table);
  else open.add(depth - 1, table, 1);
  return "done";
}

export function startItem(open: OpenBlocks, { line, text, depth, container }: BlockStart): Started {
  const found = listMarkAt(text);
  if (found === undefined) return undefined;
  const { style, length } = found;
  const isEmpty = text.slice(length).trim() === "";
  // Numbers and lone marks are more often part of a sentence.
  if (container.kind === "paragraph" && (isEmpty || (style.isOrdered && style.start !== 1))) return undefined;
  const markIndent = line.indent;
  line.skipIndent();
  line.skip(length);
  // Code may begin an item: then one space belongs to the mark, and the rest to the code.
  const padding = isEmpty || line.indent > 4 ? 1 : line.indent;
  line.skipColumns(padding);
  const goesOn = container.kind === "list" && isSameList(container, style);
  const inList = goesOn ? depth : open.add(depth, { ...style, children: [] });
  return open.add(inList, { kind: "item", indent: markIndent + length + padding, children: [] });
}

function isSameList(list: ListStyle, style: ListStyle): boolean {
  return list.isOrdered === style.isOrdered && list.mark === style.mark;
}

/** Footnotes stand at the top only. */
export function startFootnote(open: OpenBlocks, { line, text, depth }: BlockStart): Started {
  const found = footnoteAt(text);
  if (found === undefined) return undefined;
  for (let at = 1; at < depth; at++) if (open.block(at)?.kind !== "list") return undefined;
  line.skipIndent();
  line.skip(found.length);
  return open.add(depth, { kind: "footnote", label: found.label, children: [] });
}

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
