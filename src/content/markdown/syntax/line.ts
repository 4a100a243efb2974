/** One line of a text, read from the left: what it is inside of takes its part off first. */
export class Line {
  readonly text: string;
  /** Where the text goes on, and in which column that is. A tab goes on to the next column that four divides. */
  #offset = 0;
  #column = 0;
  /** How much of a tab has been taken off. */
  #tabTaken = 0;
  #next: { offset: number; indent: number } | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** The next character that is not white space. */
  get first(): string {
    return this.text[this.#look().offset] ?? "";
  }

  get indent(): number {
    return this.#look().indent;
  }

  get isBlank(): boolean {
    return this.first === "";
  }

  get column(): number {
    return this.#column;
  }

  /** What is left, from the first character that is not white space. */
  get trimmed(): string {
    return this.text.slice(this.#look().offset);
  }

  /** What is left, with all its white space. */
  get rest(): string {
    if (this.#tabTaken === 0) return this.text.slice(this.#offset);
    const width = 4 - (this.#column % 4);
    return " ".repeat(width === 4 ? 0 : width) + this.text.slice(this.#offset + 1);
  }

  /** Takes off so many columns of white space, or as many as there are. */
  skipColumns(count: number): void {
    let left = Math.min(count, this.indent);
    this.#next = undefined;
    while (left > 0) {
      if (this.text[this.#offset] !== "\t") {
        this.#offset++;
        this.#column++;
        left--;
        continue;
      }
      const width = 4 - (this.#column % 4);
      const taken = Math.min(width, left);
      this.#column += taken;
      left -= taken;
      if (taken === width) {
        this.#offset++;
        this.#tabTaken = 0;
      } else this.#tabTaken += taken;
    }
  }

  skipIndent(): void {
    this.skipColumns(this.indent);
  }

  /** Takes off characters that are no white space. */
  skip(length: number): void {
    this.#offset += length;
    this.#column += length;
    this.#next = undefined;
  }

  #look(): { offset: number; indent: number } {
    if (this.#next !== undefined) return this.#next;
    let [offset, column] = [this.#offset, this.#column];
    for (; ; offset++) {
      const character = this.text[offset];
      if (character === " ") column++;
      else if (character === "\t") column += 4 - (column % 4);
      else break;
    }
    this.#next = { offset, indent: column - this.#column };
    return this.#next;
  }
}
