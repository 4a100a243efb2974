import type { Steps } from "../../platform/index.ts";
import {
  type Block,
  digest,
  type Fragment,
  type Inline,
  type Node,
  plainText,
  UniqueNames,
} from "./model/index.ts";

/** A block, and the same with keys. */
export interface KeyedBlock {
  readonly block: Block;
  readonly keyed: Block;
  /** The names of the block and of those in it, and the keys that were made of them. */
  readonly names: readonly string[];
  readonly keys: readonly string[];
}

/** Sets a key on every node of the blocks. Blocks whose keys are the same as before are the same objects. */
export function* keySteps(
  blocks: readonly Block[],
  before?: ReadonlyMap<Block, KeyedBlock>,
): Steps<KeyedBlock[]> {
  const keys = new KeyAssigner();
  const result: KeyedBlock[] = [];
  for (const block of blocks) result.push(yield* keys.assign(block, before?.get(block)));
  return result;
}

class KeyAssigner {
  readonly #uniqueNames = new UniqueNames();
  readonly #signatures = new Map<Block, string>();
  #names: string[] = [];
  #keys: string[] = [];

  *assign(block: Block, before: KeyedBlock | undefined): Steps<KeyedBlock> {
    if (before !== undefined) {
      const keys = before.names.map((name) => this.#uniqueNames.makeUnique(name));
      if (keys.every((key, i) => key === before.keys[i])) return before;
      for (const name of before.names) this.#uniqueNames.release(name);
    }
    const [names, keys]: [string[], string[]] = [[], []];
    [this.#names, this.#keys] = [names, keys];
    return { block, keyed: yield* this.#assignKeys(block), names, keys };
  }

  *#assignKeys(block: Block): Steps<Block> {
    yield;
    const name = this.#signatureOf(block);
    const key = this.#uniqueNames.makeUnique(name);
    this.#names.push(name);
    this.#keys.push(key);
    return yield* this.#withKey(block, key, false);
  }

  /** Sets the key of a node and its children. Keys of text, inline nodes and blocks in cells are derived from their position. */
  *#withKey<N extends Block | Inline>(node: N, key: string, isInCell: boolean): Steps<N> {
    const nodes: Node[] = [];
    for (const [i, child] of (node.nodes ?? []).entries()) {
      if (child.object === "text") nodes.push({ ...child, key: `${key}-${i}` });
      else if (child.object === "block" && !isInCell) nodes.push(yield* this.#assignKeys(child));
      else nodes.push(yield* this.#withKey(child, `${key}-${i}`, isInCell));
    }
    const fragments: Fragment[] = [];
    for (const [i, fragment] of (node.fragments ?? []).entries())
      fragments.push(yield* this.#fragment(fragment, key, i));
    return { ...node, ...(node.nodes && { nodes }), ...(node.fragments && { fragments }), key };
  }

  /** Many cells of a table have the same text, so their keys are derived from their names. */
  *#fragment(fragment: Fragment, parent: string, index: number): Steps<Fragment> {
    yield;
    const isCell = fragment.type === "table-cell";
    const key = isCell ? digest(`${parent} ${fragment.fragment}`) : `${parent}-f${index}`;
    const nodes: Block[] = [];
    for (const [i, node] of fragment.nodes.entries())
      nodes.push(isCell ? yield* this.#withKey(node, `${key}-${i}`, true) : yield* this.#assignKeys(node));
    return { ...fragment, nodes, key };
  }

  #signatureOf(block: Block): string {
    return this.#signatures.getOrInsertComputed(block, () =>
      digest(`${block.type} ${this.#identifyingText(block)}`),
    );
  }

  #identifyingText({ type, data, nodes = [], fragments = [] }: Block): string {
    if (type === "tabs-item" && typeof data.title === "string") return data.title;
    if (type === "table") return JSON.stringify([data.definition, Object.keys(data.records ?? {})[0]]);
    if (type === "expandable") return plainText(fragments[0]?.nodes ?? []);
    const [first] = nodes;
    if (first?.object === "block" && type !== "code") return this.#signatureOf(first);
    return nodes.length > 0 ? plainText(nodes) : JSON.stringify(data);
  }
}

export function keyText(nodes: readonly Node[], blockKey: string): Node[] {
  return nodes.map((node, i) => ({ ...node, key: `${blockKey}-${i}` }));
}
