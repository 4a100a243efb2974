import type { Steps } from "../../platform/index.ts";
import {
  type Block,
  blocksIn,
  type Document,
  nonEmptyBlocks,
  type SlotTypes,
  slotsOf,
} from "../document/index.ts";

/** A block in the tree. `slot` is undefined after it was removed. */
export interface TreeBlock {
  readonly block: Block;
  slot: Slot | undefined;
  readonly slots: readonly Slot[];
  /** Whether a block in it was inserted, moved or removed. */
  isChanged: boolean;
}

/** A place for blocks: the document, the children of a block, or one of its fragments. */
export interface Slot {
  readonly owner: TreeBlock | undefined;
  /** The index of the fragment; undefined for the document and for children. */
  readonly fragment?: number;
  readonly types: SlotTypes;
  readonly blocks: TreeBlock[];
}

const blocksPerStep = 1000;

/** The blocks of a document by their keys, as a tree that can be changed. */
export class BlockTree {
  readonly #document: Document;
  readonly #root: Slot = { owner: undefined, types: "any", blocks: [] };
  readonly #byKey = new Map<string, TreeBlock>();
  readonly #slotsByKey = new Map<string, Slot>();
  #count = 0;

  private constructor(document: Document) {
    this.#document = document;
  }

  static *read(document: Document): Steps<BlockTree> {
    const tree = new BlockTree(document);
    yield* tree.#addAll(tree.#root, 0, document.nodes);
    return tree;
  }

  /** The block with a key. Blocks in annotations have no place of their own. */
  find(key: string): TreeBlock | undefined {
    return this.#byKey.get(key);
  }

  /** The place for blocks in the block or fragment with a key; without a key, the document. */
  findSlot(key: string | undefined): Slot | undefined {
    if (key === undefined) return this.#root;
    return (
      this.#byKey.get(key)?.slots.find(({ fragment }) => fragment === undefined) ?? this.#slotsByKey.get(key)
    );
  }

  /** The number of blocks around a slot. */
  depthOf({ owner }: Slot): number {
    let depth = 0;
    for (let block = owner; block !== undefined; block = block.slot?.owner) depth++;
    return depth;
  }

  isInside(slot: Slot, block: TreeBlock): boolean {
    for (let { owner } = slot; owner !== undefined; owner = owner.slot?.owner)
      if (owner === block) return true;
    return false;
  }

  *insert(slot: Slot, index: number, blocks: readonly Block[]): Steps<void> {
    yield* this.#addAll(slot, index, blocks);
    markChanged(slot);
  }

  remove(block: TreeBlock): void {
    const { slot } = block;
    if (slot === undefined) return;
    slot.blocks.splice(slot.blocks.indexOf(block), 1);
    block.slot = undefined;
    markChanged(slot);
    this.#forget(block);
  }

  move(block: TreeBlock, slot: Slot, after: TreeBlock | undefined): void {
    const { slot: before } = block;
    if (before === undefined) return;
    before.blocks.splice(before.blocks.indexOf(block), 1);
    slot.blocks.splice(after === undefined ? 0 : slot.blocks.indexOf(after) + 1, 0, block);
    block.slot = slot;
    markChanged(before);
    markChanged(slot);
  }

  /** The document with all changes. Unchanged blocks are the same objects. */
  toDocument(): Document {
    return { ...this.#document, nodes: blocksOf(this.#root) };
  }

  *#addAll(slot: Slot, index: number, blocks: readonly Block[]): Steps<void> {
    for (const [i, block] of blocks.entries()) {
      if (++this.#count % blocksPerStep === 0) yield;
      const added = this.#add(slot, index + i, block);
      for (const inner of added.slots) {
        const fragment = inner.fragment === undefined ? undefined : block.fragments?.[inner.fragment];
        yield* this.#addAll(inner, 0, fragment?.nodes ?? blocksIn(block.nodes));
      }
    }
  }

  /** Adds a block with empty slots. */
  #add(slot: Slot, index: number, block: Block): TreeBlock {
    const slots: Slot[] = [];
    const added: TreeBlock = { block, slot, slots, isChanged: false };
    slot.blocks.splice(index, 0, added);
    // The keys of the document take precedence over those of inserted blocks.
    if (block.key !== undefined && !this.#byKey.has(block.key)) this.#byKey.set(block.key, added);
    for (const { fragment, types } of slotsOf(block)) {
      const key = fragment === undefined ? undefined : block.fragments?.[fragment]?.key;
      const inner: Slot = { owner: added, types, blocks: [], ...(fragment !== undefined && { fragment }) };
      slots.push(inner);
      if (key !== undefined && !this.#slotsByKey.has(key)) this.#slotsByKey.set(key, inner);
    }
    return added;
  }

  #forget(removed: TreeBlock): void {
    const { key } = removed.block;
    if (key !== undefined && this.#byKey.get(key) === removed) this.#byKey.delete(key);
    for (const slot of removed.slots) {
      const fragment = slot.fragment === undefined ? undefined : removed.block.fragments?.[slot.fragment];
      if (fragment?.key !== undefined && this.#slotsByKey.get(fragment.key) === slot)
        this.#slotsByKey.delete(fragment.key);
      for (const inner of slot.blocks) this.#forget(inner);
    }
  }
}

function markChanged({ owner }: Slot): void {
  for (let block = owner; block !== undefined; block = block.slot?.owner) block.isChanged = true;
}

function blocksOf({ blocks }: Slot): Block[] {
  return blocks.flatMap((block) => rebuild(block) ?? []);
}

/** The block with its changes; undefined for a list or another block of parts that has no parts left. */
function rebuild({ block, slots, isChanged }: TreeBlock): Block | undefined {
  if (!isChanged) return block;
  let nodes = block.nodes;
  const fragments = block.fragments && [...block.fragments];
  for (const slot of slots) {
    const blocks = blocksOf(slot);
    if (slot.fragment === undefined) {
      if (blocks.length === 0 && slot.types !== "any") return undefined;
      nodes = nonEmptyBlocks(blocks);
    } else {
      const fragment = fragments?.[slot.fragment];
      if (fragments && fragment) fragments[slot.fragment] = { ...fragment, nodes: nonEmptyBlocks(blocks) };
    }
  }
  return { ...block, ...(nodes && { nodes }), ...(fragments && { fragments }) } as Block;
}
