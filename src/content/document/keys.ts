import { finish, type Steps } from "../markdown/syntax/index.ts";
import {
  type Block,
  type Document,
  type DocumentData,
  digest,
  type Fragment,
  type Inline,
  type Node,
  plainText,
  UniqueNames,
} from "./model/index.ts";

/**
 * A document of these blocks, with a key on every node. A block's key comes from what it says, and that of a block
 * around others from the first of them: so a block keeps its key when others are changed, added or moved.
 */
export function documentOf(blocks: readonly Block[], data: DocumentData = {}): Document {
  return finish(documentSteps(blocks, data));
}

export function* documentSteps(blocks: readonly Block[], data: DocumentData): Steps<Document> {
  const keys = new Keys();
  const nodes: Block[] = [];
  for (const block of blocks) {
    nodes.push(keys.block(block));
    yield;
  }
  return { object: "document", data, nodes };
}

class Keys {
  readonly #namer = new UniqueNames();
  readonly #signatures = new Map<Block, string>();

  block(block: Block): Block {
    return this.#within(block, this.#namer.name(this.#signatureOf(block)), (inner) => this.block(inner));
  }

  /** In the cell of a table, all are known by their place. */
  #placed(block: Block, key: string): Block {
    return this.#within(block, key, (inner, place) => this.#placed(inner, place));
  }

  #within<N extends Block | Inline>(
    node: N,
    key: string,
    blockWithin: (inner: Block, place: string) => Block,
  ): N {
    const { nodes, fragments } = node;
    // Text and inline nodes are known by their place as well.
    const keyed = (inner: Node, i: number): Node => {
      const place = `${key}-${i}`;
      if (inner.object === "text") return { ...inner, key: place };
      return inner.object === "block" ? blockWithin(inner, place) : this.#within(inner, place, blockWithin);
    };
    return {
      ...node,
      ...(nodes && { nodes: nodes.map(keyed) }),
      ...(fragments && { fragments: fragments.map((each, i) => this.#fragment(each, key, i)) }),
      key,
    };
  }

  /** There are many cells that say the same: they are known by their place in the table. */
  #fragment(fragment: Fragment, parent: string, index: number): Fragment {
    const isCell = fragment.type === "table-cell";
    const key = isCell ? digest(`${parent} ${fragment.fragment}`) : `${parent}-f${index}`;
    const nodes = fragment.nodes.map((node, i) =>
      isCell ? this.#placed(node, `${key}-${i}`) : this.block(node),
    );
    return { ...fragment, nodes, key };
  }

  /** What a block is known by, whatever there is around it. */
  #signatureOf(block: Block): string {
    const known = this.#signatures.get(block);
    if (known !== undefined) return known;
    const signature = digest(`${block.type} ${this.#identityOf(block)}`);
    this.#signatures.set(block, signature);
    return signature;
  }

  #identityOf({ type, data, nodes = [], fragments = [] }: Block): string {
    if (type === "tabs-item" && typeof data.title === "string") return data.title;
    if (type === "table") return JSON.stringify([data.definition, Object.keys(data.records ?? {})[0]]);
    if (type === "expandable") return plainText(fragments[0]?.nodes ?? []);
    // Code is known by all of its lines.
    const [first] = nodes;
    if (first?.object === "block" && type !== "code") return this.#signatureOf(first);
    return nodes.length > 0 ? plainText(nodes) : JSON.stringify(data);
  }
}

/** The text of a block, with keys by its place in the block. */
export function keyText(nodes: readonly Node[], blockKey: string): Node[] {
  return nodes.map((node, i) => ({ ...node, key: `${blockKey}-${i}` }));
}
