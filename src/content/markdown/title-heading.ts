import { findFrontMatterDestinations } from "./front-matter.ts";
import { leadingHeading } from "./heading.ts";

/** Characters with a special meaning in a heading or a link text. */
const special = /[\\`*[\]<]|~(?=~)|(?<=~)~|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#?\w{1,31};)|#(?=#*$)/gu;

/** Escapes a title as inline Markdown. */
export function escapeTitle(title: string): string {
  return title.replace(special, "\\$&");
}

/** Whether a heading can represent a title exactly. */
export function isHeadingTitle(title: string): boolean {
  return leadingHeading(`# ${escapeTitle(title)}`) === title;
}

/**
 * Adds the title of a page to its text as a heading, unless the text begins with a heading of the first level. The heading
 * is inserted after the front matter, so that importing can remove it without other changes.
 */
export async function withTitleHeading(markdown: string, title: string): Promise<string> {
  const line = title.replace(/[\r\n]+/g, " ").trim();
  if (line === "" || leadingHeading(markdown) !== undefined) return markdown;
  const { end } = await findFrontMatterDestinations(markdown);
  const [front, body] = [markdown.slice(0, end), markdown.slice(end)];
  const lineBreak = end > 0 && !front.endsWith("\n") ? "\n" : "";
  const [blank = ""] = (end > 0 && /^\r?\n/.exec(body)) || [];
  const rest = body.slice(blank.length);
  return `${front}${lineBreak}${blank}# ${escapeTitle(line)}\n${rest === "" ? "" : `\n${rest}`}`;
}
