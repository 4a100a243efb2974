import type { ListStyle } from "./raw-blocks.ts";
import type { Tag } from "./tag-syntax.ts";

const atxHeading = /^(#{1,6})(?:[ \t]+|$)/;
/** With `s`, since what is no line break here would be one to a dot, and be looked for behind each of the tildes. */
const fence = /^(`{3,})([^`]*)$|^(~{3,})(.*)$/s;
const divider = /^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const listMark = /^(?:([-+*])|(\d{1,9})([.)]))(?=[ \t]|$)/;
const footnote = /^\[\^([^\s[\]^]{1,128})\]:[ \t]*/;
const setext = /^(?:=+|-+)[ \t]*$/;

export function headingAt(text: string): { level: number; text: string } | undefined {
  const [mark, hashes = ""] = atxHeading.exec(text) ?? [];
  if (mark === undefined) return undefined;
  return { level: hashes.length, text: withoutClosingHashes(text.slice(mark.length).trim()) };
}

/** The text of a heading, without the hashes that may close it. */
export function withoutClosingHashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === "#") end--;
  const isClosing = end === 0 || text[end - 1] === " " || text[end - 1] === "\t";
  return isClosing ? text.slice(0, end).trimEnd() : text;
}

export function fenceAt(text: string): { mark: string; info: string } | undefined {
  const [, ticks, tickInfo, tildes, tildeInfo] = fence.exec(text) ?? [];
  const mark = ticks ?? tildes;
  return mark === undefined ? undefined : { mark, info: (tickInfo ?? tildeInfo ?? "").trim() };
}

/** Whether this line closes code that began with such a mark. */
export function closesFence(text: string, mark: string): boolean {
  const line = text.trimEnd();
  return line.length >= mark.length && line === (mark[0] ?? "").repeat(line.length);
}

export function isDivider(text: string): boolean {
  return divider.test(text);
}

/** The level of the heading that a line of this kind makes of the text above it. */
export function underlineLevel(text: string): 1 | 2 | undefined {
  return setext.test(text) ? (text.startsWith("=") ? 1 : 2) : undefined;
}

export function listMarkAt(text: string): { style: ListStyle; length: number } | undefined {
  const [whole, bullet, number, behind = ""] = listMark.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const style: ListStyle =
    bullet === undefined
      ? { kind: "list", isOrdered: true, mark: behind, start: Number(number) }
      : { kind: "list", isOrdered: false, mark: bullet, start: 1 };
  return { style, length: whole.length };
}

export function footnoteAt(text: string): { label: string; length: number } | undefined {
  const [whole, label = ""] = footnote.exec(text) ?? [];
  return whole === undefined ? undefined : { label, length: whole.length };
}

/** Tags that need an end tag. */
export const pairedTags = /^(?:hint|tabs|tab|code|stepper|step|columns|column|if)$/;

/** Tags that may have an end tag, with a caption or a link in between. */
export const optionalPairs =
  /^(?:embed|file|content-ref|openapi|swagger|openapi-(?:operation|schemas|webhook))$/;

export function isKnownTag({ name }: Pick<Tag, "name">): boolean {
  return pairedTags.test(name) || optionalPairs.test(name) || name === "include" || isIntegration(name);
}

export function isIntegration(name: string): boolean {
  return /^@[A-Za-z0-9_.-]+\/[A-Za-z0-9_.-]+$/.test(name);
}

/** Elements that are blocks of their own here. */
const elements =
  /^<(?:(figure|table|pre|script|style|textarea)(?=[\s>/]|$)|(p|h[1-6])(?=\s+align\s*=)|(div)(?:\s[^<>]*)?>[ \t]*<(?:figure|table|picture|img)\b|(!--))/i;

/** The element that begins here, by its name, and what closes it. */
export function elementAt(text: string): { name: string; closing: RegExp } | undefined {
  const [whole, plain, aligned, wrapper] = elements.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const name = (plain ?? aligned ?? wrapper ?? "!--").toLowerCase();
  return { name, closing: name === "!--" ? /-->/ : new RegExp(`</${name}\\s*>`, "i") };
}

/** The conflict markers of merged documents. */
export const conflictStart = "<<<<<<< change request";
export const conflictMiddle = "=======";
export const conflictEnd = ">>>>>>> primary content";

/** Recognizes conflict markers line by line. Outside of a conflict, the middle marker is the underline of a heading. */
export class ConflictMarkers {
  #isOpen = false;

  isMarker(line: string): boolean {
    if (line === conflictStart) this.#isOpen = true;
    else if (line === conflictEnd && this.#isOpen) this.#isOpen = false;
    else return this.#isOpen && line === conflictMiddle;
    return true;
  }
}

/** The alignments in the delimiter row of a table; undefined if the line is no delimiter row. */
export function alignmentsOf(text: string): ("left" | "center" | "right" | undefined)[] | undefined {
  if (!/^[|:\- \t]+$/.test(text) || !text.includes("-")) return undefined;
  const cells = cellsOf(text).map((cell) => cell.trim());
  if (!cells.every((cell) => /^:?-+:?$/.test(cell))) return undefined;
  return cells.map((cell) => {
    const [left, right] = [cell.startsWith(":"), cell.endsWith(":")];
    return left && right ? "center" : right ? "right" : left ? "left" : undefined;
  });
}

/** The cells of a table row. An escaped bar is part of its cell. Other escapes are kept. */
export function cellsOf(row: string): string[] {
  const text = row.trim();
  const cells: string[] = [];
  let start = text.startsWith("|") ? 1 : 0;
  for (let at = text.indexOf("|", start); at >= 0; at = text.indexOf("|", at + 1)) {
    if (text[at - 1] === "\\") continue;
    cells.push(text.slice(start, at));
    start = at + 1;
  }
  if (start < text.length) cells.push(text.slice(start));
  return cells.map((cell) => cell.trim().replaceAll("\\|", "|"));
}
