import { decodeEntities, matchAt, oneLine } from "../../markdown/syntax/index.ts";

/** Where a link leads, and what it is called. */
export interface LinkTarget {
  readonly address: string;
  readonly title?: string;
}

const opening = /\(\s*/y;
const quotedAddress = /<([^<>\\\n]*(?:\\.[^<>\\\n]*)*)>/y;
const title =
  /\s+(?:"([^"\\]*(?:\\[\s\S][^"\\]*)*)"|'([^'\\]*(?:\\[\s\S][^'\\]*)*)'|\(([^()\\]*(?:\\[\s\S][^()\\]*)*)\))/y;
const closing = /\s*\)/y;
const label = /\[((?:[^[\]\\]|\\[\s\S]){0,999})\]/y;

/** Behind the text of a link: where it leads, between brackets. */
export function linkTailAt(source: string, at: number): (LinkTarget & { end: number }) | undefined {
  const open = matchAt(opening, source, at);
  if (open === undefined) return undefined;
  const address = addressAt(source, at + open[0].length);
  if (address === undefined) return undefined;
  const named = titleAt(source, address.end);
  const end = named?.end ?? address.end;
  const close = matchAt(closing, source, end);
  if (close === undefined) return undefined;
  return { address: address.text, ...(named && { title: named.text }), end: end + close[0].length };
}

/** The name of a definition, between square brackets. */
export function labelAt(source: string, at: number): { text: string; end: number } | undefined {
  const [whole, text = ""] = matchAt(label, source, at) ?? [];
  return whole === undefined ? undefined : { text, end: at + whole.length };
}

/** Names are the same however they are spaced and capitalized. */
export function normalizeLabel(name: string): string {
  return name.trim().replace(/\s+/g, " ").toLowerCase().toUpperCase();
}

const definitionStart = /\[(?!\^)((?:[^[\]\\]|\\[\s\S]){1,999})\]:[ \t]*(?:\n[ \t]*)?/y;
const lineEnd = /[ \t]*(?:\n|$)/y;

/** A definition that begins here and fills its lines. */
export function definitionAt(
  source: string,
  at: number,
): { label: string; definition: LinkTarget; end: number } | undefined {
  const [start, name = ""] = matchAt(definitionStart, source, at) ?? [];
  if (start === undefined || name.trim() === "" || isCutOff(name)) return undefined;
  const address = addressAt(source, at + start.length);
  if (address === undefined || (address.text === "" && source[at + start.length] !== "<")) return undefined;
  const named = titleAt(source, address.end);
  const whole = named && matchAt(lineEnd, source, named.end);
  const alone = whole === undefined ? matchAt(lineEnd, source, address.end) : undefined;
  if (whole === undefined && alone === undefined) return undefined;
  return {
    label: normalizeLabel(name),
    definition: { address: address.text, ...(whole && named && { title: named.text }) },
    end: whole === undefined ? address.end + (alone?.[0].length ?? 0) : (named?.end ?? 0) + whole[0].length,
  };
}

/** Whether the bracket behind this is inside of code, a formula or a tag: then it is the text of a link. */
function isCutOff(name: string): boolean {
  const isInFormula = (name.match(/\$\$/g)?.length ?? 0) % 2 === 1;
  return isInFormula || name.lastIndexOf("<") > name.lastIndexOf(">") || leavesCodeOpen(name);
}

function leavesCodeOpen(name: string): boolean {
  let open = 0;
  for (let at = 0; at < name.length; at++) {
    // In code a backslash is only that.
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

/** Brackets within an address, at most. */
const maxBrackets = 32;

function addressAt(source: string, at: number): { text: string; end: number } | undefined {
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

function titleAt(source: string, at: number): { text: string; end: number } | undefined {
  const [whole, double, single, round] = matchAt(title, source, at) ?? [];
  if (whole === undefined) return undefined;
  const text = oneLine(unescapeMarkdown(double ?? single ?? round ?? ""));
  return { text, end: at + whole.length };
}

export function unescapeMarkdown(text: string): string {
  return decodeEntities(
    text.replace(/\\([!-/:-@[-`{-~])|&/g, (whole, character: string | undefined) =>
      character === undefined ? whole : character === "&" ? "&#38;" : character,
    ),
  );
}

const address = /<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]{0,2048})>/y;
const email = /<([A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,8})>/y;

/** An address between angle brackets. */
export function autolinkAt(
  source: string,
  at: number,
): { url: string; text: string; end: number } | undefined {
  const [whole, url = ""] = matchAt(address, source, at) ?? [];
  if (whole !== undefined) return { url, text: url, end: at + whole.length };
  const [mail, name = ""] = matchAt(email, source, at) ?? [];
  return mail === undefined ? undefined : { url: `mailto:${name}`, text: name, end: at + mail.length };
}

const rest = /:\/\/[A-Za-z0-9][^\s<>[\]`"\\|]*/y;

/** An address that stands in the text as it is. The colon is here; its scheme has been read already. */
export function bareUrlAt(
  source: string,
  at: number,
  before: string,
): { scheme: string; url: string; end: number } | undefined {
  if (source[at + 1] !== "/") return undefined;
  const [, scheme] = /(?:^|[^A-Za-z0-9])(https?)$/i.exec(before.slice(-6)) ?? [];
  const [found] = scheme === undefined ? [] : (matchAt(rest, source, at) ?? []);
  if (scheme === undefined || found === undefined) return undefined;
  const kept = withoutTrail(found);
  // A lone scheme, or one with nothing but marks behind it, is no address.
  if (!/^:\/\/[A-Za-z0-9]/.test(kept)) return undefined;
  return { scheme, url: scheme + kept, end: at + kept.length };
}

/** Marks at the end belong to the sentence, and so does a bracket that was opened before the address. */
function withoutTrail(found: string): string {
  let closing = 0;
  for (const character of found) {
    if (character === "(") closing--;
    else if (character === ")") closing++;
  }
  let end = found.length;
  for (; end > 0; end--) {
    const last = found[end - 1] ?? "";
    if (last === ")" && closing > 0) closing--;
    else if (!/[?!.,:;*_~'$&]/.test(last)) break;
  }
  return found.slice(0, end);
}
