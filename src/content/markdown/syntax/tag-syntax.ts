import { matchAt, oneLine } from "./text.ts";

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A block tag: `{% name key="value" %}`. */
export interface Tag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, Json>;
  /** The text after the name, for tags without attributes such as `{% if … %}`. */
  readonly argument: string;
  readonly end: number;
}

const opening = /\{%[ \t]*(@?[A-Za-z][A-Za-z0-9_/.-]*)/y;
const attribute =
  /\s+([A-Za-z_$][A-Za-z0-9_.$-]*)[ \t]*=[ \t]*(?:"([^"\\]*(?:\\[\s\S][^"\\]*)*)"|'([^'\\]*(?:\\[\s\S][^'\\]*)*)'|([[{])|([^\s"'%=[{][^\s%]*))/y;
const flag = /\s+([A-Za-z_$][A-Za-z0-9_.$-]*)(?=\s|%\})/y;
const ending = /\s*%\}/y;

/** The tag at an offset. Quoted values may have several lines. */
export function readTag(source: string, at: number): Tag | undefined {
  const [start, name = ""] = matchAt(opening, source, at) ?? [];
  if (start === undefined) return undefined;
  const attributes = new Map<string, Json>();
  const nameEnd = at + start.length;
  let end = nameEnd;
  for (;;) {
    const close = matchAt(ending, source, end);
    if (close !== undefined) {
      const argument = source.slice(nameEnd, end).trim();
      return { name, attributes, argument, end: end + close[0].length };
    }
    const found = readAttribute(source, end);
    if (found === undefined) break;
    attributes.set(found.name, found.value);
    end = found.end;
  }
  return readUnstructured(source, name, nameEnd);
}

function readAttribute(source: string, at: number): { name: string; value: Json; end: number } | undefined {
  const [matched, name, double, single, structure, bare] = matchAt(attribute, source, at) ?? [];
  if (matched === undefined || name === undefined) {
    const [text, key] = matchAt(flag, source, at) ?? [];
    return text === undefined || key === undefined
      ? undefined
      : { name: key, value: true, end: at + text.length };
  }
  if (structure !== undefined) return readStructure(source, name, at + matched.length - 1);
  const quoted = double ?? single;
  const value = quoted === undefined ? bareValue(bare ?? "") : quoted.replace(/\\(["'\\])/g, "$1");
  return { name, value, end: at + matched.length };
}

function bareValue(text: string): Json {
  if (text === "true" || text === "false") return text === "true";
  if (text === "null") return null;
  return /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : text;
}

const maxStructureLength = 65_536;

/** Reads an array or an object as JSON on one line. */
function readStructure(source: string, name: string, at: number) {
  let depth = 0;
  let isQuoted = false;
  for (let i = at; i < at + maxStructureLength; i++) {
    const character = source[i];
    // Outside strings, a percent sign is not JSON: the tag ends before its structure.
    if (character === undefined || character === "\n" || (character === "%" && !isQuoted)) return undefined;
    if (isQuoted && character === "\\") i++;
    else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === "[" || character === "{")) depth++;
    else if (!isQuoted && (character === "]" || character === "}") && --depth === 0) {
      try {
        return { name, value: JSON.parse(source.slice(at, i + 1)) as Json, end: i + 1 };
      } catch {
        return undefined;
      }
    }
  }
  return undefined;
}

/** Reads a tag with text instead of attributes, such as a condition. It ends on the same line. */
function readUnstructured(source: string, name: string, nameEnd: number): Tag | undefined {
  const close = source.indexOf("%}", nameEnd);
  const text = source.slice(nameEnd, Math.max(nameEnd, close));
  if (close < 0 || text.includes("\n")) return undefined;
  return { name, attributes: new Map(), argument: text.trim(), end: close + 2 };
}

export function attributeOf({ attributes }: Tag, name: string): string | undefined {
  const value = attributes.get(name);
  return value === undefined || typeof value === "object" ? undefined : String(value);
}

export function nonEmptyAttribute(tag: Tag | undefined, name: string): string | undefined {
  return (tag && attributeOf(tag, name)) || undefined;
}

export function flagOf(tag: Tag, name: string): true | undefined {
  return attributeOf(tag, name) === "true" ? true : undefined;
}

export function writeTag(
  name: string,
  values: Readonly<Record<string, string | number | boolean | undefined>> = {},
): string {
  const attributes = Object.entries(values).flatMap(([key, value]) =>
    value === undefined ? [] : ` ${key}="${escapeQuotes(oneLine(String(value)))}"`,
  );
  return `{% ${name}${attributes.join("")} %}`;
}

export function escapeQuotes(value: string): string {
  return value.replace(/[\\"]/g, "\\$&");
}

export const pairedTags = /^(?:hint|tabs|tab|code|stepper|step|columns|column|updates|update|prompt|if)$/;

/** Tags with an optional end tag. Their content is a caption or a link. */
export const optionalPairs =
  /^(?:embed|file|content-ref|openapi|swagger|openapi-(?:operation|schemas|webhook))$/;

export function isKnownTag({ name }: Pick<Tag, "name">): boolean {
  return pairedTags.test(name) || optionalPairs.test(name) || name === "include" || isIntegration(name);
}

export function isIntegration(name: string): boolean {
  return /^@[A-Za-z0-9_.-]+\/[A-Za-z0-9_.-]+$/.test(name);
}

/** The start tag or the end tag of a condition, wherever it is in a text. The group is present for an end tag. */
export const conditionTag = /\{%-?\s*(end)?if\b/gi;

/** The number of conditions that are open after a text, if this many are open before it. Tags in code are not recognized. */
export function conditionDepth(text: string, before: number): number {
  let depth = before;
  for (const isEnd of conditionEnds(text)) depth = Math.max(0, depth + (isEnd ? -1 : 1));
  return depth;
}

/** Whether a condition starts in a text without ending in it, or ends without starting. */
export function hasOpenCondition(text: string): boolean {
  let depth = 0;
  for (const isEnd of conditionEnds(text)) {
    depth += isEnd ? -1 : 1;
    if (depth < 0) return true;
  }
  return depth > 0;
}

function conditionEnds(text: string): boolean[] {
  if (!text.includes("{%")) return [];
  const withoutCode = text.replace(/`+[^`]*`+|<code\b[^<>]*>[^<]*<\/code>/gi, " ");
  return Array.from(withoutCode.matchAll(conditionTag), ([, end]) => end !== undefined);
}
