/** A line and the position up to which enclosing containers have consumed it. Names follow commonmark.js. */
export class Line {
  readonly text: string;
  #offset = 0;
  #column = 0;
  #partiallyConsumedTab = 0;
  /** The offset of the next character that is not white space, and its indentation; -1 if they are not known. */
  #nextNonspace = -1;
  #indent = 0;

  constructor(text: string) {
    this.text = text;
  }

  get first(): string {
    return this.text[this.#findNextNonspace()] ?? "";
  }

  get indent(): number {
    this.#findNextNonspace();
    return this.#indent;
  }

  get isBlank(): boolean {
    return this.#findNextNonspace() >= this.text.length;
  }

  get column(): number {
    return this.#column;
  }

  /** The rest of the line without indentation. */
  get trimmed(): string {
    return this.text.slice(this.#findNextNonspace());
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
    this.#nextNonspace = -1;
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
    this.#nextNonspace = -1;
  }

  #findNextNonspace(): number {
    if (this.#nextNonspace >= 0) return this.#nextNonspace;
    let offset = this.#offset;
    let column = this.#column;
    for (; ; offset++) {
      const character = this.text[offset];
      if (character === " ") column++;
      else if (character === "\t") column += 4 - (column % 4);
      else break;
    }
    this.#nextNonspace = offset;
    this.#indent = column - this.#column;
    return offset;
  }
}
