import { htmlAttributes, oneLine } from "../../markdown/syntax/index.ts";
import { addressIn, type Block, blocksIn } from "../model/index.ts";
import { escapeText, writeDestination, writeTitle } from "./escape.ts";
import { cellHtml } from "./html-blocks.ts";
import { imageElement } from "./image-element.ts";
import type { Writing } from "./writing.ts";

/** Images: one that is plain as Markdown has it, others as figures. */
export function writeImages({ data, nodes = [] }: Block, writing: Writing): string {
  const images = blocksIn(nodes);
  const align = typeof data.align === "string" ? data.align : undefined;
  const fullWidth = data.fullWidth === true ? "true" : undefined;
  const [only, ...others] = images;
  if (only === undefined) return "";
  const isAlone = others.length === 0 && align === undefined && fullWidth === undefined;
  if (isAlone) return plainImage(only) ?? figure(only, writing);
  const figures = images.map((image) => figure(image, writing));
  return `<div${htmlAttributes({ align, "data-full-width": fullWidth })}>${figures.join(" ")}</div>`;
}

function plainImage({ data, fragments = [] }: Block): string | undefined {
  const isPlain = data.refDark === undefined && data.width === undefined && data.height === undefined;
  const caption = plainCaption(fragments[0]?.nodes ?? []);
  if (!isPlain || caption === undefined) return undefined;
  const alt = escapeText(oneLine(String(data.alt ?? "")), {
    isBracketed: true,
    isFollowed: true,
  });
  const title = caption === "" ? "" : ` ${writeTitle(caption)}`;
  return `![${alt}](${writeDestination(addressIn(data))}${title})`;
}

/** A caption that is plain text on one line; empty where there is none. */
function plainCaption(blocks: readonly Block[]): string | undefined {
  const [only, ...others] = blocks;
  if (only === undefined) return "";
  const [node, ...more] = only.nodes ?? [];
  if (others.length > 0 || more.length > 0 || only.data.align !== undefined || node?.object !== "text")
    return undefined;
  const [leaf, ...leaves] = node.leaves;
  const isPlain = leaves.length === 0 && leaf !== undefined && leaf.marks.length === 0;
  return isPlain && !/\n|^\s|\s$/.test(leaf.text) ? leaf.text : undefined;
}

function figure(image: Block, writing: Writing): string {
  const blocks = image.fragments?.[0]?.nodes ?? [];
  const isText = blocks.length === 1 && blocks[0]?.data.align === undefined;
  const html = cellHtml(blocks, writing);
  const caption = isText && html !== "" ? `<p>${html}</p>` : html;
  return `<figure>${imageElement(image)}<figcaption>${caption}</figcaption></figure>`;
}
