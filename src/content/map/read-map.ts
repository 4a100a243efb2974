import { EventLoopYielder } from "../../platform/index.ts";
import type { Nodes } from "../nodes/index.ts";
import { type BranchNode, isLeaf, lowerBound, type MapNode, type MapRoot, readNode } from "./map-node.ts";

export interface Entry<V> {
  readonly key: string;
  readonly value: V;
}

export interface KeyRange {
  readonly from?: string;
  readonly until?: string;
  readonly limit?: number;
}

/** The range of all keys with this prefix. */
export function startingWith(prefix: string): { from: string; until: string } {
  return { from: prefix, until: `${prefix}\uffff` };
}

export async function getValue<V>(nodes: Nodes, root: MapRoot, key: string): Promise<V | undefined> {
  let node = await readNode<V>(nodes, root);
  for (;;) {
    const index = lowerBound(node.keys, key);
    if (isLeaf(node)) return node.keys[index] === key ? node.values[index] : undefined;
    const child = node.values[index];
    if (child === undefined) return undefined;
    node = await readNode<V>(nodes, child);
  }
}

/** Reads several values; each level of the tree is read in one call. */
export function getValues<V>(nodes: Nodes, root: MapRoot, keys: readonly string[]): Promise<Map<string, V>> {
  return findValues(nodes, root, keys, (found, key) => found === key);
}

/** Reads the value of the first key with each of these prefixes, in the same way. */
export function getFirstValues<V>(
  nodes: Nodes,
  root: MapRoot,
  prefixes: readonly string[],
): Promise<Map<string, V>> {
  return findValues(nodes, root, prefixes, (found, prefix) => found.startsWith(prefix));
}

/** Reads the value of the first key that is not less than each of `keys`, if it is the one sought. */
async function findValues<V>(
  nodes: Nodes,
  root: MapRoot,
  keys: readonly string[],
  isSought: (found: string, key: string) => boolean,
): Promise<Map<string, V>> {
  const found = new Map<string, V>();
  if (keys.length === 0) return found;
  let level: [MapNode<V>, readonly string[]][] = [[await readNode<V>(nodes, root), keys]];
  while (level.length > 0) {
    const below = new Map<string, string[]>();
    for (const [node, nodeKeys] of level)
      for (const key of nodeKeys) {
        const index = lowerBound(node.keys, key);
        const value = node.values[index];
        if (value === undefined) continue;
        if (!isLeaf(node)) below.getOrInsertComputed(value as string, () => []).push(key);
        else if (isSought(node.keys[index] ?? "", key)) found.set(key, value as V);
      }
    const children = await nodes.readAll<MapNode<V>>([...below.keys()]);
    level = [...below.values()].map((childKeys, i) => [children[i] as MapNode<V>, childKeys]);
  }
  return found;
}

/** Reads the entries of a range in key order; each level of the tree is read in one call. */
export async function readEntries<V>(nodes: Nodes, root: MapRoot, range: KeyRange = {}): Promise<Entry<V>[]> {
  const { from = "", until, limit = Number.POSITIVE_INFINITY } = range;
  let level: MapNode<V>[] = [await readNode<V>(nodes, root)];
  while (level[0] !== undefined && !isLeaf(level[0])) {
    level = await nodes.readAll<MapNode<V>>(childrenInRange(level as BranchNode[], from, until, limit));
  }
  const entries: Entry<V>[] = [];
  const yielder = new EventLoopYielder();
  for (const leaf of level) {
    await yielder.yieldIfDue();
    for (let i = lowerBound(leaf.keys, from); i < leaf.keys.length && entries.length < limit; i++) {
      const key = leaf.keys[i] ?? "";
      if (until !== undefined && key >= until) return entries;
      entries.push({ key, value: leaf.values[i] as V });
    }
  }
  return entries;
}

/** The children that may overlap the range, as many as the limit requires. */
function childrenInRange(
  branches: readonly BranchNode[],
  from: string,
  until: string | undefined,
  limit: number,
): string[] {
  const children: string[] = [];
  let minCount = 0;
  for (const { keys, values, counts } of branches) {
    for (let i = lowerBound(keys, from); i < keys.length; i++) {
      if (minCount >= limit) return children;
      const before = i === 0 ? undefined : keys[i - 1];
      if (until !== undefined && before !== undefined && before >= until) return children;
      children.push(values[i] ?? "");
      // The first child may contain keys before the range, so it is not counted.
      if (children.length > 1) minCount += counts[i] ?? 0;
    }
  }
  return children;
}

export async function countEntries(nodes: Nodes, root: MapRoot): Promise<number> {
  const node = await readNode(nodes, root);
  return isLeaf(node) ? node.keys.length : sum(node.counts);
}

/** The number of keys before this one. */
export async function rankOf(nodes: Nodes, root: MapRoot, key: string): Promise<number> {
  let rank = 0;
  let node = await readNode(nodes, root);
  for (;;) {
    const index = lowerBound(node.keys, key);
    if (isLeaf(node)) return rank + index;
    for (let i = 0; i < index; i++) rank += node.counts[i] ?? 0;
    const child = node.values[index];
    if (child === undefined) return rank;
    node = await readNode(nodes, child);
  }
}

/** The entry with this rank. */
export async function entryAt<V>(nodes: Nodes, root: MapRoot, rank: number): Promise<Entry<V> | undefined> {
  let remaining = rank;
  let node = await readNode<V>(nodes, root);
  while (!isLeaf(node)) {
    const { counts, values } = node;
    let index = 0;
    while (index < counts.length && remaining >= (counts[index] ?? 0)) remaining -= counts[index++] ?? 0;
    const child = values[index];
    if (child === undefined) return undefined;
    node = await readNode<V>(nodes, child);
  }
  const key = node.keys[remaining];
  return key === undefined ? undefined : { key, value: node.values[remaining] as V };
}

/** Reads the entries between two ranks; each level of the tree is read in one call. */
export async function readEntriesBetween<V>(
  nodes: Nodes,
  root: MapRoot,
  from: number,
  end: number,
): Promise<Entry<V>[]> {
  let level: MapNode<V>[] = [await readNode<V>(nodes, root)];
  // The rank of the first entry of the level.
  let rank = 0;
  while (level[0] !== undefined && !isLeaf(level[0])) {
    const children: string[] = [];
    let next = rank;
    for (const { values, counts } of level as BranchNode[])
      for (let i = 0; i < values.length && next < end; i++) {
        const first = next;
        next += counts[i] ?? 0;
        if (next <= from) rank = next;
        else if (first < end) children.push(values[i] ?? "");
      }
    level = await nodes.readAll<MapNode<V>>(children);
  }
  const entries: Entry<V>[] = [];
  for (const { keys, values } of level)
    for (let i = 0; i < keys.length; i++, rank++)
      if (rank >= from && rank < end) entries.push({ key: keys[i] ?? "", value: values[i] as V });
  return entries;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
