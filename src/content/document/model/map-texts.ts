import type { Json } from "../../markdown/syntax/index.ts";
import type { Block, Fragment, Inline, Node } from "./model.ts";

/** Makes another text of one that stands in a leaf, or in the data of a node, in the field of this name. */
export type ChangeText = (text: string, field?: string, holder?: Block | Inline) => string;

/** The blocks with every text in them changed, at any depth. */
export function mapTexts(blocks: readonly Block[], change: ChangeText): Block[] {
  const mapBlock = (block: Block): Block => mapNode(block) as Block;
  const mapFragment = (fragment: Fragment): Fragment => ({
    ...fragment,
    nodes: fragment.nodes.map(mapBlock),
  });
  const mapNode = (node: Node): Node => {
    if (node.object === "text")
      return { ...node, leaves: node.leaves.map((leaf) => ({ ...leaf, text: change(leaf.text) })) };
    const { data, nodes, fragments } = node;
    const mapField = (text: string, field: string) => change(text, field, node);
    return {
      ...node,
      data: mapValue(data as Json, mapField, ""),
      ...(nodes && { nodes: nodes.map(mapNode) }),
      ...(fragments && { fragments: fragments.map(mapFragment) }),
    } as Block | Inline;
  };
  return blocks.map(mapBlock);
}

function mapValue(value: Json, change: (text: string, field: string) => string, field: string): Json {
  if (typeof value === "string") return change(value, field);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((each: Json) => mapValue(each, change, field));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapValue(inner, change, key)]));
}
