import { checkFrontMatter } from "../content/changes/attributes.ts";
import { limits, mostLinks } from "../content/limits.ts";
import { findDestinations } from "../content/markdown/destinations.ts";
import { frontMatterLength, readFrontMatter } from "../content/markdown/front-matter.ts";
import { LecternError } from "../errors.ts";
import type { SourcePage, SourceReusableContent } from "./source.ts";

/**
 * Pages as they can be kept: what a source says in a way that no page here can say is left out, its text is not. Where
 * not even the text can be kept, the page stays empty, and is counted as lost.
 */
export async function fitPages(
  pages: readonly SourcePage[],
): Promise<{ readonly pages: SourcePage[]; readonly lost: number }> {
  const fitted: SourcePage[] = [];
  let lost = 0;
  for (const page of pages) {
    const isLost = hasTooManyLinks(page.markdown);
    if (isLost) lost++;
    fitted.push(await fitPage(isLost ? { ...page, markdown: "" } : page));
  }
  return { pages: fitted, lost };
}

/** More than can be kept, wherever they lead. Most texts are too short for that. */
function hasTooManyLinks(markdown = ""): boolean {
  return markdown.length > mostLinks && findDestinations(markdown).length > mostLinks;
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
  const { markdown, title: given, ...rest } = page;
  const title = fitTitle(given) ?? (markdown === undefined ? fitTitle(nameIn(page.address)) : undefined);
  return {
    ...rest,
    ...(title !== undefined && { title }),
    ...(markdown !== undefined && { markdown: await fitMarkdown(markdown) }),
  };
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
  return address.replace(/\/+$/, "").split("/").at(-1) ?? "";
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
    return text;
  } catch (error) {
    if (!(error instanceof LecternError)) throw error;
    return text.slice(frontMatterLength(text));
  }
}
