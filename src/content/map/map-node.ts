import { hash } from "node:crypto";
import type { Nodes } from "../nodes/index.ts";

/**
 * A prolly tree: a sorted map from strings to values, stored as a tree of nodes. The hash of a key decides on how many
 * levels a node ends after that key. Equal maps are therefore equal trees whatever their history, an edit rewrites one
 * node per level, and two maps share all nodes that are equal in both.
 */
export type MapNode<V> = LeafNode<V> | BranchNode;

interface LeafNode<V> {
  readonly level: 0;
  readonly keys: readonly string[];
  readonly values: readonly V[];
}

export interface BranchNode {
  readonly level: number;
  /** The last key of each child. */
  readonly keys: readonly string[];
  readonly values: readonly string[];
  /** The number of keys in the subtree of each child. */
  readonly counts: readonly number[];
}

export type MapRoot = string;

/** The average number of keys per node as a power of 2. Leaves hold fewer keys, since values are larger than hashes. */
const leafBits = 3;
const branchBits = 5;

/** The number of levels on which a node ends after this key. */
export function heightOf(key: string): number {
  const zeros = Math.clz32(Number.parseInt(hash("sha256", key, "hex").slice(0, 8), 16));
  return zeros < leafBits ? 0 : 1 + Math.floor((zeros - leafBits) / branchBits);
}

export function isLeaf<V>(node: MapNode<V>): node is LeafNode<V> {
  return node.level === 0;
}

export function readNode<V>(nodes: Nodes, hash: string): Promise<MapNode<V>> {
  return nodes.read<MapNode<V>>(hash);
}

export function emptyMap(nodes: Nodes): MapRoot {
  return nodes.write({ level: 0, keys: [], values: [] });
}

/** The index of the first key that is not less than the given one. */
export function lowerBound(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] ?? "") < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
