import { htmlAttributes } from "../../markdown/syntax/index.ts";
import { addressOf, type BlockData, type InlineData } from "../model/index.ts";
import { lengthText } from "./writing.ts";

/** The HTML of an image without its caption. */
export function imageElement({ ref, refDark, alt = "", width, height }: BlockData["image"]): string {
  const sizes = { width: lengthText(width), height: lengthText(height) };
  return picture(`<img${htmlAttributes({ src: addressOf(ref), alt, ...sizes })}>`, refDark);
}

/** An image with its variant for dark mode, if it has one. */
export function picture(image: string, refDark: InlineData["inline-image"]["refDark"]): string {
  if (refDark === undefined) return image;
  const source = htmlAttributes({ srcset: addressOf(refDark), media: "(prefers-color-scheme: dark)" });
  return `<picture><source${source}>${image}</picture>`;
}
