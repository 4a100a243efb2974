import { checkFrontMatter } from "../../content/changes/index.ts";
import { type FrontMatter, frontMatterLength, readFrontMatter } from "../../content/markdown/index.ts";
import { LecternError } from "../../platform/index.ts";
import { type Fields, readFields } from "./read-yaml.ts";
import { setFrontMatter } from "./set-front-matter.ts";

/** What a page of Lectern reads in its front matter, and refuses where it is wrong. */
const known = [
  "title",
  "description",
  "icon",
  "emoji",
  "hidden",
  "noIndex",
  "noRobotsIndex",
  "if",
  "layout",
  "cover",
  "coverDark",
  "coverY",
  "vars",
];

/** Longer blocks are taken for text. */
export const largest = 32_768;

/** As long a block as is read twice. */
const quick = 2048;

/** More than any field of a page holds; aliases can make a few lines billions. */
const mostValues = 2000;

/** A document, and what its front matter says. */
interface Usable {
  readonly markdown: string;
  readonly fields: Fields;
}

/**
 * A document whose front matter a page can have, and what that says. Other tools mean something else by some names:
 * such fields are left out, as the page would be refused for them. YAML that is wrong is read line by line.
 */
export async function withUsableFrontMatter(markdown: string): Promise<Usable> {
  const end = frontMatterLength(markdown);
  if (end === 0 || end > largest) return { markdown, fields: {} };
  const block = markdown.slice(0, end);
  const fields = readFields(linesIn(block));
  if (fields === undefined) return repair(markdown, end);
  const wrong: string[] = [];
  for (const name of known)
    if (Object.hasOwn(fields, name) && !(await isRight(name, fields[name]))) wrong.push(name);
  const right = Object.fromEntries(Object.entries(fields).filter(([name]) => !wrong.includes(name)));
  // Where aliases cannot be followed, all that is known to be right is written anew.
  if (/[&*]/.test(block) && !(await isUnderstood(block))) {
    const few = Object.fromEntries(Object.entries(right).filter(([name]) => known.includes(name)));
    return { markdown: await setFrontMatter(markdown.slice(end), few), fields: few };
  }
  if (wrong.length === 0) return { markdown, fields };
  const without = Object.fromEntries(wrong.map((name) => [name, undefined]));
  return { markdown: await setFrontMatter(markdown, without), fields: right };
}

/** What stands between the dashes. */
export function linesIn(block: string): string {
  return block.slice(block.indexOf("\n") + 1, block.lastIndexOf("---"));
}

/** Asks those who will read it. Any value in JSON is YAML as well. */
async function isRight(name: string, value: unknown): Promise<boolean> {
  const isOther = typeof value === "string" && /^(?!https?:\/\/)[a-z][a-z0-9+.-]*:/i.test(value);
  if ((name.startsWith("cover") && isOther) || hasMoreThan(mostValues, value)) return false;
  try {
    const front = await readFrontMatter(`---\n${JSON.stringify({ [name]: value })}\n---\n`);
    return front === undefined || canBeSaid(front);
  } catch (error) {
    if (error instanceof LecternError) return false;
    throw error;
  }
}

/** Whether a page can have what is said about it. */
export function canBeSaid(front: FrontMatter): boolean {
  try {
    checkFrontMatter(front);
    return true;
  } catch (error) {
    if (error instanceof LecternError) return false;
    throw error;
  }
}

/** Whether there are more values in this one, each as often as it is there. */
function hasMoreThan(most: number, value: unknown): boolean {
  const waiting = [value];
  for (let count = 0; waiting.length > 0; count++) {
    const next = waiting.pop();
    if (typeof next === "object" && next !== null) waiting.push(...Object.values(next));
    if (count > most) return true;
  }
  return false;
}

/** Takes each line with a name and a text for what it seems to say. Where there is none, it was meant as text. */
async function repair(markdown: string, end: number): Promise<Usable> {
  const lines = linesIn(markdown.slice(0, end)).split(/\r?\n/);
  const entries = lines.flatMap((line): [string, string][] => {
    const [, name, value = ""] = /^([A-Za-z][\w-]{0,99}):[ \t]+(\S.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [[name, value.trim().replace(/^(["'])(.*)\1$/, "$2")]];
  });
  // Finding all that is wrong in a long one takes the longer reader far too long.
  const isMeant = entries.length > 0 && (end > quick || !(await isUnderstood(markdown)));
  if (!isMeant) return { markdown, fields: {} };
  const repaired = await setFrontMatter(markdown.slice(end), Object.fromEntries(entries));
  // Nothing in it can be wrong but what its texts say.
  return withUsableFrontMatter(repaired);
}

/** Whether pages read it, and do not refuse it. */
async function isUnderstood(markdown: string): Promise<boolean> {
  try {
    return (await readFrontMatter(markdown)) !== undefined;
  } catch {
    return false;
  }
}
