import { keyOf, type LinkedText, sliceText } from "./linked-text.ts";

/** A mapping of YAML as text: its fields by name, each with all of its lines, and the lines around them. */
export interface Mapping {
  readonly indent: string;
  readonly opening: string;
  readonly closing: string;
  readonly fields: ReadonlyMap<string, Field>;
}

/** A list of YAML as text: the line of its name, and its items, each with all of its lines. */
export interface List {
  readonly indent: string;
  readonly opening: string;
  readonly items: readonly LinkedText[];
}

export interface Field extends LinkedText {
  readonly key: string;
}

/** Splits front matter into its top-level fields. The opening and closing are the delimiter lines. */
export function parseFrontMatter(front: LinkedText): Mapping {
  const lines = linesOf(front.text);
  const [opening = "", closing = ""] = [lines.shift(), lines.pop()];
  return { indent: "", opening, closing, fields: parseFields(front, opening.length, lines, "") };
}

/** Splits the lines below `name:` into the fields of a nested mapping; undefined if the value is anything else. */
export function parseNestedMapping(field: LinkedText): Mapping | undefined {
  const [opening = "", ...lines] = linesOf(field.text);
  const [, indent] = /^([ ]+)[^\s#:-][^:\n]*:(?:\s|$)/.exec(lines[0] ?? "") ?? [];
  if (!/:[ \t]*\r?\n$/.test(opening) || indent === undefined) return undefined;
  if (lines.some((line) => line.trim() !== "" && !line.startsWith(indent))) return undefined;
  return { indent, opening, closing: "", fields: parseFields(field, opening.length, lines, indent) };
}

/** Splits the lines below `name:` into the items of a list; undefined if the value is anything else. */
export function parseNestedList(field: LinkedText): List | undefined {
  const [opening = "", ...lines] = linesOf(field.text);
  const [, indent] = /^( *)-(?:\s|$)/.exec(lines[0] ?? "") ?? [];
  if (!/:[ \t]*\r?\n$/.test(opening) || indent === undefined) return undefined;
  const items: LinkedText[] = [];
  let [from, end] = [opening.length, opening.length];
  for (const line of lines) {
    const isItem = line.startsWith(`${indent}-`);
    if (!isItem && line.trim() !== "" && !line.startsWith(`${indent} `)) return undefined;
    if (isItem && end > from) {
      items.push(sliceText(field, from, end));
      from = end;
    }
    end += line.length;
  }
  return { indent, opening, items: [...items, sliceText(field, from, end)] };
}

function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/);
}

const fieldName = /^(?:("(?:[^"\\\n]|\\.)*"|'(?:[^'\n]|'')*')[ \t]*|([^\s#:-][^:\n]*)):(?:\s|$)/;

/** The same name may be quoted on one side only. */
function unquote(name: string): string {
  if (name.startsWith("'")) return name.slice(1, -1).replaceAll("''", "'");
  return name.slice(1, -1).replace(/\\(["\\])/g, "$1");
}

/** A line that does not start with a name at this indentation belongs to the field above it. */
function parseFields(
  text: LinkedText,
  start: number,
  lines: readonly string[],
  indent: string,
): Map<string, Field> {
  const fields = new Map<string, Field>();
  let [name, from, end] = ["", start, start];
  const close = (): void => {
    if (end === from) return;
    const field = sliceText(text, from, end);
    fields.set(fields.has(name) ? `${name} ${fields.size}` : name, { ...field, key: keyOf(field) });
    from = end;
  };
  for (const line of lines) {
    const [, quoted, plain] = fieldName.exec(line.slice(indent.length)) ?? [];
    const next = quoted === undefined ? plain?.trim() : unquote(quoted);
    if (next !== undefined) {
      close();
      name = next;
    }
    end += line.length;
  }
  close();
  return fields;
}
