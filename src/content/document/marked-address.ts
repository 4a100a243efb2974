import type { Block, Data, Fragment, Json, Node } from "./model.ts";

/** Characters that mean nothing to anyone, around the two ways to write an address. */
const [start, middle, end] = ["\ue000", "\ue001", "\ue002"];
const marked = new RegExp(
  `${start}([^${start}${middle}${end}]*)${middle}([^${start}${middle}${end}]*)${end}`,
  "g",
);

/** An address of something that is kept by its id, with the way it was written. */
export function markedAddress(byId: string, written: string): string {
  return start + byId + middle + written + end;
}

/** Where a link leads: by id, if it is kept so. */
export function idAddress(text: string): string {
  return text.startsWith(start) ? text.replace(marked, "$1") : text;
}

/** Whether there are such addresses in a text. */
export function hasMarks(text: string): boolean {
  return text.includes(start);
}

/** The blocks with addresses in what is only text as they were written. */
export function withoutMarks(blocks: readonly Block[]): Block[] {
  return blocks.map(blockWithout);
}

function blockWithout(block: Block): Block {
  return nodeWithout(block) as Block;
}

function nodeWithout(node: Node): Node {
  if (node.object === "text")
    return { ...node, leaves: node.leaves.map((leaf) => ({ ...leaf, text: written(leaf.text) })) };
  const { data, nodes, fragments } = node;
  return {
    ...node,
    data: valueWithout(data as Json) as Data,
    ...(nodes && { nodes: nodes.map(nodeWithout) }),
    ...(fragments && { fragments: fragments.map(fragmentWithout) }),
  };
}

function fragmentWithout(fragment: Fragment): Fragment {
  return { ...fragment, nodes: fragment.nodes.map(blockWithout) };
}

function valueWithout(value: Json): Json {
  if (typeof value === "string") return written(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(valueWithout);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, valueWithout(inner)]));
}

/** The text with every address in it as it was written. */
export function written(text: string): string {
  return hasMarks(text) ? text.replace(marked, "$2") : text;
}
