import { type Block, type Document, type Fragment, type Node, plainText } from "./model/index.ts";

/** The node with this key, at any depth. */
export function findNode(within: Document | Node | Fragment, key: string): Node | Fragment | undefined {
  for (const inner of partsOf(within)) {
    const found = inner.key === key ? inner : findNode(inner, key);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** All words of a node, as a reader sees them: those of each block within it on a line of their own. */
export function nodeText(node: Node | Fragment): string {
  if (node.object === "text" || node.object === "inline") return plainText([node]);
  const nodes: readonly Node[] = node.nodes ?? [];
  const lines = nodes.some(isBlock) ? nodes.map(nodeText) : [plainText(nodes)];
  const own = node.object === "block" ? textInData(node) : [];
  const fragments = node.object === "block" ? (node.fragments ?? []) : [];
  return [...own, ...lines, ...fragments.map(nodeText)].filter((line) => line !== "").join("\n");
}

/** What a block shows that is no node: a tab's title, a formula, the heads of a table's columns. */
export function textInData({ type, data }: Block): string[] {
  if (type === "table") return Object.values(data.definition).map(({ title }) => title);
  if (type === "math") return [data.formula];
  return (type === "tabs-item" || type === "code") && data.title !== undefined ? [data.title] : [];
}

function partsOf(node: Document | Node | Fragment): readonly (Node | Fragment)[] {
  if (node.object === "text") return [];
  const fragments = "fragments" in node ? (node.fragments ?? []) : [];
  return [...(node.nodes ?? []), ...fragments];
}

function isBlock(node: Node): node is Block {
  return node.object === "block";
}
