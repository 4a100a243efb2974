import { htmlAttributes } from "../../markdown/syntax/index.ts";
import { addressIn, type Block, type Data } from "../model/index.ts";
import { lengthText } from "./writing.ts";

/** The image itself in HTML. */
export function imageElement({ data }: Block): string {
  const element = `<img${htmlAttributes({
    src: addressIn(data),
    alt: typeof data.alt === "string" ? data.alt : "",
    width: lengthText(data.width),
    height: lengthText(data.height),
  })}>`;
  return picture(element, data);
}

/** An image, with another one for the dark if there is one. */
export function picture(image: string, data: Data): string {
  if (data.refDark === undefined) return image;
  const source = htmlAttributes({
    srcset: addressIn(data, "refDark"),
    media: "(prefers-color-scheme: dark)",
  });
  return `<picture><source${source}>${image}</picture>`;
}
