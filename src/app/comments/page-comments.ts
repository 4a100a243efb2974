import { computed, signal } from "@preact/signals";
import type { Anchor } from "../data/anchors.ts";
import type { Comment, PendingComment } from "../data/api-types.ts";
import { readStored, removeStored, writeStored } from "../data/stored.ts";
import type { AnchoredThread, CommentedText, TextComments } from "../data/text-comments.ts";
import { place as currentPlace, setQuery } from "../navigation/router.ts";
import { type CommentPlace, pathOfPlace } from "./comment-place.ts";
import { keepDraft } from "./drafts.ts";

/** The name of the comment that is being written, among the threads of the text. */
export const draftId = "draft";

/** The comments on an open page: they connect its text with the panel. */
export class PageComments implements TextComments {
  readonly place: CommentPlace;
  readonly page: string;
  mayComment = false;
  /** Whether comments can be collected for a review. */
  mayReview = false;
  /** All comments on the page, when they are loaded. */
  readonly comments = signal<readonly Comment[]>([]);
  /** The caller's own comments on the page that are not sent yet. */
  readonly pending = signal<readonly PendingComment[]>([]);
  /** The text while it is shown. */
  readonly text = signal<CommentedText | undefined>(undefined);
  /** What the comment that is being written is about: words or a block, or the page; undefined if none is written. */
  readonly draft = signal<Anchor | "page" | undefined>(undefined);
  readonly threads = computed<readonly AnchoredThread[]>(() => {
    const active = currentPlace.value.query.get("comment");
    const threads = this.comments.value.flatMap((comment): AnchoredThread[] => {
      const anchor = comment.status === "open" || comment.id === active ? anchorOf(comment) : undefined;
      return anchor ? [{ id: comment.id, anchor, isActive: comment.id === active }] : [];
    });
    for (const comment of this.pending.value) {
      const anchor = anchorOf(comment);
      if (anchor) threads.push({ id: comment.id, anchor, isActive: comment.id === active });
    }
    const draft = this.draft.value;
    if (typeof draft !== "object") return threads;
    return [...threads, { id: draftId, anchor: draft, isActive: true }];
  });

  constructor(place: CommentPlace, page: string) {
    this.place = place;
    this.page = page;
    this.draft.value = readStored<Anchor | "page" | undefined>(this.#storageKey, undefined);
  }

  get #storageKey(): string {
    return `comment-anchor.${this.draftName}`;
  }

  /** The name of what is typed for a new comment. */
  get draftName(): string {
    return `${pathOfPlace(this.place)}/${this.page}`;
  }

  connect(text: CommentedText): () => void {
    this.text.value = text;
    return () => {
      if (this.text.peek() === text) this.text.value = undefined;
    };
  }

  open(id: string): void {
    setQuery({ panel: "comments", comment: id === draftId ? "" : id, reply: "" });
  }

  start(anchor: Anchor | "page"): void {
    this.draft.value = anchor;
    writeStored(this.#storageKey, anchor);
    setQuery({ panel: "comments", comment: "", reply: "" });
  }

  /** Forgets the comment that was being written. */
  endDraft(): void {
    this.draft.value = undefined;
    removeStored(this.#storageKey);
    keepDraft(this.draftName, { text: "", people: {} });
  }
}

/** What a comment is about; undefined if it is about the whole page. */
function anchorOf({ target }: Pick<Comment, "target">): Anchor | undefined {
  const { node, quote } = target;
  return node && { node: node.id, preview: node.preview, quote };
}
