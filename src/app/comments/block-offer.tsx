import { faComment } from "@fortawesome/free-solid-svg-icons";
import { render } from "preact";
import { previewOf } from "../data/anchors.ts";
import { IconButton } from "../parts/button.tsx";
import { words } from "../words/index.ts";
import type { PageComments } from "./page-comments.ts";

/** The number of characters of a block by which its button is named. */
const nameLength = 40;

/**
 * The button beside a block of a document that is read, which begins a comment on it. It stands at the block under the pointer, or
 * the one that was touched; by keys, it is one stop of the tab order, and arrows move it to the next or previous block.
 */
export class BlockOffer {
  readonly #root: ShadowRoot;
  readonly #comments: PageComments;
  readonly #isCommentable: (block: Element) => boolean;
  readonly #place = document.createElement("div");
  #block: Element | undefined;

  constructor(root: ShadowRoot, comments: PageComments, isCommentable: (block: Element) => boolean) {
    this.#root = root;
    this.#comments = comments;
    this.#isCommentable = isCommentable;
    this.#place.className = "block-offer";
  }

  connect(): () => void {
    const host = this.#root.host.parentElement;
    if (host === null || !this.#comments.mayComment) return () => {};
    const follow = (event: Event) => {
      const block = (event.target as Element | null)?.closest?.("[data-key]");
      if (block && this.#isCommentable(block)) this.#showAt(block);
    };
    const events = ["pointerover", "pointerdown"] as const;
    for (const name of events) this.#root.addEventListener(name, follow);
    this.#place.addEventListener("keydown", (event) => this.#step(event));
    this.#place.addEventListener("focusin", () => this.#showAt(this.#block ?? this.#firstInWindow()));
    host.append(this.#place);
    this.#draw();
    return () => {
      for (const name of events) this.#root.removeEventListener(name, follow);
      render(null, this.#place);
      this.#place.remove();
    };
  }

  /** The innermost blocks, in the order of the document. */
  #blocks(): Element[] {
    return [...this.#root.querySelectorAll("[data-key]")].filter(
      (block) => block.querySelector("[data-key]") === null && this.#isCommentable(block),
    );
  }

  #firstInWindow(): Element | undefined {
    const blocks = this.#blocks();
    return blocks.find((block) => block.getBoundingClientRect().bottom > 0) ?? blocks[0];
  }

  #step(event: KeyboardEvent): void {
    const offset = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (offset === undefined) return;
    event.preventDefault();
    const blocks = this.#blocks();
    const index = this.#block === undefined ? -1 : blocks.indexOf(this.#block);
    const next = blocks[Math.min(Math.max(index + offset, 0), blocks.length - 1)];
    next?.scrollIntoView({ block: "nearest" });
    this.#showAt(next);
  }

  #showAt(block: Element | undefined): void {
    const host = this.#place.parentElement;
    if (block === undefined || host === null) return;
    this.#block = block;
    this.#place.style.top = `${block.getBoundingClientRect().top - host.getBoundingClientRect().top}px`;
    this.#place.dataset.shown = "";
    this.#draw();
  }

  #draw(): void {
    const name = this.#block?.textContent?.trim().slice(0, nameLength) ?? "";
    render(
      <IconButton
        icon={faComment}
        label={name === "" ? words.comments.commentOnBlock : words.comments.commentOnBlockNamed(name)}
        onClick={() => this.#start()}
      />,
      this.#place,
    );
  }

  #start(): void {
    const block = this.#block ?? this.#firstInWindow();
    const node = block?.getAttribute("data-key");
    if (!block || !node) return;
    this.#comments.start({ node, preview: previewOf(block.textContent?.trim() ?? "") });
  }
}
