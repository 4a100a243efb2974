import { decodeEntities } from "../../content/document/index.ts";
import { unescaped } from "../../content/document/read/index.ts";
import { findDestinations, frontMatterLength } from "../../content/markdown/index.ts";
import { resolveUrl } from "./crawl-urls.ts";

interface PageLink {
  readonly url: URL;
  readonly isImage: boolean;
}

/** The maximum distance between the start of an HTML tag and a URL in its attributes. */
const maxTagLength = 640;

/** The images and links of a page. */
export function* linksIn(markdown: string, base: string): Generator<PageLink> {
  const text = markdown.slice(frontMatterLength(markdown));
  const isImageAt = imageBrackets(text);
  for (const { at, text: written } of findDestinations(text)) {
    const tag = tagBefore(text, at);
    if (tag?.attribute === "srcset") continue;
    const url = resolveUrl(tag ? decodeEntities(written) : unescaped(written), base);
    if (url !== undefined) yield { url, isImage: tag ? tag.name === "img" : isImageAt(at) };
  }
}

/** The HTML tag and attribute whose value starts at this position. */
function tagBefore(text: string, at: number): { name: string; attribute: string } | undefined {
  const [, attribute] = /([a-z]{1,9}) {0,9}= {0,9}["']?$/i.exec(text.slice(Math.max(0, at - 30), at)) ?? [];
  if (attribute === undefined) return undefined;
  const start = Math.max(0, at - maxTagLength);
  const open = text.slice(start, at).lastIndexOf("<");
  const [, name] = /^<([a-z]{1,9})\s/i.exec(open < 0 ? "" : text.slice(start + open)) ?? [];
  return name === undefined ? undefined : { name: name.toLowerCase(), attribute: attribute.toLowerCase() };
}

/**
 * Returns a function that tells whether the brackets closed before a position are those of an image. Positions must be
 * increasing, so that the text is scanned once.
 */
function imageBrackets(text: string): (at: number) => boolean {
  const brackets = /\\[\s\S]|(!?)\[|\](\()?/g;
  const open: boolean[] = [];
  let last = false;
  let next = brackets.exec(text);
  return (at) => {
    for (; next !== null && next.index < at; next = brackets.exec(text)) {
      if (next[0].endsWith("[") && !next[0].startsWith("\\")) open.push(next[1] === "!");
      else if (next[0].startsWith("]")) last = (open.pop() ?? false) && next[2] !== undefined;
    }
    return last;
  };
}
