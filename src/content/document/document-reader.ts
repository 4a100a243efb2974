import type { Steps } from "../../platform/index.ts";
import { maxNodes } from "../model/index.ts";
import { type KeyedBlock, keySteps } from "./keys.ts";
import {
  type Block,
  countNodes,
  type Document,
  type DocumentData,
  identityOf,
  TooManyNodesError,
} from "./model/index.ts";
import { type ReadText, readText } from "./read/index.ts";

/**
 * Reads the versions of a document. Each takes over from the one before the blocks that have not changed: these are the same
 * objects, and are not parsed or compared again.
 */
export class DocumentReader {
  #text: ReadText | undefined;
  #keyed: ReadonlyMap<Block, KeyedBlock> = new Map();
  /** The blocks without keys, by those with keys. */
  readonly #unkeyed = new WeakMap<Block, Block>();
  readonly #identities = new WeakMap<Block, string>();
  readonly #nodeCounts = new WeakMap<Block, number>();

  /** Reads Markdown without front matter. The blocks have no keys. */
  *readText(source: string): Steps<ReadText> {
    const text = yield* readText(source, this.#text);
    this.#text = text;
    return text;
  }

  /** Reads a document, with a key on every node. Throws `TooManyNodesError` if it has too many. */
  *readDocument(source: string, data: DocumentData): Steps<Document> {
    const { parts } = yield* this.readText(source);
    const keyed = yield* keySteps(
      parts.flatMap(({ blocks }) => blocks),
      this.#keyed,
    );
    this.#keyed = new Map(keyed.map((block) => [block.block, block]));
    for (const { block, keyed: withKeys } of keyed) this.#unkeyed.set(withKeys, block);
    const nodes = keyed.map(({ keyed: withKeys }) => withKeys);
    if (this.countNodes(nodes) > maxNodes) throw new TooManyNodesError();
    return { object: "document", data, nodes };
  }

  countNodes(blocks: readonly Block[]): number {
    let count = 0;
    for (const block of blocks)
      count += this.#nodeCounts.getOrInsertComputed(this.#unkeyed.get(block) ?? block, countNodes);
    return count;
  }

  /** A string that is equal for blocks with equal content. Keys are ignored. */
  identityOf(block: Block): string {
    const unkeyed = this.#unkeyed.get(block) ?? block;
    return this.#identities.getOrInsertComputed(unkeyed, () => identityOf([unkeyed]));
  }
}
