import type { Json } from "../../markdown/syntax/index.ts";
import { canonicalize } from "../../model/index.ts";
import type { Block, Document, Fragment, Inline, Node } from "./model.ts";

export function childrenOf(node: Document | Node | Fragment): readonly (Node | Fragment)[] {
  if (node.object === "text") return [];
  const fragments = "fragments" in node ? (node.fragments ?? []) : [];
  return fragments.length === 0 ? (node.nodes ?? []) : [...(node.nodes ?? []), ...fragments];
}

/** Copies a node with each child node and each fragment replaced. `map` returns a node of the same kind. */
export function mapChildren<N extends Node | Fragment>(
  node: N,
  map: (child: Node | Fragment, index: number) => Node | Fragment,
): N {
  const copy = { ...node } as {
    nodes?: readonly (Node | Fragment)[];
    fragments?: readonly (Node | Fragment)[];
  };
  if (copy.nodes !== undefined) copy.nodes = copy.nodes.map(map);
  if (copy.fragments !== undefined) copy.fragments = copy.fragments.map(map);
  return copy as N;
}

export function blocksIn(nodes: readonly Node[] = []): Block[] {
  return nodes.filter((node) => node.object === "block");
}

export function countNodes(node: Node | Fragment | Document): number {
  if (node.object === "text") return 1 + node.leaves.length;
  let count = 1;
  for (const child of childrenOf(node)) count += countNodes(child);
  return count;
}

export function findNode(root: Document | Node | Fragment, key: string): Node | Fragment | undefined {
  for (const child of childrenOf(root)) {
    const found = child.key === key ? child : findNode(child, key);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Replaces every string in blocks: the text of leaves, and the strings in node data. `field` names the field of the data. */
export function mapTexts(
  blocks: readonly Block[],
  change: (text: string, field?: string, node?: Block | Inline) => string,
): Block[] {
  const map = <N extends Node | Fragment>(node: N): N => {
    if (node.object === "text")
      return { ...node, leaves: node.leaves.map((leaf) => ({ ...leaf, text: change(leaf.text) })) };
    const mapped = mapChildren(node, map);
    if (node.object === "fragment") return mapped;
    const changeField = (text: string, field: string) => change(text, field, node);
    return { ...mapped, data: mapStrings(node.data as Json, changeField, "") };
  };
  return blocks.map(map);
}

function mapStrings(value: Json, change: (text: string, field: string) => string, field: string): Json {
  if (typeof value === "string") return change(value, field);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Json) => mapStrings(item, change, field));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, mapStrings(inner, change, key)]),
  );
}

/** A string that is equal for blocks with equal content. Keys are ignored. */
export function identityOf(blocks: readonly Block[]): string {
  return JSON.stringify(blocks.map(contentOf));
}

function contentOf(node: Node): unknown {
  if (node.object === "text") return node.leaves.map(({ text, marks }) => [text, marks]);
  const { type, data, nodes, fragments } = node;
  const bodies = fragments?.map(({ fragment, nodes }) => [fragment, nodes.map(contentOf)]);
  return [type, canonicalize(data), nodes?.map(contentOf), bodies];
}
