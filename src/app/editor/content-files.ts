import type { EditorState } from "prosemirror-state";
import { call } from "../data/api.ts";
import type { File } from "../data/api-types.ts";
import { onReconnect } from "../data/connection.ts";
import { contentParams, contentPath, type WrittenContent } from "./content-source.ts";
import { contextOf, type EditorContext } from "./view/editor-context.ts";

/** A reference to a file or an address, as blocks have it. */
export type FileRef =
  | { readonly kind: "file"; readonly file: string; readonly space?: string }
  | { readonly kind: "url"; readonly url: string };

/** The files of the content that is written. They are loaded when the first of them is needed. */
class ContentFiles {
  readonly #content: WrittenContent;
  readonly #files = new Map<string, File>();
  readonly #listeners = new Set<() => void>();
  #state: "unknown" | "loading" | "loaded" = "unknown";
  #stopListening: (() => void) | undefined;

  constructor(content: WrittenContent) {
    this.#content = content;
  }

  /** Calls the listener when files become known, until the result is called. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    this.#stopListening ??= onReconnect(() => void this.#load());
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stopListening?.();
      this.#stopListening = undefined;
    };
  }

  /** Whether all files are known: one that is not among them does not exist. */
  get isLoaded(): boolean {
    return this.#state === "loaded";
  }

  /** The file of a reference; undefined if it is not known, or not yet. */
  find(ref: FileRef | undefined): File | undefined {
    if (ref?.kind !== "file") return undefined;
    const known = this.#files.get(ref.file);
    if (known === undefined && this.#state === "unknown") void this.#load();
    return known;
  }

  /** The files that are known, by name. */
  get all(): readonly File[] {
    if (this.#state === "unknown") void this.#load();
    return [...this.#files.values()].sort((a, b) => a.name.localeCompare(b.name));
  }

  add(...files: readonly File[]): void {
    for (const file of files) this.#files.set(file.id, file);
    for (const listener of this.#listeners) listener();
  }

  async #load(): Promise<void> {
    if (this.#state !== "unknown") return;
    this.#state = "loading";
    try {
      for (let page: string | undefined, isFirst = true; isFirst || page !== undefined; isFirst = false) {
        const query = { limit: 1000, ...(page !== undefined && { page }) };
        const list = await call(`GET ${contentPath(this.#content)}/files`, contentParams(this.#content), {
          query,
        });
        page = list.next?.page;
        for (const file of list.items) this.#files.set(file.id, file);
      }
      this.#state = "loaded";
    } catch {
      // It is tried again when the server replies.
      this.#state = "unknown";
      return;
    }
    this.add();
  }
}

const filesByContext = new WeakMap<EditorContext, ContentFiles>();

/** The files of the content that an editor writes in. */
export function filesOf(state: EditorState): ContentFiles {
  const context = contextOf(state);
  const files = filesByContext.get(context) ?? new ContentFiles(context.content);
  filesByContext.set(context, files);
  return files;
}

/** The address of an image that may be shown in the workspace: its own files. Others are shown as cards. */
export function shownAddress(file: File | undefined): string | undefined {
  if (file === undefined) return undefined;
  const url = new URL(file.downloadURL, location.href);
  return url.origin === location.origin ? url.href : undefined;
}
