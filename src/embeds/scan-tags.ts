import { decodeHTML } from "entities";

export interface HtmlTag {
  readonly name: string;
  /** Decoded, by name in lower case. Of several with one name, the first counts, as in browsers. */
  readonly attributes: ReadonlyMap<string, string>;
  /** The offset after the tag. */
  readonly end: number;
}

/** The ends of comments, and of elements whose content is text or inert: tags in them do not count. */
const closings: Readonly<Record<string, RegExp>> = {
  comment: /-->/g,
  script: /<\/script/gi,
  style: /<\/style/gi,
  template: /<\/template/gi,
  textarea: /<\/textarea/gi,
  noscript: /<\/noscript/gi,
  svg: /<\/svg/gi,
};

/** The maximum number of attributes of a tag, and of tags. */
const [maxAttributes, maxTags] = [50, 2000];

/**
 * Finds start tags with these names, in time proportional to the text. It is enough for the head of a page and for a snippet,
 * where a parser would build a tree that is not needed.
 */
export function* scanTags(html: string, names: ReadonlySet<string>): Generator<HtmlTag> {
  const opening = /<(?:!--|([a-z][a-z0-9-]{0,30})(?=[\s/>]))/gi;
  for (let count = 0; count < maxTags; ) {
    const found = opening.exec(html);
    if (found === null) return;
    const name = found[1]?.toLowerCase() ?? "comment";
    const closing = Object.hasOwn(closings, name) ? closings[name] : undefined;
    if (closing !== undefined) {
      closing.lastIndex = opening.lastIndex;
      if (!closing.test(html)) return;
      opening.lastIndex = closing.lastIndex;
    } else if (names.has(name)) {
      const tag = readTag(html, name, opening.lastIndex);
      opening.lastIndex = tag.end;
      count += 1;
      yield tag;
    }
  }
}

function readTag(html: string, name: string, from: number): HtmlTag {
  const attribute = /[\s/]*([^\s=>"'/]{1,100})(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']*)))?/y;
  attribute.lastIndex = from;
  const attributes = new Map<string, string>();
  let end = from;
  for (let count = 0; count < maxAttributes; count++) {
    const found = attribute.exec(html);
    if (found === null) break;
    end = attribute.lastIndex;
    const [, attributeName = "", ...values] = found;
    const value = values.find((text) => text !== undefined) ?? "";
    attributes.getOrInsertComputed(attributeName.toLowerCase(), () => decodeHTML(value.slice(0, 8192)));
  }
  return { name, attributes, end };
}

/** The text of the element after its start tag, up to the next tag. */
export function textAfter(html: string, { end }: HtmlTag): string {
  const start = html.indexOf(">", end) + 1;
  const stop = start === 0 ? 0 : html.indexOf("<", start);
  return decodeHTML(html.slice(start, stop < 0 ? html.length : stop).slice(0, 8192));
}
