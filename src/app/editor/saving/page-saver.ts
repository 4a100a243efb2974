import { effect, signal } from "@preact/signals";
import type { Node } from "prosemirror-model";
import { EditorState } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { ApiError } from "../../data/api.ts";
import { onReconnect } from "../../data/connection.ts";
import { type BlockChange, changesBetween } from "../model/changes.ts";
import { splitConflicts } from "../model/conflicts.ts";
import type { Block } from "../model/document.ts";
import { docOf, fromBlock } from "../model/from-document.ts";
import { takeOver } from "../model/take-over.ts";
import { Keeper, type KeptChanges } from "./kept-changes.ts";

/** What the server replies to changes of blocks. */
export interface SavedBlocks {
  readonly revision: string;
  /** The keys of all top-level blocks, in order. */
  readonly order: readonly string[];
  /** The blocks that the caller does not have. */
  readonly blocks: Readonly<Record<string, unknown>>;
}

export type SendChanges = (
  revision: string,
  changes: readonly BlockChange[],
  isLast: boolean,
) => Promise<SavedBlocks>;

export type SaveState =
  | { readonly kind: "saved" | "waiting" | "saving" | "offline" }
  | { readonly kind: "failed"; readonly error: ApiError };

/** The state that a page was opened in. */
export interface PageStart {
  readonly page: string;
  readonly revision: string;
  /** The document at that revision. */
  readonly base: Node;
  /** A request that the server may have received before the browser was closed. */
  readonly sent?: { readonly changes: readonly BlockChange[]; readonly doc: Node };
}

/** How long after the last key changes are sent, and how long they wait at most while somebody types, in milliseconds. */
const delay = { idle: 1_000, most: 5_000 };
const retryDelay = 3_000;

/**
 * Saves a page while it is written. One request is under way at a time. A request without a reply is sent again as it was, before
 * anything else, because the server may have received it. Until the server has confirmed them, changes are kept in the browser.
 */
export class PageSaver {
  readonly state = signal<SaveState>({ kind: "saved" });
  readonly #send: SendChanges;
  readonly #onSaved: () => void;
  readonly #keeper: Keeper<KeptChanges>;
  #view: EditorView | undefined;
  /** The document after the editor was closed. */
  #lastDoc: Node | undefined;
  #revision: string;
  /** The document of the server, as it is in the editor. */
  #base: Node;
  #sent: PageStart["sent"];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waitingSince: number | undefined;
  #isSending = false;
  readonly #stopListening: () => void;

  constructor({ page, revision, base, sent }: PageStart, send: SendChanges, onSaved: () => void) {
    this.#keeper = new Keeper(page, () => this.#kept());
    this.#revision = revision;
    this.#base = base;
    this.#sent = sent;
    this.#send = send;
    this.#onSaved = onSaved;
    this.#stopListening = onReconnect(() => this.flush());
  }

  connect(view: EditorView): void {
    this.#view = view;
    if (this.#hasChanges()) this.#schedule(0);
  }

  /** Called after each change of the document. */
  changed(): void {
    const { kind } = this.state.peek();
    if ((kind === "saved" || kind === "failed") && this.#hasChanges()) this.state.value = { kind: "waiting" };
    void this.#keeper.update();
    const now = Date.now();
    this.#waitingSince ??= now;
    this.#schedule(Math.max(0, Math.min(delay.idle, this.#waitingSince + delay.most - now)));
  }

  /** Sends what has changed now. */
  flush(isLast = false): Promise<void> {
    clearTimeout(this.#timer);
    return this.#save(isLast);
  }

  /** Sends what has changed, until the server has confirmed all of it or it cannot be saved now. */
  settle(): Promise<void> {
    if (this.#hasChanges()) void this.flush();
    return new Promise((resolve) => {
      const stop = effect(() => {
        const { kind } = this.state.value;
        if (kind === "waiting") queueMicrotask(() => void this.flush());
        if (kind === "waiting" || kind === "saving") return;
        queueMicrotask(() => {
          stop();
          resolve();
        });
      });
    });
  }

  /** Sends the last changes, before the editor is closed. They stay in the browser until they are confirmed. */
  close(): void {
    this.#lastDoc = this.#doc;
    void this.flush(true);
  }

  #hasChanges(): boolean {
    return this.#sent !== undefined || this.#changes().length > 0;
  }

  #changes(): BlockChange[] {
    return this.#doc === undefined ? [] : changesBetween(this.#base, this.#doc);
  }

  get #doc(): Node | undefined {
    return this.#lastDoc ?? this.#view?.state.doc;
  }

  #schedule(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#save(false), milliseconds);
  }

  #kept() {
    const [changes, sent] = [this.#changes(), this.#sent?.changes];
    if (changes.length === 0 && sent === undefined) return undefined;
    return { revision: this.#revision, changes, sent };
  }

  async #save(isLast: boolean): Promise<void> {
    const doc = this.#doc;
    if (doc === undefined || this.#isSending) return;
    // Replacing text would break the input of a character that is composed of several.
    if (this.#view?.composing && !isLast) return this.#schedule(delay.idle);
    this.#waitingSince = undefined;
    const changes = this.#sent?.changes ?? this.#changes();
    if (changes.length === 0) return this.#finish();
    this.#sent ??= { changes, doc };
    this.#isSending = true;
    this.state.value = { kind: "saving" };
    void this.#keeper.update();
    try {
      const reply = await this.#send(this.#revision, changes, isLast);
      this.#confirm(reply);
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#isSending = false;
    }
  }

  #confirm({ revision, order, blocks }: SavedBlocks): void {
    const view = this.#view;
    const sent = this.#sent;
    if (view === undefined || sent === undefined) return;
    const known = new Map(splitConflicts(this.#base.children).map((node) => [node.attrs.key, node]));
    const nodes = order.flatMap((key) => {
      const block = blocks[key] as Block | undefined;
      return block === undefined ? (known.get(key) ?? []) : [fromBlock(block)];
    });
    const server = docOf(this.#base.attrs, nodes);
    const { tr } = this.#lastDoc === undefined ? view.state : EditorState.create({ doc: this.#lastDoc });
    this.#base = takeOver(tr, sent.doc, server).base;
    this.#revision = revision;
    this.#sent = undefined;
    if (this.#lastDoc !== undefined) this.#lastDoc = tr.doc;
    else if (tr.docChanged) view.dispatch(tr.setMeta("addToHistory", false));
    void this.#keeper.update();
    this.#onSaved();
    if (this.#changes().length === 0) this.#finish();
    else {
      this.state.value = { kind: "waiting" };
      this.#schedule(delay.idle);
    }
  }

  #finish(): void {
    this.state.value = { kind: "saved" };
    if (this.#lastDoc !== undefined) this.#stopListening();
  }

  #fail(error: unknown): void {
    const status = error instanceof ApiError ? error.status : 0;
    if (status === 0 || status >= 500 || status === 429) {
      this.state.value = { kind: "offline" };
      this.#schedule(retryDelay);
      return;
    }
    // The server has refused this request, so it was not executed. Later changes may mend what was wrong with it.
    this.#sent = undefined;
    this.state.value = { kind: "failed", error: error as ApiError };
  }
}
