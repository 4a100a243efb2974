import type { BlockChange } from "../model/changes.ts";

/** What was typed on a page and not confirmed by the server. It is kept in the browser until it is. */
export interface Kept {
  /** The page, and the tab of the browser in which it was changed. */
  readonly id: string;
  readonly page: string;
  readonly at: number;
}

/** Changes of the blocks of a page. */
export interface KeptChanges extends Kept {
  /** The revision to which the keys of the changes refer. */
  readonly revision: string;
  /** All changes since that revision. */
  readonly changes: readonly BlockChange[];
  /** The changes of a request that the server may have received. It is sent again first, as it was. */
  readonly sent?: readonly BlockChange[] | undefined;
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

/** Keeps what is typed on a page in this tab, one write at a time. */
export class Keeper<T extends Kept> {
  readonly #page: string;
  readonly #read: () => Omit<T, keyof Kept> | undefined;
  #isWriting = false;
  /** Counts the changes, and the ones that have been written. */
  #version = 0;
  #writtenVersion = 0;

  /** `read` returns what must be kept now, if anything. */
  constructor(page: string, read: () => Omit<T, keyof Kept> | undefined) {
    this.#page = page;
    this.#read = read;
  }

  /** Called when what must be kept has changed. */
  async update(): Promise<void> {
    this.#version++;
    if (this.#isWriting) return;
    this.#isWriting = true;
    try {
      while (this.#writtenVersion !== this.#version) {
        const version = this.#version;
        await this.#write(this.#read());
        this.#writtenVersion = version;
      }
    } finally {
      this.#isWriting = false;
    }
  }

  async #write(content: Omit<T, keyof Kept> | undefined): Promise<void> {
    const id = keptId(this.#page);
    if (content === undefined) return forget(id);
    await run("readwrite", (objects) => objects.put({ ...content, id, page: this.#page, at: Date.now() }));
  }
}

export async function forget(id: string): Promise<void> {
  await run("readwrite", (objects) => objects.delete(id));
}

/** What was typed on a page in this tab before it was loaded again. */
export function findOwn<T extends Kept>(page: string): Promise<T | undefined> {
  return run<T | undefined>("readonly", (objects) => objects.get(keptId(page)));
}

/** How long a tab may be silent before it counts as closed, in milliseconds. */
export const keptSilence = 10_000;

/** What was typed on a page in tabs that are closed. Newest first. */
export async function findLeft<T extends Kept>(page: string): Promise<T[]> {
  const all = (await run<T[]>("readonly", (objects) => objects.getAll())) ?? [];
  const isLeft = ({ id, at }: T) => id !== keptId(page) && Date.now() - at > keptSilence;
  return all.filter((kept) => kept.page === page && isLeft(kept)).sort((a, b) => b.at - a.at);
}

function keptId(page: string): string {
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
