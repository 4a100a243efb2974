import { fenceAt, footnoteAt, headingAt, listMarkAt, underlineLevel } from "./block-starts.ts";
import type { BlockStart, OpenBlocks, Started } from "./open-blocks.ts";
import type { ListStyle, RawBlock } from "./raw-blocks.ts";
import { alignmentsOf, cellsOf } from "./table-rows.ts";

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
