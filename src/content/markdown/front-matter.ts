import { setImmediate as nextTurn } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { type Document, isMap, isNode, isScalar, parseDocument } from "yaml";
import { badInput, type LecternError, words } from "../../platform/index.ts";
import {
  coverSizes,
  isTagName,
  limits,
  type PageAttributes,
  type PageLayout,
  type PageTag,
} from "../model/index.ts";

/** Matches the front matter of a document. The first group is its lines. */
const frontMatterPattern = /^\ufeff?---[ \t]*\r?\n([\s\S]*?\r?\n)?---[ \t]*(?:\r?\n|$)/;
const maxLength = 32_768;
/** Before longer front matter is parsed, the event loop gets a chance to run. */
const maxSyncLength = 2048;

export interface FrontMatter extends Omit<PageAttributes, "cover"> {
  readonly cover?: string;
  readonly coverDark?: string;
  readonly coverY?: number;
}

/** The length of the delimiters and the lines between them, whether or not these are valid YAML; 0 without delimiters. */
export function frontMatterLength(markdown: string): number {
  return frontMatterPattern.exec(markdown)?.[0].length ?? 0;
}

/** Reads the front matter. Returns undefined without one, or if it is too long, too deeply nested or not a YAML mapping. */
export async function readFrontMatter(markdown: string): Promise<FrontMatter | undefined> {
  const parsed = await parse(markdown);
  if (parsed === undefined) return undefined;
  const fields = fieldsOf(parsed.document);
  if (fields === undefined)
    throw badInput(
      "document.markdown",
      "the front matter has an alias that cannot be resolved, or too many aliases",
    );
  const entries = Object.entries(fieldReaders).flatMap(([name, { read, as = name }]) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return value === undefined || value === null ? [] : [[as, read(value, name)]];
  });
  return Object.fromEntries(entries);
}

/** The destinations of the cover images in the front matter, and the offset after it. */
export async function findFrontMatterDestinations(markdown: string) {
  const parsed = await parse(markdown);
  if (parsed === undefined) return { destinations: [], end: 0 };
  const destinations = ["cover", "coverDark"].flatMap((name) => {
    const value = parsed.document.get(name, true) as
      | { value?: unknown; range?: [number, number, number] }
      | undefined;
    if (typeof value?.value !== "string" || value.range === undefined) return [];
    const at = markdown.indexOf(value.value, parsed.start + value.range[0]);
    return at < 0 || at >= parsed.start + value.range[1] ? [] : { at, text: value.value };
  });
  return { destinations: destinations.sort((a, b) => a.at - b.at), end: frontMatterLength(markdown) };
}

/** New values by field; null deletes a field. */
type Patch = Readonly<Record<string, string | boolean | null | undefined>>;

/**
 * Changes existing fields of the front matter, and leaves all other text unchanged. Returns the document unchanged if
 * the change would affect another field of the YAML.
 */
export async function patchFrontMatter(markdown: string, changes: Patch): Promise<string> {
  const parsed = await parse(markdown);
  if (parsed === undefined) return markdown;
  const patched = patchLines(parsed, markdown, changes);
  if (patched === markdown) return markdown;
  const after = await parse(patched);
  const before = fieldsOf(parsed.document);
  if (before === undefined) return markdown;
  const expected = { ...before };
  for (const name of Object.keys(expected)) {
    const change = Object.hasOwn(changes, name) ? changes[name] : undefined;
    if (change === null) delete expected[name];
    else if (change !== undefined) expected[name] = change;
  }
  const actual = after === undefined ? {} : fieldsOf(after.document);
  return JSON.stringify(actual) === JSON.stringify(expected) ? patched : markdown;
}

function patchLines({ document, start }: Parsed, markdown: string, changes: Patch): string {
  const items = isMap(document.contents) ? document.contents.items : [];
  let patched = markdown;
  // From the end to the start, so that earlier offsets stay valid.
  for (const { key, value } of items.toReversed()) {
    const name = isScalar(key) ? String(key.value) : "";
    const change = Object.hasOwn(changes, name) ? changes[name] : undefined;
    if (change === undefined || !isNode(key) || !key.range || !isNode(value) || !value.range) continue;
    if (isScalar(value) && value.value === change) continue;
    const [from, to] = [start + value.range[0], start + value.range[1]];
    if (change === null) {
      const end = patched[to - 1] === "\n" ? to : patched.indexOf("\n", to) + 1;
      patched = patched.slice(0, start + key.range[0]) + patched.slice(end);
      continue;
    }
    const before = patched[from - 1] === ":" ? " " : "";
    const [after = ""] = /\r?\n$/.exec(patched.slice(from, to)) ?? [];
    patched = patched.slice(0, from) + before + writeScalar(change) + after + patched.slice(to);
  }
  return patched;
}

/** A YAML scalar: plain if that is unambiguous, otherwise quoted. */
function writeScalar(value: string | boolean): string {
  const isPlain = typeof value === "boolean" || /^\p{L}[\p{L}\p{N}_]*(?:[ .-][\p{L}\p{N}_]+)*$/u.test(value);
  return isPlain && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(String(value))
    ? String(value)
    : JSON.stringify(value);
}

interface Parsed {
  readonly document: Document;
  readonly start: number;
}

/** Parsed front matter by its text, since it is read several times while a page is written. False if it is invalid. */
const cache = new LRUCache<string, Document | false>({ maxSize: 512 * 1024 });

/** The fields as JavaScript values. Undefined if an alias is unresolved or there are too many aliases. */
function fieldsOf(document: Document): Record<string, unknown> | undefined {
  try {
    return document.toJS();
  } catch {
    return undefined;
  }
}

/** Whether flow collections are nested too deeply. Parsing them would take more than linear time. */
function isTooDeep(lines: string): boolean {
  let depth = 0;
  for (const character of lines) {
    if (character === "[" || character === "{") depth++;
    else if (character === "]" || character === "}") depth = Math.max(0, depth - 1);
    if (depth > 20) return true;
  }
  return false;
}

async function parse(markdown: string): Promise<Parsed | undefined> {
  const [matched, lines = ""] = frontMatterPattern.exec(markdown) ?? [];
  if (matched === undefined || lines === "" || matched.length > maxLength || isTooDeep(lines))
    return undefined;
  const document = cache.get(lines) ?? (await parseLines(lines));
  cache.set(lines, document, { size: lines.length });
  return document === false ? undefined : { document, start: matched.indexOf(lines) };
}

async function parseLines(lines: string): Promise<Document | false> {
  if (lines.length > maxSyncLength) await nextTurn();
  const document = parseDocument(lines, { logLevel: "silent", prettyErrors: false, uniqueKeys: false });
  // Text between two thematic breaks is not front matter.
  return document.errors.length === 0 && isMap(document.contents) && document;
}

export function wrongField(name: string, rule: string): LecternError {
  return badInput("document.markdown", `the front matter's ${name} ${rule}`);
}

function readText(value: unknown, name: string): string {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value !== "string") throw wrongField(name, "must be a string");
  // Validation of the request does not see these characters in YAML escapes.
  if (value.includes("\0") || !value.isWellFormed())
    throw wrongField(name, "must not contain null characters or unpaired surrogates");
  return value;
}

function readFlag(value: unknown, name: string): boolean {
  if (typeof value !== "boolean") throw wrongField(name, "must be true or false");
  return value;
}

function readNumber(value: unknown, name: string): number {
  if (typeof value !== "number" || !Number.isFinite(value)) throw wrongField(name, "must be a number");
  return value;
}

function readObject(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw wrongField(name, "must be a mapping");
  return value as Record<string, unknown>;
}

function readVariables(value: unknown, name: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(readObject(value, name)).map(([key, inner]) => [key, readText(inner, `${name}.${key}`)]),
  );
}

/** The fields that Lectern reads, and their names in `FrontMatter` if these differ. */
const fieldReaders: Readonly<
  Record<string, { read: (value: unknown, name: string) => unknown; as?: string }>
> = {
  title: { read: readText },
  description: { read: readText },
  icon: { read: readText },
  emoji: { read: readText },
  hidden: { read: readFlag },
  noIndex: { read: readFlag },
  noRobotsIndex: { read: readFlag },
  if: { read: readText, as: "condition" },
  layout: { read: readLayout },
  cover: { read: readText },
  coverDark: { read: readText },
  coverY: { read: readNumber },
  vars: { read: readVariables, as: "variables" },
  tags: { read: readTags },
};

/** Reads tags as GitBook and other tools write them: names, or mappings of a name. Anything else is not a tag. */
function readTags(value: unknown): PageTag[] {
  const names = typeof value === "string" ? value.split(",") : Array.isArray(value) ? value : [];
  const tags = names.slice(0, limits.pageTags).flatMap((item): PageTag[] => {
    const { tag = item, primary }: { tag?: unknown; primary?: unknown } =
      typeof item === "object" && item !== null ? item : {};
    const name = typeof tag === "string" || typeof tag === "number" ? String(tag).trim() : "";
    return isTagName(name) ? [{ tag: name, ...(primary === true && { primary }) }] : [];
  });
  return [...new Map(tags.map((tag) => [tag.tag, tag])).values()];
}

const layoutFlags = words(
  "cover title description tableOfContents outline pagination metadata tags actions anchors",
);

/** Each part is a boolean, or an object with `visible` as other tools write it. An object for the cover can contain its size and mask. */
function readLayout(value: unknown, name: string): PageLayout {
  const fields = readObject(value, name);
  const flags = layoutFlags.flatMap((part) => {
    const value = fields[part];
    if (value === undefined) return [];
    const visible = typeof value === "boolean" ? value : readObject(value, `${name}.${part}`).visible;
    return visible === undefined ? [] : [[part, readFlag(visible, `${name}.${part}`)]];
  });
  const sizeName = `${name}.${fields.coverSize == null ? "cover.size" : "coverSize"}`;
  const cover = typeof fields.cover === "object" ? readObject(fields.cover, name) : {};
  const size = fields.coverSize ?? cover.size;
  const mask = fields.coverMask ?? cover.mask;
  return {
    ...Object.fromEntries(flags),
    ...(fields.width !== undefined && {
      width: readOneOf(fields.width, `${name}.width`, ["default", "wide"]),
    }),
    ...(size !== undefined && { coverSize: readOneOf(size, sizeName, coverSizes) }),
    ...(mask !== undefined && { coverMask: readOneOf(mask, `${name}.coverMask`, ["none", "radial"]) }),
  };
}

function readOneOf<const T extends string>(value: unknown, name: string, allowed: readonly T[]): T {
  const match = allowed.find((option) => option === value);
  if (match === undefined) throw wrongField(name, `must be one of ${allowed.join(", ")}`);
  return match;
}
