import type { Nodes } from "../nodes/index.ts";
import {
  type BranchNode,
  emptyMap,
  heightOf,
  isLeaf,
  lowerBound,
  type MapNode,
  type MapRoot,
  readNode,
} from "./map-node.ts";

/** New values by key; undefined takes the key away. */
export type Edits<V> = ReadonlyMap<string, V | undefined>;

interface Slot {
  readonly key: string;
  readonly value: unknown;
  /** How many keys lie below; 1 on the lowest level. */
  readonly count: number;
}

type Change = readonly [key: string, slot: Slot | undefined];

/** The map with these edits. Costs what changes: about one node on each level for each edit. */
export async function editMap<V>(nodes: Nodes, root: MapRoot, edits: Edits<V>): Promise<MapRoot> {
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
        ? {
            removed: [],
            added: cut(
              nodes,
              level,
              changes.flatMap(([, slot]) => slot ?? []),
            ),
          }
        : await editLevel(nodes, top, level, changes);
    if (level >= top.level) {
      const [only] = added;
      if (added.length <= 1)
        return only === undefined ? emptyMap(nodes) : collapse(nodes, String(only.value));
    }
    const kept = new Set(added.map(({ key }) => key));
    changes = [
      ...removed.filter((key) => !kept.has(key)).map((key): Change => [key, undefined]),
      ...added.map((slot): Change => [slot.key, slot]),
    ];
  }
}

/** Rewrites the nodes of one level that the changes concern; what the level above must then change. */
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
  while (next < changes.length) {
    let node = await nodeAt(nodes, top, level, changes[next]?.[0] ?? "");
    let slots: Slot[] = [];
    for (;;) {
      const end = node.keys.at(-1);
      const isLast = end === lastKey;
      const first = next;
      while (next < changes.length && (isLast || (changes[next]?.[0] ?? "") <= (end ?? ""))) next++;
      slots = [...slots, ...mergeSlots(slotsOf(node), changes.slice(first, next))];
      if (end !== undefined) removed.push(end);
      // A node that lost the key it ended with runs on into the next one.
      const closed = slots.length === 0 || heightOf(slots.at(-1)?.key ?? "") > level;
      if (isLast || closed || end === undefined) break;
      node = await nodeAt(nodes, top, level, end, { beyond: true });
    }
    added.push(...cut(nodes, level, slots));
  }
  return { removed, added };
}

function slotsOf(node: MapNode<unknown>): Slot[] {
  const counts = isLeaf(node) ? undefined : (node as BranchNode).counts;
  return node.keys.map((key, i) => ({ key, value: node.values[i], count: counts?.[i] ?? 1 }));
}

/** Both are sorted; a change wins over what was there. */
function mergeSlots(slots: readonly Slot[], changes: readonly Change[]): Slot[] {
  const merged: Slot[] = [];
  let at = 0;
  for (const [key, slot] of changes) {
    for (; (slots[at]?.key ?? key) < key; at++) merged.push(slots[at] as Slot);
    if (slots[at]?.key === key) at++;
    if (slot !== undefined) merged.push(slot);
  }
  return [...merged, ...slots.slice(at)];
}

/** Makes nodes of these slots, each ending where a key says so; what the level above holds of them. */
function cut(nodes: Nodes, level: number, slots: readonly Slot[]): Slot[] {
  const made: Slot[] = [];
  let start = 0;
  for (const [i, { key }] of slots.entries()) {
    if (i < slots.length - 1 && heightOf(key) <= level) continue;
    const part = slots.slice(start, i + 1);
    start = i + 1;
    const keys = part.map((slot) => slot.key);
    const values = part.map((slot) => slot.value);
    const counts = part.map((slot) => slot.count);
    const value = nodes.write(level === 0 ? { level, keys, values } : { level, keys, values, counts });
    made.push({ key, value, count: counts.reduce((sum, count) => sum + count, 0) });
  }
  return made;
}

/** A branch with a single child adds nothing: the child is the map. */
async function collapse(nodes: Nodes, root: MapRoot): Promise<MapRoot> {
  const node = await readNode(nodes, root);
  if (isLeaf(node) || node.keys.length !== 1) return root;
  return collapse(nodes, (node as BranchNode).values[0] ?? root);
}

/** The node of a level where this key is or would be; with `beyond`, the one after the node that ends with it. */
async function nodeAt(
  nodes: Nodes,
  top: MapNode<unknown>,
  level: number,
  key: string,
  { beyond = false } = {},
): Promise<MapNode<unknown>> {
  let node = top;
  while (node.level > level) {
    const { keys, values } = node as BranchNode;
    const found = lowerBound(keys, key) + (beyond && keys[lowerBound(keys, key)] === key ? 1 : 0);
    node = await readNode(nodes, values[Math.min(found, values.length - 1)] ?? "");
  }
  return node;
}
