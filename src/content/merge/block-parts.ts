import { type KeyedBlock, keyOf, type LinkedText, splitText } from "./linked-text.ts";
import type { Sides } from "./three-way.ts";

/** A part of a block: a sentence, a line or a table cell. */
export interface Part extends LinkedText {
  /** Equal for parts with the same meaning. */
  readonly key: string;
  /** The whitespace around the part; undefined at the ends of the block. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** A way to split a block into parts that are merged separately. */
export interface Partition {
  readonly split: (block: LinkedText) => Part[];
  /** Whether each side may change one of two adjacent parts. */
  readonly mayTouch: boolean;
  /** Whether parts with the same number correspond to each other if all versions have the same number of parts. */
  readonly isPositional?: boolean;
  /** The whitespace after a part that was the last one in its version. */
  readonly separator: (part: Part) => string;
}

/** Longer blocks are not split. */
const maxLength = 100_000;

/** The ways to split a block that both sides changed, in the order in which they are tried. */
export function partitionsFor({ base, ours, theirs }: Sides<KeyedBlock>): Partition[] {
  const versions = [base, ours, theirs];
  const isOneKind = versions.every(({ kind, isCode }) => kind === ours.kind && isCode === ours.isCode);
  const isSplit = versions.every(
    ({ kind, tag, text }) => kind !== "head" && !tag && text.length <= maxLength,
  );
  if (!isOneKind || !isSplit) return [];
  if (ours.kind === "row") return [cells];
  return versions.every(isProse) ? [sentences, lines] : [lines];
}

/** Whether a block is a paragraph, heading, list item or quote. */
function isProse({ text, isCode }: KeyedBlock): boolean {
  return !isCode && !/^\s*(?:<|\{%|\$\$)/.test(text) && !/\n[ \t]*\r?\n/.test(text);
}

const ideographicEnds = "。！？";
const sentences: Partition = {
  split: (block) => partsOf(block, sentenceEnds(block.text), (key) => key.replaceAll(/\s+/g, " ").trim()),
  mayTouch: true,
  separator: ({ text }) => (ideographicEnds.includes(text.at(-1) ?? "") ? "" : " "),
};

/** As in Git, changes of different sides must have an unchanged line between them. */
const lines: Partition = {
  split: (block) => partsOf(block, lineEnds(block.text)),
  mayTouch: false,
  separator: () => "\n",
};

/** Cells are compared without the spaces that align them. */
const cells: Partition = {
  split: (row) =>
    partsOf(row, cellStarts(row.text), (key) => key.replaceAll(/\s+/g, " ").replace(/^\| /, "|")),
  mayTouch: true,
  isPositional: true,
  separator: () => " ",
};

function partsOf(block: LinkedText, cuts: readonly number[], normalize = (key: string) => key): Part[] {
  const pieces = splitText(block, cuts);
  let before: string | undefined;
  return pieces.map(({ text: spaced, links }, i) => {
    const isLast = i === pieces.length - 1;
    const text = isLast ? spaced : spaced.trimEnd();
    const after = isLast ? undefined : spaced.slice(text.length);
    const part = { text, links, key: normalize(keyOf({ text, links })), before, after };
    before = after;
    return part;
  });
}

const closers = "\"')]}*_`»”’」』）";
const maxClosers = 5;

/** The offsets after the whitespace that follows the end of a sentence. */
function sentenceEnds(text: string): number[] {
  // The marker of an item or quote belongs to no sentence, so that the first one can be deleted.
  const [marker = ""] = /^[ \t]*(?:>|[-*+]|\d{1,9}[.)])[ \t]+/.exec(text) ?? [];
  const ends = [marker.length];
  for (const { 0: space, index } of text.matchAll(/\s+|(?<=[。！？])(?=\S)/g)) {
    let at = index - 1;
    while (at > index - 1 - maxClosers && closers.includes(text[at] ?? " ")) at--;
    if (space === "" || `.!?…${ideographicEnds}`.includes(text[at] ?? " ")) ends.push(index + space.length);
  }
  return ends;
}

function lineEnds(text: string): number[] {
  return Array.from(text.matchAll(/\n/g), ({ index }) => index + 1);
}

/** The offsets of the bars between the cells of a row. */
function cellStarts(text: string): number[] {
  return Array.from(text.matchAll(/(?<!\\)\|/g), ({ index }) => index);
}
