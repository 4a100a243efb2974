import { decodeEntities } from "./html-syntax.ts";
import { matchAt, oneLine } from "./text.ts";

export interface LinkTarget {
  readonly destination: string;
  readonly title?: string | undefined;
}

interface Match {
  readonly text: string;
  readonly end: number;
}

const bracketedDestination = /<([^<>\\\n]*(?:\\.[^<>\\\n]*)*)>/y;
const titlePattern =
  /\s+(?:"([^"\\]*(?:\\[\s\S][^"\\]*)*)"|'([^'\\]*(?:\\[\s\S][^'\\]*)*)'|\(([^()\\]*(?:\\[\s\S][^()\\]*)*)\))/y;

export function linkTailAt(source: string, at: number): (LinkTarget & { end: number }) | undefined {
  const open = matchAt(/\(\s*/y, source, at);
  const destination = open && destinationAt(source, at + open[0].length);
  if (destination === undefined) return undefined;
  const title = titleAt(source, destination.end);
  const end = title?.end ?? destination.end;
  const close = matchAt(/\s*\)/y, source, end);
  return close && { destination: destination.text, title: title?.text, end: end + close[0].length };
}

export function labelAt(source: string, at: number): Match | undefined {
  const [matched, text = ""] = matchAt(/\[((?:[^[\]\\]|\\[\s\S]){0,999})\]/y, source, at) ?? [];
  return matched === undefined ? undefined : { text, end: at + matched.length };
}

/** Normalizes a label for comparison: case is folded, white space collapsed. */
export function normalizeLabel(name: string): string {
  return name.trim().replace(/\s+/g, " ").toLowerCase().toUpperCase();
}

const definitionStart = /\[(?!\^)((?:[^[\]\\]|\\[\s\S]){1,999})\]:[ \t]*(?:\n[ \t]*)?/y;
const lineEnd = /[ \t]*(?:\n|$)/y;

export interface LinkDefinition {
  readonly label: string;
  readonly target: LinkTarget;
  readonly end: number;
}

/** The link definitions at the start of a paragraph, and the offset after them. */
export function definitionsIn(source: string): { definitions: LinkDefinition[]; end: number } {
  const definitions: LinkDefinition[] = [];
  let end = 0;
  for (let found = definitionAt(source, 0); found !== undefined; found = definitionAt(source, end)) {
    definitions.push(found);
    end = found.end;
  }
  return { definitions, end };
}

function definitionAt(source: string, at: number): LinkDefinition | undefined {
  const [start, name = ""] = matchAt(definitionStart, source, at) ?? [];
  if (start === undefined || name.trim() === "" || endsInsideSyntax(name)) return undefined;
  const destination = destinationAt(source, at + start.length);
  if (destination === undefined || (destination.text === "" && source[at + start.length] !== "<"))
    return undefined;
  const label = normalizeLabel(name);
  const title = titleAt(source, destination.end);
  const titleEnd = title && matchAt(lineEnd, source, title.end);
  if (titleEnd !== undefined)
    return {
      label,
      target: { destination: destination.text, title: title?.text },
      end: titleEnd.index + titleEnd[0].length,
    };
  const end = matchAt(lineEnd, source, destination.end);
  return end && { label, target: { destination: destination.text }, end: end.index + end[0].length };
}

/** Whether a label ends inside code, a formula or a tag. The bracket after it then does not close the label. */
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

function destinationAt(source: string, at: number): Match | undefined {
  const [quoted, inner = ""] = matchAt(bracketedDestination, source, at) ?? [];
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

function titleAt(source: string, at: number): { text: string | undefined; end: number } | undefined {
  const [matched, double, single, parenthesized] = matchAt(titlePattern, source, at) ?? [];
  if (matched === undefined) return undefined;
  const text = oneLine(unescapeMarkdown(double ?? single ?? parenthesized ?? ""));
  return { text: text || undefined, end: at + matched.length };
}

export function unescapeMarkdown(text: string): string {
  if (!text.includes("\\") && !text.includes("&")) return text;
  return decodeEntities(
    text.replace(/\\([!-/:-@[-`{-~])|&/g, (matched, character: string | undefined) =>
      character === undefined ? matched : character === "&" ? "&#38;" : character,
    ),
  );
}
