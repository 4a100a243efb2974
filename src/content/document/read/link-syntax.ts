import { decodeEntities, matchAt, oneLine } from "../../markdown/syntax/index.ts";

export interface LinkTarget {
  readonly address: string;
  readonly title?: string | undefined;
}

interface Match {
  readonly text: string;
  readonly end: number;
}

const quotedAddress = /<([^<>\\\n]*(?:\\.[^<>\\\n]*)*)>/y;
const title =
  /\s+(?:"([^"\\]*(?:\\[\s\S][^"\\]*)*)"|'([^'\\]*(?:\\[\s\S][^'\\]*)*)'|\(([^()\\]*(?:\\[\s\S][^()\\]*)*)\))/y;

export function linkTailAt(source: string, at: number): (LinkTarget & { end: number }) | undefined {
  const open = matchAt(/\(\s*/y, source, at);
  const address = open && addressAt(source, at + open[0].length);
  if (address === undefined) return undefined;
  const named = titleAt(source, address.end);
  const end = named?.end ?? address.end;
  const close = matchAt(/\s*\)/y, source, end);
  return close && { address: address.text, title: named?.text, end: end + close[0].length };
}

export function labelAt(source: string, at: number): Match | undefined {
  const [whole, text = ""] = matchAt(/\[((?:[^[\]\\]|\\[\s\S]){0,999})\]/y, source, at) ?? [];
  return whole === undefined ? undefined : { text, end: at + whole.length };
}

/** Labels are compared without case, and with white space collapsed. */
export function normalizeLabel(name: string): string {
  return name.trim().replace(/\s+/g, " ").toLowerCase().toUpperCase();
}

const definitionStart = /\[(?!\^)((?:[^[\]\\]|\\[\s\S]){1,999})\]:[ \t]*(?:\n[ \t]*)?/y;
const lineEnd = /[ \t]*(?:\n|$)/y;

export function definitionAt(source: string, at: number) {
  const [start, name = ""] = matchAt(definitionStart, source, at) ?? [];
  if (start === undefined || name.trim() === "" || endsInsideSyntax(name)) return undefined;
  const address = addressAt(source, at + start.length);
  if (address === undefined || (address.text === "" && source[at + start.length] !== "<")) return undefined;
  const label = normalizeLabel(name);
  const named = titleAt(source, address.end);
  const titleEnd = named && matchAt(lineEnd, source, named.end);
  if (titleEnd !== undefined)
    return {
      label,
      target: { address: address.text, title: named?.text },
      end: titleEnd.index + titleEnd[0].length,
    };
  const end = matchAt(lineEnd, source, address.end);
  return end && { label, target: { address: address.text }, end: end.index + end[0].length };
}

/** Whether the bracket after a label is inside of code, a formula or a tag. Then it closes no label. */
function endsInsideSyntax(name: string): boolean {
  const isInFormula = (name.match(/\$\$/g)?.length ?? 0) % 2 === 1;
  return isInFormula || name.lastIndexOf("<") > name.lastIndexOf(">") || leavesCodeOpen(name);
}

function leavesCodeOpen(name: string): boolean {
  let open = 0;
  for (let at = 0; at < name.length; at++) {
    if (name[at] === "\\" && open === 0) {
      at++;
      continue;
    }
    if (name[at] !== "`") continue;
    let end = at;
    while (name[end] === "`") end++;
    if (open === 0) open = end - at;
    else if (open === end - at) open = 0;
    at = end - 1;
  }
  return open > 0;
}

const maxBrackets = 32;

function addressAt(source: string, at: number): Match | undefined {
  const [quoted, inner = ""] = matchAt(quotedAddress, source, at) ?? [];
  if (quoted !== undefined) return { text: unescapeMarkdown(inner), end: at + quoted.length };
  if (source[at] === "<") return undefined;
  let open = 0;
  let end = at;
  for (; end < source.length; end++) {
    const character = source[end] ?? "";
    if (character === "\\" && /[!-/:-@[-`{-~]/.test(source[end + 1] ?? "")) end++;
    else if (character === "(") {
      if (++open > maxBrackets) return undefined;
    } else if (character === ")") {
      if (open-- === 0) break;
    } else if (character <= " ") break;
  }
  return open > 0 ? undefined : { text: unescapeMarkdown(source.slice(at, end)), end };
}

function titleAt(source: string, at: number): Match | undefined {
  const [whole, double, single, round] = matchAt(title, source, at) ?? [];
  if (whole === undefined) return undefined;
  return { text: oneLine(unescapeMarkdown(double ?? single ?? round ?? "")), end: at + whole.length };
}

export function unescapeMarkdown(text: string): string {
  return decodeEntities(
    text.replace(/\\([!-/:-@[-`{-~])|&/g, (whole, character: string | undefined) =>
      character === undefined ? whole : character === "&" ? "&#38;" : character,
    ),
  );
}

const urlInBrackets = /<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]{0,2048})>/y;
const email = /<([A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,8})>/y;

export function autolinkAt(source: string, at: number): (Match & { url: string }) | undefined {
  const [whole, url = ""] = matchAt(urlInBrackets, source, at) ?? [];
  if (whole !== undefined) return { url, text: url, end: at + whole.length };
  const [mail, name = ""] = matchAt(email, source, at) ?? [];
  return mail === undefined ? undefined : { url: `mailto:${name}`, text: name, end: at + mail.length };
}

/** The URL whose colon is at an offset. `before` is the text before it, with the scheme. */
export function bareUrlAt(source: string, at: number, before: string) {
  if (source[at + 1] !== "/") return undefined;
  const [, scheme] = /(?:^|[^A-Za-z0-9])(https?)$/i.exec(before.slice(-6)) ?? [];
  const [found] =
    scheme === undefined ? [] : (matchAt(/:\/\/[A-Za-z0-9][^\s<>[\]`"\\|]*/y, source, at) ?? []);
  if (scheme === undefined || found === undefined) return undefined;
  const rest = withoutTrailingPunctuation(found);
  if (!/^:\/\/[A-Za-z0-9]/.test(rest)) return undefined;
  return { scheme, url: scheme + rest, end: at + rest.length };
}

/** Trailing punctuation belongs to the sentence, as does a bracket that was opened before the URL. */
function withoutTrailingPunctuation(url: string): string {
  let unbalanced = 0;
  for (const character of url) {
    if (character === "(") unbalanced--;
    else if (character === ")") unbalanced++;
  }
  let end = url.length;
  for (; end > 0; end--) {
    const last = url[end - 1] ?? "";
    if (last === ")" && unbalanced > 0) unbalanced--;
    else if (!/[?!.,:;*_~'$&]/.test(last)) break;
  }
  return url.slice(0, end);
}
