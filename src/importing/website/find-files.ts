import { decodeEntities } from "../../content/document/index.ts";
import { unescaped } from "../../content/document/read/index.ts";
import { findDestinations, frontMatterLength } from "../../content/markdown/index.ts";
import { resolveAddress } from "./crawl-urls.ts";

/** Something that a page shows, or only links to. */
export interface Mention {
  readonly url: URL;
  readonly isImage: boolean;
}

/** Longer than the beginning of any tag up to its address. */
const tagLength = 640;

/** What a page shows and links to, each as an absolute address without its fragment. */
export function* mentionsIn(markdown: string, base: string): Generator<Mention> {
  const start = frontMatterLength(markdown);
  const text = markdown.slice(start);
  const isImageAt = imageBrackets(text);
  for (const { at, text: written } of findDestinations(text)) {
    const tag = tagBefore(text, at);
    if (tag?.attribute === "srcset") continue;
    const url = resolveAddress(tag ? decodeEntities(written) : unescaped(written), base);
    if (url !== undefined) yield { url, isImage: tag ? tag.name === "img" : isImageAt(at) };
  }
}

/** The tag in whose attribute something stands. */
function tagBefore(text: string, at: number): { name: string; attribute: string } | undefined {
  const [, attribute] = /([a-z]{1,9}) {0,9}= {0,9}["']?$/i.exec(text.slice(Math.max(0, at - 30), at)) ?? [];
  if (attribute === undefined) return undefined;
  const open = text.slice(Math.max(0, at - tagLength), at).lastIndexOf("<");
  const [, name] =
    /^<([a-z]{1,9})\s/i.exec(open < 0 ? "" : text.slice(at - Math.min(at, tagLength) + open)) ?? [];
  return name === undefined ? undefined : { name: name.toLowerCase(), attribute: attribute.toLowerCase() };
}

/**
 * Whether the brackets that are closed before a place are those of an image. Asked from the front to the back, so that
 * the text is gone through only once.
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
