import type { Steps } from "../../platform/index.ts";
import { cellsOf } from "../markdown/index.ts";
import { headingLevel } from "./block-syntax.ts";
import type { KeyedBlock } from "./linked-text.ts";
import { areSimilar, type Words, wordsOf } from "./similarity.ts";

type Blocks = readonly KeyedBlock[];

/** What identifies an inserted block, to detect that the other side inserted nearly the same. */
interface Description {
  readonly kind: "heading" | "head" | "row" | "item" | "other";
  /** The number of the section and table inside the insertion. */
  readonly scope: number;
  /** Equal for the same heading, for rows with the same first cell, and for texts with the same words. */
  readonly identity: string;
  readonly words: Words;
}

/** Texts with fewer words may occur in several sections. */
const minDistinctWords = 20;
/** The maximum number of words that are compared, which takes about half a second. Beyond that, only equal texts count. */
const maxComparedWords = 5_000_000;
const pairsPerStep = 1000;

/**
 * Finds out whether both sides inserted nearly the same: the same heading, a table row with the same first cell, or a text of
 * which four of five words are equal. Short texts below different new headings, and tags, do not count.
 */
export class NearEqualFinder {
  readonly #ids = new Map<string, number>();
  #wordsLeft = maxComparedWords;

  /** Texts that are not equal are compared by their words only if all blocks are new. */
  *find(ours: Blocks, theirs: Blocks, areNew = true): Steps<boolean> {
    const first = yield* this.#describe(ours);
    const second = yield* this.#describe(theirs);
    const identities = new Set(first.map(({ identity }) => identity));
    if (second.some(({ identity }) => identities.has(identity))) return true;
    return areNew && (yield* this.#findSimilar(first.filter(isText), second.filter(isText)));
  }

  *#findSimilar(first: readonly Description[], second: readonly Description[]): Steps<boolean> {
    // The number does not depend on the order of the sides, and so neither does the result.
    const comparedWords = countWords(first) * second.length + countWords(second) * first.length;
    if (comparedWords > this.#wordsLeft) return false;
    this.#wordsLeft -= comparedWords;
    let pairs = 0;
    for (const a of first)
      for (const b of second) {
        if (++pairs % pairsPerStep === 0) yield;
        if (a.kind === b.kind && areComparable(a, b) && areSimilar(a.words, b.words)) return true;
      }
    return false;
  }

  *#describe(blocks: Blocks): Steps<Description[]> {
    const descriptions: Description[] = [];
    /** The scopes of the headings above the current block, by level. */
    const scopes: number[] = [];
    let table = 0;
    for (const [i, block] of blocks.entries()) {
      if (i % blocksPerStep === 0) yield;
      const words = block.tag === undefined ? wordsOf(withoutTags(block.text)) : undefined;
      const level = headingLevel(block);
      if (level !== undefined) scopes.length = level;
      const section = scopes.findLast((scope) => scope !== undefined) ?? 0;
      if (block.kind !== "row") table = block.kind === "head" ? this.#idOf(block.text) : 0;
      const scope = block.kind === "row" && table > 0 ? this.#idOf(`${section} ${table}`) : section;
      const kind = level === undefined ? block.kind : "heading";
      const identified = kind === "row" ? identifyingWords(block) : words;
      const id = this.#idOf(identified?.all.join(" ") ?? "");
      if (level !== undefined) scopes[level] = this.#idOf(`${section} ${id}`);
      if (words === undefined || identified === undefined || identified.all.length === 0) continue;
      const isLocal = !isText({ kind }) || words.all.length < minDistinctWords;
      descriptions.push({ kind, scope, words, identity: `${kind} ${isLocal ? scope : ""} ${id}` });
    }
    return descriptions;
  }

  /** A number for a text, so that long texts are not repeated in others. */
  #idOf(text: string): number {
    return this.#ids.getOrInsertComputed(text, () => this.#ids.size + 1);
  }
}

const blocksPerStep = 500;

/** The words of the first cell of a row, or of the text of another block. */
export function identifyingWords({ kind, text }: KeyedBlock): Words {
  return wordsOf(kind === "row" ? (cellsOf(text)[0] ?? "") : withoutTags(text));
}

function isText({ kind }: Pick<Description, "kind">): boolean {
  return kind === "item" || kind === "other";
}

function areComparable(a: Description, b: Description): boolean {
  return a.scope === b.scope || Math.min(a.words.all.length, b.words.all.length) >= minDistinctWords;
}

function countWords(descriptions: readonly Description[]): number {
  return descriptions.reduce((sum, { words }) => sum + words.all.length, 0);
}

/** Removes HTML tags without attributes, such as `<br>`. */
function withoutTags(text: string): string {
  return text.replaceAll(/<\/?[a-z][a-z0-9]*\s?\/?>/gi, " ");
}
