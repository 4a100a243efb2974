import { type BlockOf, blocksIn, iconsByKind, type Length } from "../../content/document/index.ts";
import { writeListing } from "./code.ts";
import type { BookImage, BookTarget, PageContext, WriteBlock } from "./context.ts";
import { destinationOf, linkTo, words } from "./text.ts";
import { array, type Code, call, fr, join, name, percent, pt, str } from "./typst.ts";

/** The number of points per pixel, at which images match the size of the text. */
const pointsPerPixel = 0.62;

/** A single image, or several side by side. */
export const writeImages: WriteBlock<"images"> = ({ data, nodes }, context) => {
  const images = blocksIn(nodes).filter((node) => node.type === "image");
  const side = name(data.align === "left" ? "left" : data.align === "right" ? "right" : "center");
  const figures = images.map((image) => figure(image, side, context));
  if (figures.length < 2) return join(figures);
  const columns = array(figures.slice(0, columnCount(figures.length)).map(() => fr(1)));
  return call("side-by-side", [columns, array(figures)]);
};

/** The number of images per row: at most three, but two for four images. */
export function columnCount(count: number): number {
  return count === 4 ? 2 : Math.min(count, 3);
}

function figure({ data, fragments }: BlockOf<"image">, side: Code, context: PageContext): Code {
  const { ref, alt = "" } = data;
  const image = context.imageOf(ref);
  const caption = context.fragment(fragments, "caption");
  const body =
    image === undefined
      ? missing(alt, context.targetOf(ref))
      : writeSizedImage(image, { alt, width: data.width });
  return call("captioned-figure", [side, body], { caption });
}

export function writeSizedImage(
  image: BookImage,
  { alt, width }: { alt: string; width?: Length | undefined },
): Code {
  const { path, width: natural, height } = image;
  return call("picture", [str(path), widthOf(width, natural), pt(height)], {
    alt: str(alt),
    scale: pt(natural),
  });
}

function widthOf(width: Length | undefined, natural: number): Code {
  if (typeof width === "number" && width > 0) return pt(width * pointsPerPixel);
  if (typeof width !== "object" || width.value <= 0) return pt(natural * pointsPerPixel);
  const { unit, value } = width;
  if (unit === "%" || unit === "vw") return percent(Math.min(100, value));
  return unit === "em" || unit === "rem" ? pt(value * 16 * pointsPerPixel) : pt(natural * pointsPerPixel);
}

function missing(alt: string, target?: BookTarget): Code {
  const text = alt || target?.title;
  const message = text ? join([str("This image is missing: "), words(text)]) : str("This image is missing");
  return call("missing", [linkTo(target?.url === undefined ? undefined : target, message)]);
}

export const writeDrawing: WriteBlock<"drawing"> = ({ data: { ref } }, context) => {
  const image = ref && context.imageOf(ref);
  const body = image === undefined ? missing("a drawing") : writeSizedImage(image, { alt: "" });
  return call("captioned-figure", [name("center"), body]);
};

export const writeFile: WriteBlock<"file"> = ({ data, fragments }, context) => {
  const target = context.targetOf(data.ref);
  const note = context.fragment(fragments, "caption") ?? (target.note && str(target.note));
  return card("paperclip", words(target.title || missingTitle), context, target, note || undefined);
};

export const writeEmbed: WriteBlock<"embed"> = ({ data, fragments }, context) => {
  const target = context.targetOf({ kind: "url", url: data.url });
  const caption = context.fragment(fragments, "caption");
  return caption === undefined
    ? card("link", words(target.title || missingTitle), context, target)
    : card("link", caption, context, target, words(target.title));
};

export const writeContentRef: WriteBlock<"content-ref"> = ({ data }, context) => {
  const target = context.targetOf(data.ref);
  return card(iconsByKind[target.kind], words(target.title || missingTitle), context, target);
};

/** A placeholder for the block of an integration, with its source. */
export const writeIntegration: WriteBlock<"integration"> = ({ data }, context) => {
  const { url, integration, block, props } = data;
  const target = url === undefined ? undefined : context.targetOf({ kind: "url", url });
  const title = words(`${integration} / ${block}`);
  const placeholder = card("puzzle-piece", title, context, target, target && words(target.title));
  const sources = Object.values(props).filter((value) => typeof value === "string" && value.includes("\n"));
  return join([placeholder, ...sources.map((source) => writeListing(String(source), ""))]);
};

const missingTitle = "Missing content";

function card(icon: string, title: Code, { iconOf }: PageContext, target?: BookTarget, note?: Code): Code {
  return call("card", [str(iconOf(icon) ?? ""), title], { note, target: target && destinationOf(target) });
}
