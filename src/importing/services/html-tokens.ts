import { decodeHTMLAttribute } from "entities";

/** The beginning of an element, as it is written. */
export interface OpenTag {
  readonly kind: "open";
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly at: number;
  readonly end: number;
}

/** A piece of HTML: all pieces together are the whole. */
export type HtmlToken =
  | OpenTag
  | { readonly kind: "close"; readonly name: string; readonly at: number; readonly end: number }
  | { readonly kind: "text" | "comment"; readonly at: number; readonly end: number };

/** Elements in which nothing is a tag but their own end. */
const rawElements = new Set(["script", "style", "title", "textarea", "xmp", "iframe", "noframes"]);
const tagStart = /<\/?[a-zA-Z][^\s/>]*/y;
const attribute = /[\s/]*([^\s/>=][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)))?/y;
const tagEnd = /[^>]*>/y;

/** Cuts HTML into tags and what is between them, in one pass, whatever is wrong with it. */
export function* tokensOf(html: string): Generator<HtmlToken> {
  let textStart = 0;
  for (let at = html.indexOf("<"); at >= 0; at = html.indexOf("<", at)) {
    const token = tokenAt(html, at);
    if (token === undefined) {
      at++;
      continue;
    }
    if (at > textStart) yield { kind: "text", at: textStart, end: at };
    yield token;
    at = token.end;
    textStart = at;
    if (token.kind === "open" && rawElements.has(token.name)) at = endOfRaw(html, token.name, at);
  }
  if (textStart < html.length) yield { kind: "text", at: textStart, end: html.length };
}

function tokenAt(html: string, at: number): HtmlToken | undefined {
  const next = html[at + 1];
  if (next === "!" || next === "?") {
    const mark = html.startsWith("<!--", at) ? "-->" : ">";
    const end = html.indexOf(mark, at + 2);
    return { kind: "comment", at, end: end < 0 ? html.length : end + mark.length };
  }
  tagStart.lastIndex = at;
  if (next === "<" || !tagStart.test(html)) return undefined;
  const isClose = next === "/";
  const name = html.slice(at + (isClose ? 2 : 1), tagStart.lastIndex).toLowerCase();
  const { attributes, end } = readAttributes(html, tagStart.lastIndex);
  return isClose ? { kind: "close", name, at, end } : { kind: "open", name, attributes, at, end };
}

const none: ReadonlyMap<string, string> = new Map();

function readAttributes(
  html: string,
  from: number,
): { readonly attributes: ReadonlyMap<string, string>; readonly end: number } {
  // Most tags are only a name.
  if (html[from] === ">") return { attributes: none, end: from + 1 };
  const attributes = new Map<string, string>();
  let at = from;
  attribute.lastIndex = at;
  for (let match = attribute.exec(html); match !== null; match = attribute.exec(html)) {
    const [, name = "", double, single, bare] = match;
    const value = decodeHTMLAttribute(double ?? single ?? bare ?? "");
    if (!attributes.has(name.toLowerCase())) attributes.set(name.toLowerCase(), value);
    at = attribute.lastIndex;
  }
  tagEnd.lastIndex = at;
  return { attributes, end: tagEnd.test(html) ? tagEnd.lastIndex : html.length };
}

/** Where the tag begins that ends such an element. */
function endOfRaw(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}`, "gi");
  closing.lastIndex = from;
  return closing.exec(html)?.index ?? html.length;
}
