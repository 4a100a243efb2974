import { transliterate } from "../../../platform/index.ts";

export const anchorPattern = /^[-a-z0-9.+_]{1,100}$/;

/** Assigns anchors to the headings and expandables of a document. Derived anchors are unique; explicit ones may be repeated. */
export class Anchors {
  /** The last number that was appended to each anchor. */
  readonly #lastNumbers = new Map<string, number>();

  /** The anchor of the next heading: the explicit one, or one that is derived from its text. */
  next(text: string, explicit?: string): string {
    if (explicit === undefined) return this.unique(anchorOf(text));
    this.#lastNumbers.set(explicit, this.#lastNumbers.get(explicit) ?? 0);
    return explicit;
  }

  peek(text: string): string {
    return this.#findFree(anchorOf(text)).anchor;
  }

  /** The anchor, with a number if it is already used. */
  unique(base: string): string {
    const { anchor, number } = this.#findFree(base);
    this.#lastNumbers.set(base, number);
    if (anchor !== base) this.#lastNumbers.set(anchor, 0);
    return anchor;
  }

  #findFree(base: string): { anchor: string; number: number } {
    const last = this.#lastNumbers.get(base);
    if (last === undefined) return { anchor: base, number: 0 };
    let number = last + 1;
    while (this.#lastNumbers.has(`${base}-${number}`)) number++;
    return { anchor: `${base}-${number}`, number };
  }
}

export function normalizeAnchor(text: string | undefined): string | undefined {
  const anchor = text
    ?.trim()
    .toLowerCase()
    .replace(/[^-a-z0-9.+_]+/g, "-");
  return anchor !== undefined && anchorPattern.test(anchor) ? anchor : undefined;
}

/** The prefix of a derived anchor that would begin with a digit, which is not valid in a CSS selector. */
const digitPrefix = "id-";

/** The anchor without the prefix before a digit. Links are written with and without it. */
export function withoutDigitPrefix(anchor: string): string {
  return new RegExp(`^${digitPrefix}\\d`).test(anchor) ? anchor.slice(digitPrefix.length) : anchor;
}

/** Derives an anchor as GitBook does, so that links in its documentation lead to the same headings. */
function anchorOf(text: string): string {
  const ascii = /^[\x20-\x7e]*$/.test(text) ? text : transliterate(text);
  const anchor = ascii
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/&/g, " and ")
    .replace(/[^a-z0-9._]+/g, "-")
    .slice(0, 100 - digitPrefix.length)
    .replace(/^-|-$/g, "");
  if (anchor === "") return "section";
  return /^\d/.test(anchor) ? digitPrefix + anchor : anchor;
}
