import { canonical } from "../../model/index.ts";
import type { Block, Node } from "./model.ts";

/** What blocks are, without their keys. */
export function identityOf(blocks: readonly Block[]): string {
  return JSON.stringify(blocks.map(bare));
}

function bare(node: Node): unknown {
  if (node.object === "text") return node.leaves.map(({ text, marks }) => [text, marks]);
  const { type, data, nodes, fragments } = node;
  return [
    type,
    canonical(data),
    nodes?.map(bare),
    fragments?.map((each) => [each.fragment, each.nodes.map(bare)]),
  ];
}
