import type { ReadonlySignal } from "@preact/signals";
import type { Anchor } from "./anchors.ts";

/** A thread, or a comment that is being written, as the text knows it. */
export interface AnchoredThread {
  readonly id: string;
  readonly anchor: Anchor;
  readonly isActive: boolean;
}

/** The comments on a page, for what shows its text. */
export interface TextComments {
  readonly threads: ReadonlySignal<readonly AnchoredThread[]>;
  /** Whether the caller may comment. */
  readonly mayComment: boolean;
  /** Connects a text while it is shown. The result disconnects it. */
  connect(text: CommentedText): () => void;
  /** Opens a thread whose words were clicked. */
  open(id: string): void;
  /** Begins a comment on words or on a block. */
  start(anchor: Anchor): void;
}

/** A text that marks the words that comments are about. */
export interface CommentedText {
  /** The threads whose words or blocks are in the text. Undefined until it was looked. */
  readonly found: ReadonlySignal<ReadonlySet<string> | undefined>;
  /** Changes when the text has changed, so that what is beside it is placed again. */
  readonly version: ReadonlySignal<number>;
  /** Where the words of a thread begin in the window. */
  topOf(id: string): number | undefined;
  reveal(id: string): void;
  /** What a thread is about now, after everything that was typed has been saved. */
  anchorOf(id: string): Promise<Anchor | undefined>;
  /** Writes other words in the place of the quoted ones, if these are unchanged. Absent if the text is only read. */
  replace?(id: string, quoted: string, text: string): Promise<boolean>;
}
