/** Finds what follows in a text. The text is searched once for each pattern. */
export class LookAhead {
  readonly #source: string;
  readonly #places = new Map<string, number[]>();
  #tags: Map<string, number[]> | undefined;

  constructor(source: string) {
    this.#source = source;
  }

  /** Whether the pattern occurs at or after the offset. Offsets must not decrease. */
  has(pattern: RegExp, from: number): boolean {
    const places = this.#places.getOrInsertComputed(pattern.source, () =>
      Array.from(this.#source.matchAll(pattern), ({ index }) => index).reverse(),
    );
    return nextOf(places, from) !== Number.POSITIVE_INFINITY;
  }

  /** Whether an end tag of this name follows. */
  hasEnd(name: string, from: number): boolean {
    return this.#next(`end${name}`, from) !== Number.POSITIVE_INFINITY;
  }

  /** Whether the next tag of this name is an end tag. */
  isPaired(name: string, from: number): boolean {
    return this.#next(`end${name}`, from) < this.#next(name, from);
  }

  #next(name: string, from: number): number {
    this.#tags ??= tagsIn(this.#source);
    return nextOf(this.#tags.get(name) ?? [], from);
  }
}

/** The offsets of the tags of each name, in descending order, without escaped ones. */
function tagsIn(source: string): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const { 1: name = "", index } of source.matchAll(/\{%[ \t]*([a-z-]+)(?=[ \t%])/g))
    if (source[index - 1] !== "\\") found.getOrInsertComputed(name, () => []).push(index);
  for (const places of found.values()) places.reverse();
  return found;
}

function nextOf(places: number[], from: number): number {
  while ((places.at(-1) ?? from) < from) places.pop();
  return places.at(-1) ?? Number.POSITIVE_INFINITY;
}
