import {
  alignmentsOf,
  conflictStart,
  escapeHtml,
  LookAhead,
  oneLine,
  readHtmlTag,
} from "../../markdown/syntax/index.ts";
import { emojiCode } from "../model/index.ts";

/** What stands around a text that is written. */
export interface Around {
  /** Whether something follows on the same line. */
  readonly isFollowed: boolean;
  /** Inside of square brackets. */
  readonly isBracketed?: boolean;
}

const special = /[\\`*_~$[\]!<&:{]/g;

/** Text in which nothing but text will be read. Line breaks stay as they are. */
export function escapeText(text: string, around: Around): string {
  const ahead = new LookAhead(text);
  let result = "";
  let done = 0;
  special.lastIndex = 0;
  for (let match = special.exec(text); match !== null; match = special.exec(text)) {
    const at = match.index;
    const raw = match[0] === "<" ? rawHtmlAt(text, at, ahead) : undefined;
    if (raw !== undefined) {
      special.lastIndex = at + raw.length;
      continue;
    }
    if (!isSpecial(text, at, match[0], around, ahead)) continue;
    result += text.slice(done, at) + (match[0] === "&" ? "&amp;" : `\\${match[0]}`);
    done = at + 1;
  }
  return result + text.slice(done);
}

function isSpecial(
  text: string,
  at: number,
  character: string,
  { isFollowed, isBracketed }: Around,
  ahead: LookAhead,
): boolean {
  const [before = "", next = ""] = [text[at - 1], text[at + 1]];
  const isEdge = before === "" || next === "";
  switch (character) {
    case "\\":
      return next === "" || /[!-/:-@[-`{-~\s]/.test(next);
    case "_":
      return !(/[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(next));
    case "~":
    case "$":
      return isEdge || before === character || next === character;
    case "]":
      return isBracketed === true;
    case "!":
      return next === "" && isFollowed;
    case "<":
      // Within a line, nothing has begun without an end further on.
      if (!isFollowed && /\S/.test(before) && ahead.indexOf(">", at) < 0) return false;
      return next === "" || /[A-Za-z/!?]/.test(next);
    case "&":
      return /^&(?:#\w{1,8}|[A-Za-z][A-Za-z0-9]{1,31});/.test(text.slice(at, at + 36));
    case ":":
      return isColonSpecial(text, at, isFollowed);
    case "{":
      return next === "%" || next === "";
    default:
      return true;
  }
}

function isColonSpecial(text: string, at: number, isFollowed: boolean): boolean {
  if (text.startsWith("://", at))
    return /(?:^|[^A-Za-z0-9])https?$/i.test(text.slice(Math.max(0, at - 6), at));
  const [, name = "", end] = /^:([a-z0-9_+-]{1,64})(:|$)/.exec(text.slice(at, at + 66)) ?? [];
  return end === ":"
    ? emojiCode(name) !== undefined
    : end === "" && isFollowed && at + 1 + name.length === text.length;
}

/** Elements that mean something where they stand in text; all others are only text. */
const meaningful =
  /^(?:a|b|strong|i|em|del|s|strike|code|kbd|sup|sub|mark|br|img|picture|span|figure|table|pre|script|style|textarea|p|h[1-6]|div|details|summary)$/;

/** A tag or a comment that means nothing here: as it is, it is read as the text that it is. */
function rawHtmlAt(text: string, at: number, ahead: LookAhead): string | undefined {
  const line = ahead.indexOf("\n", at);
  if (text.startsWith("<!--", at)) {
    const end = ahead.indexOf("-->", at + 4);
    const isWithin = end >= 0 && (line < 0 || end < line) && at > 0 && text[at - 1] !== "\n";
    return isWithin ? text.slice(at, end + 3) : undefined;
  }
  const tag = readHtmlTag(text, at);
  if (tag === undefined || meaningful.test(tag.name) || (line >= 0 && line < tag.end)) return undefined;
  return text.slice(at, tag.end);
}

/** Text between tags in which nothing but text will be read. A line break is one of HTML. */
export function escapeHtmlText(text: string): string {
  return escapeHtml(text)
    .replace(/:(?=[a-z0-9_+-]{1,64}(?::|$))/g, "&#x3A;")
    .replaceAll("\n", "<br>");
}

/** White space at the beginning and the end of a line would be lost. */
export function encodeEdgeSpaces(line: string): string {
  const start = line.length - line.trimStart().length;
  if (start === line.length) return spelt(line);
  const end = line.trimEnd().length;
  return spelt(line.slice(0, start)) + line.slice(start, end) + spelt(line.slice(end));
}

function spelt(space: string): string {
  return Array.from(
    space,
    (character) => `&#x${(character.codePointAt(0) ?? 32).toString(16).toUpperCase()};`,
  ).join("");
}

const blockStart = /^(?:#{1,6}(?=\s|$)|>|[-+](?=\s|$)|-+\s*$|=+\s*$|-{3,})/;

/** The line of a paragraph that would be read as the beginning of something else. */
export function escapeLineStart(line: string): string {
  const [, number, mark] = /^(\d{1,9})([.)])(?=\s|$)/.exec(line) ?? [];
  if (number !== undefined) return `${number}\\${mark}${line.slice(number.length + 1)}`;
  const isStart = blockStart.test(line) || line === conflictStart || alignmentsOf(line) !== undefined;
  return isStart ? `\\${line}` : line;
}

/** A sign that begins an entity. Without a semicolon there is none, and addresses are full of these signs. */
const entityStart = /&(?=#?[A-Za-z0-9]+;)/g;

/** What is not text, but in which backslashes and entities mean something all the same. */
export function escapeLiteral(text: string): string {
  return text.replace(/\\(?=[!-/:-@[-`{-~]|$)/g, "\\\\").replace(entityStart, "&amp;");
}

/** Where a link leads, as it is written between its brackets. */
export function writeDestination(address: string): string {
  const plain = address.replace(/[\n\r]/g, (character) => (character === "\n" ? "%0A" : "%0D"));
  const escaped = escapeLiteral(plain);
  return /^[^\s()<>\p{Cc}]+$/u.test(escaped) ? escaped : `<${escaped.replace(/[<>]/g, "\\$&")}>`;
}

/** A title, between quotes. */
export function writeTitle(title: string): string {
  const text = oneLine(title).replace(/\\(?=[!-/:-@[-`{-~]|$)|"/g, "\\$&");
  return `"${text.replace(entityStart, "&amp;")}"`;
}

/** Code within a line, in as many backticks as keep it apart from those within. */
export function writeCodeSpan(code: string): string {
  const runs = new Set((code.match(/`+/g) ?? []).map((run) => run.length));
  let length = 1;
  while (runs.has(length)) length++;
  const fence = "`".repeat(length);
  const isPadded = /^`|`$/.test(code) || (/^ .* $/.test(code) && code.trim() !== "");
  return isPadded ? `${fence} ${code} ${fence}` : fence + code + fence;
}
