import { EventLoopYielder } from "../../platform/index.ts";
import type { Nodes } from "../nodes/index.ts";
import { emptyMap, heightOf, isLeaf, lowerBound, type MapNode, type MapRoot, readNode } from "./map-node.ts";

interface Slot {
  readonly key: string;
  readonly value: unknown;
  /** The number of keys in the subtree; 1 in a leaf. */
  readonly count: number;
}

/** Sets the slot of a key; undefined removes the key. */
type Change = readonly [key: string, slot: Slot | undefined];

/** Applies edits to a map; an undefined value removes the key. Writes about one node per level for each edit. */
export async function editMap<V>(
  nodes: Nodes,
  root: MapRoot,
  edits: ReadonlyMap<string, V | undefined>,
): Promise<MapRoot> {
  if (edits.size === 0) return root;
  const top = await readNode<V>(nodes, root);
  let changes: Change[] = [...edits].map(([key, value]) => [
    key,
    value === undefined ? undefined : { key, value, count: 1 },
  ]);
  for (let level = 0; ; level++) {
    changes.sort(([a], [b]) => (a < b ? -1 : 1));
    const { removed, added } =
      level > top.level
        ? { removed: [], added: writeNodes(nodes, level, mergeSlots([], changes)) }
        : await editLevel(nodes, top, level, changes);
    if (level >= top.level && added.length <= 1)
      return added[0] === undefined ? emptyMap(nodes) : collapse(nodes, String(added[0].value));
    const addedKeys = new Set(added.map(({ key }) => key));
    changes = [
      ...removed.filter((key) => !addedKeys.has(key)).map((key): Change => [key, undefined]),
      ...added.map((slot): Change => [slot.key, slot]),
    ];
  }
}

/** Rewrites the affected nodes of one level. Returns the changes for the level above. */
async function editLevel(
  nodes: Nodes,
  top: MapNode<unknown>,
  level: number,
  changes: readonly Change[],
): Promise<{ removed: string[]; added: Slot[] }> {
  const removed: string[] = [];
  const added: Slot[] = [];
  const lastKey = top.keys.at(-1);
  let next = 0;
  const yielder = new EventLoopYielder();
  while (next < changes.length) {
    await yielder.yieldIfDue();
    let node = await nodeAt(nodes, top, level, changes[next]?.[0] ?? "");
    let slots: Slot[] = [];
    for (;;) {
      const end = node.keys.at(-1);
      const isLast = end === lastKey;
      const first = next;
      while (next < changes.length && (isLast || (changes[next]?.[0] ?? "") <= (end ?? ""))) next++;
      slots = [...slots, ...mergeSlots(slotsOf(node), changes.slice(first, next))];
      if (end !== undefined) removed.push(end);
      // A node whose last key was removed continues with the next node.
      const isComplete = slots.length === 0 || heightOf(slots.at(-1)?.key ?? "") > level;
      if (isLast || isComplete || end === undefined) break;
      node = await nodeAt(nodes, top, level, end, { isAfter: true });
    }
    added.push(...writeNodes(nodes, level, slots));
  }
  return { removed, added };
}

function slotsOf(node: MapNode<unknown>): Slot[] {
  const counts = isLeaf(node) ? undefined : node.counts;
  return node.keys.map((key, i) => ({ key, value: node.values[i], count: counts?.[i] ?? 1 }));
}

/** Applies changes to slots. Both are sorted by key. */
function mergeSlots(slots: readonly Slot[], changes: readonly Change[]): Slot[] {
  const merged: Slot[] = [];
  let index = 0;
  for (const [key, slot] of changes) {
    for (; (slots[index]?.key ?? key) < key; index++) merged.push(slots[index] as Slot);
    if (slots[index]?.key === key) index++;
    if (slot !== undefined) merged.push(slot);
  }
  return [...merged, ...slots.slice(index)];
}

/** Writes slots as nodes, cut after every key of sufficient height. Returns the slots for the level above. */
function writeNodes(nodes: Nodes, level: number, slots: readonly Slot[]): Slot[] {
  const parents: Slot[] = [];
  let start = 0;
  for (const [i, { key }] of slots.entries()) {
    if (i < slots.length - 1 && heightOf(key) <= level) continue;
    const part = slots.slice(start, i + 1);
    start = i + 1;
    const keys = part.map((slot) => slot.key);
    const values = part.map((slot) => slot.value);
    const counts = part.map((slot) => slot.count);
    const value = nodes.write(level === 0 ? { level, keys, values } : { level, keys, values, counts });
    parents.push({ key, value, count: counts.reduce((sum, count) => sum + count, 0) });
  }
  return parents;
}

async function collapse(nodes: Nodes, root: MapRoot): Promise<MapRoot> {
  const node = await readNode(nodes, root);
  if (isLeaf(node) || node.values.length !== 1) return root;
  return collapse(nodes, node.values[0] ?? root);
}

/** The node of a level that contains or would contain a key; with `isAfter`, the node after the one that ends with it. */
async function nodeAt(
  nodes: Nodes,
  top: MapNode<unknown>,
  level: number,
  key: string,
  { isAfter = false } = {},
): Promise<MapNode<unknown>> {
  let node = top;
  while (node.level > level && !isLeaf(node)) {
    const { keys, values } = node;
    const found = lowerBound(keys, key);
    const index = isAfter && keys[found] === key ? found + 1 : found;
    node = await readNode(nodes, values[Math.min(index, values.length - 1)] ?? "");
  }
  return node;
}
