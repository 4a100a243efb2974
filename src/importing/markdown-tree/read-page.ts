import {
  findDestinations,
  frontMatterLength,
  leadingHeading,
  readFrontMatter,
  scanLines,
} from "../../content/markdown/index.ts";
import { isSlug, type SourcePage } from "../source/index.ts";
import { normalizeDialect } from "./dialects/index.ts";
import { takePageLines } from "./page-lines.ts";
import { type Fields, numberIn, textIn } from "./read-yaml.ts";
import { setFrontMatter } from "./set-front-matter.ts";
import { withUsableFrontMatter } from "./usable-front-matter.ts";

/** A page as its file has it. */
export interface PageFile {
  readonly path: string;
  /** With its front matter, and with the heading that may be its title. */
  readonly markdown: string;
  /** What is said about it, but not in its text. */
  readonly attributes?: SourcePage["attributes"];
  /** What its front matter says. */
  readonly title?: string;
  readonly slug?: string;
  readonly position?: number;
  readonly isShown?: boolean;
  readonly covers: readonly string[];
  /** What its first heading says. */
  readonly heading?: string;
}

/** How far a heading that is the title may be from the beginning, in characters. */
const farthest = 10_000;

/** Reads what the text of a file says as a page. */
export async function readPage(path: string, text: string, { isOurs = false } = {}): Promise<PageFile> {
  const { markdown: own, fields: about } = takePageLines(isOurs ? text : normalizeDialect(path, text));
  const { markdown, fields } = await withUsableFrontMatter(own);
  // Some write a whole address.
  const slug = textIn(about ?? fields, "slug")
    ?.split("/")
    .findLast((part) => part !== "");
  const hasSlug = slug !== undefined && isSlug(slug);
  // Where a page stands is no part of its text.
  const clean =
    hasSlug && about === undefined ? await setFrontMatter(markdown, { slug: undefined }) : markdown;
  const title = (textIn(about, "title") ?? textIn(fields, "title"))?.trim();
  const attributes = await readAttributes(about);
  const position = ["sidebar_position", "nav_order", "weight", "order"]
    .map((name) => numberIn(fields, name))
    .find((number) => number !== undefined);
  const heading = firstHeading(clean) ?? textIn(fields, "sidebar_label")?.trim();
  return {
    path,
    markdown: clean,
    covers: ["cover", "coverDark"].flatMap((name) => textIn(fields, name) ?? []),
    ...(attributes && { attributes }),
    ...(title && { title }),
    ...(hasSlug && { slug }),
    ...(position !== undefined && { position }),
    ...(fields.hidden === false && { isShown: true }),
    ...(heading && { heading }),
  };
}

/** What can be kept of what is said about a page. */
async function readAttributes(about: Fields = {}): Promise<SourcePage["attributes"]> {
  const { markdown } = await withUsableFrontMatter(await setFrontMatter("", about));
  const { title, cover, coverDark, coverY, ...attributes } = (await readFrontMatter(markdown)) ?? {};
  return Object.keys(attributes).length === 0 ? undefined : attributes;
}

/** The addresses that a page links to or shows, each once. */
export function addressesIn({ markdown, covers }: Pick<PageFile, "markdown" | "covers">): Set<string> {
  const addresses = new Set(covers);
  for (const { text } of findDestinations(markdown.slice(frontMatterLength(markdown)))) addresses.add(text);
  return addresses;
}

/** The document without the heading that says its title once more. */
export function withoutTitle(markdown: string, title: string): string {
  if (leadingHeading(markdown) !== title) return markdown;
  const start = frontMatterLength(markdown);
  const [blank = ""] = /^(?:[ \t]*\r?\n)*/.exec(markdown.slice(start)) ?? [];
  const at = start + blank.length;
  const line = /[^\n]*(?:\n|$)/y;
  line.lastIndex = at;
  const isMarked = /^ {0,3}#/.test(markdown.slice(at, at + 4));
  line.exec(markdown);
  // The other way to write one is to underline it.
  if (!isMarked) line.exec(markdown);
  const [empty = ""] = /^[ \t]*\r?\n/.exec(markdown.slice(line.lastIndex)) ?? [];
  return markdown.slice(0, at) + markdown.slice(line.lastIndex + empty.length);
}

/** The heading that it begins with, or else the first of the highest level, outside of code. */
function firstHeading(markdown: string): string | undefined {
  const leading = leadingHeading(markdown);
  if (leading !== undefined) return leading;
  const start = frontMatterLength(markdown);
  for (const { text, isCode } of scanLines(markdown.slice(start, start + farthest)))
    if (!isCode && /^ {0,3}#[ \t]/.test(text)) return leadingHeading(text);
  return undefined;
}
