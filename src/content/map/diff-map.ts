import { EventLoopYielder } from "../../platform/index.ts";
import type { Nodes } from "../nodes/index.ts";
import { isLeaf, type MapNode, type MapRoot, readNode } from "./map-node.ts";

export interface Difference<V> {
  readonly key: string;
  readonly before?: V;
  readonly after?: V;
}

/** The differences between two maps, sorted by key. Nodes that both maps share are not read. */
export async function diffMaps<V>(nodes: Nodes, before: MapRoot, after: MapRoot): Promise<Difference<V>[]> {
  if (before === after) return [];
  let sides: MapNode<V>[][] = [[await readNode<V>(nodes, before)], [await readNode<V>(nodes, after)]];
  for (;;) {
    const level = Math.max(...sides.map(levelOf));
    if (level === 0) return compareLeaves(sides);
    // Descends on the deeper side, or on both.
    const hashes = sides.map((side) => (levelOf(side) === level ? childHashes(side) : []));
    const shared = new Set(hashes[0]).intersection(new Set(hashes[1]));
    sides = await Promise.all(
      sides.map((side, i) =>
        levelOf(side) === level
          ? nodes.readAll<MapNode<V>>((hashes[i] ?? []).filter((hash) => !shared.has(hash)))
          : side,
      ),
    );
  }
}

function levelOf(side: readonly MapNode<unknown>[]): number {
  return side[0]?.level ?? 0;
}

function childHashes(side: readonly MapNode<unknown>[]): string[] {
  return side.flatMap((node) => (isLeaf(node) ? [] : node.values));
}

async function compareLeaves<V>([
  beforeLeaves = [],
  afterLeaves = [],
]: readonly (readonly MapNode<V>[])[]): Promise<Difference<V>[]> {
  const [before, after] = [valuesOf(beforeLeaves), valuesOf(afterLeaves)];
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort((a, b) => (a < b ? -1 : 1));
  const differences: Difference<V>[] = [];
  const yielder = new EventLoopYielder();
  for (const key of keys) {
    if (yielder.isDue) await yielder.yieldIfDue();
    const [previous, next] = [before.get(key), after.get(key)];
    if (JSON.stringify(previous) === JSON.stringify(next)) continue;
    differences.push({
      key,
      ...(previous !== undefined && { before: previous }),
      ...(next !== undefined && { after: next }),
    });
  }
  return differences;
}

function valuesOf<V>(leaves: readonly MapNode<V>[]): Map<string, V> {
  return new Map(leaves.flatMap(({ keys, values }) => keys.map((key, i) => [key, values[i] as V] as const)));
}
