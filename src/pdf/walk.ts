import type { Block, Inline, Node } from "../content/document/index.ts";

/** Every block and inline, at any depth, in the order of the text. */
export function* nodesIn(nodes: readonly Node[]): Generator<Block | Inline> {
  for (const node of nodes) {
    if (node.object === "text") continue;
    yield node;
    if (node.nodes !== undefined) yield* nodesIn(node.nodes);
    for (const { nodes: inner } of node.fragments ?? []) yield* nodesIn(inner);
  }
}
