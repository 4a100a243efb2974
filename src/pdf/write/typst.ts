import { rightToLeft } from "./text.ts";

/** An expression of Typst, as it stands in its source. Made by the functions here only, so that no text of a user's is ever read as one. */
export type Code = string & { readonly __brand: "typst" };

/** What only this file may call code. */
function code(source: string): Code {
  return source as Code;
}

/** Signs that no reader sees, and that no font has; and those that turn the direction of all that follows. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufffe\uffff]/g;

/** Those of old and rare scripts, too. */
const fromRight = new RegExp(`[${rightToLeft}\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}]+`, "gu");

/** A mark that nobody sees, but which is read from right to left. */
const mark = "\u200f";

/**
 * The text without what nobody sees. Of scripts from right to left, points and signs without a letter are taken for ones
 * from left to right, which the compiler does not survive: a mark beside them says what they are.
 */
export function visible(text: string): string {
  const shown = text.toWellFormed().replace(unseen, "");
  return shown.replace(fromRight, (run) => {
    const begins = /^\p{L}/u.test(run) ? "" : mark;
    return begins + run + (/[\p{L}\p{M}]$/u.test(run) ? "" : mark);
  });
}

/** A text, whatever is in it. */
export function str(text: string): Code {
  const escaped = visible(text).replace(/["\\]/g, "\\$&").replaceAll("\n", "\\n").replaceAll("\t", "\\t");
  return code(`"${escaped}"`);
}

export function num(value: number): Code {
  return code(Number.isFinite(value) ? String(value) : "0");
}

export function bool(value: boolean): Code {
  return code(String(value));
}

export const none = code("none");

/** A number of points, or a share of what there is. */
export function pt(value: number): Code {
  return code(`${Math.max(0, value).toFixed(2)}pt`);
}

export function em(value: number): Code {
  return code(`${value.toFixed(2)}em`);
}

export function percent(value: number): Code {
  return code(`${Math.max(0, value).toFixed(2)}%`);
}

export function fr(value: number): Code {
  return code(`${Math.max(0.01, value).toFixed(2)}fr`);
}

/** One of the names that the template or Typst itself knows. */
export type Name = `${Lowercase<string>}`;

export function name(known: Name): Code {
  return code(known);
}

/** Both together, as sides are. */
export function sum(first: Code, second: Code): Code {
  return code(`${first} + ${second}`);
}

/** Arguments by name; what has no value is left out. */
export type Named = Readonly<Record<string, Code | undefined>>;

/** Calls one of the template's functions, or one of Typst's own. */
export function call(known: Name, args: readonly Code[] = [], named: Named = {}): Code {
  const given = Object.entries(named).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${value}`],
  );
  return code(`${known}(${[...args, ...given].join(", ")})`);
}

export function array(items: readonly Code[]): Code {
  return code(items.length === 0 ? "()" : `(${items.join(", ")},)`);
}

export function dictionary(entries: Readonly<Record<string, Code>>): Code {
  const written = Object.entries(entries).map(([key, value]) => `${str(key)}: ${value}`);
  return code(written.length === 0 ? "(:)" : `(${written.join(", ")})`);
}

/** One after the other. */
export function join(parts: readonly Code[]): Code {
  const [only, ...others] = parts;
  if (only === undefined) return code("[]");
  return others.length === 0 ? only : code(`{\n${parts.join("\n")}\n}`);
}

/** A formula, as text that has been checked to be one and nothing else. */
export function formula(checked: string, isDisplayed: boolean): Code {
  // The space before its end keeps a backslash there from hiding that.
  return code(isDisplayed ? `$ ${checked} $` : `$${checked} $`);
}

/** What is at this place of a list that has a name. */
export function itemOf(list: Name, place: number): Code {
  return code(`${list}.at(${place})`);
}

/** What another file shows. */
export function include(path: string): Code {
  return code(`include ${str(path)}`);
}

/** A file that gives names to values. */
export function definitions(values: Readonly<Record<string, Code>>): string {
  return Object.entries(values)
    .map(([key, value]) => `#let ${key} = ${value}\n`)
    .join("");
}

/** A file of Typst: what it takes from the template, by what all of it is set, and what it shows. */
export function file(imports: readonly string[], body: readonly Code[], settings?: Code): string {
  const lines = imports.map((each) => `#import ${each}`);
  const show = settings === undefined ? [] : [`#show: ${settings}`];
  return [...lines, ...show, ...body.map((each) => `#${each}`), ""].join("\n");
}
