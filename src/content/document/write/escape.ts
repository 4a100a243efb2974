import {
  alignmentsOf,
  conflictStart,
  escapeHtml,
  LookAhead,
  oneLine,
  readHtmlTag,
} from "../../markdown/syntax/index.ts";
import { emojiCode } from "../model/index.ts";

/** The context of a text: whether more text follows on its line, and whether it is in square brackets. */
interface TextContext {
  readonly isFollowed: boolean;
  readonly isBracketed?: boolean;
}

const special = /[\\`*_~$[\]!<&:{@]|www\./g;

/** Escapes the characters that would be read as syntax. Line breaks are kept. */
export function escapeText(text: string, context: TextContext): string {
  const ahead = new LookAhead(text);
  let result = "";
  let copiedTo = 0;
  special.lastIndex = 0;
  for (let match = special.exec(text); match !== null; match = special.exec(text)) {
    const at = match.index;
    const raw = match[0] === "<" ? rawHtmlAt(text, at, ahead) : undefined;
    if (raw !== undefined) {
      special.lastIndex = at + raw.length;
      continue;
    }
    if (!isSpecial(text, at, context, ahead)) continue;
    result += text.slice(copiedTo, at) + escaped(match[0]);
    copiedTo = at + match[0].length;
  }
  return result + text.slice(copiedTo);
}

function escaped(syntax: string): string {
  if (syntax === "&") return "&amp;";
  return syntax === "www." ? "www\\." : `\\${syntax}`;
}

function isSpecial(
  text: string,
  at: number,
  { isFollowed, isBracketed }: TextContext,
  ahead: LookAhead,
): boolean {
  const [before = "", character, next = ""] = [text[at - 1], text[at], text[at + 1]];
  switch (character) {
    case "\\":
      return next === "" || /[!-/:-@[-`{-~\s]/.test(next);
    case "_":
      return !(/[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(next));
    case "~":
      return !(/\s/.test(before) && /\s/.test(next));
    case "$":
      return before === "" || next === "" || before === character || next === character;
    case "w":
      return /^$|[\s*_~(]/.test(before) && /^www\.\S/.test(text.slice(at, at + 5));
    case "@":
      // In brackets, an address is the text of the link around it.
      if (isBracketed) return false;
      return (
        /[A-Za-z0-9.+_-]/.test(before) && /^@[A-Za-z0-9_-]{1,255}\.[A-Za-z0-9]/.test(text.slice(at, at + 258))
      );
    case "]":
      return isBracketed === true;
    case "!":
      return next === "" && isFollowed;
    case "<":
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
    return /(?:^|[^A-Za-z])(?:https?|ftp)$/i.test(text.slice(Math.max(0, at - 6), at));
  const [, name = "", end] = /^:([a-z0-9_+-]{1,64})(:|$)/.exec(text.slice(at, at + 66)) ?? [];
  return end === ":"
    ? emojiCode(name) !== undefined
    : end === "" && isFollowed && at + 1 + name.length === text.length;
}

const knownElements =
  /^(?:a|b|button|blockquote|li|ol|ul|strong|i|em|del|s|strike|code|kbd|sup|sub|mark|br|hr|img|picture|span|figure|table|pre|script|style|textarea|p|h[1-6]|div|details|summary)$/;

/** The tag at an offset, if it is read as text and needs no escape. */
function rawHtmlAt(text: string, at: number, ahead: LookAhead): string | undefined {
  const line = ahead.indexOf("\n", at);
  const tag = readHtmlTag(text, at);
  if (tag === undefined || knownElements.test(tag.name) || (line >= 0 && line < tag.end)) return undefined;
  return text.slice(at, tag.end);
}

/** Escapes text for HTML. Line breaks become `<br>`, and colons that look like emoji names are escaped. */
export function escapeHtmlText(text: string): string {
  return escapeHtml(text)
    .replace(/:(?=[a-z0-9_+-]{1,64}(?::|$))/g, "&#x3A;")
    .replaceAll("\n", "<br>");
}

export function encodeEdgeSpaces(line: string): string {
  const start = line.length - line.trimStart().length;
  if (start === line.length) return toEntities(line);
  const end = line.trimEnd().length;
  return toEntities(line.slice(0, start)) + line.slice(start, end) + toEntities(line.slice(end));
}

function toEntities(space: string): string {
  return Array.from(
    space,
    (character) => `&#x${(character.codePointAt(0) ?? 32).toString(16).toUpperCase()};`,
  ).join("");
}

const blockStart = /^(?:#{1,6}(?=\s|$)|>|[-+](?=\s|$)|-+\s*$|=+\s*$|-{3,})/;

/** Escapes the start of a line that would be read as the start of a block. */
export function escapeLineStart(line: string): string {
  const [, number, mark] = /^(\d{1,9})([.)])(?=\s|$)/.exec(line) ?? [];
  if (number !== undefined) return `${number}\\${mark}${line.slice(number.length + 1)}`;
  // A colon after the number of a footnote would make it a definition.
  const [note] = /^\[\^[^\s[\]^]{1,128}\](?=:)/.exec(line) ?? [];
  if (note !== undefined) return `${note}\\${line.slice(note.length)}`;
  const isStart = blockStart.test(line) || line === conflictStart || alignmentsOf(line) !== undefined;
  return isStart ? `\\${line}` : line;
}

/** The start of an entity. An ampersand without a semicolon, as in URLs, needs no escape. */
const entityStart = /&(?=#?[A-Za-z0-9]+;)/g;

/** Escapes backslashes and entities, for link destinations and info strings. */
export function escapeLiteral(text: string): string {
  return text.replace(/\\(?=[!-/:-@[-`{-~]|$)/g, "\\\\").replace(entityStart, "&amp;");
}

export function writeDestination(destination: string): string {
  const plain = destination.replace(/[\n\r]/g, (character) => (character === "\n" ? "%0A" : "%0D"));
  const escaped = escapeLiteral(plain);
  return /^[^\s()<>\p{Cc}]+$/u.test(escaped) ? escaped : `<${escaped.replace(/[<>]/g, "\\$&")}>`;
}

export function writeTitle(title: string): string {
  const text = oneLine(title).replace(/\\(?=[!-/:-@[-`{-~]|$)|"/g, "\\$&");
  return `"${text.replace(entityStart, "&amp;")}"`;
}

export function writeLink(text: string, destination: string, title = ""): string {
  return `[${text}](${writeDestination(destination)}${title === "" ? "" : ` ${writeTitle(title)}`})`;
}

export function escapeLabel(text: string): string {
  return escapeText(text, { isBracketed: true, isFollowed: true });
}

/** Writes a code span. The length of its delimiters differs from all runs of backticks in the code. */
export function writeCodeSpan(code: string): string {
  const runs = new Set((code.match(/`+/g) ?? []).map((run) => run.length));
  let length = 1;
  while (runs.has(length)) length++;
  const fence = "`".repeat(length);
  const isPadded = /^`|`$/.test(code) || (/^ .* $/s.test(code) && /[^ ]/.test(code));
  return isPadded ? `${fence} ${code} ${fence}` : fence + code + fence;
}
