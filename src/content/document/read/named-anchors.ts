import { matchAt, readHtmlTag } from "../../markdown/syntax/index.ts";
import { normalizeAnchor } from "../model/index.ts";
import { isLinkElement } from "./inline-elements.ts";

interface EmptyAnchor {
  readonly name: string;
  /** Whether it is also a link. */
  readonly isLink: boolean;
  readonly end: number;
}

/** The empty `<a>` element with a name or an id at an offset. It is the target of links, and not visible. */
export function emptyAnchorAt(source: string, at: number): EmptyAnchor | undefined {
  const tag = readHtmlTag(source, at);
  const name = tag?.attributes.get("name") ?? tag?.attributes.get("id");
  if (tag?.name !== "a" || tag.isClosing || name === undefined) return undefined;
  const isLink = isLinkElement(tag);
  if (source[tag.end - 2] === "/") return { name, isLink, end: tag.end };
  const [close] = matchAt(/\s*<\/a\s*>/iy, source, tag.end) ?? [];
  return close === undefined ? undefined : { name, isLink, end: tag.end + close.length };
}

/** The names of the anchors in a text, as written and as an anchor of a heading would be. Those in code are included. */
export function anchorNamesIn(text: string): Set<string> {
  const names = new Set<string>();
  for (const { index } of text.matchAll(/<a\s/gi)) {
    const { attributes } = readHtmlTag(text, index) ?? {};
    const name = attributes?.get("name") ?? attributes?.get("id");
    if (name !== undefined) names.add(name).add(normalizeAnchor(name) ?? name);
  }
  return names;
}

/** The name of the first anchor in a paragraph that consists of anchors. */
export function soleAnchorIn(source: string): string | undefined {
  if (!/^<a\s/i.test(source)) return undefined;
  let first: string | undefined;
  for (let at = 0; at < source.length; ) {
    const anchor = emptyAnchorAt(source, at);
    if (anchor === undefined || anchor.isLink) return undefined;
    first ??= anchor.name;
    at = anchor.end + (matchAt(/\s*/y, source, anchor.end)?.[0].length ?? 0);
  }
  return first;
}

/** Removes the anchor after or before the title of a heading, which is the explicit anchor of the heading. */
export function withoutHeadingAnchor(source: string): { title: string; name?: string } {
  const at = source.lastIndexOf("<a");
  const last = at < 0 || source[at - 1] === "\\" ? undefined : emptyAnchorAt(source, at);
  if (last !== undefined && source.slice(last.end).trim() === "")
    return { title: source.slice(0, at), name: last.name };
  const first = source.startsWith("<a") ? emptyAnchorAt(source, 0) : undefined;
  return first === undefined ? { title: source } : { title: source.slice(first.end), name: first.name };
}
