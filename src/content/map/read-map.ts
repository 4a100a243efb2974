import type { Nodes } from "../nodes/index.ts";
import {
  type BranchNode,
  countOf,
  isLeaf,
  lowerBound,
  type MapNode,
  type MapRoot,
  readNode,
} from "./map-node.ts";

export interface Entry<V> {
  readonly key: string;
  readonly value: V;
}

export interface Range {
  /** The first key that may be in it; from the beginning where it is left out. */
  readonly from?: string;
  /** The first key that is no longer in it. */
  readonly until?: string;
  readonly limit?: number;
}

/** All keys that begin with this text. No character sorts behind the last of all units of text. */
export function startingWith(prefix: string): { from: string; until: string } {
  return { from: prefix, until: `${prefix}\uffff` };
}

export async function getValue<V>(nodes: Nodes, root: MapRoot, key: string): Promise<V | undefined> {
  let node = await readNode<V>(nodes, root);
  for (;;) {
    const at = lowerBound(node.keys, key);
    if (isLeaf(node)) return node.keys[at] === key ? node.values[at] : undefined;
    const child = (node as BranchNode).values[at];
    if (child === undefined) return undefined;
    node = await readNode<V>(nodes, child);
  }
}

/** Several values at once: each level of the tree is read in one go. */
export async function getValues<V>(
  nodes: Nodes,
  root: MapRoot,
  keys: readonly string[],
): Promise<Map<string, V>> {
  const found = new Map<string, V>();
  let level: { node: MapNode<V>; keys: readonly string[] }[] = [
    { node: await readNode<V>(nodes, root), keys },
  ];
  while (level.length > 0) {
    const below: { hash: string; keys: string[] }[] = [];
    for (const { node, keys: wanted } of level) {
      const byChild = new Map<string, string[]>();
      for (const key of wanted) {
        const at = lowerBound(node.keys, key);
        const value = node.values[at];
        if (value === undefined) continue;
        if (!isLeaf(node)) byChild.getOrInsertComputed(value as string, () => []).push(key);
        else if (node.keys[at] === key) found.set(key, value as V);
      }
      for (const [hash, those] of byChild) below.push({ hash, keys: those });
    }
    const children = await nodes.readAll<MapNode<V>>(below.map(({ hash }) => hash));
    level = children.map((node, i) => ({ node, keys: below[i]?.keys ?? [] }));
  }
  return found;
}

/** The entries of a range, in the order of their keys: each level of the tree is read in one go. */
export async function readEntries<V>(nodes: Nodes, root: MapRoot, range: Range = {}): Promise<Entry<V>[]> {
  const { from = "", until, limit = Number.POSITIVE_INFINITY } = range;
  let level: MapNode<V>[] = [await readNode<V>(nodes, root)];
  while (level[0] !== undefined && !isLeaf(level[0])) {
    level = await nodes.readAll<MapNode<V>>(childrenWithin(level as BranchNode[], from, until, limit));
  }
  const entries: Entry<V>[] = [];
  for (const leaf of level) {
    for (let i = lowerBound(leaf.keys, from); i < leaf.keys.length && entries.length < limit; i++) {
      const key = leaf.keys[i] ?? "";
      if (until !== undefined && key >= until) return entries;
      entries.push({ key, value: leaf.values[i] as V });
    }
  }
  return entries;
}

/** The children that may hold a part of the range, no more than the limit needs. */
function childrenWithin(
  branches: readonly BranchNode[],
  from: string,
  until: string | undefined,
  limit: number,
): string[] {
  const wanted: string[] = [];
  let certain = 0;
  for (const { keys, values, counts } of branches) {
    for (let i = lowerBound(keys, from); i < keys.length; i++) {
      if (certain >= limit) return wanted;
      const before = i === 0 ? undefined : keys[i - 1];
      if (until !== undefined && before !== undefined && before >= until) return wanted;
      wanted.push(values[i] ?? "");
      // Of the first one, any part may lie before the range.
      if (wanted.length > 1) certain += counts[i] ?? 0;
    }
  }
  return wanted;
}

export async function countEntries(nodes: Nodes, root: MapRoot): Promise<number> {
  return countOf(await readNode(nodes, root));
}

/** How many keys lie before this one. */
export async function rankOf(nodes: Nodes, root: MapRoot, key: string): Promise<number> {
  let rank = 0;
  let node = await readNode(nodes, root);
  for (;;) {
    const at = lowerBound(node.keys, key);
    if (isLeaf(node)) return rank + at;
    const branch = node as BranchNode;
    for (let i = 0; i < at; i++) rank += branch.counts[i] ?? 0;
    const child = branch.values[at];
    if (child === undefined) return rank;
    node = await readNode(nodes, child);
  }
}

/** The entry that has this many before it. */
export async function entryAt<V>(nodes: Nodes, root: MapRoot, rank: number): Promise<Entry<V> | undefined> {
  let rest = rank;
  let node = await readNode<V>(nodes, root);
  while (!isLeaf(node)) {
    const branch = node as BranchNode;
    let at = 0;
    while (at < branch.counts.length && rest >= (branch.counts[at] ?? 0)) rest -= branch.counts[at++] ?? 0;
    const child = branch.values[at];
    if (child === undefined) return undefined;
    node = await readNode<V>(nodes, child);
  }
  const key = node.keys[rest];
  return key === undefined ? undefined : { key, value: node.values[rest] as V };
}
