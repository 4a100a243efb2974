/** Tells what comes further down in a text, each question answered by one look through all of it. */
export class LookAhead {
  readonly #source: string;
  readonly #places = new Map<string, number[]>();

  constructor(source: string) {
    this.#source = source;
  }

  /** Whether the pattern occurs from here on. Questions come from the front to the back. */
  has(pattern: RegExp, from: number): boolean {
    return this.#next(pattern, from) !== Number.POSITIVE_INFINITY;
  }

  hasEnd(name: string, from: number): boolean {
    return this.has(endOf(name), from);
  }

  /** Whether the tag that ends here has an end before another one of its kind begins. */
  isPaired(name: string, from: number): boolean {
    const begin = new RegExp(`(?<!\\\\)\\{%[ \\t]*${name}(?=[ \\t%])`, "g");
    return this.#next(endOf(name), from) < this.#next(begin, from);
  }

  #next(pattern: RegExp, from: number): number {
    const places = this.#places.getOrInsertComputed(pattern.source, () =>
      Array.from(this.#source.matchAll(pattern), ({ index }) => index).reverse(),
    );
    while ((places.at(-1) ?? from) < from) places.pop();
    return places.at(-1) ?? Number.POSITIVE_INFINITY;
  }
}

function endOf(name: string): RegExp {
  return new RegExp(`(?<!\\\\)\\{%[ \\t]*end${name}[ \\t]*%\\}`, "g");
}
