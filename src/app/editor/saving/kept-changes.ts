import type { BlockChange } from "../model/changes.ts";

/** Changes of a page that the server has not confirmed. They are kept in the browser until it has. */
export interface KeptChanges {
  /** The page, and the tab of the browser in which it was changed. */
  readonly id: string;
  readonly page: string;
  /** The revision to which the keys of the changes refer. */
  readonly revision: string;
  /** All changes since that revision. */
  readonly changes: readonly BlockChange[];
  /** The changes of a request that the server may have received. It is sent again first, as it was. */
  readonly sent?: readonly BlockChange[];
  readonly at: number;
}

const store = "changes";

/** Undefined if the browser keeps nothing, such as in some private windows. */
let opened: Promise<IDBDatabase | undefined> | undefined;

function open(): Promise<IDBDatabase | undefined> {
  opened ??= new Promise((resolve) => {
    const request = indexedDB.open("lectern-editor", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(store, { keyPath: "id" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(undefined);
  });
  return opened;
}

async function run<T>(
  mode: IDBTransactionMode,
  ask: (objects: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  const database = await open();
  if (database === undefined) return undefined;
  return new Promise((resolve) => {
    const request = ask(database.transaction(store, mode, { durability: "strict" }).objectStore(store));
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(undefined);
  });
}

export async function keep(changes: KeptChanges): Promise<void> {
  await run("readwrite", (objects) => objects.put(changes));
}

export async function forget(id: string): Promise<void> {
  await run("readwrite", (objects) => objects.delete(id));
}

/** How long a tab may be silent before its changes are offered to others, in milliseconds. */
export const keptSilence = 10_000;

/** What was typed on a page and never confirmed, in this tab before it was loaded again or in one that is closed. Newest first. */
export async function findKept(page: string): Promise<KeptChanges[]> {
  const all = (await run<KeptChanges[]>("readonly", (objects) => objects.getAll())) ?? [];
  const isLeft = ({ id, at }: KeptChanges) => id === keptId(page) || Date.now() - at > keptSilence;
  return all.filter((kept) => kept.page === page && isLeft(kept)).sort((a, b) => b.at - a.at);
}

/** The id of the changes of a page in this tab. */
export function keptId(page: string): string {
  return `${page} ${tabId()}`;
}

/** A reload keeps the id of the tab. */
function tabId(): string {
  const name = "lectern.tab";
  try {
    const id = sessionStorage.getItem(name) ?? crypto.getRandomValues(new Uint32Array(2)).join("");
    sessionStorage.setItem(name, id);
    return id;
  } catch {
    return "tab";
  }
}
