import type { Block, Data, Fragment, Json, Node } from "./model.ts";

/** Makes another text of one that stands in a node: in a leaf, or in its data under this name, in a list or not. */
export type ChangeText = (
  text: string,
  place: "leaf" | { readonly field: string; readonly inList: boolean },
) => string;

/** The blocks with every text in them changed, at any depth. */
export function mapTexts(blocks: readonly Block[], change: ChangeText): Block[] {
  const mapBlock = (block: Block): Block => mapNode(block) as Block;
  const mapFragment = (fragment: Fragment): Fragment => ({
    ...fragment,
    nodes: fragment.nodes.map(mapBlock),
  });
  const mapNode = (node: Node): Node => {
    if (node.object === "text")
      return { ...node, leaves: node.leaves.map((leaf) => ({ ...leaf, text: change(leaf.text, "leaf") })) };
    const { data, nodes, fragments } = node;
    return {
      ...node,
      data: mapValue(data as Json, change, "", false) as Data,
      ...(nodes && { nodes: nodes.map(mapNode) }),
      ...(fragments && { fragments: fragments.map(mapFragment) }),
    };
  };
  return blocks.map(mapBlock);
}

function mapValue(value: Json, change: ChangeText, field: string, inList: boolean): Json {
  if (typeof value === "string") return change(value, { field, inList });
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((each: Json) => mapValue(each, change, field, true));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, mapValue(inner, change, key, false)]),
  );
}
