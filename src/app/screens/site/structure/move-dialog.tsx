import { faFolder, faLayerGroup } from "@fortawesome/free-solid-svg-icons";
import { type Destination, topLevel } from "../../../data/library-tree.ts";
import { findMatches } from "../../../data/matching.ts";
import { openDialog } from "../../../parts/dialog.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { PickerDialog } from "../../../parts/picker-dialog.tsx";
import { words } from "../../../words/index.ts";
import {
  isPossibleMove,
  parentOf,
  type StructurePart,
  type StructureTree,
  titleOf,
} from "./structure-tree.ts";

interface MoveInput {
  readonly tree: StructureTree;
  readonly part: StructurePart;
  readonly move: (id: string, destination: Destination) => void;
}

const maxShown = 50;

/** Asks for the section or the group that gets a part. */
export function openMove(input: MoveInput): void {
  openDialog((close) => <MoveDialog {...input} onClose={close} />);
}

function MoveDialog({ tree, part, move, onClose }: MoveInput & { readonly onClose: () => void }) {
  const texts = words.siteStructure.move;
  const places = [...tree.parts.values()].filter(
    ({ id }) => parentOf(tree, part.id) !== id && isPossibleMove(tree, part.id, { parent: id }),
  );
  const isTopPossible =
    parentOf(tree, part.id) !== topLevel && isPossibleMove(tree, part.id, { parent: topLevel });
  const top = {
    ...{ id: "top", label: texts.top, icon: <Icon of={faLayerGroup} /> },
    onPick: () => move(part.id, { parent: topLevel }),
  };
  const find = (query: string) => [
    {
      label: texts.places,
      options: [
        ...(query === "" && isTopPossible ? [top] : []),
        ...findMatches(places, query, titleOf, maxShown).map((place) => ({
          ...{ id: place.id, label: titleOf(place) },
          icon: <Icon of={place.object === "site-section" ? faLayerGroup : faFolder} />,
          onPick: () => move(part.id, { parent: place.id }),
        })),
      ],
    },
  ];
  return (
    <PickerDialog
      title={texts.title(titleOf(part))}
      search={texts.search}
      onClose={onClose}
      find={find}
      emptyText={texts.none}
      countText={texts.found}
    />
  );
}
