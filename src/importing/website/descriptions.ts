const longest = 300;
/** So many pages are not about the same. */
const mostAlike = 3;

/** What a page says about itself, on one short line; undefined where that is nothing. */
export function shortDescription(description = ""): string | undefined {
  const words = description
    .slice(0, 4 * longest)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  const end = words.lastIndexOf(" ", longest);
  const short = words.length > longest ? `${words.slice(0, end > 0 ? end : longest)}…` : words;
  return short === "" ? undefined : short.toWellFormed();
}

interface Described {
  readonly markdown: string;
  readonly description?: string;
}

/**
 * Gives texts with what their pages say about themselves before them, as far as it says something: what several pages say is
 * about the site, and so only about the first of them, and many generators only repeat how the text begins.
 */
export function describing(
  pages: Iterable<Described>,
  start: Described | undefined,
): (page: Described) => string {
  const counts = new Map<string, number>();
  for (const { description } of pages)
    if (description !== undefined) counts.set(description, (counts.get(description) ?? 0) + 1);
  return (page) => {
    const { markdown, description = "" } = page;
    const isOwn = page === start || (counts.get(description) ?? 0) < mostAlike;
    if (description !== "" && isOwn && !beginsWith(markdown, description))
      return `---\ndescription: ${JSON.stringify(description)}\n---\n\n${markdown}`;
    // A line of dashes at the very beginning would be taken for such lines.
    return markdown.startsWith("---") ? `\n${markdown}` : markdown;
  };
}

/** Whether one of the first blocks of a text begins with these words. */
function beginsWith(markdown: string, description: string): boolean {
  const words = lettersOf(description);
  if (words === "") return false;
  const blocks = markdown.slice(0, 20 * longest).split(/\n{2,}/, 3);
  return blocks.some((block) =>
    lettersOf(block.replace(/\]\([^)\n]{0,2048}\)|<[^>\n]{0,2048}>/g, "")).startsWith(words),
  );
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}
