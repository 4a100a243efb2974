import { faLayerGroup } from "@fortawesome/free-solid-svg-icons";
import {
  ancestorsOf,
  isPossibleMove,
  type Library,
  type LibraryItem,
  topLevel,
} from "../../data/library-tree.ts";
import { findMatches } from "../../data/matching.ts";
import { openDialog } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icon.tsx";
import { PickerDialog } from "../../parts/picker-dialog.tsx";
import { Emoji } from "../../parts/small.tsx";
import { words } from "../../words/index.ts";
import { ItemIcon } from "./item-icon.tsx";
import { moveTo } from "./move.ts";

interface MoveDialogProps {
  readonly library: Library;
  readonly item: LibraryItem;
  /** Whether the user may move it to the top level. */
  readonly canMoveToTop: boolean;
}

const maxShown = 50;

/** Asks for the collection that gets an item. */
export function openMove(props: MoveDialogProps): void {
  openDialog((close) => <MoveDialog {...props} onClose={close} />);
}

function MoveDialog({
  library,
  item,
  canMoveToTop,
  onClose,
}: MoveDialogProps & { readonly onClose: () => void }) {
  const texts = words.library;
  const moveInto = (parent: string) => void moveTo(library, item, { parent });
  const collections = [...library.byId.values()].filter(
    (other) =>
      other.object === "collection" &&
      other.permissions.create &&
      isPossibleMove(library, item.id, { parent: other.id }),
  );
  const pathTo = (id: string) =>
    ancestorsOf(library, id)
      .map(({ title }) => title)
      .join(" / ");
  const top = {
    ...{ id: topLevel, label: texts.topLevel, onPick: () => moveInto(topLevel) },
    icon: <Emoji fallback={<Icon of={faLayerGroup} />} />,
  };
  const isTopPossible = canMoveToTop && isPossibleMove(library, item.id, { parent: topLevel });
  const find = (query: string) => {
    const options = findMatches(collections, query, ({ title }) => title, maxShown).map((collection) => ({
      id: collection.id,
      label: collection.title,
      note: pathTo(collection.id),
      icon: <ItemIcon item={collection} />,
      onPick: () => moveInto(collection.id),
    }));
    return [
      { label: texts.moveAction, options: isTopPossible && query === "" ? [top, ...options] : options },
    ];
  };
  return (
    <PickerDialog
      title={texts.moveTitle(item.title)}
      search={texts.moveSearch}
      onClose={onClose}
      find={find}
      emptyText={texts.noCollection}
      countText={texts.collectionsFound}
    />
  );
}
