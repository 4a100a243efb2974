import { transliterate } from "transliteration";

const longest = 100;

export const anchorPattern = /^[-a-z0-9.+_]{1,100}$/;

/** Makes the anchors of a document's headings from their text. Only explicit anchors may occur twice. */
export class Anchors {
  readonly #taken = new Map<string, number>();

  /** The anchor of the next heading. An explicit one is kept as it is. */
  next(words: string, chosen?: string): string {
    if (chosen === undefined) return this.unique(anchorOf(words));
    this.#taken.set(chosen, this.#taken.get(chosen) ?? 0);
    return chosen;
  }

  /** The anchor that the next heading would get from its text. */
  peek(words: string): string {
    const base = anchorOf(words);
    return numbered(base, this.#next(base));
  }

  /** The anchor, with a number if it is taken. */
  unique(base: string): string {
    const count = this.#next(base);
    const anchor = numbered(base, count);
    this.#taken.set(base, count);
    if (anchor !== base) this.#taken.set(anchor, 0);
    return anchor;
  }

  /** The next number for an anchor; 0 if it is not taken. */
  #next(base: string): number {
    const last = this.#taken.get(base);
    if (last === undefined) return 0;
    let count = last + 1;
    while (this.#taken.has(`${base}-${count}`)) count++;
    return count;
  }
}

function numbered(base: string, count: number): string {
  return count === 0 ? base : `${base}-${count}`;
}

/** An explicit anchor in its valid form, if it has one. */
export function normalizeAnchor(text: string | undefined): string | undefined {
  const plain = text
    ?.trim()
    .toLowerCase()
    .replace(/[^-a-z0-9.+_]+/g, "-");
  return plain !== undefined && anchorPattern.test(plain) ? plain : undefined;
}

function anchorOf(words: string): string {
  const plain = /^[\x20-\x7e]*$/.test(words) ? words : transliterate(words);
  const anchor = plain
    .toLowerCase()
    .replace(/[^-a-z0-9._ \n]+/g, "")
    .trim()
    .replace(/[ \n]+/g, "-")
    .slice(0, longest);
  return anchor === "" ? "section" : anchor;
}
