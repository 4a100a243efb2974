import { htmlAttributes } from "../html-syntax.ts";
import type { Block, ContentRef } from "../model.ts";
import { addressOf } from "../references.ts";
import { lengthText } from "./writing.ts";

/** The image itself in HTML. */
export function imageElement({ data }: Block): string {
  const element = `<img${htmlAttributes({
    src: addressOf(data.ref as ContentRef),
    alt: typeof data.alt === "string" ? data.alt : "",
    width: lengthText(data.width),
    height: lengthText(data.height),
  })}>`;
  return data.refDark === undefined ? element : picture(element, data.refDark as ContentRef);
}

/** An image with another one for the dark. */
export function picture(image: string, dark: ContentRef): string {
  const source = htmlAttributes({ srcset: addressOf(dark), media: "(prefers-color-scheme: dark)" });
  return `<picture><source${source}>${image}</picture>`;
}
