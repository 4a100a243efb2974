/** A line that is read from the left: the containers around a block remove their prefixes first. */
export class Line {
  readonly text: string;
  #offset = 0;
  #column = 0;
  #tabTaken = 0;
  #next: { offset: number; indent: number } | undefined;

  constructor(text: string) {
    this.text = text;
  }

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

  get trimmed(): string {
    return this.text.slice(this.#look().offset);
  }

  get rest(): string {
    if (this.#tabTaken === 0) return this.text.slice(this.#offset);
    const width = 4 - (this.#column % 4);
    return " ".repeat(width === 4 ? 0 : width) + this.text.slice(this.#offset + 1);
  }

  /** Removes white space of at most this many columns. */
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
