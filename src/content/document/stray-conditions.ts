import type { Block, Node } from "./model/index.ts";

const opens = /\{%-?\s*if\b/i;
const closes = /\{%-?\s*endif\b/i;

/**
 * The blocks without those in which a condition is begun that was not understood, as in the middle of a sentence, up to
 * its end. What somebody wanted to hide is better missing than shown.
 */
export function withoutStrayConditions(blocks: readonly Block[]): Block[] {
  let isHidden = false;
  return blocks.filter((block) => {
    const written = textIn(block);
    const isPart = isHidden || opens.test(written);
    isHidden = isPart && !closes.test(written);
    return !isPart;
  });
}

/** The text that stands in a block itself; what is code says nothing. */
function textIn({ type, nodes = [] }: Block): string {
  if (type === "code-line" || nodes.some((node) => node.object === "block")) return "";
  return nodes.map(textOf).join("");
}

function textOf(node: Node): string {
  if (node.object !== "text") return (node.nodes ?? []).map(textOf).join("");
  const plain = node.leaves.filter(({ marks }) => !marks.some(({ type }) => type === "code"));
  return plain.map(({ text }) => text).join("");
}
