import { isDeepStrictEqual } from "node:util";
import { CORE_SCHEMA, FAILSAFE_SCHEMA, load } from "js-yaml";
import { parse, stringify } from "yaml";
import {
  findFrontMatterDestinations,
  frontMatterLength,
  patchFrontMatter,
  readFrontMatter,
} from "../../content/markdown/index.ts";
import { LecternError } from "../../platform/index.ts";
import { isValidFrontMatter } from "../source/index.ts";

/** Sets fields of the front matter, or removes those that are undefined. Other lines stay unchanged if possible. */
export async function setFrontMatter(markdown: string, fields: Fields): Promise<string> {
  const names = Object.keys(fields);
  const defined = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const { end } = await findFrontMatterDestinations(markdown);
  if (end === 0) return Object.keys(defined).length === 0 ? markdown : blockOf(defined) + markdown;
  const expected = { ...parseBlock(markdown.slice(0, end)) };
  for (const name of names) delete expected[name];
  Object.assign(expected, defined);
  const body = markdown.slice(end);
  if (Object.keys(expected).length === 0) return body;
  const stripped = await patchFrontMatter(markdown, Object.fromEntries(names.map((name) => [name, null])));
  const head = stripped.slice(0, stripped.length - body.length);
  const extended = appendLines(head, linesOf(defined));
  return (hasFields(extended, expected) ? extended : blockOf(expected)) + body;
}

/** Separates the front matter of the document from fields of the page. Exported files contain this line. */
const pageFieldsMarker = "# Said about the page, and not in its text:\n";

const maxPageFields = 64 * 1024;

/** Appends fields of the page to the front matter, separated from those of the document. */
export async function addPageFields(markdown: string, fields: Fields): Promise<string> {
  const { end } = await findFrontMatterDestinations(markdown);
  const head = markdown.slice(0, end);
  if (Object.keys(fields).length === 0 && !head.includes(pageFieldsMarker)) return markdown;
  const lines = pageFieldsMarker + linesOf(fields);
  if (end === 0) return `---\n${lines}---\n${markdown}`;
  const extended = appendLines(head, lines);
  const own = parseBlock(head);
  // Lines cannot be appended to a flow mapping.
  const block = hasFields(extended, { ...own, ...fields }) ? extended : `---\n${linesOf(own)}${lines}---\n`;
  return block + markdown.slice(end);
}

/** Removes the fields of the page from the front matter. `fields` is undefined if the separator is missing. */
export function takePageFields(markdown: string): { readonly markdown: string; readonly fields?: Fields } {
  const end = frontMatterLength(markdown);
  const start = end === 0 ? -1 : markdown.lastIndexOf(`\n${pageFieldsMarker}`, end) + 1;
  if (start <= 0) return { markdown };
  const closing = markdown.lastIndexOf("---", end - 1);
  const lines = markdown.slice(start + pageFieldsMarker.length, closing);
  const fields = (lines.length > maxPageFields ? undefined : readFields(lines)) ?? {};
  const head = markdown.slice(0, start);
  return { markdown: head === "---\n" ? markdown.slice(end) : head + markdown.slice(closing), fields };
}

function appendLines(block: string, lines: string): string {
  const closing = block.lastIndexOf("---");
  return block.slice(0, closing) + lines + block.slice(closing);
}

/** Whether a block is front matter with exactly these fields. */
function hasFields(block: string, fields: Fields): boolean {
  try {
    return frontMatterLength(block) === block.length && isDeepStrictEqual(parseBlock(block), fields);
  } catch {
    return false;
  }
}

/** The fields of valid front matter; empty if an alias has no anchor. */
function parseBlock(block: string): Fields {
  try {
    return parse(yamlOf(block), { logLevel: "silent", uniqueKeys: false, prettyErrors: false }) ?? {};
  } catch {
    return {};
  }
}

function blockOf(fields: Fields): string {
  return `---\n${linesOf(fields)}---\n`;
}

/** Each string is on one line, so that none contains the end of the block. */
function linesOf(fields: Fields): string {
  return Object.keys(fields).length === 0 ? "" : stringify(fields, { lineWidth: 0, blockQuote: false });
}

const maxDepth = 50;

export type Fields = Readonly<Record<string, unknown>>;

/** Parses YAML or JSON; undefined if it is invalid or not a mapping. With `asStrings`, `1.10` keeps its last digit. */
export function readFields(text: string, { asStrings = false } = {}): Fields | undefined {
  const value = parseYaml(text, asStrings ? FAILSAFE_SCHEMA : CORE_SCHEMA);
  return isFields(value) ? value : undefined;
}

/** Parses a YAML or JSON list of mappings. Other items are omitted. */
export function readItems(text: string): Fields[] {
  const value = parseYaml(text, CORE_SCHEMA);
  return Array.isArray(value) ? value.filter(isFields) : [];
}

function parseYaml(text: string, schema: typeof CORE_SCHEMA): unknown {
  try {
    return load(text, { schema, json: true, maxDepth });
  } catch {
    return undefined;
  }
}

function yamlOf(block: string): string {
  return block.slice(block.indexOf("\n") + 1, block.lastIndexOf("---"));
}

export function readFrontMatterFields(block: string): Fields | undefined {
  return readFields(yamlOf(block));
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The text of a field that is a string, number or boolean. */
export function textIn(fields: Fields | undefined, name: string): string | undefined {
  const value = fields !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return typeof value === "string" ? value : undefined;
}

export function numberIn(fields: Fields | undefined, name: string): number | undefined {
  const value = Number(textIn(fields, name) || Number.NaN);
  return Number.isFinite(value) ? value : undefined;
}

const knownFields =
  "title description icon emoji hidden noIndex noRobotsIndex if layout cover coverDark coverY vars tags".split(
    " ",
  );

/** The maximum length of front matter. Longer blocks are text. */
export const maxFrontMatter = 32_768;

/** The maximum length of an invalid block that is parsed again, which is slow. */
const maxReparsed = 2048;

/** Bounds the values of a field: aliases can expand a few lines to billions of values. */
const maxValues = 2000;
/** The maximum number of values of a layout that is repaired, since each is validated separately. */
const maxLayoutValues = 60;

interface RepairedDocument {
  readonly markdown: string;
  readonly fields: Fields;
}

/** Makes front matter valid: removes known fields with values of other tools, and reads invalid YAML line by line. */
export async function repairFrontMatter(markdown: string): Promise<RepairedDocument> {
  const end = frontMatterLength(markdown);
  if (end === 0 || end > maxFrontMatter) return { markdown, fields: {} };
  const block = markdown.slice(0, end);
  const fields = readFrontMatterFields(block);
  if (fields === undefined) return repairYaml(markdown, end);
  /** The fields with invalid values, and what remains of these. */
  const repaired = new Map<string, unknown>();
  for (const name of knownFields)
    if (Object.hasOwn(fields, name) && !(await isValidField(name, fields[name])))
      repaired.set(name, name === "layout" ? await repairLayout(fields[name]) : undefined);
  const valid = Object.entries(fields)
    .map(([name, value]) => [name, repaired.has(name) ? repaired.get(name) : value] as const)
    .filter(([, value]) => value !== undefined);
  // Unresolvable aliases: only the known fields are kept.
  if (/[&*]/.test(block) && !(await isReadable(block))) {
    const known = Object.fromEntries(valid.filter(([name]) => knownFields.includes(name)));
    return { markdown: await setFrontMatter(markdown.slice(end), known), fields: known };
  }
  if (repaired.size === 0) return { markdown, fields };
  const changed = Object.fromEntries(repaired);
  return { markdown: await setFrontMatter(markdown, changed), fields: Object.fromEntries(valid) };
}

/** The parts of a layout with valid values; undefined if there are none. A part may be a mapping, such as that of the cover. */
async function repairLayout(layout: unknown): Promise<Fields | undefined> {
  if (!isFields(layout) || hasMoreValuesThan(maxLayoutValues, layout)) return undefined;
  const parts = await filterFields(layout, async (name, value) => {
    const isValid = (part: unknown) => isValidField("layout", { [name]: part });
    if (await isValid(value)) return value;
    return isFields(value)
      ? filterFields(value, async (inner, part) => ((await isValid({ [inner]: part })) ? part : undefined))
      : undefined;
  });
  return parts;
}

/** The fields that `repair` does not replace with undefined; undefined if there are none. */
async function filterFields(
  fields: Fields,
  repair: (name: string, value: unknown) => Promise<unknown>,
): Promise<Fields | undefined> {
  const entries: [string, unknown][] = [];
  for (const [name, value] of Object.entries(fields)) {
    const repaired = await repair(name, value);
    if (repaired !== undefined) entries.push([name, repaired]);
  }
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

async function isValidField(name: string, value: unknown): Promise<boolean> {
  const hasScheme = typeof value === "string" && /^(?!https?:\/\/)[a-z][a-z0-9+.-]*:/i.test(value);
  if ((name.startsWith("cover") && hasScheme) || hasMoreValuesThan(maxValues, value)) return false;
  try {
    // JSON is valid YAML.
    const frontMatter = await readFrontMatter(`---\n${JSON.stringify({ [name]: value })}\n---\n`);
    return frontMatter === undefined || isValidFrontMatter(frontMatter);
  } catch (error) {
    if (error instanceof LecternError) return false;
    throw error;
  }
}

/** Counts nested values, including repeated ones. */
function hasMoreValuesThan(max: number, value: unknown): boolean {
  const pending = [value];
  for (let count = 0; pending.length > 0; count++) {
    const next = pending.pop();
    if (typeof next === "object" && next !== null) pending.push(...Object.values(next));
    if (count > max) return true;
  }
  return false;
}

/** Reads each line of invalid YAML as a name and a string. A block without such lines is part of the text. */
async function repairYaml(markdown: string, end: number): Promise<RepairedDocument> {
  const lines = yamlOf(markdown.slice(0, end)).split(/\r?\n/);
  const entries = lines.flatMap((line): [string, string][] => {
    const [, name, value = ""] = /^([A-Za-z][\w-]{0,99}):[ \t]+(\S.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [[name, value.trim().replace(/^(["'])(.*)\1$/, "$2")]];
  });
  const isFrontMatter = entries.length > 0 && (end > maxReparsed || !(await isReadable(markdown)));
  if (!isFrontMatter) return { markdown, fields: {} };
  return repairFrontMatter(await setFrontMatter(markdown.slice(end), Object.fromEntries(entries)));
}

async function isReadable(markdown: string): Promise<boolean> {
  try {
    return (await readFrontMatter(markdown)) !== undefined;
  } catch {
    return false;
  }
}
