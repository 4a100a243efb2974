import { type BlockOf, blocksIn, type Length } from "../../content/document/index.ts";
import { writeListing } from "./code.ts";
import { linkTo, placeOf, words } from "./text.ts";
import { array, type Code, call, fr, join, name, percent, pt, str } from "./typst.ts";
import type { Picture, Target, WriteBlock, Writing } from "./writing.ts";

/** Points per pixel: images then match the size of the text. */
const pixel = 0.62;

/** A single image, or several side by side. */
export const writeImages: WriteBlock<"images"> = ({ data, nodes }, writing) => {
  const images = blocksIn(nodes).filter((node) => node.type === "image");
  const side = name(data.align === "left" ? "left" : data.align === "right" ? "right" : "center");
  const shown = images.map((image) => figure(image, side, writing));
  if (shown.length < 2) return join(shown);
  const columns = array(shown.slice(0, besideEachOther(shown.length)).map(() => fr(1)));
  return call("side-by-side", [columns, array(shown)]);
};

/** Images per row: at most three, and two for four images. */
export function besideEachOther(count: number): number {
  return count === 4 ? 2 : Math.min(count, 3);
}

function figure({ data, fragments }: BlockOf<"image">, side: Code, writing: Writing): Code {
  const { ref, alt = "" } = data;
  const picture = writing.pictureOf(ref);
  const caption = writing.fragment(fragments, "caption");
  const body =
    picture === undefined
      ? missing(alt, writing.targetOf(ref, writing.page))
      : writePicture(picture, { alt, width: data.width });
  return call("figure-of", [side, body], { caption });
}

/** An image in its intended width. */
export function writePicture(
  picture: Picture,
  { alt, width }: { alt: string; width?: Length | undefined },
): Code {
  const { path, width: natural, height } = picture;
  return call("picture", [str(path), widthOf(width, natural), pt(height)], {
    alt: str(alt),
    scale: pt(natural),
  });
}

function widthOf(width: Length | undefined, natural: number): Code {
  if (typeof width === "number" && width > 0) return pt(width * pixel);
  if (typeof width !== "object" || width.value <= 0) return pt(natural * pixel);
  const { unit, value } = width;
  if (unit === "%" || unit === "vw") return percent(Math.min(100, value));
  return unit === "em" || unit === "rem" ? pt(value * 16 * pixel) : pt(natural * pixel);
}

function missing(alt: string, target: Target | undefined): Code {
  const said = alt === "" ? (target?.title ?? "") : alt;
  const shown =
    said === "" ? str("This image is missing") : join([str("This image is missing: "), words(said)]);
  return call("missing", [linkTo(target?.url === undefined ? undefined : target, shown)]);
}

export const writeDrawing: WriteBlock<"drawing"> = ({ data: { ref } }, writing) => {
  const picture = ref && writing.pictureOf(ref);
  const body = picture === undefined ? missing("a drawing", undefined) : writePicture(picture, { alt: "" });
  return call("figure-of", [name("center"), body]);
};

export const writeFile: WriteBlock<"file"> = ({ data, fragments }, writing) => {
  const target = writing.targetOf(data.ref, writing.page);
  const note = writing.fragment(fragments, "caption");
  return card(
    "paperclip",
    target,
    writing,
    note ?? (target.note === undefined ? undefined : str(target.note)),
  );
};

export const writeEmbed: WriteBlock<"embed"> = ({ data, fragments }, writing) => {
  const target = writing.targetOf({ kind: "url", url: data.url }, writing.page);
  const caption = writing.fragment(fragments, "caption");
  if (caption === undefined) return card("link", target, writing);
  return titledCard("link", caption, { target, note: words(target.title) }, writing);
};

const iconsOf: Readonly<Record<Target["kind"], string>> = {
  url: "link",
  file: "paperclip",
  page: "file-lines",
  anchor: "hashtag",
  user: "user",
  collection: "layer-group",
  space: "book",
  "reusable-content": "file-lines",
  openapi: "code",
};

export const writeContentRef: WriteBlock<"content-ref"> = ({ data }, writing) => {
  const target = writing.targetOf(data.ref, writing.page);
  return card(iconsOf[target.kind], target, writing);
};

/** A placeholder for the block of an integration, with its source. */
export const writeIntegration: WriteBlock<"integration"> = ({ data }, writing) => {
  const { url, integration, block, props } = data;
  const target = url === undefined ? undefined : writing.targetOf({ kind: "url", url }, writing.page);
  const title = words(`${integration} / ${block}`);
  const shown = titledCard(
    "puzzle-piece",
    title,
    { target, ...(target && { note: words(target.title) }) },
    writing,
  );
  const sources = Object.values(props).filter((value) => typeof value === "string" && value.includes("\n"));
  return join([shown, ...sources.map((source) => writeListing(String(source), ""))]);
};

function card(icon: string, target: Target | undefined, writing: Writing, note?: Code): Code {
  const title = words(target?.title || "This is missing");
  return titledCard(icon, title, { target, ...(note && { note }) }, writing);
}

function titledCard(
  icon: string,
  title: Code,
  { target, note }: { target: Target | undefined; note?: Code },
  writing: Writing,
): Code {
  const drawing = str(writing.iconOf(icon) ?? "");
  return call("card", [drawing, title], { note, target: target && placeOf(target) });
}
