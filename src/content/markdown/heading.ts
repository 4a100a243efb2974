import { frontMatterLength } from "./front-matter.ts";

/** The text of the heading that a document begins with, if it does; formatting and links are left out. */
export function leadingHeading(markdown: string): string | undefined {
  const start = frontMatterLength(markdown);
  const [first = "", second = ""] = markdown
    .slice(start, start + 2048)
    .trimStart()
    .split(/\r?\n/, 2);
  const [, hashed] = /^#[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/.exec(first) ?? [];
  const underlined = /^=+[ \t]*$/.test(second) ? first : undefined;
  const title = (hashed ?? underlined)
    ?.replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/<[^>]*>/g, "")
    .replace(/[*_`~]{1,3}([^*_`~]+)[*_`~]{1,3}/g, "$1")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .trim();
  return title || undefined;
}
