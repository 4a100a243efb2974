import { type HtmlTag, matchAt, oneLine, readHtmlTag } from "../../markdown/syntax/index.ts";
import {
  asFileRef,
  type Block,
  block,
  fileRefOf,
  fragment,
  type Inline,
  type Length,
  voidBlock,
  voidInline,
} from "../model/index.ts";

export interface Image {
  readonly src: string;
  readonly dark?: string | undefined;
  readonly alt?: string;
  readonly caption?: string | undefined;
  readonly width?: string | undefined;
  readonly height?: string | undefined;
  readonly size?: "original" | "line" | undefined;
  readonly isDrawing?: boolean;
}

function imageOf(attributes: ReadonlyMap<string, string>): Image | undefined {
  const src = attributes.get("src");
  if (src === undefined) return undefined;
  const size = attributes.get("data-size");
  return {
    src,
    alt: oneLine(attributes.get("alt") ?? ""),
    caption: oneLine(attributes.get("title") ?? ""),
    width: attributes.get("width"),
    height: attributes.get("height"),
    size: size === "original" || size === "line" ? size : undefined,
    isDrawing: /\bgitbook-drawing\b/.test(attributes.get("class") ?? ""),
  };
}

export function imageAt(source: string, tag: HtmlTag): { image: Image; end: number } | undefined {
  if (tag.name === "picture") return readPicture(source, tag);
  const image = tag.name === "img" ? imageOf(tag.attributes) : undefined;
  return image && { image, end: tag.end };
}

function readPicture(source: string, picture: HtmlTag): { image: Image; end: number } | undefined {
  let dark: string | undefined;
  let image: Image | undefined;
  for (let at = picture.end; ; ) {
    const tag = readHtmlTag(source, skipSpace(source, at));
    if (tag === undefined) return undefined;
    at = tag.end;
    if (tag.name === "source" && /dark/.test(tag.attributes.get("media") ?? ""))
      dark ??= tag.attributes.get("srcset");
    else if (tag.name === "img") image ??= imageOf(tag.attributes);
    else if (tag.name === "picture" && tag.isClosing) return image && { image: { ...image, dark }, end: at };
    else if (tag.name !== "source") return undefined;
  }
}

export function skipSpace(source: string, at: number): number {
  return at + (matchAt(/\s*/y, source, at)?.[0].length ?? 0);
}

export function inlineImage({ src, dark, alt, caption, size = "original" }: Image): Inline {
  return voidInline("inline-image", {
    ref: fileRefOf(src),
    refDark: dark === undefined ? undefined : fileRefOf(dark),
    alt: alt || undefined,
    caption: caption || undefined,
    size,
  });
}

export function imageBlock({ src, dark, alt, width, height }: Image, caption: readonly Block[] = []): Block {
  const data = {
    ref: fileRefOf(src),
    refDark: dark === undefined ? undefined : fileRefOf(dark),
    width: lengthOf(width),
    height: lengthOf(height),
    alt: alt || undefined,
  };
  return voidBlock("image", data, caption.length === 0 ? [] : [fragment("caption", caption)]);
}

export function soleImageBlock(image: Image, caption: readonly Block[] = []): Block {
  if (image.isDrawing) return voidBlock("drawing", image.src === "" ? {} : { ref: asFileRef(image.src) });
  return block("images", {}, [imageBlock(image, caption)]);
}

export function lengthOf(text: string | undefined): Length | undefined {
  const [, number, unit] = /^(\d{1,9}(?:\.\d{1,20})?)\s*(px|%|em|rem|vw|vh)?$/.exec(text?.trim() ?? "") ?? [];
  if (number === undefined) return undefined;
  return unit === undefined || unit === "px"
    ? Number(number)
    : { unit: unit as "%" | "em" | "rem" | "vw" | "vh", value: Number(number) };
}
