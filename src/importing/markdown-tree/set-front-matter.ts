import { isDeepStrictEqual } from "node:util";
import { parse, stringify } from "yaml";
import {
  findFrontMatterAddresses,
  frontMatterLength,
  patchFrontMatter,
} from "../../content/markdown/index.ts";
import type { Fields } from "./read-yaml.ts";

/**
 * The document with these fields in its front matter, in the place of what it says about them; undefined takes a field
 * out. All other lines stay as they are, if that can be.
 */
export async function setFrontMatter(markdown: string, fields: Fields): Promise<string> {
  const names = Object.keys(fields);
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const { end } = await findFrontMatterAddresses(markdown);
  if (end === 0) return given.length === 0 ? markdown : blockOf(Object.fromEntries(given)) + markdown;
  const wanted = { ...fieldsOf(markdown.slice(0, end)) };
  for (const name of names) delete wanted[name];
  Object.assign(wanted, Object.fromEntries(given));
  const body = markdown.slice(end);
  if (Object.keys(wanted).length === 0) return body;
  const without = await patchFrontMatter(markdown, Object.fromEntries(names.map((name) => [name, null])));
  const head = without.slice(0, without.length - body.length);
  const closing = head.lastIndexOf("---");
  const extended = head.slice(0, closing) + linesOf(Object.fromEntries(given)) + head.slice(closing);
  return (says(extended, wanted) ? extended : blockOf(wanted)) + body;
}

/** Whether it is front matter that says this, and nothing else. */
export function says(block: string, wanted: Fields): boolean {
  try {
    return frontMatterLength(block) === block.length && isDeepStrictEqual(fieldsOf(block), wanted);
  } catch {
    return false;
  }
}

/** What stands between the dashes. Only for what is known to be front matter, but for aliases that lead nowhere. */
export function fieldsOf(block: string): Fields {
  const lines = block.slice(block.indexOf("\n") + 1, block.lastIndexOf("---"));
  try {
    return parse(lines, { logLevel: "silent", uniqueKeys: false, prettyErrors: false }) ?? {};
  } catch {
    return {};
  }
}

function blockOf(fields: Fields): string {
  return `---\n${linesOf(fields)}---\n`;
}

/** Each text on one line, so that none looks like the end of the block. */
export function linesOf(fields: Fields): string {
  return Object.keys(fields).length === 0 ? "" : stringify(fields, { lineWidth: 0, blockQuote: false });
}
