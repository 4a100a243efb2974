import type { Link, Nodes } from "mdast";
import { safeDecodeUriComponent } from "../../platform/index.ts";
import { type Block, readTableHeads, writeMarkdown } from "./markdown/index.ts";
import {
  anchorsByFragment,
  bodyOf,
  changedAnchors,
  findFragmentTargets,
  findMainContent,
  findTitleOutside,
  type HtmlLink,
  keepAnchors,
  linksIn,
  type NavigationEntry,
  readHead,
  readNavigation,
  shiftHeadings,
  takeTitle,
} from "./page/index.ts";
import { ContentReader, classStyles, type InlinedImage, InlinedImages } from "./read/index.ts";
import { type Element, measureText, parseHtml } from "./tree/index.ts";

export interface HtmlPage {
  /** The first heading, else the title of the head without the name of the site. */
  readonly title?: string;
  readonly description?: string;
  /** The content without the title heading. URLs are those of the HTML, resolved against `<base>` if it exists. */
  readonly markdown: string;
  /** The anchors of the Markdown by the fragments of the HTML, where they differ; empty for the start of the page. */
  readonly anchors?: ReadonlyMap<string, string>;
  readonly inlined?: readonly InlinedImage[];
  readonly canonical?: string;
  /** The permissions in `<meta name="robots">`. */
  readonly robots: { readonly index: boolean; readonly follow: boolean };
  readonly links: readonly HtmlLink[];
  /** The largest navigation of the page, such as a sidebar, as a tree. */
  readonly navigation: readonly NavigationEntry[];
}

/** Converts a page to Markdown: its main content, or all of it, as for exports. Throws only an ImportError, for too many elements. */
export function readHtml(html: string, part: "main" | "all"): HtmlPage {
  return readDocument(parseHtml(html), part);
}

export function readDocument(document: Element, part: "main" | "all"): HtmlPage {
  const { title: headTitle, description, canonical, robots, base } = readHead(document);
  const links = linksIn(document, base);
  const sizes = measureText(document);
  const content = part === "main" ? findMainContent(document, sizes) : bodyOf(document);
  const styles = part === "all" ? classStyles(document) : new Map();
  const inlined = new InlinedImages();
  const reader = new ContentReader(content, { base, part, styles, sizes, inlined });
  const blocks = reader.read();
  const { text: title, heading } = takeTitle(blocks, findTitleOutside(document, content), headTitle);
  const remaining = [...reader.headings.values()].filter((other) => other !== heading);
  const linked = new Set(links.map(({ href }) => href));
  shiftHeadings(remaining);
  const headingAnchors = keepAnchors(remaining, (id) => linked.has(`#${id}`));
  const anchors = anchorsByFragment(findFragmentTargets(document, content, reader.headings), headingAnchors);
  const changed = changedAnchors(anchors, headingAnchors);
  const navigation = readNavigation(document, base);
  if (part === "main") dropPagination(blocks, navigation);
  const output = [...withoutOuterBreaks(blocks), ...reader.notes];
  rewriteFragmentLinks(output, anchors);
  return {
    ...(title && { title }),
    ...(description !== undefined && { description }),
    markdown: writeMarkdown(output),
    ...(changed.size > 0 && { anchors: changed }),
    ...(inlined.all.length > 0 && { inlined: inlined.all }),
    ...(canonical !== undefined && { canonical }),
    robots,
    links,
    navigation,
  };
}

/** Converts a part of a document. It has no title, and its headings keep their levels but not their ids. */
export function readFragment(document: Element): {
  readonly markdown: string;
  readonly images: readonly InlinedImage[];
} {
  const content = bodyOf(document);
  const inlined = new InlinedImages();
  const sizes = measureText(document);
  const { base } = readHead(document);
  const styles = classStyles(document);
  const reader = new ContentReader(content, { base, part: "all", styles, sizes, inlined });
  const blocks = [...reader.read(), ...reader.notes];
  readTableHeads(blocks);
  for (const heading of reader.headings.values()) heading.data = {};
  const headingAnchors = keepAnchors(reader.headings.values(), () => false);
  const targets = findFragmentTargets(document, content, reader.headings);
  rewriteFragmentLinks(blocks, anchorsByFragment(targets, headingAnchors));
  return { markdown: writeMarkdown(blocks), images: inlined.all };
}

/** Drops thematic breaks at the start and the end: they separate the content from the rest of the page. */
function withoutOuterBreaks(blocks: readonly Block[]): readonly Block[] {
  const isText = ({ type }: Block) => type !== "thematicBreak";
  const first = blocks.findIndex(isText);
  return first < 0 ? [] : blocks.slice(first, blocks.findLastIndex(isText) + 1);
}

function rewriteFragmentLinks(blocks: readonly Block[], anchors: ReadonlyMap<string, string>): void {
  for (const link of linkNodes(blocks)) {
    const anchor = link.url.startsWith("#") && anchors.get(safeDecodeUriComponent(link.url.slice(1)));
    if (anchor) link.url = `#${anchor}`;
  }
}

function* linkNodes(nodes: readonly Nodes[]): Generator<Link> {
  const stack: Nodes[] = [...nodes];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.type === "link") yield node;
    for (const inner of childNodes(node)) stack.push(inner);
  }
}

function* childNodes(node: Nodes): Generator<Nodes> {
  if ("children" in node) yield* node.children;
  if (node.type === "details") yield* node.summary;
  if (node.type === "figure") yield* node.caption;
  if (node.type === "richTable") for (const { children } of node.rows.flat()) yield* children;
}

const paginationText =
  /^(?:(?:Previous|Prev|Next)(?![a-z])|Back to top|Edit (?:this )?page|Edit on |[←→«»‹›])|[→»›]$/;

/** Drops the links to the previous and the next page, which the navigation lists as well, at the end of the content. */
function dropPagination(blocks: Block[], navigation: readonly NavigationEntry[]): void {
  const entries = new Set<string>();
  const stack = [...navigation];
  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    entries.add(`${entry.href} ${entry.title}`);
    for (const child of entry.children) stack.push(child);
  }
  const isPagination = (block: Block): boolean =>
    block.type === "paragraph" &&
    block.children.every((node) => {
      if (node.type === "text") return /^[\s|·•]*$/.test(node.value);
      const [only, ...others] = node.type === "link" ? node.children : [];
      if (node.type !== "link" || only?.type !== "text" || others.length > 0) return false;
      return paginationText.test(only.value) || entries.has(`${node.url} ${only.value}`);
    });
  for (let last = blocks.at(-1); last !== undefined && isPagination(last); last = blocks.at(-1)) blocks.pop();
}
