import { faLayerGroup } from "@fortawesome/free-solid-svg-icons";
import { useState } from "preact/hooks";
import {
  ancestorsOf,
  isPossibleMove,
  type Library,
  type LibraryItem,
  topLevel,
} from "../../data/library-tree.ts";
import { findMatches } from "../../data/matching.ts";
import { Dialog, openDialog } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Picker } from "../../parts/picker.tsx";
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
  const [query, setQuery] = useState("");
  const texts = words.library;
  const moveInto = (parent: string) => {
    onClose();
    void moveTo(library, item, { parent });
  };
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
  const found = findMatches(collections, query, ({ title }) => title, maxShown);
  const isTopOffered = canMoveToTop && query === "" && isPossibleMove(library, item.id, { parent: topLevel });
  const options = [
    ...(isTopOffered
      ? [
          {
            id: topLevel,
            label: texts.topLevel,
            icon: <Emoji fallback={<Icon of={faLayerGroup} />} />,
            onPick: () => moveInto(topLevel),
          },
        ]
      : []),
    ...found.map((collection) => ({
      id: collection.id,
      label: collection.title,
      note: pathTo(collection.id),
      icon: <ItemIcon item={collection} />,
      onPick: () => moveInto(collection.id),
    })),
  ];
  return (
    <Dialog title={texts.moveTitle(item.title)} onClose={onClose}>
      <Picker
        label={texts.moveSearch}
        placeholder={texts.moveSearch}
        query={query}
        onQuery={setQuery}
        groups={options.length > 0 ? [{ label: texts.moveAction, options }] : []}
        emptyText={texts.noCollection}
        countText={texts.collectionsFound}
      />
    </Dialog>
  );
}
