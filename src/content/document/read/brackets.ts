import { type LinkTarget, labelAt, linkTailAt, normalizeLabel } from "../../markdown/syntax/index.ts";
import type { InlineContext } from "./context.ts";
import type { InlineScanner } from "./inline-scanner.ts";
import { nodesBetween } from "./marks.ts";

interface Bracket {
  readonly tokenIndex: number;
  readonly isImage: boolean;
  readonly contentStart: number;
}

export class Brackets {
  readonly #scanner: InlineScanner;
  readonly #context: InlineContext;
  readonly #open: Bracket[] = [];
  /** The number of open brackets that contain a link. They cannot become links, since links do not nest. */
  #countAroundLink = 0;

  constructor(scanner: InlineScanner, context: InlineContext) {
    this.#scanner = scanner;
    this.#context = context;
  }

  get isOpen(): boolean {
    return this.#open.length > 0;
  }

  open(length: 1 | 2): true {
    const { source, position: at } = this.#scanner;
    this.#scanner.flush();
    this.#open.push({
      tokenIndex: this.#scanner.tokenCount,
      isImage: length === 2,
      contentStart: at + length,
    });
    return this.#scanner.push({ kind: "text", text: source.slice(at, at + length) }, at + length);
  }

  close() {
    const bracket = this.#open.pop();
    if (bracket === undefined) return undefined;
    const { tokenIndex, isImage } = bracket;
    const isAroundLink = !isImage && this.#open.length < this.#countAroundLink;
    this.#countAroundLink = Math.min(this.#countAroundLink, this.#open.length);
    const target = isAroundLink ? undefined : this.#targetOf(bracket);
    if (target === undefined) return undefined;
    const nodes = nodesBetween(this.#scanner.removeFrom(tokenIndex).slice(1));
    return { tokenIndex, isImage, nodes, target };
  }

  markLink(): void {
    this.#countAroundLink = this.#open.length;
  }

  dropFrom(tokenIndex: number): void {
    while ((this.#open.at(-1)?.tokenIndex ?? -1) >= tokenIndex) this.#open.pop();
    this.#countAroundLink = Math.min(this.#countAroundLink, this.#open.length);
  }

  #targetOf({ contentStart }: Bracket): (LinkTarget & { end: number }) | undefined {
    const { source, position: at } = this.#scanner;
    const tail = linkTailAt(source, at + 1);
    if (tail !== undefined) return tail;
    if (this.#context.definitions.size === 0) return undefined;
    const label = labelAt(source, at + 1);
    const name = label?.text || source.slice(contentStart, at);
    const definition = name.length > 999 ? undefined : this.#context.definitions.get(normalizeLabel(name));
    return definition && { ...definition, end: label?.end ?? at + 1 };
  }
}
