import {
  faArrowDown,
  faArrowRightArrowLeft,
  faArrowUp,
  faClone,
  faCodeMerge,
  faFileExport,
  faFileImport,
  faFolderPlus,
  faFolderTree,
  faLink,
  faPen,
  faPlus,
  faTrash,
  faUserShield,
} from "@fortawesome/free-solid-svg-icons";
import { call } from "../../data/api.ts";
import type { Collection, Organization, Space } from "../../data/api-types.ts";
import { copyText } from "../../data/copy-text.ts";
import { pathOfItem, refreshLibrary } from "../../data/library.ts";
import {
  type Library,
  type LibraryItem,
  parentOf,
  stepDestination,
  topLevel,
} from "../../data/library-tree.ts";
import { refresh } from "../../data/queries.ts";
import { attempt, showDone } from "../../data/toasts.ts";
import { navigate, place, urlOf } from "../../navigation/router.ts";
import { confirm } from "../../parts/dialog.tsx";
import type { MenuItem } from "../../parts/menu.tsx";
import { words } from "../../words/index.ts";
import { openExport, openImport } from "../open-runs.ts";
import { openNewItem, openRename, openTransfer } from "./item-dialogs.tsx";
import { moveTo } from "./move.ts";
import { openMove } from "./move-dialog.tsx";

interface ItemMenuInput {
  readonly item: LibraryItem;
  readonly library: Library;
  readonly organization: Organization;
}

/** The entries that bring pages into a space, and out of it. */
function transferItems(space: Space, organization: Organization): MenuItem[] {
  const { id, title, permissions, editMode } = space;
  const importPages = () => openImport(organization, { space: id, label: words.transfers.intoSpace(title) });
  const exportPages = () => openExport({ organization: organization.id, title, space: id });
  return [
    // Pages come into a locked space by its change requests only.
    ...(permissions.edit && editMode === "live"
      ? [
          {
            label: words.transfers.importHere,
            icon: faFileImport,
            isFirstOfGroup: true,
            onSelect: importPages,
          },
        ]
      : []),
    { label: words.transfers.export, icon: faFileExport, onSelect: exportPages },
  ];
}

/** What the user may do with a space or a collection. The server decides in the end. */
export function itemMenu(input: ItemMenuInput): MenuItem[] {
  const { item, library, organization } = input;
  const texts = words.library;
  const canCreateIn = (parent: string) => mayCreateIn(library, organization, parent);
  const canMove = mayMove(input);
  const move = (step: "up" | "down") => {
    const destination = stepDestination(library, item.id, step);
    return destination && canMove ? [destination] : [];
  };
  return [
    ...(item.object === "collection" && item.permissions.create
      ? [
          { label: texts.newSpaceHere, icon: faPlus, onSelect: () => create("space", input) },
          { label: texts.newCollectionHere, icon: faFolderPlus, onSelect: () => create("collection", input) },
        ]
      : []),
    ...(item.permissions.admin
      ? [{ label: texts.rename, icon: faPen, shortcut: "F2", onSelect: () => openRename(item) }]
      : []),
    ...(item.object === "space" && item.permissions.merge && canCreateIn(parentOf(library, item))
      ? [{ label: texts.duplicate, icon: faClone, onSelect: () => duplicateSpace(item) }]
      : []),
    ...(item.permissions.admin
      ? [
          {
            label: words.permissions.title,
            icon: faUserShield,
            href: urlOf(`${pathOfItem(item)}/permissions`),
          },
          ...(item.object === "space"
            ? [{ label: words.mergeRules.title, icon: faCodeMerge, href: urlOf(`${pathOfItem(item)}/rules`) }]
            : []),
        ]
      : []),
    { label: texts.copyLink, icon: faLink, onSelect: () => copyLink(item) },
    ...(item.object === "space" ? transferItems(item, organization) : []),
    ...(canMove
      ? [
          {
            label: texts.move,
            icon: faFolderTree,
            isFirstOfGroup: true,
            onSelect: () => openMove({ library, item, canMoveToTop: canCreateIn(topLevel) }),
          },
        ]
      : []),
    ...move("up").map((destination) => ({
      label: texts.moveUp,
      icon: faArrowUp,
      shortcut: "alt+↑",
      onSelect: () => moveTo(library, item, destination),
    })),
    ...move("down").map((destination) => ({
      label: texts.moveDown,
      icon: faArrowDown,
      shortcut: "alt+↓",
      onSelect: () => moveTo(library, item, destination),
    })),
    ...(item.permissions.admin
      ? [
          { label: texts.transfer, icon: faArrowRightArrowLeft, onSelect: () => openTransfer(item) },
          {
            label: item.object === "space" ? texts.deleteSpace : texts.deleteCollection,
            icon: faTrash,
            isDangerous: true,
            isFirstOfGroup: true,
            onSelect: () => deleteItem(item),
          },
        ]
      : []),
  ];
}

function create(kind: "space" | "collection", { item, organization }: ItemMenuInput): void {
  openNewItem({ kind, organization, parent: item });
}

function mayCreateIn(library: Library, organization: Organization, parent: string): boolean {
  const collection = library.byId.get(parent);
  return collection?.object === "collection"
    ? collection.permissions.create
    : organization.permissions.createContent;
}

/** Moving needs the role `create` on the item, of which spaces only say whether it is at least `review`. */
export function mayMove({ item, library, organization }: ItemMenuInput): boolean {
  const hasRole = item.object === "collection" ? item.permissions.create : item.permissions.merge;
  return hasRole && mayCreateIn(library, organization, parentOf(library, item));
}

async function duplicateSpace(space: Space): Promise<void> {
  const copied = await attempt(
    () => call("POST /spaces/:spaceId/duplicate", { spaceId: space.id }),
    words.library.duplicated(space.title),
  );
  if (copied) refreshLibrary(space.organization);
}

async function copyLink(item: LibraryItem): Promise<void> {
  const { href } = new URL(urlOf(pathOfItem(item)), location.href);
  await attempt(() => copyText(href), words.library.linkCopied);
}

export async function deleteItem(item: LibraryItem): Promise<void> {
  await (item.object === "space" ? deleteSpace(item) : deleteCollection(item));
}

/** Moves a space to the trash. False if that failed. */
export async function deleteSpace(space: Space): Promise<boolean> {
  const params = { spaceId: space.id };
  const deleted = await attempt(
    () => call("DELETE /spaces/:spaceId", params),
    words.library.trashed(space.title),
    async () => restoreSpace(space),
  );
  if (deleted) leave(space);
  return deleted !== undefined;
}

export async function restoreSpace({ id, title, organization }: Space): Promise<void> {
  await call("POST /spaces/:spaceId/restore", { spaceId: id });
  refreshLibrary(organization);
  refresh(`/spaces/${id}`);
  showDone(words.library.restored(title));
}

async function deleteCollection(collection: Collection): Promise<void> {
  const texts = words.library.confirmCollection;
  const question = { title: texts.title(collection.title), text: texts.text, action: texts.action };
  if (!(await confirm({ ...question, isDangerous: true }))) return;
  const deleted = await attempt(
    () => call("DELETE /collections/:collectionId", { collectionId: collection.id }),
    words.library.deleted(collection.title),
  );
  if (deleted) leave(collection);
}

/** Loads the tree again, and leaves the screens of a deleted item. */
function leave(item: LibraryItem): void {
  refreshLibrary(item.organization);
  const path = pathOfItem(item);
  const current = place.value.path;
  if (current === path || current.startsWith(`${path}/`)) navigate(`/orgs/${item.organization}`);
}
