import {
  atLeastOne,
  type Block,
  type Fragment,
  type Inline,
  type Node,
  paragraph,
  textOf,
} from "../../content/document/index.ts";
import { joinMarks, readMarkdown } from "../../content/document/read/index.ts";

/** What would bring other things of the space into it: an operation could describe itself by itself. */
const foreign: ReadonlySet<string> = new Set([
  "swagger",
  "openapi-operation",
  "openapi-schemas",
  "openapi-webhook",
  "reusable-content",
  "integration",
]);

/** A description, which is Markdown, as blocks that can stand within others. */
export function readDescription(markdown: string): Block[] {
  return readMarkdown(markdown).flatMap(tame);
}

function tame(block: Block): Block[] {
  if (foreign.has(block.type)) return [];
  // It is no chapter of the book.
  if (block.type.startsWith("heading-"))
    return [paragraph((block.nodes ?? []).flatMap(tameNode).map(embolden))];
  return [tameInside(block)];
}

function tameNode(node: Node): Node[] {
  if (node.object === "block") return tame(node);
  return node.object === "text" ? [node] : [tameInside(node)];
}

function tameInside<T extends Block | Inline>(node: T): T {
  const { nodes, fragments } = node;
  return {
    ...node,
    ...(nodes && { nodes: nodes.flatMap(tameNode) }),
    ...(fragments && { fragments: fragments.map(tameFragment) }),
  };
}

function tameFragment(fragment: Fragment): Fragment {
  return { ...fragment, nodes: atLeastOne(fragment.nodes.flatMap(tame)) };
}

function embolden(node: Node): Node {
  if (node.object !== "text") return node;
  const bold = { object: "mark", type: "bold" } as const;
  return textOf(node.leaves.map((leaf) => ({ ...leaf, marks: joinMarks(leaf.marks, [bold]) })));
}
