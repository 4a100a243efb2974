import type { Block, Document, Fragment, Node } from "./model.ts";
import { plainText } from "./plain-text.ts";

/** The node with this key, at any depth. */
export function findNode(within: Document | Node | Fragment, key: string): Node | Fragment | undefined {
  for (const inner of partsOf(within)) {
    const found = inner.key === key ? inner : findNode(inner, key);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** All words of a node, as a reader sees them: those of each block within it on a line of their own. */
export function wordsOf(node: Node | Fragment): string {
  if (node.object === "text" || node.object === "inline") return plainText([node]);
  const nodes: readonly Node[] = node.nodes ?? [];
  const lines = nodes.some(isBlock) ? nodes.map(wordsOf) : [plainText(nodes)];
  const fragments = node.object === "block" ? (node.fragments ?? []) : [];
  return [...lines, ...fragments.map(wordsOf)].filter((line) => line !== "").join("\n");
}

function partsOf(node: Document | Node | Fragment): readonly (Node | Fragment)[] {
  if (node.object === "text") return [];
  const fragments = "fragments" in node ? (node.fragments ?? []) : [];
  return [...(node.nodes ?? []), ...fragments];
}

function isBlock(node: Node): node is Block {
  return node.object === "block";
}
