import { checkFrontMatter } from "../../content/changes/index.ts";
import { hasTooManyNodes, limits, maxLinks, maxPageDepth, maxPathLength } from "../../content/index.ts";
import { findDestinations, frontMatterLength, readFrontMatter } from "../../content/markdown/index.ts";
import type { Extent } from "../../content/pages/index.ts";
import { LecternError } from "../../platform/index.ts";
import {
  importLimits,
  isSlug,
  isValidFrontMatter,
  type SourcePage,
  type SourceReusableContent,
  slugOfAddress,
} from "../source/index.ts";

/** The length above which a rejected front matter block is turned into text, because parsing it again is slow. */
const maxRejectedFrontMatter = 2048;

/** The length of the number that makes a slug unique. */
const maxNumberLength = 8;

/** Drops invalid titles, slugs and attributes. A document with too many links or nodes becomes empty; `lost` has its address. */
export async function fitPages(
  pages: readonly SourcePage[],
  target: Extent = { depth: 0, pathLength: 0 },
): Promise<{ readonly pages: SourcePage[]; readonly lost: readonly string[] }> {
  const fitted: SourcePage[] = [];
  const lost: string[] = [];
  for (const page of fitParents(limitPages(pages), target)) {
    const isLost = await isTooLarge(page.markdown);
    if (isLost) lost.push(page.address);
    fitted.push(await fitPage(isLost ? { ...page, markdown: "" } : page));
  }
  return { pages: fitted, lost };
}

function limitPages(pages: readonly SourcePage[]): SourcePage[] {
  const remaining = { documents: importLimits.pages, others: importLimits.pages };
  return pages.filter(({ type }) => remaining[type === "document" ? "documents" : "others"]-- > 0);
}

/** Makes addresses unique, drops unknown parents, and turns pages beyond the limits of the tree into siblings of their parents. */
function fitParents(pages: readonly SourcePage[], target: Extent): SourcePage[] {
  const placed = new Map<string, Extent & { readonly parent?: string }>();
  return pages.map((page, i) => {
    const { parent: given, ...rest } = page;
    const slugLength = maxSlugLength(page);
    let parent = given !== undefined && placed.has(given) ? given : undefined;
    while (parent !== undefined) {
      const { depth, pathLength } = placed.get(parent) ?? target;
      if (depth < maxPageDepth && pathLength + 1 + slugLength <= maxPathLength) break;
      parent = placed.get(parent)?.parent;
    }
    const { depth, pathLength } = parent === undefined ? target : (placed.get(parent) ?? target);
    const address = placed.has(page.address) ? `${page.address}#${i}` : page.address;
    placed.set(address, {
      depth: depth + 1,
      pathLength: pathLength + 1 + slugLength,
      ...(parent !== undefined && { parent }),
    });
    return { ...rest, address, ...(parent !== undefined && { parent }) };
  });
}

/** The length that a slug can have after it is made unique. It is derived from the title if the page has no slug. */
function maxSlugLength({ slug, address }: SourcePage): number {
  const preferred = slug !== undefined && isSlug(slug) ? slug : slugOfAddress(address);
  return preferred === undefined ? limits.slug : preferred.length + maxNumberLength;
}

async function isTooLarge(markdown = ""): Promise<boolean> {
  const hasTooManyLinks = markdown.length > maxLinks && findDestinations(markdown).length > maxLinks;
  return hasTooManyLinks || hasTooManyNodes(markdown);
}

export async function fitReusableContents(
  contents: readonly SourceReusableContent[],
): Promise<SourceReusableContent[]> {
  const fitted: SourceReusableContent[] = [];
  for (const { address, title, markdown } of contents)
    if (!(await isTooLarge(markdown)))
      fitted.push({
        address,
        title: fitTitle(title, limits.reusableContentTitle) ?? lastSegment(address),
        markdown: fitText(markdown),
      });
  return fitted;
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
