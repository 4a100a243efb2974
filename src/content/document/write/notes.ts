import type { Block } from "../model.ts";
import { mostRepeated } from "../read/footnotes.ts";

/** Collects the bodies of annotations: they are written as footnotes, at the end. */
export class NotesWriter {
  readonly #bodies: (readonly Block[])[] = [];
  readonly #numbers = new Map<string, number>();
  #shared = 0;
  #isWriting = false;

  /** The number of the footnote that this will be; undefined inside of a footnote, where there can be none. */
  add(body: readonly Block[]): number | undefined {
    if (this.#isWriting) return undefined;
    const identity = JSON.stringify(body);
    const known = this.#numbers.get(identity);
    // One that is there already is shared, as far as it would be read again.
    if (known !== undefined && this.#shared + identity.length <= mostRepeated) {
      this.#shared += identity.length;
      return known;
    }
    const number = this.#bodies.push(body);
    this.#numbers.set(identity, number);
    return number;
  }

  write(writeBody: (body: readonly Block[]) => string): string[] {
    this.#isWriting = true;
    return this.#bodies.map((body, i) => {
      const [first = "", ...others] = writeBody(body).split("\n");
      const isText = body[0]?.type === "paragraph";
      const lines = isText || first === "" ? others : ["", first, ...others];
      const head = isText && first !== "" ? `[^${i + 1}]: ${first}` : `[^${i + 1}]:`;
      return [head, ...lines.map((line) => (line === "" ? "" : `    ${line}`))].join("\n");
    });
  }
}
