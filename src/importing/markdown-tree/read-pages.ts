import {
  findDestinations,
  findTitleHeading,
  frontMatterLength,
  leadingHeading,
  readFrontMatter,
  rewriteDestinations,
  scanLines,
} from "../../content/markdown/index.ts";
import { encodePath } from "../../platform/index.ts";
import {
  type ImportContext,
  importLimits,
  isSlug,
  pathFrom,
  type SourcePage,
  splitAddress,
} from "../source/index.ts";
import { normalizeDialect } from "./dialects/index.ts";
import {
  type Fields,
  numberIn,
  repairFrontMatter,
  setFrontMatter,
  takePageFields,
  textIn,
} from "./front-matter.ts";
import { isInclude, type MarkdownTree, readText } from "./tree.ts";

export const maxDocumentBytes = 3 * importLimits.document;
/** The maximum length of a title heading, which is removed and does not count as text. */
const maxHeadingLength = 4096;

/** Reads the listed pages, then the pages that they link to, which become hidden, and then all others. */
export async function readPages(
  tree: MarkdownTree,
  listed: readonly string[],
  unlisted: readonly string[],
  reportOne: (isRead: boolean) => void,
  skip: ImportContext["skip"],
) {
  const pages = new Map<string, PageFile>();
  const files = new Set<string>();
  const seen = new Set(listed);
  const unlistedPaths = new Set(unlisted);
  let charactersLeft: number = importLimits.text;
  let attempts = 0;

  /** Reads pages, and returns the unlisted pages that they link to. */
  const readAll = async (paths: Iterable<string>, isHidden: boolean): Promise<string[]> => {
    const linkedPages: string[] = [];
    for (const path of paths) {
      if (attempts++ >= importLimits.pages) break;
      const page = await tryReadPage(tree, path, isHidden);
      const isRead = page !== undefined && page.markdown.length <= charactersLeft;
      if (isRead) {
        charactersLeft -= page.markdown.length;
        pages.set(path, page);
        const linked = linkedPaths(tree, page);
        for (const file of linked.files) files.add(file);
        for (const next of linked.pages) {
          if (seen.has(next) || !unlistedPaths.has(next)) continue;
          seen.add(next);
          linkedPages.push(next);
        }
      } else skip?.(path, "cannot be read, or is too long for a page");
      reportOne(isRead);
    }
    return linkedPages;
  };
  let next = await readAll(listed, false);
  while (next.length > 0) next = await readAll(next, true);
  await readAll(
    unlisted.filter((path) => !seen.has(path)),
    false,
  );
  return { pages, files, lost: listed.length + unlisted.length - pages.size };
}

async function tryReadPage(
  tree: MarkdownTree,
  path: string,
  isHidden: boolean,
): Promise<PageFile | undefined> {
  const text = await readText(tree.folder, path, maxDocumentBytes);
  if (text === undefined || text.length > importLimits.document + maxHeadingLength) return undefined;
  const read = await readPage(path, text, tree);
  const page = tree.isNative ? read : { ...read, markdown: resolveSitePaths(read.markdown, path, tree) };
  const { length } = withoutTitle(page.markdown, page.heading ?? "");
  if (length > importLimits.document) return undefined;
  if (!isHidden || page.isVisible) return page;
  return { ...page, markdown: await setFrontMatter(page.markdown, { hidden: true }) };
}

export function linkedPaths(
  tree: MarkdownTree,
  { path: from, markdown, covers }: Pick<PageFile, "path" | "markdown" | "covers">,
): { readonly pages: Set<string>; readonly files: Set<string> } {
  const pages = new Set<string>();
  const files = new Set<string>();
  const hrefs = new Set(covers);
  for (const { text } of findDestinations(markdown.slice(frontMatterLength(markdown)))) hrefs.add(text);
  for (const href of hrefs) {
    const path = pathFrom(from, href, tree.root);
    if (path === undefined) continue;
    const page = tree.findPage(path);
    if (page !== undefined) pages.add(page);
    else if (tree.has(path) && path !== tree.summary && !isInclude(tree, path)) files.add(path);
  }
  return { pages, files };
}

/** Folders whose files other tools serve at the root of a site. */
const publicFolders = ["static/", "public/", "docs/", "docs/public/", "content/", "website/static/"];

/** Replaces absolute links to files of a site with paths in the tree. */
function resolveSitePaths(markdown: string, from: string, tree: MarkdownTree): string {
  // Most documents have no such links, and need not be parsed.
  if (!/[("'<= \t]\/[^/]|@site\//.test(markdown)) return markdown;
  const resolve = (href: string): string => {
    if (!/^(?:\/(?!\/)|@site\/)/.test(href)) return href;
    const absolute = href.replace(/^@site(?=\/)/, "");
    const path = pathFrom(from, absolute);
    if (path === undefined || tree.has(path) || tree.findPage(path) !== undefined) return absolute;
    const file = publicFolders.map((folder) => folder + path).find((candidate) => tree.has(candidate));
    return file === undefined ? absolute : `/${encodePath(file)}${splitAddress(href).suffix}`;
  };
  return rewriteDestinations(markdown, resolve, { end: frontMatterLength(markdown) });
}

export interface PageFile {
  readonly path: string;
  /** The text with front matter, and with the heading that may be the title. */
  readonly markdown: string;
  /** Attributes that are not in the front matter of the document. */
  readonly attributes?: SourcePage["attributes"];
  readonly title?: string;
  readonly slug?: string;
  readonly position?: number;
  /** Whether the front matter contains `hidden: false`. */
  readonly isVisible?: boolean;
  readonly covers: readonly string[];
  readonly heading?: string;
  /** Whether a heading that repeats the title is part of the text. Exports state the title explicitly then. */
  readonly keepsHeading?: boolean;
}

/** The maximum number of characters before a heading that is used as the title. */
const maxHeadingDistance = 10_000;

export async function readPage(path: string, text: string, { isNative = false } = {}): Promise<PageFile> {
  const { markdown: withoutPageFields, fields: pageFields } = takePageFields(
    isNative ? text : normalizeDialect(path, text),
  );
  const { markdown, fields } = await repairFrontMatter(withoutPageFields);
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
    ...(textIn(pageFields, "title") !== undefined && { keepsHeading: true }),
  };
}

async function readAttributes(fields: Fields = {}): Promise<SourcePage["attributes"]> {
  const { markdown } = await repairFrontMatter(await setFrontMatter("", fields));
  const { title, cover, coverDark, coverY, ...attributes } = (await readFrontMatter(markdown)) ?? {};
  return Object.keys(attributes).length === 0 ? undefined : attributes;
}

/** Removes a leading heading that repeats the title. */
export function withoutTitle(markdown: string, title: string): string {
  const { text, range } = findTitleHeading(markdown) ?? {};
  if (text !== title || range === undefined) return markdown;
  const [empty = ""] = /^[ \t]*\r?\n/.exec(markdown.slice(range.end)) ?? [];
  return markdown.slice(0, range.start) + markdown.slice(range.end + empty.length);
}

/** The leading heading, or else the first one of level 1 outside of code. */
function firstHeading(markdown: string): string | undefined {
  const leading = leadingHeading(markdown);
  if (leading !== undefined) return leading;
  const start = frontMatterLength(markdown);
  for (const { text, last } of scanLines(markdown.slice(start, start + maxHeadingDistance))) {
    const isHeading = last?.kind === "heading" || (last?.kind === "element" && last.name === "h1");
    if (isHeading && /^ {0,3}(?:#[ \t]|<h1[ \t>])/i.test(text)) return leadingHeading(text);
  }
  return undefined;
}
