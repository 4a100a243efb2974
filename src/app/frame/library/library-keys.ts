import type { Organization } from "../../data/api-types.ts";
import { pathOfItem, setOpen } from "../../data/library.ts";
import { type Library, type LibraryRow, stepDestination } from "../../data/library-tree.ts";
import { navigate } from "../../navigation/router.ts";
import type { DropEntry } from "../../parts/tree/drag.ts";
import { handleTreeKey } from "../../parts/tree/keys.ts";
import { openRename } from "./item-dialogs.tsx";
import { deleteItem, mayMove } from "./item-menu.ts";
import { moveTo } from "./move.ts";

interface LibraryTreeState {
  readonly library: Library;
  readonly organization: Organization;
  readonly rows: readonly LibraryRow[];
  readonly activeId: string | undefined;
  readonly setActive: (id: string) => void;
}

export function entryOf({ item: { id, title }, parent, isOpen }: LibraryRow): DropEntry {
  return { id, title, parent, isOpen, canContain: isOpen !== undefined };
}

/** The keys of the library's tree: those of every tree, F2 to rename and Delete. */
export function handleLibraryKey(event: KeyboardEvent, tree: LibraryTreeState): void {
  const { library, organization, rows, activeId, setActive } = tree;
  handleTreeKey(event, {
    entries: rows.map(entryOf),
    activeId,
    setActive,
    setOpen: (ids, isOpen) => setOpen(organization.id, ids, isOpen),
    follow: (id) => {
      const item = library.byId.get(id);
      if (item) navigate(pathOfItem(item));
    },
    move: (id, step) => {
      const item = library.byId.get(id);
      const destination = stepDestination(library, id, step);
      if (item && destination && mayMove({ item, library, organization }))
        void moveTo(library, item, destination);
    },
    act: ({ key }, id) => {
      const item = library.byId.get(id);
      if (!item?.permissions.admin) return false;
      if (key === "F2") openRename(item);
      else if (key === "Delete") void deleteItem(item);
      else return false;
      return true;
    },
  });
}
