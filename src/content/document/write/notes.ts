import { type Block, type BlockOf, identityOf, type Length, type Node } from "../model/index.ts";
import { maxRepeatedFootnoteSize } from "../read/index.ts";

/** The labels of footnotes that are defined, by what they say. */
export type FootnoteLabels = Map<string, string>;

/** Collects the bodies of annotations: they are written as footnotes, at the end. */
export class FootnoteWriter {
  readonly #labels: FootnoteLabels;
  readonly #defined: { readonly label: string; readonly body: readonly Block[] }[] = [];
  readonly #taken: Set<string>;
  #last = 0;
  #shared = 0;
  #isWriting = false;

  constructor(labels: FootnoteLabels) {
    this.#labels = labels;
    this.#taken = new Set(labels.values());
  }

  /** The label of the footnote that this will be; undefined inside of a footnote, where there can be none. */
  add(body: readonly Block[]): string | undefined {
    if (this.#isWriting) return undefined;
    const identity = identityOf(body);
    const known = this.#labels.get(identity);
    // One that is there already is shared, as far as it would be read again.
    const size = JSON.stringify(body).length;
    if (known !== undefined && this.#shared + size <= maxRepeatedFootnoteSize) {
      this.#shared += size;
      return known;
    }
    const label = this.#newLabel();
    this.#defined.push({ label, body });
    this.#labels.set(identity, label);
    return label;
  }

  write(writeBody: (body: readonly Block[]) => string): string[] {
    this.#isWriting = true;
    return this.#defined.map(({ label, body }) => {
      const [first = "", ...others] = writeBody(body).split("\n");
      const isText = body[0]?.type === "paragraph";
      const lines = isText || first === "" ? others : ["", first, ...others];
      const head = isText && first !== "" ? `[^${label}]: ${first}` : `[^${label}]:`;
      return [head, ...lines.map((line) => (line === "" ? "" : `    ${line}`))].join("\n");
    });
  }

  /** The next number that is not taken. */
  #newLabel(): string {
    do this.#last++;
    while (this.#taken.has(String(this.#last)));
    return String(this.#last);
  }
}

/** What the blocks of one kind need to write what is in them. */
export interface WriteContext {
  readonly notes: FootnoteWriter;
  blocks(nodes: readonly Node[]): string;
  /** How the anchor of a heading is to be written: only one that its words do not give it. */
  anchor(heading: Heading): string | undefined;
}

export type Heading = BlockOf<"heading-1" | "heading-2" | "heading-3">;

/** A length as it is written in a tag. */
export function writeLength(length: Length | undefined): string | undefined {
  if (length === undefined || typeof length === "number") return length?.toString();
  return `${length.value}${length.unit}`;
}
