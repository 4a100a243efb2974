import type { CrawledPage } from "./crawl-state.ts";

const maxLength = 300;
/** A description that this many pages share describes the site. */
const sharedCount = 3;

/** The meta description of a page on one line, shortened; undefined if it is empty. */
export function shortDescription(description = ""): string | undefined {
  const text = description
    .slice(0, 4 * maxLength)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  const end = text.lastIndexOf(" ", maxLength);
  const short = text.length > maxLength ? `${text.slice(0, end > 0 ? end : maxLength)}…` : text;
  return short === "" ? undefined : short.toWellFormed();
}

type DescribedPage = Pick<CrawledPage, "markdown" | "description">;

/** Returns a function that adds the description of a page to its front matter, unless it is that of the site or repeats the text. */
export function createDescriber(
  pages: Iterable<DescribedPage>,
  start: DescribedPage | undefined,
): (page: DescribedPage) => string {
  const counts = new Map<string, number>();
  for (const { description } of pages)
    if (description !== undefined) counts.set(description, (counts.get(description) ?? 0) + 1);
  return (page) => {
    const { markdown, description = "" } = page;
    const isOwn = page === start || (counts.get(description) ?? 0) < sharedCount;
    if (description !== "" && isOwn && !startsWithText(markdown, description))
      return `---\ndescription: ${JSON.stringify(description)}\n---\n\n${markdown}`;
    // A thematic break at the start would be parsed as front matter.
    return markdown.startsWith("---") ? `\n${markdown}` : markdown;
  };
}

function startsWithText(markdown: string, description: string): boolean {
  const text = lettersOf(description);
  if (text === "") return false;
  const blocks = markdown.slice(0, 20 * maxLength).split(/\n{2,}/, 3);
  return blocks.some((block) =>
    lettersOf(block.replace(/\]\([^)\n]{0,2048}\)|<[^>\n]{0,2048}>/g, "")).startsWith(text),
  );
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}
