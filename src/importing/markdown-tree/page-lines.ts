import { findFrontMatterAddresses, frontMatterLength } from "../../content/markdown/index.ts";
import { type Fields, readFields } from "./read-yaml.ts";
import { fieldsOf, linesOf, says } from "./set-front-matter.ts";

/** Parts what the text of a page says in its front matter from what is only said about the page. */
const mark = "# Said about the page, and not in its text:\n";

/** As long as the longest fields together. */
const longest = 64 * 1024;

/** The document with these fields at the end of its front matter, so that they can be told from its own. */
export async function addPageLines(markdown: string, fields: Fields): Promise<string> {
  const { end } = await findFrontMatterAddresses(markdown);
  const head = markdown.slice(0, end);
  if (Object.keys(fields).length === 0 && !head.includes(mark)) return markdown;
  const lines = mark + linesOf(fields);
  if (end === 0) return `---\n${lines}---\n${markdown}`;
  const closing = head.lastIndexOf("---");
  const extended = head.slice(0, closing) + lines + head.slice(closing);
  const own = fieldsOf(head);
  // Between brackets there is no room for lines.
  const block = says(extended, { ...own, ...fields }) ? extended : `---\n${linesOf(own)}${lines}---\n`;
  return block + markdown.slice(end);
}

/** The document as it was before, and the fields; none where it never had such lines. */
export function takePageLines(markdown: string): { readonly markdown: string; readonly fields?: Fields } {
  const end = frontMatterLength(markdown);
  const at = end === 0 ? -1 : markdown.lastIndexOf(`\n${mark}`, end) + 1;
  if (at <= 0) return { markdown };
  const closing = markdown.lastIndexOf("---", end);
  const lines = markdown.slice(at + mark.length, closing);
  const fields = (lines.length > longest ? undefined : readFields(lines)) ?? {};
  const head = markdown.slice(0, at);
  return { markdown: head === "---\n" ? markdown.slice(end) : head + markdown.slice(closing), fields };
}
