import { effect, signal } from "@preact/signals";
import { type Anchor, findBlock, findQuote, previewOf, quoteOf, type TextBlock } from "../data/anchors.ts";
import type { AnchoredThread, CommentedText } from "../data/text-comments.ts";
import { words } from "../words/index.ts";
import { BlockOffer } from "./block-offer.tsx";
import type { PageComments } from "./page-comments.ts";

interface ReadBlock extends TextBlock {
  readonly element: Element;
}

/** What was removed, in a difference. It cannot be commented on. */
const removed = "del, .is-removed, .is-moved-away, .diff-row > .diff-side:first-child";

/** A document that is read, with the comments on it. Commented words are buttons that open their thread. */
export class ReadingText implements CommentedText {
  readonly found = signal<ReadonlySet<string> | undefined>(undefined);
  readonly version = signal(0);
  readonly #root: ShadowRoot;
  readonly #comments: PageComments;
  /** The elements of each thread in the document. */
  #marked = new Map<string, readonly Element[]>();
  #bar: HTMLElement | undefined;

  constructor(root: ShadowRoot, comments: PageComments) {
    this.#root = root;
    this.#comments = comments;
  }

  connect(): () => void {
    const comments = this.#comments;
    const disconnect = comments.connect(this);
    const stop = effect(() => this.#mark(comments.threads.value));
    const hideOffer = new BlockOffer(this.#root, comments, (block) => !block.closest(removed)).connect();
    const offer = () => this.#offer();
    document.addEventListener("selectionchange", offer);
    // Words may be selected before the comments are known.
    offer();
    const sizes = new ResizeObserver(() => this.version.value++);
    const [part] = this.#root.children;
    if (part) sizes.observe(part);
    return () => {
      stop();
      hideOffer();
      sizes.disconnect();
      document.removeEventListener("selectionchange", offer);
      this.#bar?.remove();
      disconnect();
    };
  }

  #mark(threads: readonly AnchoredThread[]): void {
    this.#unmark();
    const blocks = this.#textBlocks();
    for (const { id, anchor, isActive } of threads) {
      const elements = anchor.quote
        ? this.#markWords(blocks, anchor, id)
        : [this.#blockOf(anchor)].filter((block) => block !== undefined);
      if (elements.length === 0) continue;
      for (const element of elements) {
        element.classList.add(anchor.quote ? "commented" : "commented-block");
        element.classList.toggle("is-active", isActive);
      }
      this.#marked.set(id, elements);
    }
    this.found.value = new Set(this.#marked.keys());
  }

  #unmark(): void {
    for (const element of [...this.#marked.values()].flat()) {
      if (element instanceof HTMLElement && element.dataset.comment !== undefined) {
        const { parentNode } = element;
        element.replaceWith(...element.childNodes);
        parentNode?.normalize();
      } else element.classList.remove("commented-block", "is-active");
    }
    this.#marked = new Map();
  }

  /** The innermost blocks with a key, with their text. */
  #textBlocks(): ReadBlock[] {
    return [...this.#root.querySelectorAll("[data-key]")]
      .filter((element) => element.querySelector("[data-key]") === null && !element.closest(removed))
      .map((element) => ({
        element,
        key: element.getAttribute("data-key"),
        around: keysAround(element.parentElement),
        text: textNodesIn(element)
          .map(({ data }) => data)
          .join(""),
      }));
  }

  #blockOf(anchor: Anchor): Element | undefined {
    const elements = [...this.#root.querySelectorAll("[data-key]")].filter(
      (element) => !element.closest(removed),
    );
    const blocks = elements.map((element) => ({
      key: element.getAttribute("data-key"),
      text: element.textContent ?? "",
    }));
    return elements[findBlock(blocks, anchor) ?? -1];
  }

  #markWords(blocks: readonly ReadBlock[], { node, quote }: Anchor, id: string): Element[] {
    const found = quote && findQuote(blocks, node, quote);
    const block = found && blocks[found.index];
    if (found === undefined || block === undefined) return [];
    const marks: Element[] = [];
    let offset = 0;
    for (const text of textNodesIn(block.element)) {
      const [from, to] = [Math.max(0, found.from - offset), Math.min(text.length, found.to - offset)];
      offset += text.length;
      if (from < to) marks.push(this.#wrap(text, from, to, id));
    }
    const [first] = marks;
    // One of several parts of the same words is reached by keys.
    if (first instanceof HTMLElement) {
      first.tabIndex = 0;
      first.role = "button";
      first.ariaLabel = `${words.comments.comment}: ${quote?.text ?? ""}`;
    }
    return marks;
  }

  #wrap(text: Text, from: number, to: number, id: string): Element {
    const mark = document.createElement("span");
    mark.dataset.comment = id;
    const open = (event: Event) => {
      if (!document.getSelection()?.isCollapsed && event.type === "click") return;
      this.#comments.open(id);
    };
    mark.addEventListener("click", open);
    mark.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      open(event);
    });
    const marked = text.splitText(from);
    marked.splitText(to - from);
    marked.replaceWith(mark);
    mark.append(marked);
    return mark;
  }

  topOf(id: string): number | undefined {
    return this.#marked.get(id)?.[0]?.getBoundingClientRect().top;
  }

  reveal(id: string): void {
    this.#marked.get(id)?.[0]?.scrollIntoView({ block: "center" });
  }

  async anchorOf(): Promise<Anchor | undefined> {
    return undefined;
  }

  /** Offers to comment on the selected words. */
  #offer(): void {
    this.#bar?.remove();
    this.#bar = undefined;
    const range = this.#comments.mayComment ? this.#selectedRange() : undefined;
    const anchor = range && anchorOfRange(range);
    if (range === undefined || anchor === undefined) return;
    const bar = document.createElement("button");
    bar.type = "button";
    bar.className = "button comment-offer";
    bar.textContent = words.comments.comment;
    bar.addEventListener("pointerdown", (event) => event.preventDefault());
    bar.addEventListener("click", () => {
      bar.remove();
      document.getSelection()?.removeAllRanges();
      this.#comments.start(anchor);
    });
    const host = this.#root.host.parentElement ?? document.body;
    host.append(bar);
    const [at, around] = [range.getBoundingClientRect(), host.getBoundingClientRect()];
    const left = Math.max(0, Math.min(at.left - around.left, around.width - bar.offsetWidth));
    bar.style.left = `${left}px`;
    bar.style.top = `${at.top - around.top - bar.offsetHeight - 6}px`;
    this.#bar = bar;
  }

  /** The selection, if it begins in the document. */
  #selectedRange(): Range | undefined {
    const selection = document.getSelection();
    if (selection === null) return undefined;
    // Only this says what is selected in a shadow root.
    const [composed] = selection.getComposedRanges?.({ shadowRoots: [this.#root] }) ?? [];
    const { startContainer, startOffset, endContainer, endOffset } = composed ?? {};
    if (!startContainer || !endContainer || !this.#root.contains(startContainer)) return undefined;
    const range = document.createRange();
    range.setStart(startContainer, startOffset ?? 0);
    range.setEnd(endContainer, endOffset ?? 0);
    return range.collapsed ? undefined : range;
  }
}

function keysAround(element: Element | null): string[] {
  const outer = element?.closest("[data-key]") ?? null;
  if (outer === null) return [];
  return [outer.getAttribute("data-key") ?? "", ...keysAround(outer.parentElement)];
}

/** The texts in an element, but not those of its controls, such as the link to a heading. */
function textNodesIn(element: Element): Text[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    if (node.parentElement?.closest(`.anchor, button, svg, ${removed}`) == null) nodes.push(node);
  }
  return nodes;
}

/** What a comment on a selection is about. Of words in several blocks, those in the first one. */
function anchorOfRange(range: Range): Anchor | undefined {
  const start = range.startContainer;
  const element = start instanceof Element ? start : start.parentElement;
  const block = element?.closest("[data-key]");
  const node = block?.getAttribute("data-key");
  if (!block || !node || block.closest(removed)) return undefined;
  const texts = textNodesIn(block);
  let [offset, from, to] = [0, -1, -1];
  for (const text of texts) {
    if (range.intersectsNode(text)) {
      const begin = text === range.startContainer ? range.startOffset : 0;
      const end = text === range.endContainer ? range.endOffset : text.length;
      if (from < 0) from = offset + begin;
      to = offset + end;
    }
    offset += text.length;
  }
  const all = texts.map(({ data }) => data).join("");
  if (from < 0 || all.slice(from, to).trim() === "") return undefined;
  return { node, preview: previewOf(all), quote: quoteOf(all, from, to) };
}
