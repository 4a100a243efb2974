/** A line and the position up to which enclosing containers have consumed it. Names follow commonmark.js. */
export class Line {
  readonly text: string;
  #offset = 0;
  #column = 0;
  #partiallyConsumedTab = 0;
  #nextNonspace: { offset: number; indent: number } | undefined;

  constructor(text: string) {
    this.text = text;
  }

  get first(): string {
    return this.text[this.#findNextNonspace().offset] ?? "";
  }

  get indent(): number {
    return this.#findNextNonspace().indent;
  }

  get isBlank(): boolean {
    return this.first === "";
  }

  get column(): number {
    return this.#column;
  }

  /** The rest of the line without indentation. */
  get trimmed(): string {
    return this.text.slice(this.#findNextNonspace().offset);
  }

  /** The rest of the line. A partially consumed tab becomes spaces. */
  get rest(): string {
    if (this.#partiallyConsumedTab === 0) return this.text.slice(this.#offset);
    const width = 4 - (this.#column % 4);
    return " ".repeat(width === 4 ? 0 : width) + this.text.slice(this.#offset + 1);
  }

  /** Consumes white space of at most this many columns. */
  advanceColumns(count: number): void {
    let remaining = Math.min(count, this.indent);
    this.#nextNonspace = undefined;
    while (remaining > 0) {
      if (this.text[this.#offset] !== "\t") {
        this.#offset++;
        this.#column++;
        remaining--;
        continue;
      }
      const width = 4 - (this.#column % 4);
      const consumed = Math.min(width, remaining);
      this.#column += consumed;
      remaining -= consumed;
      if (consumed === width) {
        this.#offset++;
        this.#partiallyConsumedTab = 0;
      } else this.#partiallyConsumedTab += consumed;
    }
  }

  advanceNextNonspace(): void {
    this.advanceColumns(this.indent);
  }

  advanceOffset(length: number): void {
    this.#offset += length;
    this.#column += length;
    this.#nextNonspace = undefined;
  }

  #findNextNonspace(): { offset: number; indent: number } {
    if (this.#nextNonspace !== undefined) return this.#nextNonspace;
    let [offset, column] = [this.#offset, this.#column];
    for (; ; offset++) {
      const character = this.text[offset];
      if (character === " ") column++;
      else if (character === "\t") column += 4 - (column % 4);
      else break;
    }
    this.#nextNonspace = { offset, indent: column - this.#column };
    return this.#nextNonspace;
  }
}
