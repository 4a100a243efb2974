import { moveItem, setOpen } from "../../data/library.ts";
import type { Destination, Library, LibraryItem } from "../../data/library-tree.ts";
import { showDone } from "../../data/toasts.ts";
import { words } from "../../words/index.ts";

/** Moves an item, opens the collection that gets it, and offers to undo it. */
export async function moveTo(library: Library, item: LibraryItem, destination: Destination): Promise<void> {
  if (destination.parent !== "") setOpen(item.organization, [destination.parent], true);
  const undo = await moveItem(library, item, destination);
  if (undo) showDone(words.library.moved(item.title), undo);
}
