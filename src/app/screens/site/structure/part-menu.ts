import {
  faArrowDown,
  faArrowRightToBracket,
  faArrowUp,
  faArrowUpRightFromSquare,
  faBook,
  faEye,
  faEyeSlash,
  faFlag,
  faGear,
  faPlus,
  faRightLeft,
  faTrash,
} from "@fortawesome/free-solid-svg-icons";
import type { Site, SiteSpace } from "../../../data/api-types.ts";
import type { Destination } from "../../../data/library-tree.ts";
import { urlOf } from "../../../navigation/router.ts";
import type { MenuItem } from "../../../parts/menu.tsx";
import { words } from "../../../words/index.ts";
import { changeVisibility, mayMakeDefault, type SiteRef } from "./change-structure.ts";
import { openDefault } from "./default-dialog.tsx";
import { openMove } from "./move-dialog.tsx";
import {
  isPossibleMove,
  type StructurePart,
  type StructureTree,
  stepDestination,
  titleOf,
} from "./structure-tree.ts";

export interface PartMenuInput {
  readonly site: Site;
  readonly siteRef: SiteRef;
  readonly tree: StructureTree;
  readonly part: StructurePart;
  readonly edit: (id: string) => void;
  readonly remove: (id: string) => void;
  readonly move: (id: string, destination: Destination) => void;
  readonly onAddVariants: (section: string, title: string) => void;
  readonly onReplaceSpace: (variant: SiteSpace) => void;
}

/** What can be done with a part of the structure. */
export function partMenu(input: PartMenuInput): MenuItem[] {
  const { site, part, edit, remove } = input;
  const texts = words.siteStructure;
  if (!site.permissions.create) return placesOf(part);
  return [
    { label: texts.edit, icon: faGear, shortcut: "F2", onSelect: () => edit(part.id) },
    ...changesOf(input),
    ...movesOf(input),
    ...placesOf(part),
    {
      ...{ label: texts.remove, icon: faTrash, isDangerous: true, isFirstOfGroup: true, shortcut: "Delete" },
      onSelect: () => remove(part.id),
    },
  ];
}

function changesOf({ site, siteRef, tree, part, onAddVariants, onReplaceSpace }: PartMenuInput): MenuItem[] {
  const texts = words.siteStructure;
  const isSection = part.object === "site-section";
  const isVariant = part.object === "site-space";
  const canBeDefault = part.object !== "site-section-group" && !part.default;
  return [
    ...(isSection
      ? [{ label: texts.addVariantTo, icon: faPlus, onSelect: () => onAddVariants(part.id, titleOf(part)) }]
      : []),
    ...(canBeDefault && mayMakeDefault(site, tree, part)
      ? [
          {
            ...{ label: isSection ? texts.makeDefault : texts.makeDefaultVariant, icon: faFlag },
            onSelect: () => openDefault({ siteRef, tree, part }),
          },
        ]
      : []),
    {
      ...{ label: part.draft ? texts.undraft : texts.draft, icon: part.draft ? faEye : faEyeSlash },
      onSelect: () => changeVisibility(siteRef, part, { draft: !part.draft }),
    },
    ...(isVariant
      ? [
          {
            ...{ label: part.hidden ? texts.unhide : texts.hide, icon: part.hidden ? faEye : faEyeSlash },
            onSelect: () => changeVisibility(siteRef, part, { hidden: !part.hidden }),
          },
          { label: texts.otherSpace, icon: faRightLeft, onSelect: () => onReplaceSpace(part) },
        ]
      : []),
  ];
}

function movesOf({ tree, part, move }: PartMenuInput): MenuItem[] {
  const texts = words.siteStructure;
  const steps = [
    { step: "up" as const, label: texts.moveUp, icon: faArrowUp, shortcut: "alt+↑" },
    { step: "down" as const, label: texts.moveDown, icon: faArrowDown, shortcut: "alt+↓" },
  ];
  const items = steps.flatMap(({ step, ...item }) => {
    const destination = stepDestination(tree, part.id, step);
    if (destination === undefined || !isPossibleMove(tree, part.id, destination)) return [];
    return [{ ...item, onSelect: () => move(part.id, destination) }];
  });
  const moveTo = {
    ...{ label: texts.moveTo, icon: faArrowRightToBracket },
    onSelect: () => openMove({ tree, part, move }),
  };
  return [...items, ...(tree.hasSections ? [moveTo] : [])].map((item, i) =>
    i === 0 ? { ...item, isFirstOfGroup: true } : item,
  );
}

function placesOf(part: StructurePart): MenuItem[] {
  const texts = words.siteStructure;
  const published = part.object === "site-section-group" ? undefined : part.urls.published;
  const items = [
    ...(part.object === "site-space"
      ? [{ label: texts.openSpace, icon: faBook, href: urlOf(`/spaces/${part.space.id}`) }]
      : []),
    ...(published === undefined
      ? []
      : [{ label: texts.openSite, icon: faArrowUpRightFromSquare, href: published }]),
  ];
  return items.map((item, i) => (i === 0 ? { ...item, isFirstOfGroup: true } : item));
}
