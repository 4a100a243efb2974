import type { Node } from "../model/index.ts";
import type { InlineScanner } from "./inline-list.ts";
import { type LinkTarget, labelAt, linkTailAt, normalizeLabel } from "./link-syntax.ts";
import { nodesOf, pairDelimiters } from "./marks.ts";
import type { InlineContext } from "./reading.ts";

interface Bracket {
  readonly at: number;
  readonly isImage: boolean;
  /** Where its inside begins in the source. */
  readonly behind: number;
}

/** What a pair of brackets makes. */
interface Bracketed {
  readonly isImage: boolean;
  readonly nodes: readonly Node[];
  readonly target: LinkTarget;
  readonly at: number;
  readonly end: number;
}

/** The square brackets that are open in a text. */
export class Brackets {
  readonly #list: InlineScanner;
  readonly #context: InlineContext;
  readonly #open: Bracket[] = [];
  /** Brackets below this are around a link already, and links do not nest. */
  #around = 0;

  constructor(list: InlineScanner, context: InlineContext) {
    this.#list = list;
    this.#context = context;
  }

  open(length: 1 | 2): void {
    const { source, at } = this.#list;
    this.#list.flush();
    this.#open.push({ at: this.#list.length, isImage: length === 2, behind: at + length });
    this.#list.push({ kind: "text", text: source.slice(at, at + length) }, at + length);
  }

  /** Closes the last one; undefined where that makes no link and no image. */
  close(): Bracketed | undefined {
    const bracket = this.#open.pop();
    if (bracket === undefined) return undefined;
    const isDead = !bracket.isImage && this.#open.length < this.#around;
    this.#around = Math.min(this.#around, this.#open.length);
    const target = isDead ? undefined : this.#targetOf(bracket);
    if (target === undefined) return undefined;
    const { end, ...definition } = target;
    const inner = this.#list.cut(bracket.at).slice(1);
    pairDelimiters(inner);
    return { isImage: bracket.isImage, nodes: nodesOf(inner), target: definition, at: bracket.at, end };
  }

  /** There is a link here: what is open around it can be none. */
  markLink(): void {
    this.#around = this.#open.length;
  }

  /** Those that began behind this place can no longer be closed. */
  dropFrom(at: number): void {
    while ((this.#open.at(-1)?.at ?? -1) >= at) this.#open.pop();
    this.#around = Math.min(this.#around, this.#open.length);
  }

  /** Where it leads: between round brackets behind it, or by a name that is defined elsewhere. */
  #targetOf({ behind }: Bracket): (LinkTarget & { end: number }) | undefined {
    const { source, at } = this.#list;
    const tail = linkTailAt(source, at + 1);
    if (tail !== undefined) return tail;
    if (this.#context.definitions.size === 0) return undefined;
    const label = labelAt(source, at + 1);
    const name = label === undefined || label.text === "" ? source.slice(behind, at) : label.text;
    const definition = name.length > 999 ? undefined : this.#context.definitions.get(normalizeLabel(name));
    return definition && { ...definition, end: label?.end ?? at + 1 };
  }
}
