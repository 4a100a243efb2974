import { checkFrontMatter } from "../../content/changes/index.ts";
import { limits, maxLinks } from "../../content/index.ts";
import { findDestinations, frontMatterLength, readFrontMatter } from "../../content/markdown/index.ts";
import { maxPageDepth } from "../../content/pages/index.ts";
import { LecternError } from "../../platform/index.ts";
import {
  importLimits,
  isSlug,
  isValidFrontMatter,
  type SourcePage,
  type SourceReusableContent,
} from "../source/index.ts";

/** The length above which a rejected front matter block is turned into text, because parsing it again is slow. */
const maxRejectedFrontMatter = 2048;

/** Drops invalid titles, slugs and attributes. A document with too many links becomes empty, and is counted as lost. */
export async function fitPages(
  pages: readonly SourcePage[],
  maxDepth: number = maxPageDepth,
): Promise<{ readonly pages: SourcePage[]; readonly lost: number }> {
  const fitted: SourcePage[] = [];
  let lost = 0;
  for (const page of fitParents(limitPages(pages), maxDepth)) {
    const isLost = hasTooManyLinks(page.markdown);
    if (isLost) lost++;
    fitted.push(await fitPage(isLost ? { ...page, markdown: "" } : page));
  }
  return { pages: fitted, lost };
}

function limitPages(pages: readonly SourcePage[]): SourcePage[] {
  const remaining = { documents: importLimits.pages, others: importLimits.pages };
  return pages.filter(({ type }) => remaining[type === "document" ? "documents" : "others"]-- > 0);
}

/** Makes addresses unique, drops unknown parents, and turns pages that are too deep into siblings of their parents. */
function fitParents(pages: readonly SourcePage[], maxDepth: number): SourcePage[] {
  const parents = new Map<string, { readonly depth: number; readonly parent?: string }>();
  return pages.map((page, i) => {
    const { parent: given, ...rest } = page;
    const parentEntry = given === undefined ? undefined : parents.get(given);
    const isTooDeep = parentEntry !== undefined && parentEntry.depth >= maxDepth;
    const parent = parentEntry === undefined ? undefined : isTooDeep ? parentEntry.parent : given;
    const address = parents.has(page.address) ? `${page.address}#${i}` : page.address;
    const depth = isTooDeep ? parentEntry.depth : (parentEntry?.depth ?? 0) + 1;
    parents.set(address, { depth, ...(parent !== undefined && { parent }) });
    return { ...rest, address, ...(parent !== undefined && { parent }) };
  });
}

function hasTooManyLinks(markdown = ""): boolean {
  return markdown.length > maxLinks && findDestinations(markdown).length > maxLinks;
}

export function fitReusableContents(contents: readonly SourceReusableContent[]): SourceReusableContent[] {
  return contents
    .filter(({ markdown }) => !hasTooManyLinks(markdown))
    .map(({ address, title, markdown }) => ({
      address,
      title: fitTitle(title, limits.reusableContentTitle) ?? lastSegment(address),
      markdown: fitText(markdown),
    }));
}

async function fitPage(page: SourcePage): Promise<SourcePage> {
  const { markdown, title: given, slug, attributes, ...rest } = page;
  const title = fitTitle(given) ?? (markdown === undefined ? fitTitle(lastSegment(page.address)) : undefined);
  return {
    ...rest,
    ...(title !== undefined && { title }),
    ...(slug !== undefined && isSlug(slug) && { slug }),
    ...(attributes !== undefined && {
      attributes: Object.fromEntries(
        Object.entries(attributes).filter(([name, value]) => isValidFrontMatter({ [name]: value })),
      ),
    }),
    ...(markdown !== undefined && { markdown: await fitMarkdown(markdown) }),
  };
}

export function fitFileName(name: string): string {
  const fitted = fitTitle(name, limits.fileName) ?? "file";
  return /^\.{1,2}$/.test(fitted) ? "file" : fitted;
}

/** Removes control characters and shortens a title; undefined if nothing remains. */
function fitTitle(title = "", maxLength: number = limits.pageTitle): string | undefined {
  const line = title
    .replace(/\p{Cc}+/gu, " ")
    .toWellFormed()
    .trim();
  return [...line].slice(0, maxLength).join("").trim() || undefined;
}

function lastSegment(address: string): string {
  const path = address.replace(/(?<!\/)\/+$/, "");
  return path.slice(path.lastIndexOf("/") + 1);
}

function fitText(markdown: string): string {
  return markdown.replaceAll("\0", "").toWellFormed();
}

async function fitMarkdown(markdown: string): Promise<string> {
  const text = fitText(markdown);
  try {
    const frontMatter = await readFrontMatter(text);
    if (frontMatter !== undefined) checkFrontMatter(frontMatter);
    // After a blank line, the block is not parsed as front matter again.
    return frontMatter === undefined && frontMatterLength(text) > maxRejectedFrontMatter ? `\n${text}` : text;
  } catch (error) {
    if (!(error instanceof LecternError)) throw error;
    return text.slice(frontMatterLength(text));
  }
}
