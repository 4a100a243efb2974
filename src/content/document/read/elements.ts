import { matchAt, type RawElement, readHtmlTag } from "../../markdown/syntax/index.ts";
import { type Block, type BlockData, block, leaf, normalizeAnchor, paragraph, text } from "../model/index.ts";
import { codeOf, plainLines, readPre } from "./code.ts";
import { alignmentOf, htmlBlocks } from "./html-blocks.ts";
import { readHtmlTable } from "./html-table.ts";
import { imageAt, imageBlock } from "./images.ts";
import { literalParagraphs, type ReadContext } from "./reading.ts";

/** The blocks that an element of HTML stands for; what cannot be read is shown as it is written. */
export function readElement(element: RawElement, reading: ReadContext): Block[] {
  const source = element.lines.join("\n");
  const found = element.isClosed ? readClosed(element.name, source, reading) : undefined;
  return found ?? asText(source, reading);
}

function readClosed(name: string, source: string, reading: ReadContext): Block[] | undefined {
  switch (name) {
    case "!--":
      return [paragraph([text(leaf(source))])];
    case "figure":
      return imagesOf(source, {}, reading);
    case "div":
      return readWrapper(source, reading);
    case "table":
      return readHtmlTable(source, reading);
    case "pre": {
      const code = readPre(source, reading.context);
      return code && [code];
    }
    case "script":
    case "style":
    case "textarea":
      return [codeOf({ syntax: "html" }, plainLines(source.split("\n")))];
    case "summary":
      return undefined;
    default: {
      const aligned = readAligned(source, reading);
      return aligned && [aligned];
    }
  }
}

function asText(source: string, reading: ReadContext): Block[] {
  const parts = source.split(/\n[ \t]*\n/).filter((part) => part.trim() !== "");
  if (parts.length === 0) return literalParagraphs(source);
  return parts.map((part) => paragraph(reading.inlines(part.trim())));
}

/** A paragraph or a heading that is aligned. */
function readAligned(source: string, reading: ReadContext): Block | undefined {
  const tag = readHtmlTag(source, 0);
  if (tag === undefined) return undefined;
  const inner = source.slice(tag.end, source.lastIndexOf("</"));
  const nodes = reading.htmlInlines(inner);
  const align = alignmentOf(tag.attributes.get("align"));
  if (tag.name === "p") return block("paragraph", { align }, paragraph(nodes).nodes ?? []);
  const id = normalizeAnchor(tag.attributes.get("id"));
  return reading.heading(Number(tag.name.slice(1)), nodes, { ...(id && { id }), ...(align && { align }) });
}

/** Images beside each other, or a table, with how they are placed. */
function readWrapper(source: string, reading: ReadContext): Block[] | undefined {
  const tag = readHtmlTag(source, 0);
  if (tag === undefined) return undefined;
  const fullWidth = tag.attributes.get("data-full-width") === "true" ? true : undefined;
  const inner = source.slice(tag.end, source.lastIndexOf("</")).trim();
  if (/^<table[\s>]/i.test(inner))
    return readHtmlTable(inner, reading, fullWidth === undefined ? {} : { fullWidth });
  const align = tag.attributes.get("align");
  const isAligned = align === "left" || align === "right" || align === "center";
  return imagesOf(inner, { align: isAligned ? align : undefined, fullWidth }, reading);
}

/** A block of images, and behind it what their captions cannot hold; undefined where there is something else. */
function imagesOf(source: string, data: BlockData["images"], reading: ReadContext): Block[] | undefined {
  const images: Block[] = [];
  const others: Block[] = [];
  for (let at = 0; at < source.length; ) {
    const found = readFigure(source, at, reading);
    if (found === undefined) return undefined;
    images.push(found.image);
    for (const other of found.others) others.push(other);
    at = skipSpace(source, found.end);
  }
  return [block("images", data, images), ...others];
}

interface Figure {
  readonly image: Block;
  /** What stands in the caption besides text. */
  readonly others: readonly Block[];
  readonly end: number;
}

/** An image, with its caption if it has one. */
function readFigure(source: string, from: number, reading: ReadContext): Figure | undefined {
  const outer = readHtmlTag(source, from);
  if (outer === undefined || outer.isClosing) return undefined;
  if (outer.name !== "figure") {
    const alone = imageAt(source, outer);
    return alone && { image: imageBlock(alone.image), others: [], end: alone.end };
  }
  const first = readHtmlTag(source, skipSpace(source, outer.end));
  const found = first && imageAt(source, first);
  if (found === undefined) return undefined;
  const rest = skipSpace(source, found.end);
  const [caption, words = ""] =
    matchAt(/<figcaption[^<>]*>([\s\S]*?)<\/figcaption\s*>\s*/iy, source, rest) ?? [];
  const close = readHtmlTag(source, rest + (caption?.length ?? 0));
  if (close?.name !== "figure" || !close.isClosing) return undefined;
  const blocks = words.trim() === "" ? [] : htmlBlocks(words.trim(), reading);
  return {
    image: imageBlock(
      found.image,
      blocks.filter(({ type }) => type === "paragraph"),
    ),
    others: blocks.filter(({ type }) => type !== "paragraph"),
    end: close.end,
  };
}

function skipSpace(source: string, at: number): number {
  return at + (matchAt(/\s*/y, source, at)?.[0].length ?? 0);
}
