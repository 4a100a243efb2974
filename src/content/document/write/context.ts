import type { Steps } from "../../../platform/index.ts";
import { type Block, type BlockOf, identityOf, type Length, type Node } from "../model/index.ts";
import { maxRepeatedFootnoteSize } from "../read/index.ts";

export type FootnoteLabels = Map<string, string>;

/** Collects the bodies of annotations. They are written as footnotes after the other blocks. */
export class FootnoteWriter {
  readonly #labels: FootnoteLabels;
  readonly #added: { readonly label: string; readonly body: readonly Block[] }[] = [];
  readonly #usedLabels: Set<string>;
  #lastNumber = 0;
  #sharedSize = 0;
  #isWriting = false;

  constructor(labels: FootnoteLabels) {
    this.#labels = labels;
    this.#usedLabels = new Set(labels.values());
  }

  /** Adds a footnote and returns its label. Undefined while a footnote is written, since it cannot contain another one. */
  add(body: readonly Block[]): string | undefined {
    if (this.#isWriting) return undefined;
    const identity = identityOf(body);
    const existing = this.#labels.get(identity);
    // Equal footnotes are shared up to the size at which the reader stops repeating them.
    const size = JSON.stringify(body).length;
    if (existing !== undefined && this.#sharedSize + size <= maxRepeatedFootnoteSize) {
      this.#sharedSize += size;
      return existing;
    }
    do this.#lastNumber++;
    while (this.#usedLabels.has(String(this.#lastNumber)));
    const label = String(this.#lastNumber);
    this.#added.push({ label, body });
    this.#labels.set(identity, label);
    return label;
  }

  *write(writeBody: (body: readonly Block[]) => Steps<string>): Steps<string[]> {
    this.#isWriting = true;
    const written: string[] = [];
    for (const { label, body } of this.#added) {
      const [first = "", ...others] = (yield* writeBody(body)).split("\n");
      const isText = body[0]?.type === "paragraph";
      const lines = isText || first === "" ? others : ["", first, ...others];
      const head = isText && first !== "" ? `[^${label}]: ${first}` : `[^${label}]:`;
      written.push([head, ...lines.map((line) => (line === "" ? "" : `    ${line}`))].join("\n"));
    }
    return written;
  }
}

/** The functions with which writers of single blocks write the content of their block. */
export interface WriteContext {
  readonly notes: FootnoteWriter;
  blocks(nodes: readonly Node[]): string;
  /** The explicit anchor of a heading; undefined if it is derived from the text. */
  anchor(heading: Heading): string | undefined;
}

export type Heading = BlockOf<"heading-1" | "heading-2" | "heading-3">;

export function writeLength(length: Length | undefined): string | undefined {
  if (length === undefined || typeof length === "number") return length?.toString();
  return `${length.value}${length.unit}`;
}
