import { readHtmlTag } from "./html-syntax.ts";
import { alignmentsOf, cellsOf, withoutClosingHashes } from "./line-syntax.ts";
import { definitionsIn } from "./link-syntax.ts";
import type { BlockStart, BlockStartResult, OpenBlocks } from "./open-blocks.ts";
import type { ListStyle, RawBlock, RawElement } from "./raw-blocks.ts";
import { isTagElement, tagOfElement } from "./tag-elements.ts";

/** The `s` flag lets the dot match U+2028, so that matching takes linear time. */
const openingFence = /^(`{3,})([^`]*)$|^(~{3,})(.*)$/s;

export function startLeaf(open: OpenBlocks, { line, text, depth, container }: BlockStart): BlockStartResult {
  const [atx, hashes = ""] = /^(#{1,6})(?:[ \t]+|$)/.exec(text) ?? [];
  if (atx !== undefined) {
    const title = withoutClosingHashes(text.slice(atx.length).trim());
    return open.addClosed(depth, { kind: "heading", level: hashes.length, text: title });
  }
  const [, ticks, tickInfo, tildes, tildeInfo] = openingFence.exec(text) ?? [];
  const mark = ticks ?? tildes;
  if (mark !== undefined) {
    const info = (tickInfo ?? tildeInfo ?? "").trim();
    open.add(depth, { kind: "code", lines: [], info, fence: { mark, indent: line.indent } });
    return "done";
  }
  if (
    text.trimEnd() === "$$" &&
    open.lookAhead.has(/^[ \t>]*\$\$[ \t]*$/gm, open.lineOffset + line.text.length)
  ) {
    open.add(depth, { kind: "math", lines: [] });
    return "done";
  }
  if (container.kind !== "paragraph" || !/^(?:=+|-+)[ \t]*$/.test(text)) return undefined;
  return startSetextHeading(open, container.lines, text.startsWith("=") ? 1 : 2, depth - 1);
}

/** Makes a paragraph a heading, except the link definitions that it starts with. */
function startSetextHeading(
  open: OpenBlocks,
  lines: string[],
  level: 1 | 2,
  depth: number,
): BlockStartResult {
  const definitionLines = lines[0]?.startsWith("[") ? definitionLineCount(lines.join("\n")) : 0;
  const title = lines.slice(definitionLines);
  if (title.length === 0) return undefined;
  const heading: RawBlock = { kind: "heading", level, text: title.join("\n") };
  if (definitionLines > 0) {
    lines.length = definitionLines;
    return open.addClosed(depth, heading, title.length);
  }
  open.replaceLast(depth, heading);
  open.closeTo(depth);
  return "done";
}

function definitionLineCount(source: string): number {
  const { end } = definitionsIn(source);
  const isLast = end === source.length && !source.endsWith("\n");
  return source.slice(0, end).split("\n").length - (isLast ? 0 : 1);
}

/** Starts a table at its delimiter row. The line before it was read as a paragraph. */
export function startTable(open: OpenBlocks, { text, depth, container }: BlockStart): BlockStartResult {
  if (container.kind !== "paragraph" || !text.includes("-") || listMarker.test(text)) return undefined;
  const header = container.lines.at(-1) ?? "";
  // Hyphens alone are the underline of a heading.
  if (!/[|:]/.test(text) && !header.includes("|")) return undefined;
  const alignments = alignmentsOf(text.trimEnd());
  if (alignments === undefined || cellsOf(header).length !== alignments.length) return undefined;
  container.lines.pop();
  const table: RawBlock = { kind: "table", header, delimiters: text.trimEnd(), rows: [] };
  if (container.lines.length === 0) open.replaceLast(depth - 1, table);
  else open.add(depth - 1, table, 1);
  return "done";
}

const listMarker = /^(?:([-+*])|(\d{1,9})([.)]))(?=[ \t]|$)/;

export function startItem(open: OpenBlocks, { line, text, depth, container }: BlockStart): BlockStartResult {
  const [marker, bullet, number, delimiter = ""] = listMarker.exec(text) ?? [];
  if (marker === undefined) return undefined;
  const style: ListStyle =
    bullet === undefined
      ? { kind: "list", isOrdered: true, mark: delimiter, start: Number(number) }
      : { kind: "list", isOrdered: false, mark: bullet, start: 1 };
  const { length } = marker;
  const isEmpty = !/[^ \t]/.test(text.slice(length));
  // An empty item, or one with another number than 1, cannot interrupt a paragraph.
  if (container.kind === "paragraph" && (isEmpty || style.start !== 1)) return undefined;
  const markerIndent = line.indent;
  line.advanceNextNonspace();
  line.advanceOffset(length);
  // If the item starts with indented code, one space belongs to the marker.
  const padding = isEmpty || line.indent > 4 ? 1 : line.indent;
  line.advanceColumns(padding);
  const continuesList =
    container.kind === "list" && container.isOrdered === style.isOrdered && container.mark === style.mark;
  const listDepth = continuesList ? depth : open.add(depth, { ...style, children: [] });
  return open.add(listDepth, { kind: "item", indent: markerIndent + length + padding, children: [] });
}

/** Starts a footnote, which is allowed everywhere except in another footnote. */
export function startFootnote(open: OpenBlocks, { line, text, depth }: BlockStart): BlockStartResult {
  const [matched, label = ""] = /^\[\^([^\s[\]^]{1,128})\]:[ \t]*/.exec(text) ?? [];
  if (matched === undefined) return undefined;
  for (let i = 1; i < depth; i++) if (open.blockAt(i)?.kind === "footnote") return undefined;
  line.advanceNextNonspace();
  line.advanceOffset(matched.length);
  return open.add(depth, { kind: "footnote", label, children: [] });
}

const elements =
  /^<(?:(figure|table|pre|script|style|textarea)(?=[\s>/]|$)|(p)(?=\s+align\s*=)|(h[1-6])(?=[\s>])|(div)(?:\s[^<>]*)?>[ \t]*<(?:figure|table|picture|img)\b|(!--))/i;

export function startElement(open: OpenBlocks, start: BlockStart, canNest: boolean): BlockStartResult {
  const { text, depth, container } = start;
  if (!text.startsWith("<")) return undefined;
  if (/^<\/?details[\s>]/i.test(text)) return canNest ? startDetails(open, start) : undefined;
  const tagResult = canNest && /^<\/?div[\s>]/i.test(text) ? startTagElement(open, start) : undefined;
  if (tagResult !== undefined) return tagResult;
  if (/^<hr(?:\s[^<>]*)?\/?>[ \t]*$/i.test(text)) return open.addClosed(depth, { kind: "divider" });
  // A comment before text is a part of its paragraph.
  if (text.startsWith("<!--") && /-->[ \t]*[^ \t]/.test(text)) return undefined;
  const isSummary = container.kind === "details" && /^<summary[\s>]/i.test(text);
  const [, ...names] = elements.exec(text) ?? [];
  const name = isSummary ? "summary" : names.find((match) => match !== undefined)?.toLowerCase();
  if (name === undefined) return undefined;
  const closing = name === "!--" ? /-->/ : new RegExp(`</${name}\\s*>`, "i");
  if (!open.lookAhead.has(new RegExp(closing, "gi"), open.offsetOf(start))) return undefined;
  const element: RawElement = { kind: "element", name, closing, lines: [] };
  open.add(depth, element);
  addToElement(open, element, text);
  return "done";
}

export function addToElement(open: OpenBlocks, element: RawElement, text: string): void {
  open.assignLine(element);
  const close = element.closing.exec(text);
  const end = close === null ? text.length : close.index + close[0].length;
  element.lines.push(text.slice(0, end));
  if (close === null) return;
  element.isClosed = true;
  open.closeTo(open.depth - 1);
  open.remainder = text.slice(end).trim();
}

/** Opens or closes a `<details>` element. It is a container of blocks. */
function startDetails(open: OpenBlocks, start: BlockStart): BlockStartResult {
  const { text, depth } = start;
  const tag = readHtmlTag(text, 0);
  if (tag === undefined) return undefined;
  if (tag.isClosing) return open.closeInnermost(depth, ({ kind }) => kind === "details", text, tag.end);
  if (!open.lookAhead.has(/<\/details\s*>/gi, open.offsetOf(start) + tag.end)) return undefined;
  open.add(depth, { kind: "details", source: text.slice(0, tag.end), children: [] });
  open.remainder = text.slice(tag.end).trim();
  return "done";
}

/** Opens or closes an element for a tag: `<div data-gb-custom-block data-tag="hint">`. It is a container of blocks. */
function startTagElement(open: OpenBlocks, start: BlockStart): BlockStartResult {
  const { text, depth } = start;
  const element = readHtmlTag(text, 0);
  if (element === undefined) return undefined;
  if (element.isClosing) return open.closeInnermost(depth, isTagElement, text, element.end);
  const tag = tagOfElement(element);
  const end = /<\/div\s*>/gi;
  if (tag === undefined || !open.lookAhead.has(end, open.offsetOf(start) + element.end)) return undefined;
  const source = text.slice(0, element.end);
  open.add(depth, { kind: "tag", tag, source, isElement: true, children: [] });
  open.remainder = text.slice(element.end).trim();
  return "done";
}
