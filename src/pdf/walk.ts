import type { Block, Inline, Node } from "../content/document/model.ts";

/** Every block and inline, at any depth, in the order of the text; into some of them it may not go. */
export function* nodesIn(
  nodes: readonly Node[],
  goesInto: (node: Block | Inline) => boolean = () => true,
): Generator<Block | Inline> {
  for (const node of nodes) {
    if (node.object === "text") continue;
    yield node;
    if (!goesInto(node)) continue;
    if (node.nodes !== undefined) yield* nodesIn(node.nodes, goesInto);
    for (const { nodes: inner } of node.fragments ?? []) yield* nodesIn(inner, goesInto);
  }
}
