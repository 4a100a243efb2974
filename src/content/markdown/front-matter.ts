import type { Document } from "yaml";
import { badInput } from "../../errors.ts";
import type { PageAttributes, PageLayout } from "../records.ts";
import type { Destination } from "./destinations.ts";

/** The lines between two rows of dashes at the very beginning of a document, and where they stand. */
const block = /^---[ \t]*\r?\n([\s\S]*?\r?\n)?---[ \t]*(?:\r?\n|$)/;
const largest = 65_536;

/** What the front matter of a document says about its page. */
export interface FrontMatter extends Omit<PageAttributes, "cover"> {
  /** Addresses of images, as they are written. */
  readonly cover?: string;
  readonly coverDark?: string;
  readonly coverY?: number;
}

/** How many characters the front matter takes up, with its dashes; 0 where a document begins without. */
export function frontMatterLength(markdown: string): number {
  return block.exec(markdown)?.[0].length ?? 0;
}

/** Reads the front matter; undefined where there is none, or where what looks like it is something else. */
export async function readFrontMatter(markdown: string): Promise<FrontMatter | undefined> {
  const parsed = await parse(markdown);
  if (parsed === undefined) return undefined;
  const fields: Record<string, unknown> = parsed.document.toJS();
  return {
    ...pick(fields, "title", text),
    ...pick(fields, "description", text),
    ...pick(fields, "icon", text),
    ...pick(fields, "emoji", text),
    ...pick(fields, "hidden", flag),
    ...pick(fields, "noIndex", flag),
    ...pick(fields, "noRobotsIndex", flag),
    ...pick(fields, "if", text, "condition"),
    ...pick(fields, "layout", layout),
    ...pick(fields, "cover", text),
    ...pick(fields, "coverDark", text),
    ...pick(fields, "coverY", number),
    ...pick(fields, "vars", variables, "variables"),
  };
}

/** The addresses of images in the front matter, where they stand, and where the document proper begins. */
export async function findFrontMatterAddresses(
  markdown: string,
): Promise<{ addresses: Destination[]; end: number }> {
  const parsed = await parse(markdown);
  if (parsed === undefined) return { addresses: [], end: 0 };
  const addresses = ["cover", "coverDark"].flatMap((name) => {
    const value = parsed.document.get(name, true) as
      | { value?: unknown; range?: [number, number, number] }
      | undefined;
    if (typeof value?.value !== "string" || value.range === undefined) return [];
    const at = markdown.indexOf(value.value, parsed.start + value.range[0]);
    return at < 0 || at >= parsed.start + value.range[1] ? [] : { at, text: value.value };
  });
  return { addresses: addresses.sort((a, b) => a.at - b.at), end: frontMatterLength(markdown) };
}

/** The document with these fields of its front matter changed, where it has them; all else stays as it is. */
export async function patchFrontMatter(
  markdown: string,
  changes: Readonly<Record<string, string | boolean | undefined>>,
): Promise<string> {
  const parsed = await parse(markdown);
  if (parsed === undefined) return markdown;
  const { document, start } = parsed;
  const { isMap, isScalar, stringify } = await import("yaml");
  const { contents } = document;
  if (!isMap(contents)) return markdown;
  const patches = contents.items.flatMap(({ key, value }) => {
    const name = isScalar(key) ? String(key.value) : "";
    const changed = changes[name];
    if (changed === undefined || !isScalar(value) || !value.range || value.value === changed) return [];
    const [from, to] = value.range;
    return { from: start + from, to: start + to, text: stringify(changed, { lineWidth: 0 }).trimEnd() };
  });
  return patches
    .toReversed()
    .reduce((whole, { from, to, text: patch }) => whole.slice(0, from) + patch + whole.slice(to), markdown);
}

async function parse(markdown: string): Promise<{ document: Document; start: number } | undefined> {
  const [matched, lines = ""] = block.exec(markdown) ?? [];
  if (matched === undefined || lines === "" || matched.length > largest) return undefined;
  const { isMap, parseDocument } = await import("yaml");
  const document = parseDocument(lines, { logLevel: "silent" });
  // Between two rows of dashes there may as well be plain text.
  if (document.errors.length > 0 || !isMap(document.contents)) return undefined;
  return { document, start: matched.indexOf(lines) };
}

function pick<T>(
  fields: Readonly<Record<string, unknown>>,
  name: string,
  read: (value: unknown, name: string) => T,
  as = name,
): { [key: string]: T } {
  const value = fields[name];
  return value === undefined || value === null ? {} : { [as]: read(value, name) };
}

function wrong(name: string, rule: string) {
  return badInput("document.markdown", `the front matter's ${name} ${rule}`);
}

function text(value: unknown, name: string): string {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value !== "string") throw wrong(name, "must be text");
  // Spelt by an escape, these pass where the request itself is checked for them.
  if (value.includes("\0") || !value.isWellFormed())
    throw wrong(name, "must not contain what is no character");
  return value;
}

function flag(value: unknown, name: string): boolean {
  if (typeof value !== "boolean") throw wrong(name, "must be true or false");
  return value;
}

function number(value: unknown, name: string): number {
  if (typeof value !== "number" || !Number.isFinite(value)) throw wrong(name, "must be a number");
  return value;
}

function object(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw wrong(name, "must have fields");
  return value as Record<string, unknown>;
}

function variables(value: unknown, name: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(object(value, name)).map(([key, inner]) => [key, text(inner, `${name}.${key}`)]),
  );
}

const layoutFlags = [
  "cover",
  "title",
  "description",
  "tableOfContents",
  "outline",
  "pagination",
  "metadata",
] as const;

/** Each part is either a plain flag or, as other tools write it, `visible` inside of it; the cover has a size too. */
function layout(value: unknown, name: string): PageLayout {
  const fields = object(value, name);
  const flags = layoutFlags.flatMap((part) => {
    const given = fields[part];
    if (given === undefined) return [];
    const visible = typeof given === "boolean" ? given : object(given, `${name}.${part}`).visible;
    return visible === undefined ? [] : [[part, flag(visible, `${name}.${part}`)]];
  });
  const size =
    fields.coverSize ?? (typeof fields.cover === "object" ? object(fields.cover, name).size : undefined);
  return {
    ...Object.fromEntries(flags),
    ...(fields.width !== undefined && { width: word(fields.width, `${name}.width`, ["default", "wide"]) }),
    ...(size !== undefined && { coverSize: word(size, `${name}.cover.size`, ["hero", "full"]) }),
  };
}

function word<const T extends string>(value: unknown, name: string, words: readonly T[]): T {
  const known = words.find((each) => each === value);
  if (known === undefined) throw wrong(name, `must be one of ${words.join(", ")}`);
  return known;
}
