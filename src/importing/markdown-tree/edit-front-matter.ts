import { isDeepStrictEqual } from "node:util";
import { parse, stringify } from "yaml";
import {
  findFrontMatterAddresses,
  frontMatterLength,
  patchFrontMatter,
} from "../../content/markdown/index.ts";
import { type Fields, readFields, yamlOf } from "./read-yaml.ts";

/** Sets fields of the front matter, or removes those that are undefined. Other lines are kept if possible. */
export async function setFrontMatter(markdown: string, fields: Fields): Promise<string> {
  const names = Object.keys(fields);
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const { end } = await findFrontMatterAddresses(markdown);
  if (end === 0) return Object.keys(given).length === 0 ? markdown : blockOf(given) + markdown;
  const wanted = { ...parseBlock(markdown.slice(0, end)) };
  for (const name of names) delete wanted[name];
  Object.assign(wanted, given);
  const body = markdown.slice(end);
  if (Object.keys(wanted).length === 0) return body;
  const without = await patchFrontMatter(markdown, Object.fromEntries(names.map((name) => [name, null])));
  const head = without.slice(0, without.length - body.length);
  const extended = appendLines(head, linesOf(given));
  return (hasFields(extended, wanted) ? extended : blockOf(wanted)) + body;
}

/** Separates the front matter of the document from fields of the page. Exported files contain this line. */
const pageMark = "# Said about the page, and not in its text:\n";

const maxPageFields = 64 * 1024;

/** Appends fields of the page to the front matter, separated from those of the document. */
export async function addPageFields(markdown: string, fields: Fields): Promise<string> {
  const { end } = await findFrontMatterAddresses(markdown);
  const head = markdown.slice(0, end);
  if (Object.keys(fields).length === 0 && !head.includes(pageMark)) return markdown;
  const lines = pageMark + linesOf(fields);
  if (end === 0) return `---\n${lines}---\n${markdown}`;
  const extended = appendLines(head, lines);
  const own = parseBlock(head);
  // Lines cannot be appended to a flow mapping.
  const block = hasFields(extended, { ...own, ...fields }) ? extended : `---\n${linesOf(own)}${lines}---\n`;
  return block + markdown.slice(end);
}

/** Removes the fields of the page from the front matter. They are undefined if the document never had any. */
export function takePageFields(markdown: string): { readonly markdown: string; readonly fields?: Fields } {
  const end = frontMatterLength(markdown);
  const at = end === 0 ? -1 : markdown.lastIndexOf(`\n${pageMark}`, end) + 1;
  if (at <= 0) return { markdown };
  const closing = markdown.lastIndexOf("---", end);
  const lines = markdown.slice(at + pageMark.length, closing);
  const fields = (lines.length > maxPageFields ? undefined : readFields(lines)) ?? {};
  const head = markdown.slice(0, at);
  return { markdown: head === "---\n" ? markdown.slice(end) : head + markdown.slice(closing), fields };
}

function appendLines(block: string, lines: string): string {
  const closing = block.lastIndexOf("---");
  return block.slice(0, closing) + lines + block.slice(closing);
}

/** Whether a text is front matter with exactly these fields. */
function hasFields(block: string, fields: Fields): boolean {
  try {
    return frontMatterLength(block) === block.length && isDeepStrictEqual(parseBlock(block), fields);
  } catch {
    return false;
  }
}

/** The fields of valid front matter; empty if an alias has no anchor. */
function parseBlock(block: string): Fields {
  try {
    return parse(yamlOf(block), { logLevel: "silent", uniqueKeys: false, prettyErrors: false }) ?? {};
  } catch {
    return {};
  }
}

function blockOf(fields: Fields): string {
  return `---\n${linesOf(fields)}---\n`;
}

/** Each string is on one line, so that none contains the end of the block. */
function linesOf(fields: Fields): string {
  return Object.keys(fields).length === 0 ? "" : stringify(fields, { lineWidth: 0, blockQuote: false });
}
