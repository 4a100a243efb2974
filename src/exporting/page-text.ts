import type { Content, PageRecord, ReusableContentRecord, StoredDocument } from "../content/index.ts";
import { findFrontMatterAddresses } from "../content/markdown/index.ts";
import { setFrontMatter } from "../importing/markdown-tree/index.ts";
import type { ExportPaths } from "./export-paths.ts";
import { withPageFrontMatter } from "./page-front-matter.ts";
import { writeTitle } from "./titles.ts";
import { writeTreeLinks } from "./write-links.ts";

/** The file of a page: front matter with its attributes, its title as a heading, and its document. */
export async function pageText(
  content: Content,
  record: PageRecord,
  from: string,
  paths: ExportPaths,
): Promise<string> {
  const linked = await linkedText(content, record.document, from, paths);
  const text = await withPageFrontMatter(linked, record, from, paths);
  const title = writeTitle(record.title.trim());
  return title === undefined ? text : withHeading(text, `# ${title}`);
}

/** The file of reusable content, with its title in the front matter. */
export async function reusableText(
  content: Content,
  { title, document }: ReusableContentRecord,
  from: string,
  paths: ExportPaths,
): Promise<string> {
  const head = await setFrontMatter("", { title: title.trim() });
  return head + (await linkedText(content, document, from, paths));
}

async function linkedText(
  content: Content,
  hash: string | undefined,
  from: string,
  paths: ExportPaths,
): Promise<string> {
  if (hash === undefined) return "";
  return writeTreeLinks(content, await content.nodes.read<StoredDocument>(hash), from, paths);
}

/** Inserts a heading after the front matter, so that importing can remove it without other changes. */
async function withHeading(text: string, heading: string): Promise<string> {
  const { end } = await findFrontMatterAddresses(text);
  const [front, body] = [text.slice(0, end), text.slice(end)];
  const gap = end > 0 && !front.endsWith("\n") ? "\n" : "";
  const [blank = ""] = (end > 0 && /^\r?\n/.exec(body)) || [];
  const rest = body.slice(blank.length);
  return `${front}${gap}${blank}${heading}\n${rest === "" ? "" : `\n${rest}`}`;
}
