import { checkFrontMatter } from "../../content/changes/index.ts";
import { limits, maxLinks } from "../../content/index.ts";
import { findDestinations, frontMatterLength, readFrontMatter } from "../../content/markdown/index.ts";
import { maxPageDepth } from "../../content/pages/index.ts";
import { LecternError } from "../../platform/index.ts";
import { canBeSlug, importLimits, type SourcePage, type SourceReusableContent } from "../source/index.ts";

/** In characters: finding out that something longer is no front matter takes so long that once is enough. */
const longBlock = 2048;

/**
 * Pages as they can be kept: what a source says in a way that no page here can say is left out, its text is not. Where
 * not even the text can be kept, the page stays empty, and is counted as lost.
 */
export async function fitPages(
  pages: readonly SourcePage[],
  deepest: number = maxPageDepth,
): Promise<{ readonly pages: SourcePage[]; readonly lost: number }> {
  const fitted: SourcePage[] = [];
  let lost = 0;
  const placed = place(withinLimits(pages), deepest);
  for (const page of placed) {
    const isLost = hasTooManyLinks(page.markdown);
    if (isLost) lost++;
    fitted.push(await fitPage(isLost ? { ...page, markdown: "" } : page));
  }
  return { pages: fitted, lost };
}

/** As many documents as there may be, and no more groups and links beside them. */
function withinLimits(pages: readonly SourcePage[]): SourcePage[] {
  const left = { documents: importLimits.pages, others: importLimits.pages };
  return pages.filter(({ type }) => left[type === "document" ? "documents" : "others"]-- > 0);
}

/** Each at an address of its own and below one that is there; what would be too deep stands beside what it was below. */
function place(pages: readonly SourcePage[], deepest: number): SourcePage[] {
  const parents = new Map<string, { readonly depth: number; readonly parent?: string }>();
  return pages.map((page, i) => {
    const { parent: given, ...rest } = page;
    const above = given === undefined ? undefined : parents.get(given);
    const isDeep = above !== undefined && above.depth >= deepest;
    const parent = above === undefined ? undefined : isDeep ? above.parent : given;
    const address = parents.has(page.address) ? `${page.address}#${i}` : page.address;
    const depth = isDeep ? above.depth : (above?.depth ?? 0) + 1;
    parents.set(address, { depth, ...(parent !== undefined && { parent }) });
    return { ...rest, address, ...(parent !== undefined && { parent }) };
  });
}

/** More than can be kept, wherever they lead. Most texts are too short for that. */
function hasTooManyLinks(markdown = ""): boolean {
  return markdown.length > maxLinks && findDestinations(markdown).length > maxLinks;
}

/** Reusable contents as they can be kept. */
export function fitReusableContents(contents: readonly SourceReusableContent[]): SourceReusableContent[] {
  return contents
    .filter(({ markdown }) => !hasTooManyLinks(markdown))
    .map(({ address, title, markdown }) => ({
      address,
      title: fitTitle(title, limits.reusableContentTitle) ?? nameIn(address),
      markdown: fitText(markdown),
    }));
}

async function fitPage(page: SourcePage): Promise<SourcePage> {
  const { markdown, title: given, slug, attributes, ...rest } = page;
  const title = fitTitle(given) ?? (markdown === undefined ? fitTitle(nameIn(page.address)) : undefined);
  return {
    ...rest,
    ...(title !== undefined && { title }),
    ...(slug !== undefined && canBeSlug(slug) && { slug }),
    ...(attributes !== undefined && { attributes: fitAttributes(attributes) }),
    ...(markdown !== undefined && { markdown: await fitMarkdown(markdown) }),
  };
}

/** Those that a page may have. */
function fitAttributes(attributes: NonNullable<SourcePage["attributes"]>): typeof attributes {
  const isRight = ([name, value]: [string, unknown]): boolean => {
    try {
      checkFrontMatter({ [name]: value });
      return true;
    } catch (error) {
      if (error instanceof LecternError) return false;
      throw error;
    }
  };
  return Object.fromEntries(Object.entries(attributes).filter(isRight));
}

/** The name of a file as it can be kept. */
export function fitFileName(name: string): string {
  const fitted = fitTitle(name, limits.fileName) ?? "file";
  return /^\.{1,2}$/.test(fitted) ? "file" : fitted;
}

/** Undefined where nothing is left of it. */
function fitTitle(title = "", longest: number = limits.pageTitle): string | undefined {
  const line = title
    .replace(/\p{Cc}+/gu, " ")
    .toWellFormed()
    .trim();
  return [...line].slice(0, longest).join("").trim() || undefined;
}

function nameIn(address: string): string {
  return (
    address
      .replace(/(?<!\/)\/+$/, "")
      .split("/")
      .at(-1) ?? ""
  );
}

/** Without characters that cannot be kept. */
function fitText(markdown: string): string {
  return markdown.replaceAll("\0", "").toWellFormed();
}

/** The same, without a front matter that cannot be read as one. */
async function fitMarkdown(markdown: string): Promise<string> {
  const text = fitText(markdown);
  try {
    const front = await readFrontMatter(text);
    if (front !== undefined) checkFrontMatter(front);
    // Behind an empty line, nobody takes it for one again.
    return front === undefined && frontMatterLength(text) > longBlock ? `\n${text}` : text;
  } catch (error) {
    if (!(error instanceof LecternError)) throw error;
    return text.slice(frontMatterLength(text));
  }
}
