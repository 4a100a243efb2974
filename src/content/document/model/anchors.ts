import { transliterate } from "transliteration";

export const anchorPattern = /^[-a-z0-9.+_]{1,100}$/;

/** Assigns anchors to the headings of a document. Only explicit anchors may occur twice. */
export class Anchors {
  readonly #taken = new Map<string, number>();

  /** The anchor of the next heading: the explicit one, or one that is made from its text. */
  next(text: string, explicit?: string): string {
    if (explicit === undefined) return this.unique(anchorOf(text));
    this.#taken.set(explicit, this.#taken.get(explicit) ?? 0);
    return explicit;
  }

  peek(text: string): string {
    return this.#free(anchorOf(text)).anchor;
  }

  /** The anchor, with a number if it is taken. */
  unique(base: string): string {
    const { anchor, count } = this.#free(base);
    this.#taken.set(base, count);
    if (anchor !== base) this.#taken.set(anchor, 0);
    return anchor;
  }

  #free(base: string): { anchor: string; count: number } {
    const last = this.#taken.get(base);
    if (last === undefined) return { anchor: base, count: 0 };
    let count = last + 1;
    while (this.#taken.has(`${base}-${count}`)) count++;
    return { anchor: `${base}-${count}`, count };
  }
}

export function normalizeAnchor(text: string | undefined): string | undefined {
  const anchor = text
    ?.trim()
    .toLowerCase()
    .replace(/[^-a-z0-9.+_]+/g, "-");
  return anchor !== undefined && anchorPattern.test(anchor) ? anchor : undefined;
}

function anchorOf(text: string): string {
  const ascii = /^[\x20-\x7e]*$/.test(text) ? text : transliterate(text);
  const anchor = ascii
    .toLowerCase()
    .replace(/[^-a-z0-9._ \n]+/g, "")
    .trim()
    .replace(/[ \n]+/g, "-")
    .slice(0, 100);
  return anchor === "" ? "section" : anchor;
}
