import { frontMatterLength, readFrontMatter } from "../../content/markdown/index.ts";
import { LecternError } from "../../platform/index.ts";
import { isValidFrontMatter } from "../source/index.ts";
import { setFrontMatter } from "./edit-front-matter.ts";
import { type Fields, readFrontMatterFields, yamlOf } from "./read-yaml.ts";

/** The fields that pages read, and validate. */
const knownFields =
  "title description icon emoji hidden noIndex noRobotsIndex if layout cover coverDark coverY vars".split(
    " ",
  );

/** Longer blocks are not front matter. */
export const maxFrontMatter = 32_768;

/** Parsing a longer invalid block is too slow to be done twice. */
const maxReparsed = 2048;

/** Bounds the values of a field: aliases can expand a few lines to billions of values. */
const maxValues = 2000;

interface Repaired {
  readonly markdown: string;
  readonly fields: Fields;
}

/**
 * Makes front matter valid, and returns its fields. Fields with the names of ours that other tools use otherwise are
 * removed. Invalid YAML is read line by line.
 */
export async function repairFrontMatter(markdown: string): Promise<Repaired> {
  const end = frontMatterLength(markdown);
  if (end === 0 || end > maxFrontMatter) return { markdown, fields: {} };
  const block = markdown.slice(0, end);
  const fields = readFrontMatterFields(block);
  if (fields === undefined) return repairYaml(markdown, end);
  const invalid: string[] = [];
  for (const name of knownFields)
    if (Object.hasOwn(fields, name) && !(await isValidField(name, fields[name]))) invalid.push(name);
  const valid = Object.entries(fields).filter(([name]) => !invalid.includes(name));
  // Unresolvable aliases: only the known fields are kept.
  if (/[&*]/.test(block) && !(await isReadable(block))) {
    const known = Object.fromEntries(valid.filter(([name]) => knownFields.includes(name)));
    return { markdown: await setFrontMatter(markdown.slice(end), known), fields: known };
  }
  if (invalid.length === 0) return { markdown, fields };
  const removed = Object.fromEntries(invalid.map((name) => [name, undefined]));
  return { markdown: await setFrontMatter(markdown, removed), fields: Object.fromEntries(valid) };
}

async function isValidField(name: string, value: unknown): Promise<boolean> {
  const hasScheme = typeof value === "string" && /^(?!https?:\/\/)[a-z][a-z0-9+.-]*:/i.test(value);
  if ((name.startsWith("cover") && hasScheme) || hasMoreThan(maxValues, value)) return false;
  try {
    // JSON is valid YAML.
    const front = await readFrontMatter(`---\n${JSON.stringify({ [name]: value })}\n---\n`);
    return front === undefined || isValidFrontMatter(front);
  } catch (error) {
    if (error instanceof LecternError) return false;
    throw error;
  }
}

/** Counts nested values, including repetitions. */
function hasMoreThan(max: number, value: unknown): boolean {
  const pending = [value];
  for (let count = 0; pending.length > 0; count++) {
    const next = pending.pop();
    if (typeof next === "object" && next !== null) pending.push(...Object.values(next));
    if (count > max) return true;
  }
  return false;
}

/** Reads each line of invalid YAML as a name and a string. A block without such lines is part of the text. */
async function repairYaml(markdown: string, end: number): Promise<Repaired> {
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
