import { badInput } from "../../errors.ts";
import type { Content } from "../content.ts";
import type { Block, Document } from "../document/model.ts";
import { markdownOver, readBlocks, readDocument } from "../documents.ts";
import type { PageRecord } from "../records.ts";

/**
 * The document of a page as Markdown, with some of its blocks as they were: one that was added goes, one that was
 * deleted comes back, one that was changed or moved is again as and where it was. Blocks are named by their keys, of
 * now or of then.
 */
export async function revertBlocks(
  content: Content,
  id: string,
  [then, now]: readonly [PageRecord, PageRecord],
  keys: readonly string[],
): Promise<string> {
  const [before, after] = await Promise.all([
    readBlocks(content.nodes, then.document),
    readBlocks(content.nodes, now.document),
  ]);
  const known = new Set([...before.nodes, ...after.nodes].map(({ key }) => key));
  for (const [i, key] of keys.entries())
    if (!known.has(key))
      throw badInput(`block[${i}]`, "is not the key of a block at the top of the document");
  const nodes = mix(await alignedBlocks(before, after), new Set(keys));
  return markdownOver(content, id, await readDocument(content, id, now.document), { ...after, nodes });
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
async function alignedBlocks(before: Document, after: Document): Promise<Pair[]> {
  const { diffArrays } = await import("diff");
  const keysOf = ({ nodes }: Document) => nodes.map(({ key = "" }) => key);
  const parts = diffArrays(keysOf(before), keysOf(after), { maxEditLength: mostDifferences }) ?? [
    { removed: true, added: false, value: keysOf(before) },
    { removed: false, added: true, value: keysOf(after) },
  ];
  const pairs: Pair[] = [];
  let [wasAt, isAt] = [0, 0];
  let [gone, come]: [Block[], Block[]] = [[], []];
  const flush = () => {
    for (let i = 0; i < Math.max(gone.length, come.length); i++) pairs.push({ was: gone[i], is: come[i] });
    [gone, come] = [[], []];
  };
  for (const { removed, added, value } of parts) {
    const were = before.nodes.slice(wasAt, wasAt + value.length);
    const are = after.nodes.slice(isAt, isAt + value.length);
    if (removed) gone.push(...were);
    else if (added) come.push(...are);
    else {
      flush();
      for (const [i, was] of were.entries()) pairs.push({ was, is: are[i] });
    }
    if (!added) wasAt += value.length;
    if (!removed) isAt += value.length;
  }
  flush();
  return pairs;
}

/** Beyond so many, the whole document counts as rewritten. */
const mostDifferences = 1000;
