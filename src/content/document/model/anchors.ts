import { transliterate } from "../../../platform/index.ts";

export const anchorPattern = /^[-a-z0-9.+_]{1,100}$/;

/** An anchor, and the title and explicit name for which it was assigned. */
export interface AssignedAnchor {
  readonly title: string;
  readonly explicit: string | undefined;
  readonly anchor: string;
}

/** Assigns anchors to the headings and expandables of a document. Derived anchors are unique; explicit ones may be repeated. */
export class Anchors {
  /** The last number that was appended to each anchor. */
  readonly #lastNumbers = new Map<string, number>();
  /** The anchors to which these are added. */
  #earlier: Anchors | undefined;

  /** The anchor of the next heading: the explicit one, or one that is derived from its text. */
  next(text: string, explicit?: string): string {
    if (explicit === undefined) return this.unique(anchorOf(text));
    this.#lastNumbers.set(explicit, this.#lastNumber(explicit) ?? 0);
    return explicit;
  }

  /** Assigns the anchors of headings that were read before. Returns false, and assigns none, if they would be others. */
  assign(anchors: readonly AssignedAnchor[]): boolean {
    if (anchors.length === 0) return true;
    const trial = new Anchors();
    trial.#earlier = this;
    if (!anchors.every(({ title, explicit, anchor }) => trial.next(title, explicit) === anchor)) return false;
    for (const [anchor, number] of trial.#lastNumbers) this.#lastNumbers.set(anchor, number);
    return true;
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
    const last = this.#lastNumber(base);
    if (last === undefined) return { anchor: base, number: 0 };
    let number = last + 1;
    while (this.#lastNumber(`${base}-${number}`) !== undefined) number++;
    return { anchor: `${base}-${number}`, number };
  }

  #lastNumber(anchor: string): number | undefined {
    const number = this.#lastNumbers.get(anchor);
    return number === undefined && this.#earlier !== undefined ? this.#earlier.#lastNumber(anchor) : number;
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
