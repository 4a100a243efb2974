import type { Destination } from "../../../data/library-tree.ts";
import { nextDefault } from "./removal.ts";
import { type AddressChange, addressChanges, defaultChanges, pathsOf } from "./site-addresses.ts";
import { childrenOf, parentOf, type StructureTree, withMove } from "./structure-tree.ts";

/** The site spaces that get other addresses when a variant moves to another section, as the server moves it. */
export function movedByMove(tree: StructureTree, id: string, destination: Destination): AddressChange[] {
  const part = tree.parts.get(id);
  if (part?.object !== "site-space") return [];
  const moved = withMove(tree, id, destination);
  const origin = parentOf(tree, id);
  const parts = new Map(moved.parts);
  if (childrenOf(moved, origin).length === 0) parts.delete(origin);
  const next = nextDefault(tree, part);
  const changes = new Map(next && defaultChanges(tree, next.id));
  const path = uniquePath(part.path, pathsIn(tree, destination.parent));
  changes.set(id, { path, default: childrenOf(tree, destination.parent).length === 0 });
  return addressChanges(tree, pathsOf(tree), pathsOf({ ...moved, parts }, changes));
}

/** The paths of the variants of a section. */
function pathsIn(tree: StructureTree, section: string): ReadonlySet<string> {
  return new Set(
    childrenOf(tree, section).flatMap((id) => {
      const sibling = tree.parts.get(id);
      return sibling?.object === "site-space" ? [sibling.path] : [];
    }),
  );
}

function uniquePath(path: string, used: ReadonlySet<string>): string {
  let unique = path;
  for (let number = 1; used.has(unique); number++) unique = `${path}-${number}`;
  return unique;
}
