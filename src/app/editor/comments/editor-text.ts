import { effect, signal } from "@preact/signals";
import type { EditorView } from "prosemirror-view";
import type { Anchor } from "../../data/anchors.ts";
import type { CommentedText, TextComments } from "../../data/text-comments.ts";
import type { PageSaver } from "../saving/page-saver.ts";
import { onViewUpdate } from "../view/view-updates.ts";
import { anchorOfRange } from "./anchor-at.ts";
import { hasSameMarks, type MarkedRange, rangesOf, setThreads, topOf } from "./comment-marks.ts";

/** The text of a page in its editor, with the comments on it. */
export class EditorText implements CommentedText {
  readonly found = signal<ReadonlySet<string> | undefined>(undefined);
  readonly version = signal(0);
  readonly #view: EditorView;
  readonly #saver: PageSaver;

  constructor(view: EditorView, saver: PageSaver) {
    this.#view = view;
    this.#saver = saver;
  }

  /** Shows comments in the text until the result is called. */
  connect(comments: TextComments): () => void {
    const view = this.#view;
    const disconnect = comments.connect(this);
    const stopListening = onViewUpdate(view, (_, before) => {
      if (!hasSameMarks(before, view.state)) this.#publish();
      if (!before.doc.eq(view.state.doc)) this.version.value++;
    });
    const stopMarking = effect(() => {
      const threads = comments.threads.value;
      if (view.isDestroyed) return;
      view.dispatch(setThreads(view.state.tr, threads));
      this.#publish();
    });
    return () => {
      stopMarking();
      stopListening();
      disconnect();
    };
  }

  #publish(): void {
    const ids = new Set(rangesOf(this.#view.state).map(({ id }) => id));
    const known = this.found.peek();
    if (known?.size !== ids.size || [...ids].some((id) => !known.has(id))) this.found.value = ids;
  }

  #rangeOf(id: string): MarkedRange | undefined {
    if (this.#view.isDestroyed) return undefined;
    return rangesOf(this.#view.state).find((range) => range.id === id);
  }

  topOf(id: string): number | undefined {
    const range = this.#rangeOf(id);
    return range && topOf(this.#view, range);
  }

  reveal(id: string): void {
    const range = this.#rangeOf(id);
    if (range === undefined) return;
    const { node } = this.#view.domAtPos(range.isBlock ? range.from + 1 : range.from);
    const element = node instanceof Element ? node : node.parentElement;
    element?.scrollIntoView({ block: "center" });
  }

  async anchorOf(id: string): Promise<Anchor | undefined> {
    await this.#saver.settle();
    const range = this.#rangeOf(id);
    return range && anchorOfRange(this.#view.state, range);
  }

  async replace(id: string, quoted: string, text: string): Promise<boolean> {
    const range = this.#rangeOf(id);
    const { state } = this.#view;
    if (range === undefined || range.isBlock) return false;
    if (state.doc.textBetween(range.from, range.to, "\n", "\ufffc") !== quoted) return false;
    const { tr } = state;
    const marks = state.doc.resolve(range.from).marksAcross(state.doc.resolve(range.to)) ?? [];
    if (text === "") tr.delete(range.from, range.to);
    else tr.replaceWith(range.from, range.to, state.schema.text(text, marks));
    this.#view.dispatch(tr);
    await this.#saver.settle();
    return true;
  }
}
