import type { Link, Nodes } from "mdast";
import { safeDecodeUriComponent } from "../../../platform/index.ts";
import type { Block } from "../markdown/index.ts";

/** Rewrites links to fragments of the page to the anchors of the Markdown. */
export function rewriteFragmentLinks(blocks: readonly Block[], anchors: ReadonlyMap<string, string>): void {
  for (const link of linksIn(blocks)) {
    const anchor = link.url.startsWith("#")
      ? anchors.get(safeDecodeUriComponent(link.url.slice(1)))
      : undefined;
    if (anchor) link.url = `#${anchor}`;
  }
}

function* linksIn(nodes: readonly Nodes[]): Generator<Link> {
  const ahead: Nodes[] = [...nodes];
  for (let node = ahead.pop(); node !== undefined; node = ahead.pop()) {
    if (node.type === "link") yield node;
    for (const inner of childNodes(node)) ahead.push(inner);
  }
}

function* childNodes(node: Nodes): Generator<Nodes> {
  if ("children" in node) yield* node.children;
  if (node.type === "details") yield* node.summary;
  if (node.type === "figure") yield* node.caption;
  if (node.type === "richTable")
    for (const cells of node.rows) for (const { children } of cells) yield* children;
}

const pagingText =
  /^(?:(?:Previous|Prev|Next)(?![a-z])|Back to top|Edit (?:this )?page|Edit on |[←→«»‹›])|[→»›]$/;

/** Drops the links to the previous and the next page at the end of the content. */
export function dropPagination(blocks: Block[], isEntry: (title: string, href: string) => boolean): void {
  for (let last = blocks.at(-1); last !== undefined && isPagination(last, isEntry); last = blocks.at(-1))
    blocks.pop();
}

function isPagination(block: Block, isEntry: (title: string, href: string) => boolean): boolean {
  if (block.type !== "paragraph") return false;
  return block.children.every((node) => {
    if (node.type === "text") return /^[\s|·•]*$/.test(node.value);
    const [only, ...others] = node.type === "link" ? node.children : [];
    if (node.type !== "link" || only?.type !== "text" || others.length > 0) return false;
    return pagingText.test(only.value) || isEntry(only.value, node.url);
  });
}
