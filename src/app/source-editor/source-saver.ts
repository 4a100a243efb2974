import { signal } from "@preact/signals";
import { ApiError } from "../data/api.ts";
import { onReconnect } from "../data/connection.ts";
import { Keeper, type Kept } from "../editor/saving/kept-changes.ts";
import type { SaveState } from "../editor/saving/page-saver.ts";

/** The Markdown of a page, and the id of its document, which every change of it changes. */
export interface SourceVersion {
  readonly text: string;
  readonly document: string;
}

/** A text that was typed and never confirmed, with the document that it was based on. */
export interface KeptSource extends Kept, SourceVersion {}

/** The page whose Markdown is written. */
export interface SourceTarget {
  /** The name under which the browser keeps what the server has not confirmed. */
  readonly name: string;
  read(): Promise<SourceVersion>;
  write(text: string): Promise<void>;
}

/** The text in the editor. */
interface SourceText {
  read(): string;
  /** Replaces the text by that of the server, without moving the caret more than needed. */
  replace(text: string): void;
}

/** How long after the last key the text is sent, in milliseconds. */
const delay = 1_000;
const retryDelay = 3_000;

/**
 * Saves the Markdown of a page while it is written. Before it does so, it looks whether somebody else has changed the page: then
 * nothing is sent until the writer has decided which text stays.
 */
export class SourceSaver {
  readonly state = signal<SaveState>({ kind: "saved" });
  /** The text of somebody else that was saved meanwhile. */
  readonly conflict = signal<SourceVersion | undefined>(undefined);
  readonly #target: SourceTarget;
  readonly #keeper: Keeper<KeptSource>;
  #base: SourceVersion;
  #text: SourceText | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | undefined;
  readonly #stopListening: () => void;

  constructor(target: SourceTarget, base: SourceVersion) {
    this.#target = target;
    this.#keeper = new Keeper(target.name, () => this.#kept());
    this.#base = base;
    this.#stopListening = onReconnect(() => this.flush());
  }

  connect(text: SourceText): void {
    this.#text = text;
    if (this.isDirty) this.changed();
  }

  get isDirty(): boolean {
    return this.#text !== undefined && this.#text.read() !== this.#base.text;
  }

  /** Called after each change of the text. */
  changed(): void {
    if (this.state.peek().kind === "saved") this.state.value = { kind: "waiting" };
    void this.#keeper.update();
    this.#schedule(delay);
  }

  /** Sends the text now, if it has changed. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    void this.#keeper.update();
    this.#sending ??= this.#save().finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  /** Takes over what others have saved, if nothing was typed here. */
  async refresh(): Promise<void> {
    if (this.isDirty || this.#sending !== undefined) return;
    const current = await this.#target.read().catch(() => undefined);
    if (current && !this.isDirty && current.document !== this.#base.document) this.#takeOver(current);
  }

  /** Decides a conflict: the text of the other replaces this one, or this one is saved over it. */
  resolve(choice: "mine" | "theirs"): void {
    const theirs = this.conflict.peek();
    if (theirs === undefined) return;
    this.conflict.value = undefined;
    this.#base = theirs;
    if (choice === "theirs") this.#text?.replace(theirs.text);
    void this.flush();
  }

  close(): void {
    this.#stopListening();
    void this.flush();
  }

  #takeOver(current: SourceVersion): void {
    this.#base = current;
    if (this.#text?.read() !== current.text) this.#text?.replace(current.text);
  }

  #kept(): SourceVersion | undefined {
    const text = this.#text?.read();
    if (text === undefined || text === this.#base.text) return undefined;
    return { text, document: this.#base.document };
  }

  #schedule(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), milliseconds);
  }

  async #save(): Promise<void> {
    if (this.conflict.peek() !== undefined) return;
    if (!this.isDirty) {
      this.state.value = { kind: "saved" };
      return;
    }
    const sent = this.#text?.read() ?? "";
    this.state.value = { kind: "saving" };
    try {
      const before = await this.#target.read();
      // A request without a reply may have saved this text.
      const isForeign = before.document !== this.#base.document && before.text !== sent;
      if (isForeign) {
        this.conflict.value = before;
        this.state.value = { kind: "waiting" };
        return;
      }
      if (before.text !== sent) await this.#target.write(sent);
      this.#confirm(sent, await this.#target.read());
    } catch (error) {
      this.#fail(error);
    }
  }

  #confirm(sent: string, current: SourceVersion): void {
    const isUntouched = this.#text?.read() === sent;
    if (isUntouched) this.#takeOver(current);
    else this.#base = current;
    void this.#keeper.update();
    if (this.isDirty) this.#schedule(delay);
    this.state.value = { kind: this.isDirty ? "waiting" : "saved" };
  }

  #fail(error: unknown): void {
    const status = error instanceof ApiError ? error.status : 0;
    if (status === 0 || status >= 500 || status === 429) {
      this.state.value = { kind: "offline" };
      this.#schedule(retryDelay);
    } else this.state.value = { kind: "failed", error: error as ApiError };
  }
}
