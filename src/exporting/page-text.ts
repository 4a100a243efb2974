import type { Content, PageRecord, ReusableContentRecord, StoredDocument } from "../content/index.ts";
import { findFrontMatterAddresses } from "../content/markdown/index.ts";
import { setFrontMatter } from "../importing/markdown-tree/index.ts";
import type { Places } from "./export-paths.ts";
import { withPageFrontMatter } from "./page-front-matter.ts";
import { writeTitle } from "./titles.ts";
import { writeTreeLinks } from "./write-links.ts";

/** The text of a page as a file: under its title, and with all that its record says in the front matter. */
export async function pageText(
  content: Content,
  record: PageRecord,
  from: string,
  places: Places,
): Promise<string> {
  const linked = await linkedText(content, record.document, from, places);
  const text = await withPageFrontMatter(linked, record, from, places);
  const title = writeTitle(record.title.trim());
  return title === undefined ? text : withHeading(text, `# ${title}`);
}

/** The text of a reusable content as a file, with its title before it. */
export async function reusableText(
  content: Content,
  { title, document }: ReusableContentRecord,
  from: string,
  places: Places,
): Promise<string> {
  const head = await setFrontMatter("", { title: title.trim() });
  return head + (await linkedText(content, document, from, places));
}

async function linkedText(
  content: Content,
  hash: string | undefined,
  from: string,
  places: Places,
): Promise<string> {
  if (hash === undefined) return "";
  return writeTreeLinks(content, await content.nodes.read<StoredDocument>(hash), from, places);
}

/** Between the front matter and the text, so that taking it away again leaves both as they are. */
async function withHeading(text: string, heading: string): Promise<string> {
  const { end } = await findFrontMatterAddresses(text);
  const [front, body] = [text.slice(0, end), text.slice(end)];
  const gap = end > 0 && !front.endsWith("\n") ? "\n" : "";
  const [blank = ""] = (end > 0 && /^\r?\n/.exec(body)) || [];
  const rest = body.slice(blank.length);
  return `${front}${gap}${blank}${heading}\n${rest === "" ? "" : `\n${rest}`}`;
}
