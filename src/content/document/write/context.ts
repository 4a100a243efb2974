import { type Block, type BlockOf, identityOf, type Length, type Node } from "../model/index.ts";
import { maxRepeatedFootnoteSize } from "../read/index.ts";

export type FootnoteLabels = Map<string, string>;

/** Collects the bodies of annotations. They are written as footnotes after the other blocks. */
export class FootnoteWriter {
  readonly #labels: FootnoteLabels;
  readonly #added: { readonly label: string; readonly body: readonly Block[] }[] = [];
  readonly #taken: Set<string>;
  #lastNumber = 0;
  #sharedSize = 0;
  #isWriting = false;

  constructor(labels: FootnoteLabels) {
    this.#labels = labels;
    this.#taken = new Set(labels.values());
  }

  /** Adds a footnote and returns its label. Undefined inside of a footnote, which cannot contain another one. */
  add(body: readonly Block[]): string | undefined {
    if (this.#isWriting) return undefined;
    const identity = identityOf(body);
    const known = this.#labels.get(identity);
    // Equal footnotes are shared up to the size at which the reader stops repeating them.
    const size = JSON.stringify(body).length;
    if (known !== undefined && this.#sharedSize + size <= maxRepeatedFootnoteSize) {
      this.#sharedSize += size;
      return known;
    }
    do this.#lastNumber++;
    while (this.#taken.has(String(this.#lastNumber)));
    const label = String(this.#lastNumber);
    this.#added.push({ label, body });
    this.#labels.set(identity, label);
    return label;
  }

  write(writeBody: (body: readonly Block[]) => string): string[] {
    this.#isWriting = true;
    return this.#added.map(({ label, body }) => {
      const [first = "", ...others] = writeBody(body).split("\n");
      const isText = body[0]?.type === "paragraph";
      const lines = isText || first === "" ? others : ["", first, ...others];
      const head = isText && first !== "" ? `[^${label}]: ${first}` : `[^${label}]:`;
      return [head, ...lines.map((line) => (line === "" ? "" : `    ${line}`))].join("\n");
    });
  }
}

/** The functions of the writer that the writers of single blocks need for their content. */
export interface WriteContext {
  readonly notes: FootnoteWriter;
  blocks(nodes: readonly Node[]): string;
  /** The anchor of a heading, if it is not the one made from the text. */
  anchor(heading: Heading): string | undefined;
}

export type Heading = BlockOf<"heading-1" | "heading-2" | "heading-3">;

export function writeLength(length: Length | undefined): string | undefined {
  if (length === undefined || typeof length === "number") return length?.toString();
  return `${length.value}${length.unit}`;
}
