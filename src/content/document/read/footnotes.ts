import type { RawBlock } from "../../markdown/syntax/index.ts";
import type { Block } from "../model/index.ts";

type RawFootnote = Extract<RawBlock, { kind: "footnote" }>;

interface Footnote {
  readonly raw: RawFootnote;
  number?: number;
  body?: readonly Block[];
  size?: number;
  /** How many annotations of the document have its body. */
  references?: number;
}

/** How much longer a document may become by footnotes that are referred to more than once, in JSON. */
export const maxRepeatedSize = 65_536;

/** The footnotes of a document, numbered in the order in which they are first referred to. */
export class Footnotes {
  readonly #all = new Map<string, Footnote>();
  readonly #build: (children: readonly RawBlock[]) => readonly Block[];
  readonly #byBody = new Map<readonly Block[], Footnote>();
  #count = 0;
  #repeated = 0;

  constructor(build: (children: readonly RawBlock[]) => readonly Block[]) {
    this.#build = build;
  }

  /** The first of a name counts. */
  define(raw: RawFootnote): void {
    this.#all.getOrInsertComputed(raw.label.toLowerCase(), () => ({ raw }));
  }

  /** The number and the body of one. Its body is there again at every reference, as long as that is not too much. */
  refer(label: string): { number: number; body: readonly Block[] } | undefined {
    const note = this.#all.get(label.toLowerCase());
    if (note === undefined) return undefined;
    if (note.body !== undefined) {
      note.size ??= JSON.stringify(note.body).length;
      this.#repeated += note.size;
      if (this.#repeated > maxRepeatedSize) return undefined;
    }
    note.body ??= this.#build(note.raw.children);
    note.number ??= ++this.#count;
    note.references = (note.references ?? 0) + 1;
    this.#byBody.set(note.body, note);
    return { number: note.number, body: note.body };
  }

  /** An annotation with this body is left out after all: it stands where there can be none. */
  release(body: readonly Block[]): void {
    const note = this.#byBody.get(body);
    if (note?.references !== undefined) note.references--;
  }

  /** Those to which something refers. */
  used(): { label: string; body: readonly Block[] }[] {
    return [...this.#all.values()].flatMap(({ raw, body, references = 0 }) =>
      body === undefined || references === 0 ? [] : { label: raw.label, body },
    );
  }

  /** Whether nothing refers to it: also where another one of its name comes first. */
  isUnused(raw: RawFootnote): boolean {
    const note = this.#all.get(raw.label.toLowerCase());
    return note?.raw !== raw || (note.references ?? 0) === 0;
  }
}
