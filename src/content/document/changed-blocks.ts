import type { Steps } from "../../platform/index.ts";
import type { Block, Document } from "./model/index.ts";

const blocksPerStep = 500;

/** The top-level blocks of a document that another one does not have with the same key and content. */
export function* changedBlocks(before: Document, after: Document): Steps<Block[]> {
  const byKey = new Map(before.nodes.map((block) => [block.key, block]));
  const changed: Block[] = [];
  for (const [i, block] of after.nodes.entries()) {
    if (i % blocksPerStep === 0) yield;
    if (!isEqual(byKey.get(block.key), block)) changed.push(block);
  }
  return changed;
}

/** Whether two values are the same JSON. */
function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  const [first, second] = [a as Record<string, unknown>, b as Record<string, unknown>];
  return keys.every((key) => Object.hasOwn(second, key) && isEqual(first[key], second[key]));
}
