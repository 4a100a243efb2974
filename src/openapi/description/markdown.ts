import {
  type Block,
  type Inline,
  type Node,
  nonEmptyBlocks,
  paragraph,
  textOf,
} from "../../content/document/index.ts";
import { mergeMarks, readMarkdown } from "../../content/document/read/index.ts";

/** Blocks that embed other content of the space. An operation could embed itself without end. */
const embeddingBlocks: ReadonlySet<string> = new Set([
  "swagger",
  "openapi-operation",
  "openapi-schemas",
  "openapi-webhook",
  "reusable-content",
  "integration",
]);

/** Converts a Markdown description to blocks. Embedding blocks are removed, and headings become bold paragraphs. */
export function readDescription(markdown: string): Block[] {
  return readMarkdown(markdown).flatMap(convertBlock);
}

function convertBlock(block: Block): Block[] {
  if (embeddingBlocks.has(block.type)) return [];
  if (block.type.startsWith("heading-"))
    return [paragraph((block.nodes ?? []).flatMap(convertNode).map(embolden))];
  return [convertChildren(block)];
}

function convertNode(node: Node): Node[] {
  if (node.object === "block") return convertBlock(node);
  return node.object === "text" ? [node] : [convertChildren(node)];
}

function convertChildren<T extends Block | Inline>(node: T): T {
  const { nodes, fragments } = node;
  return {
    ...node,
    ...(nodes && { nodes: nodes.flatMap(convertNode) }),
    ...(fragments && {
      fragments: fragments.map((fragment) => ({
        ...fragment,
        nodes: nonEmptyBlocks(fragment.nodes.flatMap(convertBlock)),
      })),
    }),
  };
}

function embolden(node: Node): Node {
  if (node.object !== "text") return node;
  const bold = { object: "mark", type: "bold" } as const;
  return textOf(node.leaves.map((leaf) => ({ ...leaf, marks: mergeMarks(leaf.marks, [bold]) })));
}
