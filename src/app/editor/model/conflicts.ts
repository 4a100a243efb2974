import type { Block } from "./document.ts";

const [start, end] = ["<<<<<<< change request", ">>>>>>> primary content"];

/**
 * The blocks between conflict markers, and the markers. The conflict is settled on its own screen: until then these blocks stay
 * as they are, and a notice is shown in the place of the first one.
 */
export function findConflictBlocks(blocks: readonly Block[]): ReadonlyMap<Block, "notice" | "hidden"> {
  const found = new Map<Block, "notice" | "hidden">();
  let depth = 0;
  for (const block of blocks) {
    const text = textOf(block);
    if (text === start && depth++ === 0) found.set(block, "notice");
    else if (depth > 0) found.set(block, "hidden");
    if (text === end && depth > 0) depth--;
  }
  return found;
}

function textOf({ type, nodes = [] }: Block): string | undefined {
  if (type !== "paragraph" || nodes.length !== 1) return undefined;
  const [node] = nodes;
  return node?.object === "text"
    ? node.leaves
        .map(({ text }) => text)
        .join("")
        .trim()
    : undefined;
}
