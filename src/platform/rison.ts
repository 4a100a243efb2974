/** The maximum nesting of lists and objects. */
const maxDepth = 16;

/** Parses Rison, a notation of JSON values that needs few escapes in URLs: `(beta:!t,plan:'pro x',ids:!(1,2))`. */
export function parseRison(text: string): unknown {
  const parser = new RisonParser(text);
  const value = parser.readValue(0);
  parser.requireEnd();
  return value;
}

const constants: Readonly<Record<string, boolean | null>> = { t: true, f: false, n: null };

class RisonParser {
  readonly #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readValue(depth: number): unknown {
    if (depth > maxDepth) throw new SyntaxError(`is nested more than ${maxDepth} levels deep`);
    if (this.#skip("(")) return this.#readObject(depth);
    if (this.#skip("'")) return this.#readString();
    if (this.#skip("!")) return this.#skip("(") ? this.#readList(depth) : this.#readConstant();
    return this.#readNumber() ?? this.#readId();
  }

  requireEnd(): void {
    if (this.#position < this.#text.length) throw this.#unexpected();
  }

  #readObject(depth: number): object {
    const entries = this.#readItems(() => {
      const key = this.#skip("'") ? this.#readString() : this.#readId();
      this.#require(":");
      return [key, this.readValue(depth + 1)] as const;
    });
    // Unlike an assignment, this does not set the prototype.
    return Object.fromEntries(entries);
  }

  #readList(depth: number): unknown[] {
    return this.#readItems(() => this.readValue(depth + 1));
  }

  /** Reads items up to a closing parenthesis. */
  #readItems<T>(readItem: () => T): T[] {
    const items: T[] = [];
    while (!this.#skip(")")) {
      if (items.length > 0) this.#require(",");
      items.push(readItem());
    }
    return items;
  }

  /** Reads a string after its first quotation mark. An exclamation mark escapes itself and quotation marks. */
  #readString(): string {
    let result = "";
    for (;;) {
      const part = this.#match(/[^'!]*/y) ?? "";
      result += part;
      if (this.#skip("'")) return result;
      this.#require("!");
      const escaped = this.#match(/['!]/y);
      if (escaped === undefined) throw this.#unexpected();
      result += escaped;
    }
  }

  #readConstant(): boolean | null {
    const value = constants[this.#match(/[tfn]/y) ?? ""];
    if (value === undefined) throw this.#unexpected();
    return value;
  }

  #readNumber(): number | undefined {
    const number = this.#match(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e-?\d+)?/y);
    return number === undefined ? undefined : Number(number);
  }

  #readId(): string {
    const id = this.#match(/[^-0-9 '!:(),*@$][^ '!:(),*@$]*/y);
    if (id === undefined) throw this.#unexpected();
    return id;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#position;
    const found = pattern.exec(this.#text)?.[0];
    this.#position += found?.length ?? 0;
    return found;
  }

  #skip(character: string): boolean {
    const isNext = this.#text[this.#position] === character;
    if (isNext) this.#position += 1;
    return isNext;
  }

  #require(character: string): void {
    if (!this.#skip(character)) throw this.#unexpected();
  }

  #unexpected(): SyntaxError {
    const found = this.#text[this.#position];
    const name = found === undefined ? "end" : `character ${JSON.stringify(found)}`;
    return new SyntaxError(`is not valid Rison: unexpected ${name} at position ${this.#position}`);
  }
}
