import { hash } from "node:crypto";
import type { Nodes } from "../nodes/index.ts";

/**
 * A sorted map from text to values, kept as a tree of nodes that is cut where the keys say: a key's own hash decides
 * on which levels a node ends after it. So equal maps are equal trees whatever their history, an edit rewrites one
 * node on each level, and two maps differ only in the nodes where they differ.
 */
export type MapNode<V> = LeafNode<V> | BranchNode;

export interface LeafNode<V> {
  readonly level: 0;
  readonly keys: readonly string[];
  readonly values: readonly V[];
}

export interface BranchNode {
  readonly level: number;
  /** The last key of each child. */
  readonly keys: readonly string[];
  /** The hash of each child. */
  readonly values: readonly string[];
  /** How many keys lie below each child. */
  readonly counts: readonly number[];
}

/** The hash of a map's top node. */
export type MapRoot = string;

/** On average, a leaf has this many keys and a branch that many: 2 to the power of these. Values are larger than hashes. */
const leafBits = 3;
const branchBits = 5;

/** On how many levels a node ends after this key. */
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

/** The place of the first key that is not below the given one. */
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

export function countOf(node: MapNode<unknown>): number {
  if (isLeaf(node)) return node.keys.length;
  return (node as BranchNode).counts.reduce((sum, count) => sum + count, 0);
}
