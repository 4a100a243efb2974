import { badInput, type Steps } from "../../platform/index.ts";
import { allowsBlock, type Block, checkBlockList, type Document, DocumentReader } from "../document/index.ts";
import { maxNodes, nodeLimit } from "../model/index.ts";
import type { BlockChange, BlockPosition } from "./block-change.ts";
import { BlockTree, type Slot, type TreeBlock } from "./block-tree.ts";
import { withKeys } from "./inserted-keys.ts";

/** Applies changes in order. Throws at the first invalid one, with the path of the field. Unchanged blocks are the same objects. */
export function* applyBlockChanges(
  document: Document,
  changes: readonly BlockChange[],
  reader = new DocumentReader(),
): Steps<Document> {
  const tree = yield* BlockTree.read(document);
  for (const [i, change] of changes.entries()) yield* applyChange(tree, change, `changes[${i}]`);
  const changed = tree.toDocument();
  if (reader.countNodes(changed.nodes) > maxNodes) throw badInput("changes", nodeLimit);
  const unchanged = new Set(document.nodes);
  const nodes: Block[] = [];
  // Blocks that were moved into others are checked in their new place.
  for (const block of changed.nodes)
    nodes.push(...(unchanged.has(block) ? [block] : yield* checkBlockList([block], "changes", 0, "any")));
  return { ...changed, nodes };
}

function* applyChange(tree: BlockTree, change: BlockChange, path: string): Steps<void> {
  switch (change.operation) {
    case "insert_blocks": {
      const { slot, after } = positionOf(tree, change, path);
      const blocks = yield* readBlocks(tree, slot, change.blocks, path);
      yield* tree.insert(slot, after === undefined ? 0 : slot.blocks.indexOf(after) + 1, blocks);
      return;
    }
    case "replace_block": {
      const { block, slot } = blockAt(tree, change.key, path);
      const blocks = yield* readBlocks(tree, slot, change.blocks, path);
      const index = slot.blocks.indexOf(block);
      tree.remove(block);
      yield* tree.insert(slot, index, blocks);
      return;
    }
    case "move_block": {
      const { block } = blockAt(tree, change.key, path);
      const { slot, after } = positionOf(tree, change, path);
      if (after === block) throw badInput(`${path}.after`, "must not be the block itself");
      if (tree.isInside(slot, block)) throw badInput(`${path}.into`, "must not be in the block itself");
      if (!allowsBlock(slot.types, block.block.type))
        throw badInput(`${path}.into`, `must be a block that can contain a ${block.block.type}`);
      tree.move(block, slot, after);
      return;
    }
    case "delete_block":
      tree.remove(blockAt(tree, change.key, path).block);
  }
}

function blockAt(tree: BlockTree, key: string, path: string): { block: TreeBlock; slot: Slot } {
  const block = tree.find(key);
  if (block?.slot === undefined) throw unknownKey(`${path}.key`);
  return { block, slot: block.slot };
}

function positionOf(tree: BlockTree, { into, after }: BlockPosition, path: string) {
  const slot = tree.findSlot(into);
  if (slot === undefined)
    throw badInput(`${path}.into`, "must be the key of a block or fragment that contains blocks");
  if (after === undefined) return { slot, after: undefined };
  const sibling = tree.find(after);
  if (sibling === undefined) throw unknownKey(`${path}.after`);
  if (sibling.slot !== slot) throw badInput(`${path}.after`, "must be the key of a block in the same place");
  return { slot, after: sibling };
}

function unknownKey(path: string) {
  return badInput(path, "is not the key of a block of the page in this revision");
}

function* readBlocks(tree: BlockTree, slot: Slot, values: readonly unknown[], path: string): Steps<Block[]> {
  const blocks = yield* checkBlockList(values, `${path}.blocks`, tree.depthOf(slot), slot.types);
  return blocks.map((block, i) => withKeys(block, values[i]));
}
