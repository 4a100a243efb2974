import { htmlAttributes } from "../../markdown/syntax/index.ts";
import { type Block, blocksIn, type Node } from "../model/index.ts";
import { keepEdges } from "./escape.ts";
import { preOf } from "./write-code.ts";
import { imageElement, writeHtmlInlines } from "./write-inlines.ts";
import type { Writing } from "./writing.ts";

/** Text in HTML, which keeps its white space. */
function htmlText(nodes: readonly Node[], { notes }: Writing): string {
  return keepEdges(writeHtmlInlines(nodes, notes));
}

/** A paragraph or a heading that is aligned, which only HTML can say; undefined where it is not. */
export function alignedHtml(
  name: string,
  align: "start" | "center" | "end" | undefined,
  nodes: readonly Node[],
  writing: Writing,
  id?: string,
): string | undefined {
  const side = align === "center" ? "center" : align === "end" ? "right" : undefined;
  return side && `<${name}${htmlAttributes({ align: side, id })}>${htmlText(nodes, writing)}</${name}>`;
}

/** What a cell or a caption holds: text alone where that is all, else one element for each block. */
export function cellHtml(blocks: readonly Block[], writing: Writing): string {
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
function blockHtml(node: Block, writing: Writing): string {
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
      return preOf(node, writing);
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

function itemHtml(nodes: readonly Node[], writing: Writing): string {
  return cellHtml(blocksIn(nodes), writing);
}
