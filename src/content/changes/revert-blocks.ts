import { badInput } from "../../platform/index.ts";
import type { Block, Document } from "../document/index.ts";
import { blocksOfSource, type DocumentSource, patchWithBlocks } from "../document-store/index.ts";
import type { Content } from "../model/index.ts";
import { diffSequences } from "../sequence/index.ts";

/**
 * The document of a page as Markdown, with some of its blocks as they were: one that was added goes, one that was
 * deleted comes back, one that was changed or moved is again as and where it was. Blocks are named by their keys, of
 * now or of then.
 */
export async function revertBlocks(
  content: Content,
  id: string,
  [then, now]: readonly [DocumentSource, DocumentSource],
  keys: readonly string[],
): Promise<string> {
  const [before, after] = [await blocksOfSource(content, id, then), await blocksOfSource(content, id, now)];
  const known = new Set([...before.nodes, ...after.nodes].map(({ key }) => key));
  for (const [i, key] of keys.entries())
    if (!known.has(key))
      throw badInput(`block[${i}]`, "is not the key of a block at the top of the document");
  const nodes = mix(alignedBlocks(before, after), new Set(keys));
  return patchWithBlocks(content, id, now, { ...after, nodes }, then);
}

/** A block then and what is in its place now; one of them is missing where it was added or deleted. */
interface Pair {
  readonly was: Block | undefined;
  readonly is: Block | undefined;
}

function mix(pairs: readonly Pair[], keys: ReadonlySet<string>): Block[] {
  const isNamed = (block: Block | undefined) => block?.key !== undefined && keys.has(block.key);
  return pairs.flatMap(({ was, is }) => {
    const shown = isNamed(was) || isNamed(is) ? was : is;
    return shown === undefined ? [] : [shown];
  });
}

/** Both documents beside each other. Between blocks that both have, those that come stand for those that go, in order. */
function alignedBlocks(before: Document, after: Document): Pair[] {
  const keysOf = ({ nodes }: Document) => nodes.map(({ key = "" }) => key);
  const pairs: Pair[] = [];
  let [at, nowAt] = [0, 0];
  const end = {
    from: before.nodes.length,
    to: before.nodes.length,
    start: after.nodes.length,
    end: after.nodes.length,
  };
  for (const hunk of [...diffSequences(keysOf(before), keysOf(after)), end]) {
    for (; at < hunk.from; at++, nowAt++) pairs.push({ was: before.nodes[at], is: after.nodes[nowAt] });
    for (; at < hunk.to || nowAt < hunk.end; at++, nowAt++)
      pairs.push({
        was: at < hunk.to ? before.nodes[at] : undefined,
        is: nowAt < hunk.end ? after.nodes[nowAt] : undefined,
      });
    [at, nowAt] = [hunk.to, hunk.end];
  }
  return pairs;
}
