import type { Block, Document, DocumentData, Fragment, Inline, Node, Text } from "./model.ts";
import { Namer } from "./namer.ts";

/**
 * A document of these blocks, with a key on every node. A block's key comes from what it says, and that of a block
 * around others from the first of them: so a block keeps its key when others are changed, added or moved.
 */
export function documentOf(blocks: readonly Block[], data: DocumentData = {}): Document {
  const keys = new Keys();
  return { object: "document", data, nodes: blocks.map((block) => keys.block(block)) };
}

class Keys {
  readonly #namer = new Namer();

  block(block: Block): Block {
    return this.#within(block, this.#namer.name(identityOf(block)));
  }

  /** Text and inline nodes, and what blocks are made of besides, are known by their place in the block. */
  #node(node: Node, key: string): Node {
    if (node.object === "block") return this.block(node);
    return node.object === "text" ? ({ ...node, key } satisfies Text) : this.#within(node, key);
  }

  #within<N extends Block | Inline>(node: N, key: string): N {
    const { nodes, fragments } = node;
    return {
      ...node,
      ...(nodes && { nodes: nodes.map((inner, i) => this.#node(inner, `${key}-${i}`)) }),
      ...(fragments && { fragments: fragments.map((each, i) => this.#fragment(each, `${key}-f${i}`)) }),
      key,
    };
  }

  #fragment(fragment: Fragment, key: string): Fragment {
    return { ...fragment, nodes: fragment.nodes.map((node) => this.block(node)), key };
  }
}

/** What a block is known by, whatever else there is around it and in it. */
function identityOf({ type, data, nodes, fragments }: Block): string {
  if (type === "table") return `table ${JSON.stringify(data.definition)}`;
  if (type === "expandable") return `expandable ${JSON.stringify(fragments?.[0])}`;
  const [first] = nodes ?? [];
  // Code is known by all of its lines, and a list by its first item.
  if (first?.object === "block" && type !== "code") return `${type} ${identityOf(first)}`;
  return `${type} ${JSON.stringify([data, nodes, fragments])}`;
}

/** The text of a block, with keys by its place in the block. */
export function keyText(nodes: readonly Node[], blockKey: string): Node[] {
  return nodes.map((node, i) => ({ ...node, key: `${blockKey}-${i}` }));
}
