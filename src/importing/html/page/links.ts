import { type Element, walk, wordsOf } from "../tree/index.ts";
import { addressIn, type Base } from "./addresses.ts";

export interface HtmlLink {
  readonly href: string;
  readonly text: string;
}

/** All links of a document that lead somewhere, in its order. */
export function linksIn(document: Element, base: Base): HtmlLink[] {
  const links: HtmlLink[] = [];
  for (const element of walk(document)) {
    if (element.name !== "a" && element.name !== "area") continue;
    const href = addressIn(element.attributes.get("href"), base);
    if (href !== undefined) links.push({ href, text: textOf(element) });
  }
  return links;
}

function textOf(link: Element): string {
  const words = wordsOf(link, { most: 300 });
  if (words !== "") return words;
  const { attributes } = link;
  return (attributes.get("aria-label") ?? attributes.get("title") ?? attributes.get("alt") ?? "")
    .trim()
    .slice(0, 300);
}
