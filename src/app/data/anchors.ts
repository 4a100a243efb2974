/** What a comment is about: a block, or words in it, as they were when it was posted. */
export interface Anchor {
  /** The key of the block. */
  readonly node: string;
  /** The beginning of the text of the block. */
  readonly preview?: string | undefined;
  readonly quote?: Quote | undefined;
}

export interface Quote {
  readonly text: string;
  /** What was before and after the words. */
  readonly prefix?: string | undefined;
  readonly suffix?: string | undefined;
}

/** The number of characters around quoted words that are stored. */
const contextLength = 80;

/** The number of quoted characters that the server takes. */
const maxQuote = 2000;

/** The words of a text between two offsets, with what is around them. Blanks around words are not part of them. */
export function quoteOf(text: string, from: number, to: number): Quote {
  const selected = text.slice(from, to);
  const start = from + selected.length - selected.trimStart().length;
  const end = Math.min(start + selected.trim().length, start + maxQuote);
  return {
    text: text.slice(start, end),
    prefix: text.slice(Math.max(0, start - contextLength), start),
    suffix: text.slice(end, end + contextLength),
  };
}

/** The number of characters of a block by which it is found again. */
const previewLength = 100;

/** The beginning of the text of a block, as an anchor has it. */
export function previewOf(text: string): string {
  return text.slice(0, previewLength);
}

/** A block with text, in the order of the document. */
export interface TextBlock {
  readonly key: string | null;
  readonly text: string;
  /** The keys of the blocks around it. */
  readonly around?: readonly string[];
}

/** The share of the words and what was around them that must still be there, if they are in another block. */
const minKept = 0.4;

interface FoundWords {
  /** The index of the block. */
  readonly index: number;
  readonly from: number;
  readonly to: number;
}

/** Finds quoted words again: those with the most of what was around them, in the same block if it still has its key. */
export function findQuote(
  blocks: readonly TextBlock[],
  node: string,
  { text, prefix = "", suffix = "" }: Quote,
): FoundWords | undefined {
  let best: (FoundWords & { readonly score: number }) | undefined;
  const all = prefix.length + text.length + suffix.length;
  for (const [index, block] of blocks.entries()) {
    const isSame = block.key === node || block.around?.includes(node) === true;
    for (let from = block.text.indexOf(text); from >= 0; from = block.text.indexOf(text, from + 1)) {
      const to = from + text.length;
      const kept =
        text.length +
        commonEnd(block.text.slice(Math.max(0, from - prefix.length), from), prefix) +
        commonStart(block.text.slice(to, to + suffix.length), suffix);
      const score = kept / all + (isSame ? 1 : 0);
      if (score >= minKept && score > (best?.score ?? 0)) best = { index, from, to, score };
    }
  }
  return best && { index: best.index, from: best.from, to: best.to };
}

function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

function commonEnd(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a.at(-1 - length) === b.at(-1 - length)) length++;
  return length;
}

/** The share of the words of a block that must still be in it. */
const minWords = 0.6;

/** Finds a block again: by its key, else the one with most of the words with which it began. */
export function findBlock(
  blocks: readonly TextBlock[],
  { node, preview = "" }: Pick<Anchor, "node" | "preview">,
): number | undefined {
  const same = blocks.findIndex(({ key }) => key === node);
  if (same >= 0) return same;
  const expected = new Set(wordsOf(preview));
  if (expected.size === 0) return undefined;
  let best: { readonly index: number; readonly share: number } | undefined;
  for (const [index, { text }] of blocks.entries()) {
    // Only the beginning is known. Somewhat more is read, for words that were added.
    const actual = new Set(wordsOf(text.slice(0, 2 * preview.length)));
    const common = [...expected].filter((word) => actual.has(word)).length;
    const share = common / Math.max(expected.size, actual.size / 2);
    if (share >= minWords && share > (best?.share ?? 0)) best = { index, share };
  }
  return best?.index;
}

function wordsOf(text: string): string[] {
  return text.toLocaleLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
