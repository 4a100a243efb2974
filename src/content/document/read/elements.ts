import type { Steps } from "../../../platform/index.ts";
import { matchAt, type RawElement, readHtmlTag } from "../../markdown/syntax/index.ts";
import { type Block, type BlockData, block, paragraph } from "../model/index.ts";
import { plainCode, readPre } from "./code.ts";
import { literalParagraphs, type ReadContext } from "./context.ts";
import { htmlBlocks, textBlock } from "./html-blocks.ts";
import { readHtmlTable } from "./html-table.ts";
import { imageAt, imageBlock, skipSpace } from "./images.ts";

/** Reads an HTML element as blocks. Unsupported HTML is text. */
export function* readElement({ name, lines, isClosed }: RawElement, context: ReadContext): Steps<Block[]> {
  const source = lines.join("\n");
  return (isClosed ? yield* readClosed(name, source, context) : undefined) ?? readAsText(source, context);
}

function* readClosed(name: string, source: string, context: ReadContext): Steps<Block[] | undefined> {
  switch (name) {
    case "figure":
      return readImages(source, {}, context);
    case "div":
      return yield* readWrapper(source, context);
    case "table":
      return yield* readHtmlTable(source, context);
    case "pre": {
      const code = readPre(source, context.inlineContext);
      return code && [code];
    }
    case "script":
    case "style":
    case "textarea":
      return [yield* plainCode({ syntax: "html" }, source.split("\n"))];
    case "summary":
      return undefined;
    default: {
      const tag = readHtmlTag(source, 0);
      if (tag === undefined) return undefined;
      const nodes = context.readHtmlInlines(source.slice(tag.end, source.lastIndexOf("</")));
      return [textBlock(nodes, tag, context)];
    }
  }
}

function readAsText(source: string, context: ReadContext): Block[] {
  const parts = source.split(/\n[ \t]*\n/).filter((part) => part.trim() !== "");
  if (parts.length === 0) return literalParagraphs(source);
  return parts.map((part) => paragraph(context.readInlines(part.trim())));
}

function* readWrapper(source: string, context: ReadContext): Steps<Block[] | undefined> {
  const tag = readHtmlTag(source, 0);
  if (tag === undefined) return undefined;
  const fullWidth = tag.attributes.get("data-full-width") === "true" ? true : undefined;
  const inner = source.slice(tag.end, source.lastIndexOf("</")).trim();
  if (/^<table[\s>]/i.test(inner)) return yield* readHtmlTable(inner, context, fullWidth);
  const align = (["left", "right", "center"] as const).find((side) => side === tag.attributes.get("align"));
  const withFrame = tag.attributes.get("data-with-frame") === "true" ? true : undefined;
  return readImages(inner, { align, withFrame, fullWidth }, context);
}

/** A block of images, followed by blocks that captions cannot contain. Undefined if the source has other content. */
function readImages(source: string, data: BlockData["images"], context: ReadContext): Block[] | undefined {
  const images: Block[] = [];
  const others: Block[] = [];
  for (let at = 0; at < source.length; ) {
    const found = readFigure(source, at, context);
    if (found === undefined) return undefined;
    images.push(found.image);
    for (const other of found.others) others.push(other);
    at = skipSpace(source, found.end);
  }
  return [block("images", data, images), ...others];
}

function readFigure(source: string, from: number, context: ReadContext) {
  const outer = readHtmlTag(source, from);
  if (outer === undefined || outer.isClosing) return undefined;
  if (outer.name !== "figure") {
    const sole = imageAt(source, outer);
    return sole && { image: imageBlock(sole.image), others: [], end: sole.end };
  }
  const first = readHtmlTag(source, skipSpace(source, outer.end));
  const found = first && imageAt(source, first);
  if (found === undefined) return undefined;
  const rest = skipSpace(source, found.end);
  const [caption = "", content = ""] =
    matchAt(/<figcaption[^<>]*>([\s\S]*?)<\/figcaption\s*>\s*/iy, source, rest) ?? [];
  const close = readHtmlTag(source, rest + caption.length);
  if (close?.name !== "figure" || !close.isClosing) return undefined;
  const blocks = content.trim() === "" ? [] : htmlBlocks(content.trim(), context);
  const paragraphs = blocks.filter(({ type }) => type === "paragraph");
  const others = blocks.filter(({ type }) => type !== "paragraph");
  return { image: imageBlock(found.image, paragraphs), others, end: close.end };
}
