import { hasOpenCondition, type RawBlock } from "../../markdown/syntax/index.ts";
import { type Block, leaf, mergeTexts, paragraph, text } from "../model/index.ts";
import { literalParagraphs } from "./context.ts";
import { soleImageBlock } from "./images.ts";
import type { Inlines } from "./inlines.ts";
import { soleAnchorIn } from "./named-anchors.ts";

/** Texts up to this number of characters are read in one step. */
const maxShortText = 2_000;

/** Whether a block is a short paragraph or heading. An anchor may be alone in a paragraph that starts with a tag. */
export function isShort(raw: RawBlock): raw is Extract<RawBlock, { kind: "paragraph" | "heading" }> {
  if (raw.kind === "heading") return raw.text.length <= maxShortText;
  if (raw.kind !== "paragraph" || raw.lines[0]?.startsWith("<")) return false;
  let length = 0;
  for (const line of raw.lines) length += line.length + 1;
  return length <= maxShortText;
}

/** A paragraph without text, or with a tag that is not known; undefined for others. */
export function literalParagraph(source: string): Block | Block[] | undefined {
  if (source.trim() === "") return source === "" ? [] : paragraph([text(leaf(source))]);
  return /^\{%.*%\}$/.test(source) ? literalParagraphs(source) : undefined;
}

/** The block of a paragraph, which is an image if it has nothing else. */
export function blockOf({ nodes, image }: Inlines): Block {
  if (image === undefined) return paragraph(nodes);
  return soleImageBlock(image, image.caption ? [paragraph([text(leaf(image.caption))])] : []);
}

/** Whether a block is an invisible comment. One in which a condition starts or ends is text, so that its content is found. */
export function isComment(raw: RawBlock): boolean {
  if (raw.kind !== "element" || raw.name !== "!--" || raw.isClosed !== true) return false;
  return !hasOpenCondition(raw.lines.join("\n"));
}

export function anchorNameIn(raw: RawBlock): string | undefined {
  const isTag = raw.kind === "paragraph" && raw.lines[0]?.startsWith("<") === true;
  return isTag ? soleAnchorIn(raw.lines.join("\n")) : undefined;
}

/** Reads the checkbox of an item. Without text after it, it is text. */
export function readCheckbox(blocks: readonly RawBlock[]): {
  checked?: boolean;
  blocks: readonly RawBlock[];
} {
  const [first, ...others] = blocks;
  if (first?.kind !== "paragraph" || !first.lines[0]?.startsWith("[")) return { blocks };
  const [line = "", ...lines] = first.lines;
  const [box, mark] = /^\[([ xX])\](?:[ \t]+(?=[^ \t])|[ \t]*$)/.exec(line) ?? [];
  const rest = line.slice(box?.length ?? 0);
  if (box === undefined || (rest === "" && lines.length === 0)) return { blocks };
  const paragraph: RawBlock = { kind: "paragraph", lines: rest === "" ? lines : [rest, ...lines] };
  return { checked: mark !== " ", blocks: [paragraph, ...others] };
}

export function withPrefix(prefix: string, blocks: readonly Block[]): Block[] {
  const [first, ...others] = blocks;
  if (first?.type !== "paragraph") return [paragraph([text(leaf(prefix.trim()))]), ...blocks];
  return [paragraph(mergeTexts([text(leaf(prefix)), ...(first.nodes ?? [])])), ...others];
}
