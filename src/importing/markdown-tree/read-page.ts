import {
  frontMatterLength,
  leadingHeading,
  readFrontMatter,
  scanLines,
} from "../../content/markdown/index.ts";
import { isSlug, type SourcePage } from "../source/index.ts";
import { normalizeDialect } from "./dialects/index.ts";
import { setFrontMatter, takePageFields } from "./edit-front-matter.ts";
import { type Fields, numberIn, textIn } from "./read-yaml.ts";
import { repairFrontMatter } from "./repair-front-matter.ts";

/** A Markdown file that is a page. */
export interface PageFile {
  readonly path: string;
  /** With front matter, and with the heading that may be the title. */
  readonly markdown: string;
  /** Attributes that are not in the front matter of the document. */
  readonly attributes?: SourcePage["attributes"];
  readonly title?: string;
  readonly slug?: string;
  readonly position?: number;
  /** Whether the front matter says `hidden: false`. */
  readonly isVisible?: boolean;
  /** The addresses of cover images. */
  readonly covers: readonly string[];
  /** The first heading. */
  readonly heading?: string;
}

/** Characters between the start of a document and a heading that is its title. */
const maxHeadingDistance = 10_000;

export async function readPage(path: string, text: string, { isNative = false } = {}): Promise<PageFile> {
  const { markdown: own, fields: pageFields } = takePageFields(
    isNative ? text : normalizeDialect(path, text),
  );
  const { markdown, fields } = await repairFrontMatter(own);
  // Some tools allow a whole path as the slug.
  const slug = textIn(pageFields ?? fields, "slug")
    ?.split("/")
    .findLast((segment) => segment !== "");
  const hasSlug = slug !== undefined && isSlug(slug);
  // The slug is an attribute of the page, not of its document.
  const document =
    hasSlug && pageFields === undefined ? await setFrontMatter(markdown, { slug: undefined }) : markdown;
  const title = (textIn(pageFields, "title") ?? textIn(fields, "title"))?.trim();
  const attributes = await readAttributes(pageFields);
  const position = ["sidebar_position", "nav_order", "weight", "order"]
    .map((name) => numberIn(fields, name))
    .find((number) => number !== undefined);
  const heading = firstHeading(document) ?? textIn(fields, "sidebar_label")?.trim();
  return {
    path,
    markdown: document,
    covers: ["cover", "coverDark"].flatMap((name) => textIn(fields, name) ?? []),
    ...(attributes && { attributes }),
    ...(title && { title }),
    ...(hasSlug && { slug }),
    ...(position !== undefined && { position }),
    ...(fields.hidden === false && { isVisible: true }),
    ...(heading && { heading }),
  };
}

/** The valid attributes among the fields of a page. */
async function readAttributes(fields: Fields = {}): Promise<SourcePage["attributes"]> {
  const { markdown } = await repairFrontMatter(await setFrontMatter("", fields));
  const { title, cover, coverDark, coverY, ...attributes } = (await readFrontMatter(markdown)) ?? {};
  return Object.keys(attributes).length === 0 ? undefined : attributes;
}

/** Removes a leading heading that repeats the title. */
export function withoutTitle(markdown: string, title: string): string {
  if (leadingHeading(markdown) !== title) return markdown;
  const start = frontMatterLength(markdown);
  const [blank = ""] = /^(?:[ \t]*\r?\n)*/.exec(markdown.slice(start)) ?? [];
  const at = start + blank.length;
  const line = /[^\n]*(?:\n|$)/y;
  line.lastIndex = at;
  const isAtx = /^ {0,3}#/.test(markdown.slice(at, at + 4));
  line.exec(markdown);
  // A setext heading has two lines.
  if (!isAtx) line.exec(markdown);
  const [empty = ""] = /^[ \t]*\r?\n/.exec(markdown.slice(line.lastIndex)) ?? [];
  return markdown.slice(0, at) + markdown.slice(line.lastIndex + empty.length);
}

/** The leading heading, or else the first one of level 1 outside of code. */
function firstHeading(markdown: string): string | undefined {
  const leading = leadingHeading(markdown);
  if (leading !== undefined) return leading;
  const start = frontMatterLength(markdown);
  for (const { text, isCode } of scanLines(markdown.slice(start, start + maxHeadingDistance)))
    if (!isCode && /^ {0,3}#[ \t]/.test(text)) return leadingHeading(text);
  return undefined;
}
