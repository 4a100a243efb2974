import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ApiError } from "../../data/api.ts";
import { onReconnect } from "../../data/connection.ts";
import { readStored, removeStored, writeStored } from "../../data/stored.ts";
import { showFailure } from "../../data/toasts.ts";
import { type PageFields, updatePage } from "./change-tree.ts";
import { type ContentPlace, pathOfPage } from "./content-place.ts";

export type SaveState = "saved" | "saving" | "offline";

/** Typed fields of a page that the server has not confirmed yet. */
interface UnsavedPage {
  readonly place: ContentPlace;
  readonly page: string;
  fields: PageFields;
  timer?: ReturnType<typeof setTimeout>;
  isSending: boolean;
}

/** By the path of the page. They outlive the screen of the page. */
const unsaved = new Map<string, UnsavedPage>();
const states = signal<Readonly<Record<string, SaveState>>>({});

/** How long after the last key fields are sent, in milliseconds. */
const delay = 1_000;

const storageKey = (path: string) => `page-fields.${path}`;

function setState(path: string, state: SaveState): void {
  if (states.peek()[path] !== state) states.value = { ...states.peek(), [path]: state };
}

/** Sends changed fields of a page a second later, or at once. The browser keeps them until the server has confirmed them. */
export function savePage(place: ContentPlace, page: string, fields: PageFields, isUrgent = false): void {
  const path = pathOfPage(place, page);
  const entry = unsaved.get(path) ?? { place, page, fields: {}, isSending: false };
  entry.fields = { ...entry.fields, ...fields };
  unsaved.set(path, entry);
  writeStored(storageKey(path), entry.fields);
  setState(path, "saving");
  clearTimeout(entry.timer);
  entry.timer = setTimeout(() => void send(path), isUrgent ? 0 : delay);
}

/** Sends what waits for its time. */
export function saveNow(place: ContentPlace, page: string): void {
  const path = pathOfPage(place, page);
  if (unsaved.has(path)) void send(path);
}

async function send(path: string): Promise<void> {
  const entry = unsaved.get(path);
  if (entry === undefined || entry.isSending) return;
  clearTimeout(entry.timer);
  const { place, page, fields } = entry;
  entry.fields = {};
  entry.isSending = true;
  try {
    await updatePage(place, page, fields);
  } catch (error) {
    if (error instanceof ApiError && error.status === 0) {
      entry.fields = { ...fields, ...entry.fields };
      entry.isSending = false;
      setState(path, "offline");
      return;
    }
    showFailure(error);
  }
  entry.isSending = false;
  if (Object.keys(entry.fields).length > 0) return send(path);
  unsaved.delete(path);
  removeStored(storageKey(path));
  setState(path, "saved");
}

onReconnect(() => {
  for (const path of unsaved.keys()) void send(path);
});
addEventListener("beforeunload", (event) => {
  if (unsaved.size === 0) return;
  for (const path of unsaved.keys()) void send(path);
  event.preventDefault();
});

/** The state of a page's fields. Those that a closed tab has left behind are sent. */
export function usePageSaving(place: ContentPlace, page: string, isEditable: boolean): SaveState | undefined {
  const path = pathOfPage(place, page);
  useEffect(() => {
    if (!isEditable) return;
    const left = readStored<PageFields>(storageKey(path), {});
    if (!unsaved.has(path) && Object.keys(left).length > 0) savePage(place, page, left, true);
    return () => saveNow(place, page);
  }, [path, isEditable]);
  return states.value[path];
}

/** The fields of a page that are typed and not confirmed yet. */
export function unsavedFields(place: ContentPlace, page: string): PageFields {
  const path = pathOfPage(place, page);
  return unsaved.get(path)?.fields ?? readStored<PageFields>(storageKey(path), {});
}
