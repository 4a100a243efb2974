import { faBook, faFolder, faFolderOpen } from "@fortawesome/free-solid-svg-icons";
import type { LibraryItem } from "../../data/library-tree.ts";
import { Icon } from "../../parts/icon.tsx";
import { Emoji } from "../../parts/small.tsx";

/** The emoji of a space, or a folder for a collection. */
export function ItemIcon({
  item,
  isOpen = false,
}: {
  readonly item: LibraryItem;
  readonly isOpen?: boolean;
}) {
  return item.object === "space" ? (
    <Emoji code={item.emoji} fallback={<Icon of={faBook} />} />
  ) : (
    <Emoji fallback={<Icon of={isOpen ? faFolderOpen : faFolder} />} />
  );
}
