import { badInput } from "../../platform/index.ts";
import type { Block } from "../document/index.ts";
import { blocksOfSource, type DocumentSource, patchWithBlocks } from "../document-store/index.ts";
import type { Content } from "../model/index.ts";
import { diffSequences } from "../sequence/index.ts";

/**
 * Reverts some top-level blocks of a document, and returns it as Markdown: an added block is removed, a deleted one is
 * restored, a changed or moved one gets its previous text and position. Keys may be of either version.
 */
export async function revertBlocks(
  content: Content,
  id: string,
  [previous, current]: readonly [DocumentSource, DocumentSource],
  keys: readonly string[],
): Promise<string> {
  const [before, after] = [
    await blocksOfSource(content, id, previous),
    await blocksOfSource(content, id, current),
  ];
  const known = new Set([...before.nodes, ...after.nodes].map(({ key }) => key));
  for (const [i, key] of keys.entries())
    if (!known.has(key))
      throw badInput(`block[${i}]`, "is not the key of a block at the top of the document");
  const named = new Set(keys);
  const isNamed = (block: Block | undefined) => block?.key !== undefined && named.has(block.key);
  const nodes = alignBlocks(before.nodes, after.nodes).flatMap(
    ([was, is]) => (isNamed(was) || isNamed(is) ? was : is) ?? [],
  );
  return patchWithBlocks(content, id, current, { ...after, nodes }, previous);
}

/** A block and its counterpart; one of them is undefined for an added or deleted block. */
type Pair = readonly [before: Block | undefined, after: Block | undefined];

/** Pairs the blocks of two documents. Within a hunk, deleted and added blocks are paired in order. */
function alignBlocks(before: readonly Block[], after: readonly Block[]): Pair[] {
  const keysOf = (blocks: readonly Block[]) => blocks.map(({ key = "" }) => key);
  const pairs: Pair[] = [];
  const pair = (deleted: readonly Block[], added: readonly Block[]) => {
    for (let i = 0; i < Math.max(deleted.length, added.length); i++) pairs.push([deleted[i], added[i]]);
  };
  let [at, afterAt] = [0, 0];
  for (const { from, to, start, end } of diffSequences(keysOf(before), keysOf(after))) {
    pair(before.slice(at, from), after.slice(afterAt, start));
    pair(before.slice(from, to), after.slice(start, end));
    [at, afterAt] = [to, end];
  }
  pair(before.slice(at), after.slice(afterAt));
  return pairs;
}
