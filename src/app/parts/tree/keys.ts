import type { Step } from "../../data/library-tree.ts";
import { isShortcutKey } from "../../data/shortcuts.ts";
import { type TreeEntry, targetOf } from "./entries.ts";

export interface TreeKeys {
  readonly entries: readonly TreeEntry[];
  readonly activeId: string | undefined;
  readonly setActive: (id: string) => void;
  readonly setOpen: (ids: readonly string[], isOpen: boolean) => void;
  /** What Enter does. */
  readonly follow: (id: string) => void;
  /** What Alt with an arrow does. */
  readonly move?: ((id: string, step: Step) => void) | undefined;
  /** Other keys of this tree; true if the key did something. */
  readonly act?: (event: KeyboardEvent, id: string) => boolean;
}

const steps: Readonly<Record<string, Step>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "out",
  ArrowRight: "in",
};

/** The keys of a tree: arrows, Home, End, Enter, `*` and letters that begin no shortcut; Alt with an arrow moves the active row. */
export function handleTreeKey(event: KeyboardEvent, tree: TreeKeys): void {
  // The keys of the buttons and fields in a row are their own.
  if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey) return;
  if (!event.altKey && isShortcutKey(event)) return;
  const { entries, activeId, setActive } = tree;
  const index = entries.findIndex(({ id }) => id === activeId);
  const entry = entries[index];
  if (entry === undefined) return;
  const isHandled = event.altKey ? moveByKey(event.key, entry, tree) : actByKey(event, entry, tree);
  const target = isHandled || event.altKey ? undefined : targetOf(event.key, index, entries);
  if (target !== undefined) setActive(target);
  if (isHandled || target !== undefined) event.preventDefault();
}

function moveByKey(key: string, { id }: TreeEntry, { move }: TreeKeys): boolean {
  const step = steps[key];
  if (step === undefined) return false;
  move?.(id, step);
  return true;
}

function actByKey(event: KeyboardEvent, { id, parent, isOpen }: TreeEntry, tree: TreeKeys): boolean {
  const { entries, setOpen, follow, act } = tree;
  const { key } = event;
  if (key === "Enter" || key === " ") follow(id);
  else if (key === "ArrowRight" && isOpen === false) setOpen([id], true);
  else if (key === "ArrowLeft" && isOpen) setOpen([id], false);
  else if (key === "*") {
    const siblings = entries.filter((entry) => entry.parent === parent && entry.isOpen !== undefined);
    setOpen(
      siblings.map((entry) => entry.id),
      true,
    );
  } else return act?.(event, id) ?? false;
  return true;
}
