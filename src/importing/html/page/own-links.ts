import type { Link, Nodes } from "mdast";
import { safeDecodeUriComponent } from "../../../platform/index.ts";
import type { Block } from "../markdown/index.ts";

/** Makes the links to places on the same page lead to the anchors that these have now, except for its beginning. */
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
    for (const inner of partsOf(node)) ahead.push(inner);
  }
}

function* partsOf(node: Nodes): Generator<Nodes> {
  if ("children" in node) yield* node.children;
  if (node.type === "details") yield* node.summary;
  if (node.type === "figure") yield* node.caption;
  if (node.type === "richTable")
    for (const cells of node.rows) for (const { children } of cells) yield* children;
}

const turning =
  /^(?:(?:Previous|Prev|Next)(?![a-z])|Back to top|Edit (?:this )?page|Edit on |[←→«»‹›])|[→»›]$/;

/** Takes off what leads to the pages before and behind, at the end of a text. */
export function dropPagination(blocks: Block[], isEntry: (title: string, href: string) => boolean): void {
  for (let last = blocks.at(-1); last !== undefined && isPaging(last, isEntry); last = blocks.at(-1))
    blocks.pop();
}

function isPaging(block: Block, isEntry: (title: string, href: string) => boolean): boolean {
  if (block.type !== "paragraph") return false;
  return block.children.every((node) => {
    if (node.type === "text") return /^[\s|·•]*$/.test(node.value);
    const [only, ...others] = node.type === "link" ? node.children : [];
    if (node.type !== "link" || only?.type !== "text" || others.length > 0) return false;
    return turning.test(only.value) || isEntry(only.value, node.url);
  });
}
