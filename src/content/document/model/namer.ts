import { canonical } from "../../model/index.ts";
import type { Block, Node } from "./model.ts";

/** Makes unique names from digests: equal ones are numbered. */
export class UniqueNames {
  readonly #counts = new Map<string, number>();

  name(base: string): string {
    const count = (this.#counts.get(base) ?? 0) + 1;
    this.#counts.set(base, count);
    return count === 1 ? base : `${base}.${count}`;
  }
}

/**
 * A short name for a text. Not for secrets: two texts with one name are only told apart by a number, as two equal ones
 * are. There are thousands in a document, so it is made for short texts, where a known hash mostly prepares itself.
 */
export function digest(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 0x9e3779b1);
    b = Math.imul(b ^ code, 0x5f356495);
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
  return (a >>> 0).toString(36).padStart(7, "0") + (b >>> 0).toString(36).padStart(7, "0");
}

/** A string that is equal for equal blocks, whatever their keys. */
export function identityOf(blocks: readonly Block[]): string {
  return JSON.stringify(blocks.map(bare));
}

function bare(node: Node): unknown {
  if (node.object === "text") return node.leaves.map(({ text, marks }) => [text, marks]);
  const { type, data, nodes, fragments } = node;
  return [
    type,
    canonical(data),
    nodes?.map(bare),
    fragments?.map((each) => [each.fragment, each.nodes.map(bare)]),
  ];
}
