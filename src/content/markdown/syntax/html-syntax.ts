import { decodeHTMLStrict } from "entities";
import { matchAt, oneLine } from "./text.ts";

export interface HtmlTag {
  readonly name: string;
  readonly isClosing: boolean;
  readonly attributes: ReadonlyMap<string, string>;
  readonly end: number;
}

const tagName = /<(\/?)([A-Za-z][A-Za-z0-9-]*)/y;
const attribute = /\s+([A-Za-z_:][A-Za-z0-9_.:-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/y;
const tagEnd = /\s*\/?>/y;
/** The maximum length of a tag, which limits repeated scanning. */
const maxTagLength = 8192;

export function readHtmlTag(source: string, at: number): HtmlTag | undefined {
  const start = matchAt(tagName, source, at);
  if (start === undefined) return undefined;
  const attributes = new Map<string, string>();
  let end = at + start[0].length;
  while (end - at < maxTagLength) {
    const match = matchAt(attribute, source, end);
    if (match === undefined) break;
    const [matched, name = "", double, single, bare] = match;
    const key = name.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, decodeEntities(double ?? single ?? bare ?? ""));
    end += matched.length;
  }
  const closing = matchAt(tagEnd, source, end);
  if (closing === undefined || end - at >= maxTagLength) return undefined;
  const [, slash, name = ""] = start;
  return { name: name.toLowerCase(), isClosing: slash === "/", attributes, end: end + closing[0].length };
}

export function decodeEntities(text: string): string {
  return text.includes("&") ? decodeHTMLStrict(text) : text;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>]/g, (character) =>
    character === "&" ? "&#x26;" : character === "<" ? "&#x3C;" : "&#x3E;",
  );
}

/** Writes attributes, each with a space before it. True is written without a value. */
export function htmlAttributes(values: Readonly<Record<string, string | number | true | undefined>>): string {
  return Object.entries(values)
    .map(([name, value]) => {
      if (value === undefined) return "";
      return value === true
        ? ` ${name}`
        : ` ${name}="${oneLine(escapeHtml(String(value)).replaceAll('"', "&#x22;"))}"`;
    })
    .join("");
}
