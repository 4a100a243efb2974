import { signal } from "@preact/signals";
import { type ContentPlace, pathOfContent } from "./content-place.ts";

/** The ids of the open pages of each tree, as long as the workspace is open. */
const opened = signal<Readonly<Record<string, ReadonlySet<string>>>>({});
const none: ReadonlySet<string> = new Set();

export function readOpened(place: ContentPlace): ReadonlySet<string> {
  return opened.value[pathOfContent(place)] ?? none;
}

export function setOpened(place: ContentPlace, ids: readonly string[], isOpen: boolean): void {
  const before = opened.peek()[pathOfContent(place)] ?? none;
  if (isOpen && ids.every((id) => before.has(id))) return;
  const after = isOpen ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id));
  opened.value = { ...opened.peek(), [pathOfContent(place)]: new Set(after) };
}
