import { htmlAttributes, oneLine } from "../../markdown/syntax/index.ts";
import { addressOf, type Block, type BlockOf, blocksIn, type Node } from "../model/index.ts";
import { encodeEdgeSpaces, escapeText, writeDestination, writeTitle } from "./escape.ts";
import type { WriteContext } from "./notes.ts";
import { writePre } from "./write-code.ts";
import { imageElement, writeHtmlInlines } from "./write-inlines.ts";

/** Text in HTML, which keeps its white space. */
function htmlText(nodes: readonly Node[], { notes }: WriteContext): string {
  return encodeEdgeSpaces(writeHtmlInlines(nodes, notes));
}

/** A paragraph or a heading that is aligned, which only HTML can say; undefined where it is not. */
export function alignedHtml(
  name: string,
  align: "start" | "center" | "end" | undefined,
  nodes: readonly Node[],
  writing: WriteContext,
  id?: string,
): string | undefined {
  const side = align === "center" ? "center" : align === "end" ? "right" : undefined;
  return side && `<${name}${htmlAttributes({ align: side, id })}>${htmlText(nodes, writing)}</${name}>`;
}

/** What a cell or a caption holds: text alone where that is all, else one element for each block. */
export function cellHtml(blocks: readonly Block[], writing: WriteContext): string {
  const [only, ...others] = blocks;
  const isText = only?.type === "paragraph" && others.length === 0 && !isAligned(only);
  return isText
    ? htmlText(only.nodes ?? [], writing)
    : blocks.map((each) => blockHtml(each, writing)).join("");
}

/** Whether a paragraph has an alignment of its own. */
export function isAligned(node: Block): boolean {
  return node.type === "paragraph" && node.data.align !== undefined;
}

/** A block as HTML. Only these kinds can stand in a cell. */
function blockHtml(node: Block, writing: WriteContext): string {
  const { type, nodes = [] } = node;
  const inside = () =>
    nodes.map((inner) => (inner.object === "block" ? blockHtml(inner, writing) : "")).join("");
  switch (node.type) {
    case "heading-1":
    case "heading-2":
    case "heading-3": {
      const name = `h${type.slice(-1)}`;
      const id = writing.anchor(node);
      return (
        alignedHtml(name, node.data.align, nodes, writing, id) ??
        `<${name}${htmlAttributes({ id })}>${htmlText(nodes, writing)}</${name}>`
      );
    }
    case "list-ordered":
      return `<ol${htmlAttributes({ start: node.data.start })}>${inside()}</ol>`;
    case "list-unordered":
    case "list-tasks":
      return `<ul>${inside()}</ul>`;
    case "list-item": {
      const checked = node.data.checked?.toString();
      return `<li${htmlAttributes({ "data-checked": checked })}>${itemHtml(nodes, writing)}</li>`;
    }
    case "blockquote":
      return `<blockquote>${inside()}</blockquote>`;
    case "divider":
      return "<hr>";
    case "code":
      return writePre(node, writing);
    case "images":
      return nodes
        .map((image) => (image.object === "block" && image.type === "image" ? imageElement(image.data) : ""))
        .join("");
    default: {
      const align = type === "paragraph" ? node.data.align : undefined;
      return alignedHtml("p", align, nodes, writing) ?? `<p>${htmlText(nodes, writing)}</p>`;
    }
  }
}

function itemHtml(nodes: readonly Node[], writing: WriteContext): string {
  return cellHtml(blocksIn(nodes), writing);
}

type Image = BlockOf<"image">;

/** Images: one that is plain as Markdown has it, others as figures. */
export function writeImages({ data, nodes = [] }: BlockOf<"images">, writing: WriteContext): string {
  const images = blocksIn(nodes).filter((node) => node.type === "image");
  const { align } = data;
  const fullWidth = data.fullWidth && "true";
  const [only, ...others] = images;
  if (only === undefined) return "";
  const isAlone = others.length === 0 && align === undefined && fullWidth === undefined;
  if (isAlone) return plainImage(only) ?? figure(only, writing);
  const figures = images.map((image) => figure(image, writing));
  return `<div${htmlAttributes({ align, "data-full-width": fullWidth })}>${figures.join(" ")}</div>`;
}

function plainImage({ data, fragments = [] }: Image): string | undefined {
  const isPlain = data.refDark === undefined && data.width === undefined && data.height === undefined;
  const caption = plainCaption(fragments[0]?.nodes ?? []);
  if (!isPlain || caption === undefined) return undefined;
  const alt = escapeText(oneLine(data.alt ?? ""), { isBracketed: true, isFollowed: true });
  const title = caption === "" ? "" : ` ${writeTitle(caption)}`;
  return `![${alt}](${writeDestination(addressOf(data.ref))}${title})`;
}

/** A caption that is plain text on one line; empty where there is none. */
function plainCaption(blocks: readonly Block[]): string | undefined {
  const [only, ...others] = blocks;
  if (only === undefined) return "";
  const [node, ...more] = only.nodes ?? [];
  if (others.length > 0 || more.length > 0 || isAligned(only) || node?.object !== "text") return undefined;
  const [leaf, ...leaves] = node.leaves;
  const isPlain = leaves.length === 0 && leaf !== undefined && leaf.marks.length === 0;
  return isPlain && !/\n|^\s|\s$/.test(leaf.text) ? leaf.text : undefined;
}

function figure(image: Image, writing: WriteContext): string {
  const blocks = image.fragments?.[0]?.nodes ?? [];
  const isText = blocks.length === 1 && !blocks.some(isAligned);
  const html = cellHtml(blocks, writing);
  const caption = isText && html !== "" ? `<p>${html}</p>` : html;
  return `<figure>${imageElement(image.data)}<figcaption>${caption}</figcaption></figure>`;
}
