import { rightToLeft } from "./direction.ts";

/** A Typst expression. Only the functions of this file create one, so that user text is never parsed as code. */
export type Code = string & { readonly __brand: "typst" };

function code(source: string): Code {
  return source as Code;
}

/** Invisible characters and bidirectional controls. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed
const invisible = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufffe\uffff]/g;

const rightToLeftRun = new RegExp(`[${rightToLeft}\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}]+`, "gu");

const rightToLeftMark = "\u200f";

/**
 * Removes invisible characters. The compiler crashes on right-to-left punctuation without a letter, which it treats as
 * left-to-right, so a right-to-left mark is added beside it.
 */
export function removeInvisible(text: string): string {
  const cleaned = text.toWellFormed().replace(invisible, "");
  return cleaned.replace(rightToLeftRun, (run) => {
    const prefix = /^\p{L}/u.test(run) ? "" : rightToLeftMark;
    return prefix + run + (/[\p{L}\p{M}]$/u.test(run) ? "" : rightToLeftMark);
  });
}

export function str(text: string): Code {
  const escaped = removeInvisible(text)
    .replace(/["\\]/g, "\\$&")
    .replaceAll("\n", "\\n")
    .replaceAll("\t", "\\t");
  return code(`"${escaped}"`);
}

export function num(value: number): Code {
  return code(Number.isFinite(value) ? String(value) : "0");
}

export function bool(value: boolean): Code {
  return code(String(value));
}

export const none = code("none");

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

export type Name = `${Lowercase<string>}`;

export function name(identifier: Name): Code {
  return code(identifier);
}

export function sum(first: Code, second: Code): Code {
  return code(`${first} + ${second}`);
}

/** Named arguments; undefined ones are omitted. */
export type NamedArguments = Readonly<Record<string, Code | undefined>>;

export function call(functionName: Name, args: readonly Code[] = [], named: NamedArguments = {}): Code {
  const namedArgs = Object.entries(named).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${value}`],
  );
  return code(`${functionName}(${[...args, ...namedArgs].join(", ")})`);
}

export function array(items: readonly Code[]): Code {
  return code(items.length === 0 ? "()" : `(${items.join(", ")},)`);
}

export function dictionary(entries: Readonly<Record<string, Code>>): Code {
  const written = Object.entries(entries).map(([key, value]) => `${str(key)}: ${value}`);
  return code(written.length === 0 ? "(:)" : `(${written.join(", ")})`);
}

export function join(parts: readonly Code[]): Code {
  const [only, ...others] = parts;
  if (only === undefined) return code("[]");
  return others.length === 0 ? only : code(`{\n${parts.join("\n")}\n}`);
}

/** A formula. `checked` must have passed `isSingleFormula`. */
export function formula(checked: string, isDisplayed: boolean): Code {
  // The space keeps a trailing backslash from escaping the end.
  return code(isDisplayed ? `$ ${checked} $` : `$${checked} $`);
}

export function itemOf(list: Name, index: number): Code {
  return code(`${list}.at(${index})`);
}

export function include(path: string): Code {
  return code(`include ${str(path)}`);
}

export function definitions(values: Readonly<Record<string, Code>>): string {
  return Object.entries(values)
    .map(([key, value]) => `#let ${key} = ${value}\n`)
    .join("");
}

export function file(imports: readonly string[], body: readonly Code[], settings?: Code): string {
  const lines = imports.map((path) => `#import ${path}`);
  const show = settings === undefined ? [] : [`#show: ${settings}`];
  return [...lines, ...show, ...body.map((expression) => `#${expression}`), ""].join("\n");
}
