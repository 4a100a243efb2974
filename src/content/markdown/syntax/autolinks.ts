import { matchAt } from "./text.ts";

/** An address in text that is a link. Its text starts at the offset, or before it if it has a prefix. */
export interface Autolink {
  readonly url: string;
  readonly text: string;
  readonly end: number;
}

const urlInBrackets = /<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]{0,2048})>/y;
const email = /<([A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,8})>/y;

export function autolinkAt(source: string, at: number): Autolink | undefined {
  const [matchedUrl, url = ""] = matchAt(urlInBrackets, source, at) ?? [];
  if (matchedUrl !== undefined) return { url, text: url, end: at + matchedUrl.length };
  const [matched, name = ""] = matchAt(email, source, at) ?? [];
  return matched === undefined ? undefined : { url: `mailto:${name}`, text: name, end: at + matched.length };
}

/** Any character except white space, punctuation and ASCII symbols; in the rest of an address, only `<` is excluded. */
const hostCharacter = "[^\\s\\p{P}$+<=>^`|~]";
const host = new RegExp(`(?:${hostCharacter}|[-_.]){1,255}`, "uy");
const rest = /[^\s<]*/y;
const scheme = /(?:^|[^A-Za-z])(https?|ftp)$/i;

/** The URL whose colon is at an offset. In square brackets, it ends at the closing one. */
export function bareUrlAt(
  source: string,
  at: number,
  isBracketed: boolean,
): (Autolink & { prefix: string }) | undefined {
  if (source[at + 1] !== "/" || source[at + 2] !== "/") return undefined;
  const [, prefix] = scheme.exec(source.slice(Math.max(0, at - 6), at)) ?? [];
  if (prefix === undefined || !isHostAt(source, at + 3, 0)) return undefined;
  const url = prefix + source.slice(at, addressEnd(source, at, isBracketed));
  return { prefix, url, text: url, end: at + url.length - prefix.length };
}

/** The address without a scheme at an offset, where `www.` is. */
export function wwwAddressAt(source: string, at: number, isBracketed: boolean): Autolink | undefined {
  if (!/[\s*_~(]/.test(source[at - 1] ?? " ") || !isHostAt(source, at, 2)) return undefined;
  const end = addressEnd(source, at, isBracketed);
  const text = source.slice(at, end);
  return { url: `http://${text}`, text, end };
}

const localCharacter = /[A-Za-z0-9.+_-]/;
const maxLocalLength = 64;
const domain = /@[A-Za-z0-9_-]+(?:\.[A-Za-z0-9][A-Za-z0-9_-]*)+/y;

/** The e-mail address whose `@` is at an offset, with `mailto:` if that precedes it. After a slash, it is part of a path. */
export function emailAt(source: string, at: number): (Autolink & { prefix: string }) | undefined {
  let start = at;
  while (start > 0 && at - start <= maxLocalLength && localCharacter.test(source[start - 1] ?? "")) start--;
  if (start === at || at - start > maxLocalLength || /[\\/]/.test(source[start - 1] ?? "")) return undefined;
  const [matched] = matchAt(domain, source, at) ?? [];
  const end = at + (matched?.length ?? 0);
  if (matched === undefined || !/[A-Za-z]$/.test(matched) || source[end] === "@") return undefined;
  const address = source.slice(start, end);
  const [mailto = ""] = /(?<![A-Za-z])mailto:$/i.exec(source.slice(Math.max(0, start - 8), start)) ?? [];
  const prefix = mailto + source.slice(start, at);
  return { prefix, url: `mailto:${address}`, text: mailto + address, end };
}

/**
 * Whether a host name with at least this many periods is at an offset. Its last two parts have no underscores, except at the
 * end: these may be the delimiter of a mark.
 */
function isHostAt(source: string, at: number, minPeriods: number): boolean {
  const [matched = ""] = matchAt(host, source, at) ?? [];
  const name = matched.replace(/(?<![._])[._]+$/, "");
  const parts = name.split(".");
  if (parts.length <= minPeriods || parts.slice(-2).some((part) => part.includes("_"))) return false;
  return /^[^-._]/.test(name);
}

/** The end of an address, without the punctuation of the sentence around it. */
function addressEnd(source: string, at: number, isBracketed: boolean): number {
  const address = isBracketed
    ? source.slice(at, bracketedEnd(source, at))
    : (matchAt(rest, source, at)?.[0] ?? "");
  return at + withoutTrailingPunctuation(address).length;
}

/** The end of an address, at most at the first square bracket that closes none in it. Nothing after the end is read. */
function bracketedEnd(source: string, at: number): number {
  const stop = /[\s<[\]]/g;
  stop.lastIndex = at;
  let open = 0;
  for (let match = stop.exec(source); match !== null; match = stop.exec(source)) {
    if (match[0] === "[") open++;
    else if (match[0] !== "]" || --open < 0) return match.index;
  }
  return source.length;
}

/** Removes punctuation that belongs to the sentence: trailing characters, an entity, and a bracket opened before the URL. */
function withoutTrailingPunctuation(url: string): string {
  let unbalanced = 0;
  for (const [bracket] of url.matchAll(/[()]/g)) unbalanced += bracket === ")" ? 1 : -1;
  let end = url.length;
  for (; end > 0; end--) {
    const last = url[end - 1] ?? "";
    if (last === ")" && unbalanced > 0) unbalanced--;
    else if (last === ";") end = entityStart(url, end - 1) + 1;
    else if (!/[?!.,:*_~'"]/.test(last)) break;
  }
  return url.slice(0, end);
}

/** The offset of the ampersand of an entity that ends at an offset; the offset itself if there is none. */
function entityStart(url: string, semicolon: number): number {
  let at = semicolon;
  while (at > 0 && /[A-Za-z]/.test(url[at - 1] ?? "")) at--;
  return at < semicolon && url[at - 1] === "&" ? at - 1 : semicolon;
}
