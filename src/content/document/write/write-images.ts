import { htmlAttributes, oneLine } from "../../markdown/syntax/index.ts";
import { addressOf, type Block, type BlockOf, blocksIn } from "../model/index.ts";
import { escapeText, writeDestination, writeTitle } from "./escape.ts";
import { cellHtml, isAligned } from "./html-blocks.ts";
import { imageElement } from "./write-inlines.ts";
import type { Writing } from "./writing.ts";

type Image = BlockOf<"image">;

/** Images: one that is plain as Markdown has it, others as figures. */
export function writeImages({ data, nodes = [] }: BlockOf<"images">, writing: Writing): string {
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

function figure(image: Image, writing: Writing): string {
  const blocks = image.fragments?.[0]?.nodes ?? [];
  const isText = blocks.length === 1 && !blocks.some(isAligned);
  const html = cellHtml(blocks, writing);
  const caption = isText && html !== "" ? `<p>${html}</p>` : html;
  return `<figure>${imageElement(image.data)}<figcaption>${caption}</figcaption></figure>`;
}
