import { htmlAttributes, oneLine } from "../../markdown/syntax/index.ts";
import { type Block, type BlockOf, blocksIn, destinationOf, type Node, soleText } from "../model/index.ts";
import type { WriteContext } from "./context.ts";
import { encodeEdgeSpaces, escapeLabel, writeLink } from "./escape.ts";
import { imageElement, writeHtmlInlines } from "./write-inlines.ts";
import { writePre } from "./write-leaf.ts";

function textElement(
  name: string,
  attributes: Parameters<typeof htmlAttributes>[0],
  nodes: readonly Node[],
  { notes }: WriteContext,
): string {
  return `<${name}${htmlAttributes(attributes)}>${encodeEdgeSpaces(writeHtmlInlines(nodes, notes))}</${name}>`;
}

/** Writes a centered or right-aligned paragraph or heading. Undefined for other alignments. */
export function alignedHtml(
  name: string,
  align: "start" | "center" | "end" | undefined,
  nodes: readonly Node[],
  context: WriteContext,
  id?: string,
): string | undefined {
  const side = align === "center" ? "center" : align === "end" ? "right" : undefined;
  return side && textElement(name, { align: side, id }, nodes, context);
}

/** Writes the blocks of a cell, a caption or a list item. A single paragraph needs no element. */
export function cellHtml(blocks: readonly Block[], context: WriteContext): string {
  const [first] = blocks;
  if (blocks.length !== 1 || first?.type !== "paragraph" || isAligned(first))
    return blocks.map((block) => blockHtml(block, context)).join("");
  return encodeEdgeSpaces(writeHtmlInlines(first.nodes ?? [], context.notes));
}

export function isAligned(node: Block): boolean {
  return node.type === "paragraph" && node.data.align !== undefined;
}

function blockHtml(node: Block, context: WriteContext): string {
  const { type, data, nodes = [] } = node;
  const content = () =>
    blocksIn(nodes)
      .map((inner) => blockHtml(inner, context))
      .join("");
  switch (type) {
    case "heading-1":
    case "heading-2":
    case "heading-3": {
      const name = `h${type.slice(-1)}`;
      const id = context.anchor(node);
      return alignedHtml(name, data.align, nodes, context, id) ?? textElement(name, { id }, nodes, context);
    }
    case "list-ordered":
      return `<ol${htmlAttributes({ start: data.start })}>${content()}</ol>`;
    case "list-unordered":
    case "list-tasks":
      return `<ul>${content()}</ul>`;
    case "list-item": {
      const attributes = htmlAttributes({ "data-checked": data.checked?.toString() });
      return `<li${attributes}>${cellHtml(blocksIn(nodes), context)}</li>`;
    }
    case "blockquote":
      return `<blockquote>${content()}</blockquote>`;
    case "divider":
      return "<hr>";
    case "code":
      return writePre(node, context);
    case "images":
      return imagesOf(node)
        .map((image) => imageElement(image.data))
        .join("");
    default: {
      const align = type === "paragraph" ? data.align : undefined;
      return alignedHtml("p", align, nodes, context) ?? textElement("p", {}, nodes, context);
    }
  }
}

type Image = BlockOf<"image">;

function imagesOf({ nodes }: BlockOf<"images">): Image[] {
  return blocksIn(nodes).filter((node) => node.type === "image");
}

/** Writes images as figures. A single one without options is written as Markdown. */
export function writeImages(node: BlockOf<"images">, context: WriteContext): string {
  const images = imagesOf(node);
  const { align, withFrame, fullWidth } = node.data;
  const [first] = images;
  if (first === undefined) return "";
  if (images.length === 1 && align === undefined && !withFrame && !fullWidth)
    return markdownImage(first) ?? figure(first, context);
  const figures = images.map((image) => figure(image, context));
  const attributes = htmlAttributes({
    align,
    "data-with-frame": withFrame && "true",
    "data-full-width": fullWidth && "true",
  });
  return `<div${attributes}>${figures.join(" ")}</div>`;
}

function markdownImage({ data, fragments = [] }: Image): string | undefined {
  const caption = plainCaption(fragments[0]?.nodes ?? []);
  const isPlain = data.refDark === undefined && data.width === undefined && data.height === undefined;
  if (!isPlain || caption === undefined) return undefined;
  return `!${writeLink(escapeLabel(oneLine(data.alt ?? "")), destinationOf(data.ref), caption)}`;
}

/** A caption of one line without marks; empty if there is no caption, undefined for any other caption. */
function plainCaption(blocks: readonly Block[]): string | undefined {
  const [first] = blocks;
  if (first === undefined) return "";
  const text = blocks.length > 1 || isAligned(first) ? undefined : soleText(first.nodes ?? []);
  return text === undefined || /\n|^\s|\s$/.test(text) ? undefined : text;
}

function figure(image: Image, context: WriteContext): string {
  const blocks = image.fragments?.[0]?.nodes ?? [];
  const isText = blocks.length === 1 && !blocks.some(isAligned);
  const html = cellHtml(blocks, context);
  const caption = isText && html !== "" ? `<p>${html}</p>` : html;
  return `<figure>${imageElement(image.data)}<figcaption>${caption}</figcaption></figure>`;
}
