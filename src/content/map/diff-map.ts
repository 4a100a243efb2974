import type { Nodes } from "../nodes/index.ts";
import { type BranchNode, type MapNode, type MapRoot, readNode } from "./map-node.ts";

export interface Difference<V> {
  readonly key: string;
  readonly before?: V;
  readonly after?: V;
}

/** What differs between two maps, by key. Costs what differs: equal nodes are never opened. */
export async function diffMaps<V>(nodes: Nodes, before: MapRoot, after: MapRoot): Promise<Difference<V>[]> {
  if (before === after) return [];
  let [left, right] = [[await readNode<V>(nodes, before)], [await readNode<V>(nodes, after)]];
  while (levelOf(left) > 0 || levelOf(right) > 0) {
    const deeper = Math.max(levelOf(left), levelOf(right));
    const descend = (side: MapNode<V>[]) => levelOf(side) === deeper;
    const [leftHashes, rightHashes] = [left, right].map((side) => (descend(side) ? childrenOf(side) : []));
    const shared = new Set(leftHashes).intersection(new Set(rightHashes));
    if (descend(left)) left = await readDistinct(nodes, leftHashes, shared);
    if (descend(right)) right = await readDistinct(nodes, rightHashes, shared);
    if (left.length === 0 && right.length === 0) return [];
  }
  return compare(left, right);
}

function levelOf(side: readonly MapNode<unknown>[]): number {
  return side[0]?.level ?? 0;
}

function childrenOf(side: readonly MapNode<unknown>[]): string[] {
  return side.flatMap((node) => (node as BranchNode).values);
}

function readDistinct<V>(
  nodes: Nodes,
  hashes: readonly string[] = [],
  shared: ReadonlySet<string>,
): Promise<MapNode<V>[]> {
  return nodes.readAll<MapNode<V>>(hashes.filter((hash) => !shared.has(hash)));
}

function compare<V>(left: readonly MapNode<V>[], right: readonly MapNode<V>[]): Difference<V>[] {
  const before = valuesOf(left);
  const after = valuesOf(right);
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort((a, b) => (a < b ? -1 : 1));
  return keys.flatMap((key) => {
    const [old, young] = [before.get(key), after.get(key)];
    if (JSON.stringify(old) === JSON.stringify(young)) return [];
    return { key, ...(old !== undefined && { before: old }), ...(young !== undefined && { after: young }) };
  });
}

function valuesOf<V>(leaves: readonly MapNode<V>[]): Map<string, V> {
  return new Map(leaves.flatMap(({ keys, values }) => keys.map((key, i) => [key, values[i] as V] as const)));
}
