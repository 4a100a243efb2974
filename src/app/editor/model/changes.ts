import type { Node } from "prosemirror-model";
import { splitConflicts } from "./conflicts.ts";
import type { Block } from "./document.ts";
import { docOf, fromBlock } from "./from-document.ts";
import { longestRun } from "./longest-run.ts";
import { toSentBlock } from "./sent-block.ts";
import { isEmptyParagraph } from "./to-document.ts";

/** A change of single blocks, as the API takes it. Keys are those of the document before the changes. */
export type BlockChange =
  | { readonly operation: "insert_blocks"; readonly blocks: readonly Block[]; readonly after?: string }
  | { readonly operation: "replace_block"; readonly key: string; readonly blocks: readonly Block[] }
  | { readonly operation: "move_block"; readonly key: string; readonly after?: string }
  | { readonly operation: "delete_block"; readonly key: string };

/**
 * The changes of top-level blocks that lead from one state of a document to another. Nodes that nobody touched are the same
 * objects in both, so unchanged blocks cost a comparison each. Empty paragraphs are not sent: Markdown has none.
 */
export function changesBetween(before: Node, after: Node): BlockChange[] {
  if (before.eq(after)) return [];
  const [known, blocks] = [splitConflicts(before.children), splitConflicts(after.children)];
  const previous = new Map<string, { node: Node; index: number }>();
  for (const [index, node] of known.entries())
    if (node.attrs.key !== null) previous.set(node.attrs.key, { node, index });
  const kept = keptKeys(blocks, previous);
  const staying = longestRun(kept.map((key) => (key === undefined ? undefined : previous.get(key)?.index)));
  const changes: BlockChange[] = [];
  const remaining = new Set(kept);
  for (const [key, { node }] of previous)
    if (!remaining.has(key) && !isEmptyParagraph(node)) changes.push({ operation: "delete_block", key });
  let last: string | undefined;
  let inserted: Block[] = [];
  const place = () => (last === undefined ? {} : { after: last });
  const insert = () => {
    if (inserted.length > 0) changes.push({ operation: "insert_blocks", blocks: inserted, ...place() });
    last = inserted.at(-1)?.key ?? last;
    inserted = [];
  };
  for (const [i, node] of blocks.entries()) {
    const key = kept[i];
    if (key === undefined) {
      if (isEmptyParagraph(node)) continue;
      const isFree = node.attrs.key !== null && !remaining.has(node.attrs.key);
      const newKey = isFree ? node.attrs.key : `new-${i}`;
      remaining.add(newKey);
      inserted.push({ ...toSentBlock(node), key: newKey });
      continue;
    }
    insert();
    if (!staying.has(i)) changes.push({ operation: "move_block", key, ...place() });
    const previously = previous.get(key)?.node;
    if (previously !== undefined && !previously.eq(node))
      changes.push({ operation: "replace_block", key, blocks: [toSentBlock(node, previously)] });
    last = key;
  }
  insert();
  return changes;
}

/** For each block after the changes, the key of the block that it was. A copy has the key of its original, but is another block. */
function keptKeys(blocks: readonly Node[], previous: ReadonlyMap<string, unknown>): (string | undefined)[] {
  const seen = new Set<string>();
  return blocks.map((node) => {
    const { key } = node.attrs;
    if (key === null || seen.has(key) || !previous.has(key) || isEmptyParagraph(node)) return undefined;
    seen.add(key);
    return key;
  });
}

/** The document after changes that were kept in the browser. Changes of blocks that it does not have are left out. */
export function applyChanges(doc: Node, changes: readonly BlockChange[]): Node {
  const nodes = splitConflicts(doc.children);
  const indexOf = (key: string) => nodes.findIndex(({ attrs }) => attrs.key === key);
  const insert = (inserted: readonly Node[], after: string | undefined) =>
    nodes.splice(after === undefined ? 0 : indexOf(after) + 1, 0, ...inserted);
  for (const change of changes) {
    if (change.operation === "insert_blocks") {
      insert(change.blocks.map(fromSentBlock), change.after);
      continue;
    }
    const index = indexOf(change.key);
    if (index < 0) continue;
    const [node] = nodes.splice(index, 1);
    if (change.operation === "move_block" && node) insert([node], change.after);
    if (change.operation === "replace_block") nodes.splice(index, 0, ...change.blocks.map(fromSentBlock));
  }
  return docOf(doc.attrs, nodes);
}

/** A block as it was sent: the keys in it are not those that the server gives. */
function fromSentBlock(block: Block): Node {
  const { key = null } = block;
  const node = fromBlock(withoutKeys(block));
  return node.type.create({ ...node.attrs, key }, node.content);
}

function withoutKeys<T extends { readonly key?: string }>(node: T): T {
  const { key: _, ...rest } = node as T & { nodes?: readonly T[]; fragments?: readonly T[] };
  return {
    ...rest,
    ...(rest.nodes && { nodes: rest.nodes.map(withoutKeys) }),
    ...(rest.fragments && { fragments: rest.fragments.map(withoutKeys) }),
  } as T;
}
