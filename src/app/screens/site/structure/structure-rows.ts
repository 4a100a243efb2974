import { topLevel } from "../../../data/library-tree.ts";
import { foldText } from "../../../data/matching.ts";
import type { DropEntry } from "../../../parts/tree/drag.ts";
import { childrenOf, type StructurePart, type StructureTree, titleOf } from "./structure-tree.ts";

/** A visible row of the tree. */
export interface StructureRow extends DropEntry {
  readonly part: StructurePart;
  /** 1 at the top level. */
  readonly level: number;
  /** The place among its siblings, from 1. */
  readonly position: number;
  readonly siblings: number;
}

/** The rows of open parts, or all that match a text with what contains them. */
export function rowsOf(tree: StructureTree, isOpen: (id: string) => boolean, filter: string): StructureRow[] {
  const words = foldText(filter).split(/\s+/).filter(Boolean);
  const rows: StructureRow[] = [];
  const addChildren = (parent: string, level: number) => {
    const ids = childrenOf(tree, parent);
    for (const [index, id] of ids.entries()) {
      const part = tree.parts.get(id);
      if (part === undefined) continue;
      const at = rows.length;
      const hasChildren = childrenOf(tree, id).length > 0;
      const isShownOpen = hasChildren && (words.length > 0 || isOpen(id));
      rows.push({
        ...{ id, part, parent, level, title: titleOf(part) },
        ...{ position: index + 1, siblings: ids.length, canContain: part.object !== "site-space" },
        ...(hasChildren && { isOpen: isShownOpen }),
      });
      if (isShownOpen) addChildren(id, level + 1);
      if (rows.length === at + 1 && !matches(part, words)) rows.pop();
    }
  };
  addChildren(topLevel, 1);
  return rows;
}

function matches(part: StructurePart, words: readonly string[]): boolean {
  const path = part.object === "site-section-group" ? "" : part.path;
  const text = foldText(`${titleOf(part)} ${path}`);
  return words.every((word) => text.includes(word));
}

/** Whether a part is open at first: groups are, and sections with variants to choose from. */
export function isOpenAtFirst(tree: StructureTree, id: string): boolean {
  return tree.parts.get(id)?.object === "site-section-group" || childrenOf(tree, id).length > 1;
}
