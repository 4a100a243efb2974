import type { HtmlPage, NavigationEntry } from "./html-page.ts";
import type { Block } from "./markdown-nodes.ts";
import { readHead } from "./page/head.ts";
import { keepAnchors, shiftHeadings, takeTitle, titleOutside } from "./page/headings.ts";
import { linksIn } from "./page/links.ts";
import { bodyOf, findMainContent } from "./page/main-content.ts";
import { readNavigation } from "./page/navigation.ts";
import { dropPaging, relink } from "./page/own-links.ts";
import { ContentReader } from "./read/content-reader.ts";
import type { HeldImages } from "./read/held-images.ts";
import { classStyles } from "./read/marks.ts";
import { parseHtml } from "./tree/parse.ts";
import { measureText } from "./tree/text-sizes.ts";
import { writeMarkdown } from "./write/write-markdown.ts";

/**
 * Reads a page: only its main content, without what is on every page of its site, or the whole of it, as for exports and
 * converted documents. A page with more elements than anybody could read is an ImportError; anything else can be read.
 */
export function readHtml(html: string, part: "main" | "all"): HtmlPage {
  const document = parseHtml(html);
  const { title: said, description, canonical, robots, base } = readHead(document);
  const links = linksIn(document, base);
  const sizes = measureText(document);
  const content = part === "main" ? findMainContent(document, sizes) : bodyOf(document);
  const styles = part === "all" ? classStyles(document) : new Map<string, string>();
  const images: HeldImages = new Map();
  const reader = new ContentReader(content, {
    base,
    part,
    styles,
    sizes,
    ...(part === "main" && { images }),
  });
  const blocks = reader.read();
  const outside = titleOutside(document, content);
  const { text: title, heading } = takeTitle(blocks, {
    ...(outside !== undefined && { outside }),
    ...(said !== undefined && { said }),
  });
  const below = reader.headings.filter((each) => each !== heading);
  const linked = new Set(links.map(({ href }) => href));
  shiftHeadings(below);
  const anchors = keepAnchors(below, (id) => linked.has(`#${id}`));
  const navigation = readNavigation(document, base);
  if (part === "main") dropPaging(blocks, entriesOf(navigation));
  const shown = [...withoutEdges(blocks), ...reader.notes];
  relink(shown, anchors);
  const changed = changedAnchors(anchors, heading?.data?.id);
  return {
    ...(title && { title }),
    ...(description !== undefined && { description }),
    markdown: writeMarkdown(shown),
    ...(canonical !== undefined && { canonical }),
    ...(changed.size > 0 && { anchors: changed }),
    ...(images.size > 0 && { images }),
    robots,
    links,
    navigation,
  };
}

/** Those that are others now. The title is none of the headings any more: what led to it leads to the page. */
function changedAnchors(
  anchors: ReadonlyMap<string, string>,
  title: string | undefined,
): Map<string, string> {
  const changed = new Map([...anchors].filter(([before, now]) => before !== now));
  if (title !== undefined && !anchors.has(title)) changed.set(title, "");
  return changed;
}

/** Tells whether a title and an address are an entry of the navigation. */
function entriesOf(navigation: readonly NavigationEntry[]): (title: string, href: string) => boolean {
  const known = new Set<string>();
  const ahead = [...navigation];
  for (let entry = ahead.pop(); entry !== undefined; entry = ahead.pop()) {
    known.add(`${entry.href} ${entry.title}`);
    for (const child of entry.children) ahead.push(child);
  }
  return (title, href) => known.has(`${href} ${title}`);
}

/** The blocks without lines before and behind all text, which were there to part it from something else. */
function withoutEdges(blocks: readonly Block[]): readonly Block[] {
  const isText = ({ type }: Block) => type !== "thematicBreak";
  const first = blocks.findIndex(isText);
  return first < 0 ? [] : blocks.slice(first, blocks.findLastIndex(isText) + 1);
}

export type ReadHtml = typeof readHtml;
