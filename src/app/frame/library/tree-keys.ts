import type { Organization } from "../../data/api-types.ts";
import { pathOfItem, setOpen } from "../../data/library.ts";
import {
  type Library,
  type LibraryRow,
  type Step,
  stepDestination,
  topLevel,
} from "../../data/library-tree.ts";
import { foldText } from "../../data/matching.ts";
import { isShortcutKey } from "../../data/shortcuts.ts";
import { navigate } from "../../navigation/router.ts";
import { openRename } from "./item-dialogs.tsx";
import { deleteItem, mayMove } from "./item-menu.ts";
import { moveTo } from "./move.ts";

interface TreeState {
  readonly library: Library;
  readonly organization: Organization;
  readonly rows: readonly LibraryRow[];
  readonly activeId: string | undefined;
  readonly setActive: (id: string) => void;
}

const steps: Readonly<Record<string, Step>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "out",
  ArrowRight: "in",
};

/** The keys of a tree: arrows, Home, End, Enter, `*` and letters that begin no shortcut; Alt with an arrow moves the active item. */
export function handleTreeKey(event: KeyboardEvent, tree: TreeState): void {
  // The keys of the buttons in a row are their own.
  if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey) return;
  if (!event.altKey && isShortcutKey(event)) return;
  const { rows, activeId, setActive } = tree;
  const index = rows.findIndex(({ item }) => item.id === activeId);
  const row = rows[index];
  if (row === undefined) return;
  const isHandled = event.altKey ? moveByKey(event.key, row, tree) : actByKey(event.key, row, tree);
  const target = isHandled || event.altKey ? undefined : targetOf(event.key, index, rows);
  if (target !== undefined) setActive(target);
  if (isHandled || target !== undefined) event.preventDefault();
}

function moveByKey(key: string, { item }: LibraryRow, { library, organization }: TreeState): boolean {
  const step = steps[key];
  if (step === undefined) return false;
  const destination = stepDestination(library, item.id, step);
  if (destination && mayMove({ item, library, organization })) void moveTo(library, item, destination);
  return true;
}

function actByKey(key: string, { item, parent, isOpen }: LibraryRow, tree: TreeState): boolean {
  const { organization, rows } = tree;
  const set = (ids: readonly string[], isOpening: boolean) => {
    setOpen(organization.id, ids, isOpening);
    return true;
  };
  if (key === "Enter" || key === " ") navigate(pathOfItem(item));
  else if (key === "ArrowRight" && isOpen === false) return set([item.id], true);
  else if (key === "ArrowLeft" && isOpen) return set([item.id], false);
  else if (key === "*") {
    const siblings = rows.filter((row) => row.parent === parent && row.isOpen !== undefined);
    return set(
      siblings.map((row) => row.item.id),
      true,
    );
  } else if (key === "F2" && item.permissions.admin) openRename(item);
  else if (key === "Delete" && item.permissions.admin) void deleteItem(item);
  else return false;
  return true;
}

/** The row that a key leads to. */
function targetOf(key: string, index: number, rows: readonly LibraryRow[]): string | undefined {
  const { item, parent, isOpen } = rows[index] as LibraryRow;
  const idAt = (i: number) => rows[Math.max(0, Math.min(i, rows.length - 1))]?.item.id;
  if (key === "ArrowDown") return idAt(index + 1);
  if (key === "ArrowUp") return idAt(index - 1);
  if (key === "Home") return idAt(0);
  if (key === "End") return idAt(rows.length - 1);
  if (key === "ArrowLeft") return parent === topLevel ? item.id : parent;
  if (key === "ArrowRight") return isOpen && rows[index + 1]?.parent === item.id ? idAt(index + 1) : item.id;
  if (key.length !== 1) return undefined;
  const letter = foldText(key);
  const order = [...rows.slice(index + 1), ...rows.slice(0, index + 1)];
  return order.find((row) => foldText(row.item.title).startsWith(letter))?.item.id;
}
